"""The bot as `python -m bot` deletes old games a while after its start, on a file of before."""

from pathlib import Path

import pytest

from playground.tests.user import peopled
from tests.actors.waiting import until
from tests.bot.upkeep.filled import change, old_file
from tests.crews.crew import Crew
from tests.places import read

pytestmark = pytest.mark.full
FINISHED = "SELECT id FROM tables WHERE phase IN ('over','ended')"
UNRANKED = "SELECT 1 FROM results WHERE place IS NULL AND closed=0"
DELETED = "whose games ended long ago"
IN_PLAY = "SELECT id FROM tables WHERE phase='playing'"


@pytest.mark.parametrize("days", ["30", "0"])
async def test_old_games_are_deleted_while_the_bot_runs(days: str, tmp_path: Path) -> None:
    file, log = old_file(tmp_path), tmp_path / "bot.log"
    change(file, "UPDATE tables SET changed_at=1000 WHERE phase IN ('over','ended')")
    finished, playing = len(read(file, FINISHED)), len(read(file, IN_PLAY))
    more = {"module": ("tests.crews.sweeping",), "log": log, "level": "INFO"}
    async with (
        peopled(("Ann",)) as (playground, _),
        Crew(playground, file, **more, DOWNEAST_KEEP_DAYS=days) as crew,
    ):
        await until(lambda: not read(file, UNRANKED), 60, 0.1)
        if days != "0":
            await until(lambda: not read(file, FINISHED), 60, 0.1)
            await until(lambda: DELETED in log.read_text(), 60, 0.1)
        ended = await crew.stop()
    assert ended == 0
    assert len(read(file, IN_PLAY)) == playing
    assert len(read(file, FINISHED)) == (finished if days == "0" else 0)
    assert len(read(file, "SELECT 1 FROM results")) > finished
    assert (DELETED in log.read_text(encoding="utf-8")) == (days != "0")
