"""Fixtures for tests of what is shown."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.house import ANN, BEN, House, house_on
from tests.bot.show.at_table import AskingFace


@pytest.fixture
async def asking(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house whose game asks for guesses in private."""
    async with house_on(tmp_path, faces={"small": AskingFace()}) as opened:
        yield opened


@pytest.fixture
async def table(house: House) -> int:
    """Deal a table of Ann and Ben, with notices running."""
    await house.start()
    return await house.dealt(ANN, BEN)


@pytest.fixture
async def guessing(house: House, table: int) -> int:
    """Have Ann and Ben hide coins, so that Ann must guess."""
    await house.hide(table, ANN, BEN)
    await house.quiet()
    return table
