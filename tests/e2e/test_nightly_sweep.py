"""The bot as `python -m bot` deletes old games a while after its start, on a file of before."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from discord_playground import Playground

from tests.actors.harbor import Crew, read
from tests.bot.upkeep.filled import change, old_file

pytestmark = pytest.mark.full
FINISHED = "SELECT id FROM tables WHERE phase IN ('over','ended')"
UNRANKED = "SELECT 1 FROM results WHERE place IS NULL AND closed=0"
DELETED = "whose games ended long ago"
IN_PLAY = "SELECT id FROM tables WHERE phase='playing'"


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():  # noqa: ASYNC110 (nobody rings)
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("days", ["30", "0"])
async def test_old_games_are_deleted_while_the_bot_runs(days: str, tmp_path: Path) -> None:
    file, log = old_file(tmp_path), tmp_path / "bot.log"
    change(file, "UPDATE tables SET changed_at=1000 WHERE phase IN ('over','ended')")
    finished, playing = len(read(file, FINISHED)), len(read(file, IN_PLAY))
    playground = Playground(("Ann",), port=0, rates=False, bot_name="Downeast")
    await playground.start()
    try:
        module = ("tests.e2e.sweeping",)
        crew = Crew(playground, file, module=module, log=log, level="INFO", DOWNEAST_KEEP_DAYS=days)
        await crew.start()
        try:
            await until(lambda: not read(file, UNRANKED))
            if days != "0":
                await until(lambda: not read(file, FINISHED))
                await until(lambda: DELETED in log.read_text())
        finally:
            ended = await crew.stop()
    finally:
        await playground.stop()
    assert ended == 0
    assert len(read(file, IN_PLAY)) == playing
    assert len(read(file, FINISHED)) == (finished if days == "0" else 0)
    assert len(read(file, "SELECT 1 FROM results")) > finished
    assert (DELETED in log.read_text(encoding="utf-8")) == (days != "0")
