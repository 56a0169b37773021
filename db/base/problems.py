"""Builds the error sentences that tell the operator why the database file can't be used.

The cause of most SQLite errors is not the file but the machine, such as a full disk or missing
permissions. Only SQLITE_CORRUPT and SQLITE_NOTADB mean that the file itself is damaged.
"""

import sqlite3
from pathlib import Path

FULL_DISK = "its disk is full", "Free some space"
FAILED_DISK = (
    "its disk may be full or failing, or a limit on the size of files was reached",
    "Look at the disk, its quota and `ulimit -f`",
)
NO_RIGHTS = (
    "I may not write it, or the files beside it",
    "Give my account the right to read and write the file, every file whose name begins with "
    "its name, and their folder",
)
NO_FILE = (
    "there is no file that I may open for writing under that name",
    "See that it names a file, and that my account may write it and its folder",
)
IN_USE = "another program is using it", "Wait until that program is done, or end it"

MACHINE = {  # maps a primary result code to the problem and its remedy
    sqlite3.SQLITE_FULL: FULL_DISK,
    sqlite3.SQLITE_IOERR: FAILED_DISK,
    sqlite3.SQLITE_READONLY: NO_RIGHTS,
    sqlite3.SQLITE_CANTOPEN: NO_FILE,
    sqlite3.SQLITE_PERM: NO_RIGHTS,
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
    sqlite3.SQLITE_PROTOCOL: IN_USE,
}
UNREADABLE = {"IOERR_READ", "IOERR_SHORT_READ", "IOERR_DATA", "IOERR_CORRUPTFS"}
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


STORAGE_ERRORS = (sqlite3.Error,)
"""Errors of SQLite. Their texts name columns and files, and never quote a value."""


class DatabaseProblem(Exception):
    """The file can't be used as it is. The message tells the operator why and what to do."""


class NotSaved(DatabaseProblem):
    """A transaction could not be written to the disk, so all of its changes are undone."""


class ConnectionLost(NotSaved):
    """The server could not be reached, so nothing was read or changed."""


class Unsure(DatabaseProblem):
    """The connection was lost during a COMMIT, so nobody knows yet whether it was saved."""


class InUse(DatabaseProblem):
    """Another process uses the database."""


class NothingThere(DatabaseProblem):
    """The database has no tables yet."""


def primary_code(error: BaseException) -> int:
    """Return the primary result code of an SQLite error, or 0 for any other error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: BaseException) -> bool:
    """Return whether an error means that the file itself is damaged."""
    return primary_code(error) in DAMAGE


def damaged(path: Path, what: object) -> str:
    """Describe damage that was found before anything was written."""
    return (
        f"The database {path} is damaged or not ours: {what}. It was left as it is; put a backup "
        "in its place, or move it away to begin anew."
    )


def cannot_open(path: Path, error: OSError | sqlite3.Error) -> str:
    """Describe why the file cannot be opened. Nothing was written, so nothing was lost."""
    if is_damage(error):
        return damaged(path, error)
    if primary_code(error) in MACHINE:
        why, help_ = MACHINE[primary_code(error)]
        return (
            f"The database {path} cannot be opened because {why} ({_named(error)}). "
            f"{_soundness(error)} {help_}, and start me again."
        )
    return f"The database {path} cannot be opened: {_named(error)}."


def not_closed(path: Path) -> str:
    """Describe that a file lacks its WAL file, because it was copied alone."""
    name = path.resolve().name
    return (
        f"The database {path} was not closed when it was last used and has no {name}-wal beside "
        "it, so its newest tables and moves may be missing: if you copied it from elsewhere, copy "
        f"it again, while I'm stopped, with every file there whose name begins with {name}."
    )


def no_access(path: str | Path) -> str:
    """Describe that a file or folder is closed to the account that runs this."""
    return (
        f"My account may not use {path}. Give it the right to do so, or choose a file in a folder "
        "that belongs to it."
    )


def cannot_migrate(path: Path, error: sqlite3.Error, schema: int, newest: int) -> str:
    """Describe why the file could not be migrated beyond this schema."""
    if is_damage(error):
        return (
            f"The database {path} is damaged: {error}. I stopped at schema {schema} of {newest}; "
            "put a backup in its place."
        )
    whole = f"The file is whole, at schema {schema} of {newest}, and nothing in it is lost."
    if primary_code(error) in MACHINE:
        why, help_ = MACHINE[primary_code(error)]
        return (
            f"The database {path} cannot be brought up to date because {why} ({_named(error)}). "
            f"{whole} {help_}, and start me again: I go on from there."
        )
    return (
        f"The database {path} cannot be brought up to date: {_named(error)}. {whole} That "
        "is a mistake of mine: please report it."
    )


def not_saved(path: Path, error: BaseException) -> str | None:
    """Describe why a transaction was not saved. Return None if the machine isn't the cause."""
    if primary_code(error) not in MACHINE:
        return None
    why, help_ = MACHINE[primary_code(error)]
    return (
        f"Nothing can be saved in the database {path} because {why} ({_named(error)}). All that "
        f"was saved before is still there. {help_}: I go on by myself then."
    )


def cannot_check(path: Path, error: sqlite3.Error) -> str:
    """Describe why the file could not be checked completely."""
    if is_damage(error):
        return damaged(path, error)
    why, help_ = MACHINE.get(primary_code(error), ("of an error", "Look at the disk"))
    return (
        f"The database {path} could not be checked because {why} ({_named(error)}). No damage was "
        f"found so far. {help_}."
    )


def _soundness(error: BaseException) -> str:
    """Describe the state of the file after an error that was caused by the machine."""
    if str(getattr(error, "sqlite_errorname", "")).removeprefix("SQLITE_") in UNREADABLE:
        return "I have written nothing into it."
    return "The file is not damaged, and nothing in it is lost."


def _named(error: BaseException) -> str:
    """Return the text of an error and its SQLite name, which the operator can look up."""
    name = getattr(error, "sqlite_errorname", None)
    return str(error) if name is None else f"{error}, {name}"
