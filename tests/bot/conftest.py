"""A house of the small game for each test; see house.py."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.house import House, house_on


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
