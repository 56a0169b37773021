"""Houses in which something is shown."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.house import House, house_on
from tests.bot.show.at_table import AskingFace


@pytest.fixture
async def asking(tmp_path: Path) -> AsyncGenerator[House]:
    """Open a house in which guesses are asked for in private, too."""
    async with house_on(tmp_path, faces={"small": AskingFace()}) as opened:
        yield opened
