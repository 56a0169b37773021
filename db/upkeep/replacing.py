"""Puts a file in the place of the database, and keeps the old content beside it.

The caller holds the lock of the database. Whenever the process ends, the database is whole: the old
one or the new one.

In a database of a server, all rows are replaced in one transaction, and the old ones are written
into a file before.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from db.base.files import SQLITE_SUFFIXES
from db.base.migration import newest_schema
from db.base.place import Place
from db.base.problems import DatabaseProblem
from db.database import Database
from db.upkeep import backup, read_only, row_copy
from db.upkeep.backup import sync


def exists(place: Place) -> bool:
    """Return whether there may be a database to replace."""
    return not isinstance(place, Path) or place.exists()


def same(one: Path, other: Place) -> bool:
    """Return whether two places are one file."""
    return isinstance(other, Path) and one.exists() and other.exists() and one.samefile(other)


def set_aside(path: Path, now: float) -> Path | None:
    """Give the database, if there is one, a second name with the time, under which it stays.

    Return that name. Raises DatabaseProblem.

    Its newest transactions are written into it before. If it's too damaged for that, the files
    beside it that hold them get a second name as well.
    """
    real = path.resolve()
    if not real.exists():
        return None
    aside = _aside(real, now)
    damaged = not _closed(real)
    try:
        for end in ("", *(SQLITE_SUFFIXES if damaged else ())):
            old = real.with_name(f"{real.name}{end}")
            if old.exists():
                _second_name(old, aside.with_name(f"{aside.name}{end}"))
        sync(aside.parent)
    except OSError as error:
        raise DatabaseProblem(
            f"I can't keep the old file as {aside}: {error.strerror}. Nothing was changed."
        ) from error
    return aside


def put_in_place(new: Path, path: Path) -> None:
    """Give a complete file, which is on the disk, the name of the database. Raises OSError."""
    real = path.resolve()
    for end in SQLITE_SUFFIXES:  # of the old file, which has a second name with all of its content
        real.with_name(f"{real.name}{end}").unlink(missing_ok=True)
    os.replace(new, real)
    sync(real.parent)


async def write_aside(database: Database, beside: Path, now: float) -> Path | None:
    """Write what is in a server's database, if there is anything, into a file with the time.

    Return its path, whose name begins with `beside`. Raises DatabaseProblem.
    """
    async with read_only.opened_at_newest_schema(database.place) as reads:
        if await row_copy.is_empty(reads):
            return None
        # always the same name, so that what is left of a killed process is written anew
        with backup.claimed(beside.with_name(f"{beside.name}.before-restore.sqlite3")) as part:
            await row_copy.copy_into_file(reads, part, newest_schema())
            aside = _free(_aside(beside, now), ".sqlite3")
            backup.name_finally(part, aside)
    return aside


async def replace_rows(database: Database, new: Path) -> None:
    """Replace all rows of a server's database by those of a file. Raises DatabaseProblem."""
    async with read_only.opened(new) as (reads, _), database.transaction() as tx:
        await row_copy.copy(reads, tx)
        await row_copy.count_for_plans(tx)
        found = await row_copy.differences(reads, tx)
        if found:
            raise DatabaseProblem(
                f"The database {database.place} doesn't store what I write into it, so I undid "
                f"it all. {' '.join(found)} Please report it."
            )


def _aside(beside: Path, now: float) -> Path:
    moment = datetime.fromtimestamp(now, UTC)
    return beside.with_name(f"{beside.name}.before-restore-{moment:%Y-%m-%dT%H-%M-%S}")


def _free(path: Path, end: str) -> Path:
    """Return a path with this ending that is free. A second attempt may follow within a second."""
    names = chain([path.name], (f"{path.name}-{number}" for number in count(2)))
    paths = (path.with_name(f"{name}{end}") for name in names)
    return next(free for free in paths if not os.path.lexists(free))


def _closed(real: Path) -> bool:
    """Write the newest transactions into the main file. Return False if it's too damaged."""
    try:
        with closing(sqlite3.connect(real, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error:
        return False
    return not real.with_name(f"{real.name}-wal").exists()


def _second_name(old: Path, new: Path) -> None:
    if same(old, new):
        return  # an earlier attempt in this second ended here
    try:
        os.link(old, new)
    except FileExistsError:  # another file has this name, and a copy would overwrite it
        raise
    except OSError:  # some file systems have no hard links
        shutil.copy2(old, new)
        sync(new)
