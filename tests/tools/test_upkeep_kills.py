"""Killed at any of its named points, a command loses no file and leaves no half file.

The long run is `python -m tests.tools.upkeep_kills backup --kills 8`.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.upkeep.backup import part_of
from tests.tools.kill_points import DATABASE
from tests.tools.upkeep_kills import OPERATIONS, kill_at

POINTS = [(name, point) for name, found in OPERATIONS.items() for point in found.points]


@pytest.mark.parametrize(("name", "point"), POINTS)
async def test_killed_command_loses_no_file_and_leaves_no_half_file(
    name: str, point: str, tmp_path: Path
):
    assert await kill_at(name, point, tmp_path) == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_command_is_killed_at_five_points(name: str):
    assert len(OPERATIONS[name].points) >= 5


async def test_half_a_table_would_be_seen(tmp_path: Path):
    prune = OPERATIONS["prune"]
    await prune.prepare(tmp_path)
    assert not await prune.judge(tmp_path, False)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file, file:
        file.execute("DELETE FROM log WHERE table_id=2 AND rev=3")
    assert await prune.judge(tmp_path, False) == ["half of table 2 is gone"]
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file, file:
        file.execute("DELETE FROM tables WHERE id=2")
    assert "seats has rows of a table that is gone" in await prune.judge(tmp_path, False)


async def test_a_person_who_is_left_and_a_move_that_is_lost_would_be_seen(tmp_path: Path):
    forget = OPERATIONS["forget"]
    await forget.prepare(tmp_path)
    assert not await forget.judge(tmp_path, False)
    wrong = await forget.judge(tmp_path, True)
    assert "nobody is on the list" in wrong
    assert len([line for line in wrong if f" is in {DATABASE}" in line]) == 2, "name and id"
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file, file:
        file.execute("DELETE FROM log WHERE table_id=1 AND rev=3")
    assert await forget.judge(tmp_path, False) == ["moves are lost"]
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file, file:
        file.execute("UPDATE seats SET name='Somebody' WHERE table_id=2 AND seat=0")
    assert any("FROM seats" in line for line in await forget.judge(tmp_path, False))


async def test_half_a_file_under_a_final_name_would_be_seen(tmp_path: Path):
    backup = OPERATIONS["backup"]
    await backup.prepare(tmp_path)
    half = (tmp_path / DATABASE).read_bytes()[:20_000]
    part_of(tmp_path / "copy.sqlite3").write_bytes(half)
    assert not await backup.judge(tmp_path, False)
    (tmp_path / "copy.sqlite3").write_bytes(half)
    assert await backup.judge(tmp_path, False)
