"""The files of the database, which only the bot's own account may use.

While the database is open, SQLite keeps other files beside it. Their names begin with the name of
the database file, and SQLite gives them the same permissions.
"""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

SQLITE_SUFFIXES = ("-wal", "-shm", "-journal")
OTHER_ACCOUNTS = 0o077  # permission bits of all accounts except the owner


def wal_of(path: Path) -> Path:
    """Return the path of the WAL file. If `path` is a symbolic link, it is beside the target."""
    real = path.resolve()
    return real.with_name(f"{real.name}-wal")


def lacks_wal(path: Path) -> bool:
    """Return whether a database file is in WAL mode and has no WAL file. Raises OSError."""
    with path.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02" and not wal_of(path).exists()


def make_private(path: Path) -> None:
    """Create the database file if needed, and allow only our own account to use it.

    A new folder is private as well. An existing one keeps its permissions. Raises OSError.
    """
    real = path.resolve()
    make_private_folder(real.parent)
    with suppress(FileExistsError):
        os.close(os.open(real, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for file in (real, *(real.with_name(real.name + end) for end in SQLITE_SUFFIXES)):
        _remove_others_rights(file)


def make_private_folder(folder: Path) -> None:
    """Create a folder if needed, for our own account alone. Raises OSError."""
    if not folder.is_dir():
        make_private_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def _remove_others_rights(file: Path) -> None:
    """Remove the permissions of other accounts from a file, if the file exists."""
    try:
        mode = file.stat().st_mode
        if stat.S_ISREG(mode) and mode & OTHER_ACCOUNTS:
            file.chmod(stat.S_IMODE(mode) & ~OTHER_ACCOUNTS)
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("Other accounts of this machine may be able to read %s: %s.", file, error)
