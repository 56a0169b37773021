"""A playground per test on its own ports, with a bare bot and two people."""

from collections.abc import AsyncIterator
from contextlib import suppress

import aiohttp
import pytest
from discord_playground import Playground
from discord_playground.world.world import World

from playground.tests.callers import INTENTS, Bot, Person
from playground.tests.schema import Witness


@pytest.fixture
async def play() -> AsyncIterator[Playground]:
    """Return a playground without rate limits, whose answers and events are as Discord's."""
    playground = Playground(port=0, rates=False)
    witness = playground.stage.gateway.to_bot = Witness()
    await playground.start()
    yield playground
    await playground.stop()
    assert witness.errors == []


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as made:
        yield made


@pytest.fixture
async def bot(play: Playground, session: aiohttp.ClientSession) -> AsyncIterator[Bot]:
    """Return the connected bot."""
    made = Bot(play, session, f"Bot {play.bot_token}")
    await made.identify(intents=INTENTS)
    yield made
    with suppress(ConnectionError):
        await made.line.socket.close()


@pytest.fixture
async def ann(play: Playground, session: aiohttp.ClientSession) -> AsyncIterator[Person]:
    """Return Ann, the server's owner, connected."""
    made = Person(play, session, "ann")
    await made.identify()
    yield made
    await made.line.socket.close()


@pytest.fixture
async def ben(play: Playground, session: aiohttp.ClientSession) -> AsyncIterator[Person]:
    """Return Ben, connected."""
    made = Person(play, session, "ben")
    await made.identify()
    yield made
    await made.line.socket.close()


@pytest.fixture
def games(play: Playground) -> str:
    """Return the id of #games."""
    return next(channel.id for channel in play.world.channels.values() if channel.name == "games")


@pytest.fixture
def world() -> World:
    """Return a world with Ann, Ben and Cat that is not served."""
    return World(("Ann", "Ben", "Cat"), lambda: None)
