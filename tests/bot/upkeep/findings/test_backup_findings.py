"""A backup that is missing is noticed within half a day."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.upkeep.findings import backup_findings
from bot.upkeep.findings.backup_findings import about_backups, about_leftovers
from bot.upkeep.findings.findings import Finding
from db.upkeep import backup
from tests.bot.upkeep.filled import settings_for

HOUR = 3600.0
FOUR = datetime(2026, 11, 26, 4, tzinfo=UTC).timestamp()


def put(folder: Path, *days: int) -> None:
    for day in days:
        path = folder / f"downeast-2026-11-{day}.sqlite3"
        path.touch(0o600)
        made = datetime(2026, 11, day, 4, 1, tzinfo=UTC).timestamp()
        os.utime(path, (made, made))


def found(folder: Path, now: float, facts: dict[str, Any] | None = None) -> list[Finding]:
    settings = settings_for(folder / "downeast.sqlite3", backups=folder)
    return about_backups(settings, now, {} if facts is None else facts)


@pytest.mark.parametrize(
    ("hours", "level"), [(-1, "fine"), (1, "fine"), (11.9, "fine"), (12.1, "warning")]
)
def test_last_nights_backup_may_be_twelve_hours_late(tmp_path: Path, hours: float, level: str):
    put(tmp_path, 24, 25)
    assert [item.level for item in found(tmp_path, FOUR + hours * HOUR)] == [level]


def test_age_of_the_newest_backup_is_a_fact(tmp_path: Path):
    put(tmp_path, 25, 26)
    facts: dict[str, Any] = {}
    [finding] = found(tmp_path, FOUR + HOUR, facts)
    assert "2026-11-26 04:01 UTC" in finding.text
    assert (facts["backups"], facts["newest_backup_age"]) == (2, 59 * 60)


def test_an_empty_folder_and_an_open_backup_are_warnings(tmp_path: Path):
    assert "There is no backup" in found(tmp_path, FOUR)[0].text
    put(tmp_path, 26)
    (tmp_path / "downeast-2026-11-26.sqlite3").chmod(0o644)
    assert "can read" in found(tmp_path, FOUR)[1].text


def test_too_little_room_for_the_next_one_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    put(tmp_path, 26)
    (tmp_path / "downeast-2026-11-26.sqlite3").write_bytes(b"x" * 1000)

    def little(folder: Path) -> int:
        return 1500

    monkeypatch.setattr(backup_findings, "free_on_disk_of", little)
    assert "Free some space" in found(tmp_path, datetime.now(UTC).timestamp())[-1].text


def test_what_an_interrupted_backup_left_is_named_and_what_is_being_written_is_not(tmp_path: Path):
    nights = tmp_path / "nights"
    nights.mkdir()
    settings = settings_for(tmp_path / "downeast.sqlite3", backups=nights)
    left = nights / "downeast-2026-11-26.sqlite3.downeast-part"
    left.touch()
    with backup.claimed(tmp_path / "by-hand.sqlite3"):
        [finding] = about_leftovers(settings)
    assert finding.level == "warning"
    assert finding.text.startswith(f"{left} is left of a backup")
