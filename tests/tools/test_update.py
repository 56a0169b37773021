"""An update while people play loses nothing, and each check can fail."""

from pathlib import Path

import pytest

from tests.tools.update import STOP_WITHIN, Updates, update

pytestmark = pytest.mark.full


async def test_an_update_loses_no_move_and_takes_a_few_seconds(tmp_path: Path) -> None:
    made = await update(tmp_path, 2, ["downeast", "deadman", "dealt"])
    assert made.wrong == []
    assert made.promises > 5
    assert len(made.gaps) == 2


@pytest.mark.parametrize(
    ("code", "seconds", "left"),
    [(-9, 0.1, ""), (0, STOP_WITHIN + 1, ""), (0, 0.1, "-wal"), (0, 0.1, "-shm")],
)
def test_a_bad_end_is_noticed(tmp_path: Path, code: int, seconds: float, left: str) -> None:
    file = tmp_path / "x.sqlite3"
    if left:
        file.with_name(file.name + left).touch()
    made = Updates(stops=[seconds])
    made.check(code, file)
    assert len(made.wrong) == 1
    assert left in made.wrong[0]
