"""Downloads avatars from Discord's CDN with discord.py's own session, and never more than a bit.

discord.py's `Asset.read` has no limit for the size of a file, so the body is read here in chunks.
"""

from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient

from bot.show.deliver.queues.messenger import Refused, TryLater
from bot.show.discord_py.http_requests import session_of

LARGEST = 256 * 1024  # bytes; an avatar of this size in pixels has about 20,000
PIXELS = 128
CHUNK = 16 * 1024
HEADERS = {"Accept-Encoding": "identity"}  # a compressed body could be much larger than it looks


async def download(http: HTTPClient, person: int, picture: str) -> bytes:
    """Download an avatar as a PNG. `picture` is its hash. May raise Refused and TryLater."""
    address = f"{discord.Asset.BASE}/avatars/{person}/{picture}.png?size={PIXELS}"
    options: dict[str, Any] = {"proxy": http.proxy, "proxy_auth": http.proxy_auth}
    try:
        async with session_of(http).get(
            address, headers=HEADERS, allow_redirects=False, **options
        ) as response:
            if response.status != 200:
                raise Refused(f"the CDN answers {response.status}")
            if response.content_type != "image/png" or "Content-Encoding" in response.headers:
                raise Refused("the CDN answers with something that isn't a PNG")
            return await _body(response)
    except (OSError, aiohttp.ClientError) as problem:
        raise TryLater(repr(problem)) from problem


async def _body(response: aiohttp.ClientResponse) -> bytes:
    """Read a body of at most LARGEST bytes. Raises Refused if it is longer."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(CHUNK):
        body += chunk
        if len(body) > LARGEST:
            raise Refused("the CDN answers with a file that is too large")
    return bytes(body)
