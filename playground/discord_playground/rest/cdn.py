"""Serve avatars as Discord's CDN does, drawn from their hashes: a pattern in one colour.

Every picture is a PNG of 64 by 64 pixels, whatever size is asked for; so is that of an animated
avatar (`.gif`).
"""

import hashlib
import struct
import zlib

from aiohttp import web

from discord_playground.rest.app_context import AppContext
from discord_playground.world import people_shapes

DEFAULTS = 6  # avatars for accounts without one
_ENDINGS = ("png", "webp", "jpg")
_HEADERS = {"Cache-Control": "public, max-age=86400, immutable"}  # a new avatar has a new hash


def picture(avatar: str) -> bytes:
    """Return the picture of an avatar as a PNG with a palette of two colours."""
    seed = hashlib.sha256(avatar.encode()).digest()
    lines = b""
    for cells in seed[:8]:
        left = bytes(255 if cells >> bit & 1 else 0 for bit in range(4))
        lines += (b"\0" + left + left[::-1]) * 8  # each line begins with its filter: none
    header = struct.pack(">IIBBBBB", 64, 64, 1, 3, 0, 0, 0)
    palette = bytes((*seed[8:11], 255, 255, 255))
    blocks = (
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(lines)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_block(kind, data) for kind, data in blocks)


def _block(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def add_cdn(web_app: web.Application, app: AppContext) -> None:
    """Add the routes of the pictures."""
    world = app.world

    def served(file: str, avatar: str | None) -> web.Response:
        wanted, _, ending = file.rpartition(".")
        animated = wanted.startswith("a_") and ending == "gif"
        if avatar is None or wanted != avatar or not (animated or ending in _ENDINGS):
            return web.Response(status=404)
        return web.Response(body=picture(avatar), content_type="image/png", headers=_HEADERS)

    async def of_user(request: web.Request) -> web.Response:
        user_id = request.match_info["user_id"]
        known = user_id in world.people
        avatar = people_shapes.user(world, user_id)["avatar"] if known else None
        return served(request.match_info["file"], avatar)

    async def of_member(request: web.Request) -> web.Response:
        here = request.match_info["guild_id"] == world.guild_id
        avatar = people_shapes.server_avatar(world, request.match_info["user_id"])
        return served(request.match_info["file"], avatar if here else None)

    async def default(request: web.Request) -> web.Response:
        number = request.match_info["number"]
        known = number.isdecimal() and int(number) < DEFAULTS
        return served(f"{number}.png", number if known else None)

    web_app.router.add_get("/cdn/avatars/{user_id}/{file}", of_user)
    web_app.router.add_get("/cdn/guilds/{guild_id}/users/{user_id}/avatars/{file}", of_member)
    web_app.router.add_get("/cdn/embed/avatars/{number}.png", default)
