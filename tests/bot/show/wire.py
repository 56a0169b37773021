"""A discord.py client whose requests go to a test instead of Discord."""

import re
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord

from tests.bot.house import CHANNEL, GUILD

ME, ROLE = 99, GUILD
THREAD = 44
Json = dict[str, Any]


def error(status: int, code: int = 0) -> discord.HTTPException:
    """Return the error that discord.py raises for a response of Discord's."""
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    response: Any = SimpleNamespace(status=status, reason="so")
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "x"})


def user(number: int) -> Json:
    name = f"user {number}"
    return {"id": str(number), "username": name, "discriminator": "0", "avatar": None}


class Wire:
    """Records the client's requests in `asked`, and answers each with a message or as told."""

    def __init__(self) -> None:
        self.client = discord.Client(intents=discord.Intents(guilds=True))
        self.client._connection.user = discord.ClientUser(
            state=self.client._connection,
            data=user(ME),  # type: ignore[arg-type]
        )
        self.client.http.request = self._request  # type: ignore[method-assign]
        self.asked: list[tuple[str, str, Json]] = []
        self._failures: list[tuple[str, str, discord.HTTPException]] = []
        self.history: Any = []  # the newest messages of every channel
        self._answers: dict[tuple[str, str], Json] = {}
        self._ids = count(5000)

    def fail(self, method: str, path: str, problem: discord.HTTPException) -> None:
        """Make the next request of a kind fail."""
        self._failures.append((method, path, problem))

    def answer(self, method: str, path: str, body: Json) -> None:
        """Answer requests of a kind with this."""
        self._answers[method, path] = body

    def paths(self, method: str = "") -> list[str]:
        """List the requests in order."""
        return [
            f"{request[0]} {request[1]}" for request in self.asked if method in ("", request[0])
        ]

    async def _request(self, route: Any, **given: Any) -> Json:
        path = route.url.removeprefix(route.BASE)
        if route.method == "GET" and path.endswith("/messages"):
            return self.history  # which isn't asked for more than once
        self.asked.append((route.method, path, given.get("json") or {}))
        for failure in self._failures:
            if failure[0] == route.method and re.fullmatch(failure[1], path):
                self._failures.remove(failure)
                raise failure[2]
        if (route.method, path) in self._answers:
            return self._answers[route.method, path]
        if path == "/users/@me/channels":
            return {"id": "777", "type": 1, "recipients": [user(5)], "last_message_id": None}
        return message(next(self._ids), path)

    def has_guild(self, denied: discord.Permissions, *, private: bool = False) -> None:
        """Make a server known to the client, with a channel that lacks permissions."""
        overwrite = {"id": str(ME), "type": 1, "allow": "0", "deny": str(denied.value)}
        channel = {"id": str(CHANNEL), "type": 0, "name": "games", "position": 0}
        thread = {
            "id": str(THREAD),
            "type": 12 if private else 11,
            "name": "table",
            "guild_id": str(GUILD),
            "parent_id": str(CHANNEL),
            "owner_id": "5",
            "message_count": 0,
            "member_count": 1,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": 60,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
            },
        }
        everything = str(discord.Permissions.all_channel().value)
        data: Any = {
            "id": str(GUILD),
            "name": "A server",
            "owner_id": "5",
            "roles": [{"id": str(ROLE), "name": "@everyone", "permissions": everything}],
            "channels": [channel | {"permission_overwrites": [overwrite]}],
            "threads": [thread],
            "members": [{"user": user(ME), "roles": [], "joined_at": None, "flags": 0}],
            "emojis": [],
            "features": [],
        }
        data["roles"][0] |= {"color": 0, "hoist": False, "position": 0, "mentionable": False}
        data["roles"][0] |= {"managed": False, "colors": {}, "flags": 0}
        self.client._connection.parse_guild_create(data)


def message(number: int, path: str) -> Json:
    """Return a message as Discord sends it."""
    return {
        "id": str(number),
        "channel_id": path.split("/")[2],
        "author": user(ME),
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
    }
