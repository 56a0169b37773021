"""What is in a file is counted as it is."""

from pathlib import Path

import pytest

from db.upkeep import inspection
from db.upkeep.read_only import opened
from tests.bot.upkeep.filled import change, filled


@pytest.mark.sqlite
async def test_tables_and_deadlines_are_counted(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE seats SET due=5 WHERE table_id=1 AND seat=0")
    async with opened(path) as (reads, _):
        inside = await inspection.contents(reads)
        assert (inside.in_play, inside.finished) == ({"small": 2}, 1)
        assert await inspection.unfinished(reads) == [(1, "small"), (2, "small")]
        assert await inspection.overdue(reads, 6) == (1, 5)
        assert await inspection.overdue(reads, 5) == (0, None)
        assert await inspection.faults(reads) == []


@pytest.mark.sqlite
async def test_a_row_that_belongs_to_no_table_is_a_fault(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "DELETE FROM tables WHERE id=1")
    async with opened(path) as (reads, _):
        [fault] = await inspection.faults(reads)
        assert "belongs to no row of tables" in fault
