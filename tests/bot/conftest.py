"""Fixtures: a bot for the small test game (house.py), and a reset of the logging setup."""

import logging
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from tests.bot.house import House, house_on


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """Restore the log's levels, handlers and filters after each test."""
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
    """Open a house that shows everything at once; `start()` starts its background work."""
    async with house_on(tmp_path) as opened:
        yield opened


@pytest.fixture
async def idle_house(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house that draws nothing."""
    async with house_on(tmp_path, idle=True) as opened:
        yield opened
