"""Tests of where a rehearsal takes place."""

from collections.abc import AsyncIterator
from dataclasses import replace

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.rehearsal.command_line import address_of, place_on
from discord_playground.rehearsal.place import CannotRehearse, find_place, list_places
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.wire import Wire


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as made:
        yield made


async def test_every_text_channel_is_offered(
    stand_in: Playground, session: aiohttp.ClientSession
) -> None:
    places = await list_places(Wire(session, address_of(stand_in), Recorder()))
    assert place_on(stand_in).channel in [place.where.channel for place in places]
    found = await find_place(
        Wire(session, address_of(stand_in), Recorder()), place_on(stand_in).channel
    )
    assert found in places


@pytest.mark.parametrize("channel", ["games", "123456789012345678"])
async def test_an_unknown_channel_is_refused(
    channel: str, stand_in: Playground, session: aiohttp.ClientSession
) -> None:
    with pytest.raises(CannotRehearse, match="can't see a channel"):
        await find_place(Wire(session, address_of(stand_in), Recorder()), channel)


async def test_a_wrong_token_is_refused(
    stand_in: Playground, session: aiohttp.ClientSession
) -> None:
    with pytest.raises(CannotRehearse, match="DISCORD_TOKEN"):
        await list_places(Wire(session, replace(address_of(stand_in), token="wrong"), Recorder()))
