"""The folder of the nightly backups: how they are called, and which of them are kept.

Kept are the newest seven, and the first one of each week of the last four weeks. A file that isn't
called like a backup of ours is never touched.
"""

import re
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from db.base.files import make_private_folder
from db.base.problems import DatabaseProblem

HOUR = time(4, tzinfo=UTC)  # when a night's backup is made
DAILY, WEEKLY = 7, 4  # how many are kept
OLDEST = timedelta(weeks=WEEKLY)  # none is kept longer, so what was forgotten is gone by then
NAME = re.compile(r"downeast-(\d{4}-\d\d-\d\d)\.sqlite3", re.ASCII)


class BackupFolder:
    """A folder with at most one backup for each night."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self) -> None:
        """Make the folder if there is none. Raises DatabaseProblem."""
        try:
            make_private_folder(self.folder)
        except OSError as error:
            raise DatabaseProblem(
                f"I can't make the folder {self.folder} for the backups ({error.strerror}). Make "
                "it yourself, and let my account write into it."
            ) from error

    def file_of(self, day: date) -> Path:
        """Return the path of the backup of a night."""
        return self.folder / f"downeast-{day.isoformat()}.sqlite3"

    def days(self) -> list[date]:
        """Return the nights of which there is a backup, the newest last."""
        try:
            names = [path.name for path in self.folder.iterdir() if path.is_file()]
        except OSError:
            return []
        return sorted(day for name in names if (day := day_of(name)) is not None)

    def tidy(self, today: date) -> list[Path]:
        """Remove the backups that are no longer kept, and return their paths. Raises OSError."""
        removed = [self.file_of(day) for day in expired(self.days(), today)]
        for path in removed:
            path.unlink()
        return removed


def day_of(name: str) -> date | None:
    """Return the night of a backup with this file name, or None if it isn't one of ours."""
    match = NAME.fullmatch(name)
    try:
        return None if match is None else date.fromisoformat(match[1])
    except ValueError:  # such as 2026-13-45
        return None


def last_night(now: float) -> date:
    """Return the night whose backup should exist by now."""
    instant = datetime.fromtimestamp(now, UTC)
    return instant.date() if instant.timetz() >= HOUR else instant.date() - timedelta(days=1)


def begin_of(day: date) -> float:
    """Return the time at which the backup of a night begins."""
    return datetime.combine(day, HOUR).timestamp()


def expired(days: Collection[date], today: date) -> set[date]:
    """Return those nights whose backups are no longer kept.

    >>> nights = [date(2026, 11, day) for day in range(1, 31)]
    >>> sorted(night.day for night in set(nights) - expired(nights, date(2026, 11, 30)))
    [9, 16, 23, 24, 25, 26, 27, 28, 29, 30]
    """
    young = sorted(day for day in days if today - day < OLDEST)
    first_of_week: dict[tuple[int, int], date] = {}
    for day in young:
        first_of_week.setdefault(day.isocalendar()[:2], day)
    weekly = sorted(first_of_week.values())[-WEEKLY:]
    return set(days) - set(young[-DAILY:]) - set(weekly)
