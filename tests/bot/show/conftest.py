"""Houses in which something is shown."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.house import ANN, BEN, House, house_on
from tests.bot.show.at_table import AskingFace


@pytest.fixture
async def asking(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house in which guesses are asked for in private, too."""
    async with house_on(tmp_path, faces={"small": AskingFace()}) as opened:
        yield opened


@pytest.fixture
async def guessing(house: House) -> int:
    """Have Ann be awaited before everybody's eyes; the notices are running."""
    await house.start()
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    await house.quiet()
    return table
