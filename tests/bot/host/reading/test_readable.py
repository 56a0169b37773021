"""A table that can't be read is named, and nothing that it holds."""

from pathlib import Path

import pytest

from bot.host.reading import readable
from bot.host.reading.readable import unreadable_tables
from db.upkeep.read_only import opened
from tests.bot.upkeep.filled import RULES, change, filled


async def unreadable(path: Path) -> list[str]:
    async with opened(path) as (reads, _):
        return await unreadable_tables(reads, RULES)


@pytest.mark.sqlite
async def test_a_table_that_cannot_be_read_is_named_without_what_it_holds(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE tables SET state='{\"secret\": 77}' WHERE id=2")
    change(path, "UPDATE tables SET game='chess' WHERE id=1")
    problems = await unreadable(path)
    assert problems == [
        "Table 1 plays chess, a game that this Downeast doesn't have.",
        "Table 2 (small) can't be read, so it can't go on.",
    ]


@pytest.mark.sqlite
async def test_events_that_cannot_be_read_are_found(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE log SET told='[7]' WHERE table_id=1 AND kind='deal'")
    assert "Table 1" in (await unreadable(path))[0]


@pytest.mark.sqlite
async def test_the_list_of_unreadable_tables_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = await filled(tmp_path)
    change(path, "UPDATE tables SET game='chess'")
    monkeypatch.setattr(readable, "PROBLEMS_LISTED", 1)
    [first, last] = await unreadable(path)
    assert "Table 1 plays chess" in first
    assert "I stopped there" in last
