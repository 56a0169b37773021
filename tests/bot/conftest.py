"""A house of the small game for each test (see house.py), and logging as it was before it."""

import logging
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from tests.bot.house import House, house_on


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """Put the log's levels and handlers, and what these leave out, back: some tests set it up."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    filters = [list(handler.filters) for handler in handlers]
    yield
    root.handlers[:] = handlers
    for handler, before in zip(handlers, filters, strict=True):
        handler.filters[:] = before
    root.setLevel(level)
    for own in ("bot", "cogs", "db", "downeast"):
        logging.getLogger(own).setLevel(logging.NOTSET)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house in which everything is shown at once; nothing runs by itself yet."""
    async with house_on(tmp_path) as opened:
        yield opened


@pytest.fixture
async def idle_house(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house in which nothing is drawn."""
    async with house_on(tmp_path, idle=True) as opened:
        yield opened
