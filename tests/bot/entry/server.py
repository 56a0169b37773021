"""A server in discord.py's cache: restricted channels, private threads, moderators.

    async with server() as here:
        interaction = here.arrives(CAT, channel=HALL)

discord.py requests the members of private threads, and archived threads, from a playground.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord_playground import Playground
from discord_playground.world.world import PRIVATE_THREAD, TEXT
from discord_playground.world.world import Channel as Place

from bot.endpoint import Address, aim_at
from bot.gateway_fixes import channels_read
from bot.show.discord_py.channel_sight import HIDDEN
from tests.bot.entry.arriving import arrives, connection
from tests.bot.house import CHANNEL, GUILD

HALL, STAFF, DEN, NOOK, ATTIC = 3, 4, 5, 6, 8
"""The channels: two for everybody (with CHANNEL), one for the staff, a private thread of CHANNEL,
a public thread of STAFF, and an archived private thread.
"""

STAFF_ROLE, GUARD_ROLE = 71, 72
SEES = discord.Permissions(view_channel=True, send_messages=True).value
UNSEEN = discord.Permissions(view_channel=True).value
GUARDS = discord.Permissions(manage_messages=True).value


class Server:
    """The server, and the requests to the playground about it."""

    def __init__(self, play: Playground) -> None:
        self.play = play

    @property
    def asked(self) -> list[tuple[str, int]]:
        """List the requests for thread members and channels since the login."""
        paths = [line.path.split("/")[2:] for line in self.play.stage.log.lines]
        return [
            ("member" if more else "channel", int(channel))
            for channel, *more in (path for path in paths if path[0] != "@me")
        ]

    def regain_access(self, thread: int, *people: int) -> None:
        self.play.world.channels[str(thread)].members += map(str, people)

    def hide(self, channel: int) -> None:
        """Hide a channel from the bot, in discord.py's cache and for requests about its threads."""
        denied, state = _overwrite(GUILD, deny=UNSEEN), connection()
        bare = {"id": str(channel), "guild_id": str(GUILD), "type": 0, "flags": HIDDEN}
        update = channels_read("CHANNEL_UPDATE", state.parsers["CHANNEL_UPDATE"], state)
        update({**bare, "name": "___hidden___", "permission_overwrites": [denied]})
        if str(channel) in self.play.world.channels:
            self.play.world.channels[str(channel)].overrides["view_channel"] = False

    def loses_answers(self) -> None:
        """Leave all further requests unanswered."""
        self.play.stage.faults.add({"kind": "lose_answer", "times": 99})

    def arrives(
        self, person: int, *, channel: int, roles: tuple[int, ...] = (), **how: Any
    ) -> discord.Interaction[Any]:
        """Build an interaction of somebody with these roles in a channel."""
        return arrives(person, channel=channel, roles=roles, **how)


STAMP = "2026-01-01T00:00:00+00:00"


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


@asynccontextmanager
async def server() -> AsyncGenerator[Server]:
    """Put the server into discord.py's cache, with a playground behind it."""
    play, state = Playground(port=0, rates=False), connection()
    world, me = play.world, play.world.bot_id
    world.guild_id = str(GUILD)
    world.add_channel(Place(str(CHANNEL), TEXT, "channel-2"))
    for own, away in ((DEN, False), (ATTIC, True)):
        parent = {"parent": str(CHANNEL), "owner": me, "members": [me], "archived": away}
        world.add_channel(Place(str(own), PRIVATE_THREAD, f"thread-{own}", **parent))
    await play.start()
    aim_at(Address(play.base, play.gateway))
    state.http.loop = asyncio.get_running_loop()
    await state.http.static_login(play.bot_token)
    guild = discord.Guild(data=_data(), state=state)
    state._add_guild(guild)
    try:
        yield Server(play)
    finally:
        state._remove_guild(guild)
        await state.http.close()
        state.http.clear()
        state.http.connector = discord.utils.MISSING
        await play.stop()


def _data() -> Any:
    staff = (_overwrite(GUILD, deny=UNSEEN), _overwrite(STAFF_ROLE, allow=UNSEEN))
    return {
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
