"""Interactions as Discord sends them, parsed by discord.py from JSON. Nothing is answered."""

from functools import cache
from itertools import count
from typing import Any

import discord

from bot.show.discord_py.needed_permissions import IN_THREADS, NEEDED
from tests.bot.house import CHANNEL, GUILD, NAMES

ALL = discord.Permissions(**dict.fromkeys(NEEDED | IN_THREADS, True))
TEXT_CHANNEL, DM, VOICE, THREAD, PRIVATE_THREAD = 0, 1, 2, 11, 12
_ids = count(77_000)


@cache
def connection() -> Any:
    client = discord.Client(intents=discord.Intents.none())
    connection = client._connection
    connection.user = discord.ClientUser(state=connection, data=_user(99, "Host"))
    return connection


def _user(number: int, name: str, avatar: str | None = None) -> Any:
    return {
        "id": str(number),
        "username": name.casefold(),
        "global_name": name,
        "discriminator": "0",
        "avatar": avatar,
    }


def arrives(
    person: int,
    *,
    guild: int | None = GUILD,
    channel: int = CHANNEL,
    kind: int = TEXT_CHANNEL,
    allowed: discord.Permissions = ALL,
    locked: bool = False,
    data: Any = None,
    roles: tuple[int, ...] = (),
    permissions: discord.Permissions | None = None,
    avatar: str | None = None,
) -> discord.Interaction[Any]:
    """Build an interaction of a person in a channel, or in their DM (`guild=None`)."""
    user = _user(person, NAMES[person], avatar)
    payload: dict[str, Any] = {
        "id": str(next(_ids)),
        "application_id": "99",
        "type": 2,
        "token": "token",
        "version": 1,
        "channel_id": str(channel),
        "channel": {
            "id": str(channel),
            "type": DM if guild is None else kind,
            "name": "games",
            "position": 0,
            "permission_overwrites": [],
            **({"bitrate": 64_000, "user_limit": 0} if kind == VOICE else {}),
        },
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0 if guild is not None else 1,
        "attachment_size_limit": 0,
        "locale": "en-GB",
        "app_permissions": str(allowed.value),
        "data": data or {},
    }
    if kind in (THREAD, PRIVATE_THREAD):
        payload["channel"] |= {
            "guild_id": str(guild),
            "parent_id": "3",
            "owner_id": "1",
            "message_count": 0,
            "member_count": 1,
            "thread_metadata": {
                "archived": False,
                "locked": locked,
                "auto_archive_duration": 60,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
            },
        }
    if guild is None:
        payload["user"] = user
    else:
        payload["guild_id"] = str(guild)
        payload["guild"] = {"id": str(guild), "locale": "en-GB", "features": []}
        payload["member"] = {
            "user": user,
            "roles": [str(role) for role in roles],
            "joined_at": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(0 if permissions is None else permissions.value),
        }
    return discord.Interaction(data=payload, state=connection())  # type: ignore[arg-type]


def options(*given: dict[str, Any], name: str = "hide") -> dict[str, Any]:
    """Build the data of a command of the small game, with these options."""
    inner = {"name": name, "type": 1, "options": list(given)}
    return {"id": "1", "name": "small", "type": 1, "options": [inner]}


def option(name: str, value: Any, *, focused: bool = False) -> dict[str, Any]:
    return {"name": name, "type": 3, "value": value, **({"focused": True} if focused else {})}
