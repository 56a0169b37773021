"""The files on the disk: which there are, who may read them, and whether one is missing.

SQLite keeps files of its own beside the database while it is in use, whose names begin with the
database's. They get the database's rights when SQLite makes them.
"""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

BESIDE = ("-wal", "-shm", "-journal")
OTHERS = 0o077  # what everybody but the owner may do


def wal_of(path: Path) -> Path:
    """Return where SQLite keeps the newest transactions: beside the file that a link leads to."""
    real = path.resolve()
    return real.with_name(f"{real.name}-wal")


def make_private(path: Path) -> None:
    """Create the database and its folder for our account alone, or take others' rights to it away.

    A folder that is there keeps its rights. Raises OSError.
    """
    real = path.resolve()
    _make_folder(real.parent)
    with suppress(FileExistsError):
        os.close(os.open(real, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for file in (real, *(real.with_name(real.name + end) for end in BESIDE)):
        _narrow(file)


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def _narrow(file: Path) -> None:
    """Take others' rights to a file away, if it is there and has any."""
    try:
        mode = file.stat().st_mode
        if stat.S_ISREG(mode) and mode & OTHERS:
            file.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("Other accounts of this machine may be able to read %s: %s.", file, error)
