"""What is said of the file, while the bot runs and while it doesn't."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.host.time.agenda import NAP
from bot.settings import Settings
from bot.upkeep.findings.file_findings import (
    about_deadlines,
    about_disk,
    about_file,
    about_life,
)
from db.upkeep import file_lock
from db.upkeep.disk import OnDisk
from tests.bot.house import ANN, BEN, House
from tests.bot.upkeep import filled
from tests.bot.upkeep.filled import RULES, house_in_file, settings_for

PATH = Path("/games/downeast.sqlite3")
SOUND = OnDisk(
    size=10,
    wal=None,
    free=10**12,
    readable_by_others=(),
    folder_writable_by_others=False,
    refused=(),
)


@pytest.fixture(autouse=True)
def small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the settings offer the small game of the tests."""
    monkeypatch.setattr(Settings, "rules", RULES)


async def said(path: Path, now: float, level: str | None = None) -> list[str]:
    facts: dict[str, Any] = {}
    found = await about_file(path, settings_for(path), now, facts)
    return [item.text for item in found if level in (None, item.level)]


async def test_running_bot_is_seen_alive_with_its_tables(tmp_path: Path):
    async with house_in_file(tmp_path) as house:
        with file_lock.held(house.file):
            await house.start()
            await house.dealt(ANN, BEN)
            await house.passes(NAP)
            path = house.file
            assert await wrong(house) == []
            lines = await said(path, house.clock.now())
            assert any("1 table in play (1 of small)" in line for line in lines)
            assert any(line.startswith("The bot runs") for line in lines)
            later = await said(path, house.clock.now() + 86400, "warning")
            assert any("hasn't noted that it is alive since" in line for line in later)
            assert any("passed without a move" in line for line in later)


async def wrong(house: House) -> list[str]:
    """Return all findings that aren't fine, except those about the rights of the test's folder."""
    path, now = house.file, house.clock.now()
    return [*await said(path, now, "warning"), *await said(path, now, "broken")]


async def test_bot_that_does_not_run_was_last_alive_at_a_time(tmp_path: Path):
    async with house_in_file(tmp_path) as house:
        await house.start()
        await house.dealt(ANN, BEN)
        await house.passes(NAP)
        now = house.clock.now()
    lines = await said(tmp_path / "downeast.sqlite3", now + 86400)
    assert any("The bot doesn't run. It was last alive on" in line for line in lines)
    assert any("Players get that time back" in line for line in lines)
    assert not await said(tmp_path / "downeast.sqlite3", now + 86400, "warning")


async def test_wal_of_a_killed_bot_is_explained(tmp_path: Path):
    async with house_in_file(tmp_path / "life", idle=True) as house:
        await house.dealt(ANN, BEN)
        (tmp_path / "after").mkdir()
        for end in ("", "-wal"):
            name = f"downeast.sqlite3{end}"
            (tmp_path / "after" / name).write_bytes((tmp_path / "life" / name).read_bytes())
            (tmp_path / "after" / name).chmod(0o600)
        now = house.clock.now()
    lines = await said(tmp_path / "after" / "downeast.sqlite3", now)
    assert any("Don't delete that file" in line for line in lines)
    assert any("1 table in play" in line for line in lines), "the newest moves are in that file"
    assert "downeast.sqlite3-wal" in filled.names(tmp_path / "after")


async def test_old_schema_is_said_and_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    lines = await said(filled.old_file(tmp_path), 0)
    assert any("It has the schema 1; the next start makes a backup" in line for line in lines)


@pytest.mark.parametrize(
    ("seen", "running", "level", "words"),
    [
        (SOUND, False, None, ""),
        (replace(SOUND, free=1), True, "broken", "Free some space"),
        (replace(SOUND, free=10**8), True, "warning", "Free some space"),
        (replace(SOUND, refused=(PATH,)), True, "broken", "can't write /games/downeast.sqlite3"),
        (replace(SOUND, readable_by_others=(PATH,)), True, "warning", "chmod 600"),
        (replace(SOUND, folder_writable_by_others=True), True, "warning", "chmod go-w"),
        (replace(SOUND, wal=10**9), True, "warning", "has grown to 1,000.0 MB"),
        (replace(SOUND, wal=1000), True, None, ""),
        (replace(SOUND, wal=1000), False, "fine", "Don't delete"),
    ],
)
def test_disk_is_judged(seen: OnDisk, running: bool, level: str | None, words: str):
    found = about_disk(PATH, seen, running=running, facts={})
    assert [item.level for item in found] == ([] if level is None else [level])
    assert all(words in item.text for item in found)


def test_bot_that_never_ran_has_no_time():
    assert about_life(None, 0, running=False).text == "It never ran."
    assert "yet" in about_life(None, 0, running=True).text
    assert about_deadlines(0, None, running=True) == []
