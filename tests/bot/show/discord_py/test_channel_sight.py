"""Tests of who sees a channel, by the roles that Discord names."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.show.discord_py import channel_sight
from tests.bot.entry.arriving import connection
from tests.bot.entry.server import CHANNEL, DEN, HALL, NOOK, STAFF, STAFF_ROLE, Server, server
from tests.bot.house import CAT


async def sees(
    here: Server, monkeypatch: pytest.MonkeyPatch, channel: int, *roles: int
) -> tuple[bool | None, list[int]]:
    """Return whether Cat sees a channel with these roles, and which members were asked for."""
    member, asked = here.arrives(CAT, channel=HALL, roles=roles).user, list[int]()

    async def fetched(_: discord.Guild, person: int) -> Any:
        asked.append(person)
        return member

    monkeypatch.setattr(discord.Guild, "fetch_member", fetched)
    client: Any = SimpleNamespace(get_channel=connection().get_channel)
    return await channel_sight.found(client, channel, CAT), asked


async def test_a_channel_is_seen_with_the_right_roles_alone(monkeypatch: pytest.MonkeyPatch):
    async with server() as here:
        assert await sees(here, monkeypatch, HALL) == (True, [CAT])
        assert await sees(here, monkeypatch, STAFF) == (False, [CAT])
        assert await sees(here, monkeypatch, STAFF, STAFF_ROLE) == (True, [CAT])


async def test_a_private_thread_is_seen_by_its_members(monkeypatch: pytest.MonkeyPatch):
    async with server() as here:
        assert await sees(here, monkeypatch, DEN) == (False, [CAT])
        here.regain_access(DEN, CAT)
        assert await sees(here, monkeypatch, DEN) == (True, [CAT])


async def test_a_thread_whose_members_stay_unknown_is_no_answer(monkeypatch: pytest.MonkeyPatch):
    async with server() as here:
        here.loses_answers()
        with pytest.raises(aiohttp.ClientError):
            await sees(here, monkeypatch, DEN)


async def test_a_channel_that_is_not_in_the_cache_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    async with server() as here:
        member, state = here.arrives(CAT, channel=HALL).user, connection()

        async def fetched(*_: Any) -> Any:
            return member

        async def elsewhere(_: int) -> Any:
            return SimpleNamespace()

        monkeypatch.setattr(discord.Guild, "fetch_member", fetched)
        unknown: Any = SimpleNamespace(get_channel=lambda _: None)
        unknown.fetch_channel = elsewhere
        assert not await channel_sight.found(unknown, HALL, CAT), "it is of no server"

        async def there(channel: int) -> Any:
            return state.get_channel(channel)

        unknown.fetch_channel = there
        assert await channel_sight.found(unknown, HALL, CAT)


async def test_who_sees_a_hidden_channel_or_its_thread_is_unknown(monkeypatch: pytest.MonkeyPatch):
    async with server() as here:
        here.hide(STAFF)
        here.hide(CHANNEL)
        for place in (STAFF, NOOK, DEN):
            assert await sees(here, monkeypatch, place, STAFF_ROLE) == (None, [])
        assert await sees(here, monkeypatch, HALL) == (True, [CAT])
        assert here.asked == [], "nobody is asked who is in a thread that the bot can't see"
