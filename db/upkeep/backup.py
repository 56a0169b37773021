"""Makes a copy of a database as a file, also while the bot writes into it.

A copy is made as `FILE.downeast-part` and gets its final name when it is complete, checked and on
the disk. So a file with a final name is never half a file, however the process ends. A part that is
left over has hands in it, so the next backup in its folder removes it.
"""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from db.base.files import SQLITE_SUFFIXES, lacks_wal
from db.base.place import Place
from db.base.problems import DatabaseProblem, cannot_open, primary_code
from db.upkeep.disk import free_on_disk_of

PAGES_AT_ONCE = 512  # pages copied in one step, 2 MB as a rule
PART = ".downeast-part"  # ends the names of files that are removed, so it's nobody else's
PARTS = (f"*{PART}", "downeast-????-??-??.sqlite3.part")  # earlier releases had the second
RESERVE = 1 << 20  # bytes that must be free on the disk beyond the size of the copy


class CannotBackUp(DatabaseProblem):
    """The backup can't be made. The message tells the operator why and what to do."""


def part_of(target: Path) -> Path:
    """Return the path under which a backup is written before it gets its final name."""
    return target.with_name(f"{target.name}{PART}")


def leftovers(folder: Path) -> list[Path]:
    """Return the part files in a folder that no process is writing."""
    parts = sorted(part for pattern in PARTS for part in folder.glob(pattern))
    return [part for part in parts if _with_lock(part, lambda: None)]


def remove_leftovers(folder: Path) -> None:
    """Remove the part files in a folder that no process is writing. Raises CannotBackUp."""

    def remove() -> None:
        part.unlink()
        _remove_companions(part)

    try:
        for part in leftovers(folder):
            _with_lock(part, remove)
    except OSError as error:
        raise _cannot_write(folder, error) from error


def check_place(source: Place, target: Path) -> None:
    """Check that a backup can be made here. Raises CannotBackUp.

    How large the copy of a server's database will be isn't known before.
    """
    if isinstance(source, Path) and not source.is_file():
        raise CannotBackUp(f"There is no database {source}, so there is nothing to back up.")
    if os.path.lexists(target):
        raise CannotBackUp(f"{target} exists. Choose another name: a backup replaces no file.")
    if not target.parent.is_dir():
        raise CannotBackUp(f"There is no folder {target.parent}. Make it first.")
    needed = RESERVE + (source.stat().st_size if isinstance(source, Path) else 0)
    free = free_on_disk_of(target.parent)
    if free < needed:
        raise CannotBackUp(
            f"The backup needs {megabytes(needed)} in {target.parent}, where {megabytes(free)} "
            "are free. Free some space or choose another folder."
        )


@contextmanager
def claimed(target: Path) -> Generator[Path]:
    """Create the part file for a backup, for our own account alone, and keep others away from it.

    Raises CannotBackUp.
    """
    part = part_of(target)
    try:
        number = os.open(part, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _cannot_write(part, error) from error
    try:
        if not _lock(number, part):
            raise CannotBackUp(f"Another process is writing {part}. Wait until it is done.")
        os.fchmod(number, 0o600)
        os.ftruncate(number, 0)
        _remove_companions(part)
        try:
            yield part
        except BaseException:
            part.unlink(missing_ok=True)
            _remove_companions(part)
            raise
    finally:
        os.close(number)


def copy(source: Path, part: Path) -> None:
    """Copy a database as it is now into an empty file. The bot can go on writing meanwhile.

    The copy is closed and on the disk in the end. Raises DatabaseProblem.
    """
    try:
        with (
            closing(sqlite3.connect(read_only(source), uri=True, isolation_level=None)) as reading,
            closing(sqlite3.connect(part, isolation_level=None)) as writing,
        ):
            # no journal: if this stops halfway, the part is thrown away
            writing.execute("PRAGMA journal_mode=OFF")
            writing.execute("PRAGMA synchronous=OFF")  # `sync` below waits for the disk, once
            # an open read transaction: without it, each write of the bot would restart the copy
            reading.execute("BEGIN")
            reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
            reading.backup(writing, pages=PAGES_AT_ONCE)
            reading.execute("ROLLBACK")
            writing.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise CannotBackUp(_not_copied(source, part, error)) from error
    sync(part)


def name_finally(part: Path, target: Path) -> None:
    """Give a backup its final name. Raises CannotBackUp if there is such a file by now."""
    if os.path.lexists(target):
        raise CannotBackUp(f"{target} exists by now. Choose another name.")
    part.rename(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Raises CannotBackUp."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        raise _cannot_write(path, error) from error
    finally:
        os.close(number)


def read_only(path: Path) -> str:
    """Return the address of a file for an SQLite that may only read it.

    If a file lacks its WAL file, none is made beside it: then a start would no longer notice that.
    """
    alone = "&immutable=1" if path.is_file() and lacks_wal(path) else ""
    return f"file:{quote(str(path.resolve()))}?mode=ro{alone}"


def megabytes(size: float) -> str:
    """Return a number of bytes as people read it."""
    return f"{size / 1e6:,.1f} MB"


def _remove_companions(part: Path) -> None:
    """Remove the files that SQLite may have left beside a part file."""
    for end in SQLITE_SUFFIXES:
        part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def _with_lock(part: Path, act: Callable[[], None]) -> bool:
    """Act while a part file is locked. Return False if it's gone or a process is writing it."""
    try:
        number = os.open(part, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:  # it's gone, or isn't ours
        return False
    try:
        free = _lock(number, part)
        if free:
            act()
        return free
    finally:
        os.close(number)


def _lock(number: int, part: Path) -> bool:
    """Lock an open part file. Return False if another process has it, or has removed it."""
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return part.stat().st_ino == os.fstat(number).st_ino
    except (BlockingIOError, FileNotFoundError):
        return False


def _cannot_write(path: Path, error: OSError) -> CannotBackUp:
    return CannotBackUp(
        f"I can't write {path}: {error.strerror}. Look at the rights of the folder and at its disk."
    )


def _not_copied(source: Path, part: Path, error: sqlite3.Error) -> str:
    if primary_code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return (
            f"The backup {part} can't be written: the disk is full or failing. Free some space or "
            "choose another folder, and try again."
        )
    return cannot_open(source, error)
