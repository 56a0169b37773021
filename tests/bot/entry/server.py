"""A server as discord.py keeps it: channels that not everybody sees, private threads, moderators.

    with server() as here:
        interaction = here.arrives(CAT, channel=HALL)

Who is in a private thread is asked of Discord; here of `here.inside`, and each time is counted.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import discord

from tests.bot.entry.arriving import arrives, connection
from tests.bot.house import CHANNEL, GUILD

HALL, STAFF, DEN, NOOK, ATTIC = 3, 4, 5, 6, 8
"""Two that all may see (with CHANNEL), one for the staff, a private thread of CHANNEL, a public one
of STAFF, and a private one that was put away."""

STAFF_ROLE, GUARD_ROLE = 71, 72
SEES = discord.Permissions(view_channel=True, send_messages=True).value
UNSEEN = discord.Permissions(view_channel=True).value
GUARDS = discord.Permissions(manage_messages=True).value


class Server:
    """The server, and what was asked of Discord about it."""

    def __init__(self) -> None:
        self.inside: dict[int, set[int]] = {DEN: set(), ATTIC: set()}
        self.asked: list[tuple[str, int]] = []
        self.out_of_order = False

    def arrives(
        self, person: int, *, channel: int, roles: tuple[int, ...] = (), **how: Any
    ) -> discord.Interaction[Any]:
        """Have somebody with these roles ask for something in a channel."""
        return arrives(person, channel=channel, roles=roles, **how)

    async def get_thread_member(self, thread: int, person: int) -> Any:
        self.asked.append(("member", thread))
        if self.out_of_order:
            raise OSError("Discord is away")
        if person not in self.inside[thread]:
            raise not_found(10007)
        return {"id": str(thread), "user_id": str(person), "join_timestamp": STAMP, "flags": 0}

    async def get_channel(self, channel: int) -> Any:
        self.asked.append(("channel", channel))
        if channel != ATTIC:
            raise not_found(10003)
        return _thread(ATTIC, CHANNEL, 12) | {"guild_id": str(GUILD)}


STAMP = "2026-01-01T00:00:00+00:00"


def not_found(code: int) -> discord.NotFound:
    """Make Discord's answer to what is not there."""

    class Answer:
        status, reason = 404, "Not Found"

    return discord.NotFound(Answer(), {"code": code, "message": "Unknown"})  # type: ignore[arg-type]


def _channel(number: int, *overwrites: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": 0,
        "name": f"channel-{number}",
        "position": number,
        "permission_overwrites": list(overwrites),
    }


def _thread(number: int, parent: int, kind: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": kind,
        "name": f"thread-{number}",
        "parent_id": str(parent),
        "owner_id": "99",
        "message_count": 0,
        "member_count": 1,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 60,
            "archive_timestamp": STAMP,
        },
    }


def _overwrite(role: int, *, allow: int = 0, deny: int = 0) -> dict[str, Any]:
    return {"id": str(role), "type": 0, "allow": str(allow), "deny": str(deny)}


def _role(number: int, permissions: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "name": f"role-{number}",
        "permissions": str(permissions),
        "position": number % 70,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


@contextmanager
def server() -> Generator[Server]:
    """Have discord.py know of the server for a while."""
    here, state = Server(), connection()
    staff = (_overwrite(GUILD, deny=UNSEEN), _overwrite(STAFF_ROLE, allow=UNSEEN))
    data: Any = {
        "id": str(GUILD),
        "name": "Ours",
        "owner_id": "1",
        "member_count": 4,
        "features": [],
        "roles": [_role(GUILD, SEES), _role(STAFF_ROLE, 0), _role(GUARD_ROLE, 0)],
        "channels": [
            _channel(CHANNEL, _overwrite(GUARD_ROLE, allow=GUARDS)),
            _channel(HALL),
            _channel(STAFF, *staff),
        ],
        "threads": [_thread(DEN, CHANNEL, 12), _thread(NOOK, STAFF, 11)],
        "members": [],
    }
    guild = discord.Guild(data=data, state=state)
    before = state.http.get_thread_member, state.http.get_channel
    state._add_guild(guild)
    state.http.get_thread_member, state.http.get_channel = here.get_thread_member, here.get_channel
    try:
        yield here
    finally:
        state.http.get_thread_member, state.http.get_channel = before
        state._remove_guild(guild)
