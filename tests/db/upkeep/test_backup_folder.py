"""Which nightly backups are kept, and that nothing else in their folder is touched."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from db.base.problems import DatabaseProblem
from db.upkeep.backup_folder import BackupFolder, begin_of, day_of, expired, last_night

TODAY = date(2026, 11, 26)  # a Thursday


def nights(*ages: int) -> list[date]:
    return [TODAY - timedelta(days=age) for age in ages]


def test_seven_daily_and_four_weekly_backups_are_kept():
    days = nights(*range(60))
    kept = sorted(set(days) - expired(days, TODAY))
    weekly = [date(2026, 11, 2), date(2026, 11, 9), date(2026, 11, 16)]
    assert kept == [*weekly, *reversed(nights(*range(7)))]


def test_a_year_of_nights_never_keeps_one_for_more_than_four_weeks_or_too_few():
    there: set[date] = set()
    for day in range(365):
        today = date(2026, 1, 1) + timedelta(days=day)
        there.add(today)
        there -= expired(there, today)
        assert min(there) > today - timedelta(weeks=4)
        assert len(there) >= min(day + 1, 7)
        assert len(there) <= 11
        if day > 28:
            assert min(there) <= today - timedelta(days=20), "three weeks back there is none"


def test_after_a_long_pause_the_old_ones_expire():
    assert expired(nights(0, 27, 28, 50), TODAY) == set(nights(28, 50))


def test_only_files_that_are_called_like_ours_are_removed(tmp_path: Path):
    folder = BackupFolder(tmp_path)
    strangers = ["downeast-2020-01-01.sqlite3.bak", "downeast-2020-13-01.sqlite3", "notes.txt"]
    for name in [*strangers, "downeast-2020-01-01.sqlite3"]:
        (tmp_path / name).touch()
    (tmp_path / "downeast-2020-01-02.sqlite3").mkdir()
    folder.file_of(TODAY).touch()
    assert [path.name for path in folder.tidy(TODAY)] == ["downeast-2020-01-01.sqlite3"]
    assert all((tmp_path / name).exists() for name in strangers)
    assert folder.days() == [TODAY]


@pytest.mark.parametrize(("name", "day"), [("downeast-2026-11-26.sqlite3", TODAY), ("x", None)])
def test_a_name_says_of_which_night_a_backup_is(name: str, day: date | None):
    assert day_of(name) == day


def test_a_night_begins_at_four():
    assert last_night(datetime(2026, 11, 26, 3, 59, tzinfo=UTC).timestamp()) == nights(1)[0]
    assert last_night(begin_of(TODAY)) == TODAY


def test_a_folder_is_made_for_our_own_account_alone(tmp_path: Path, careless: None):
    BackupFolder(tmp_path / "new").make()
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseProblem, match="Make it yourself"):
        BackupFolder(tmp_path / "file" / "in it").make()
    assert BackupFolder(tmp_path / "nowhere").days() == []
