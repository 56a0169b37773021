"""A lock beside the database file, so that two processes never use one file.

The lock is held on the file `<database>.lock`, which stays there. The system releases the lock when
its process ends, however it ends.
"""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from db.base.files import make_private_folder
from db.base.place import Place, PostgresUrl, folder_of
from db.base.problems import DatabaseProblem, InUse, cannot_open, no_access


@contextmanager
def held(path: Place) -> Generator[None]:
    """Hold the lock of a database file. Raises InUse, or DatabaseProblem if it can't be locked.

    A database of a server is locked by whoever has opened it to write. Then this only makes the
    folder of the bot's other files.
    """
    if isinstance(path, PostgresUrl):
        try:
            make_private_folder(folder_of(path))
        except OSError as error:
            raise DatabaseProblem(no_access(folder_of(path))) from error
        yield
        return
    lock = lock_of(path)
    try:
        make_private_folder(lock.parent)
        number = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DatabaseProblem(cannot_open(path, error)) from error
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(
                f"The database {path} is in use by a Downeast that is running. Stop that one first."
            ) from None
        yield
    finally:
        os.close(number)


def is_held(path: Path) -> bool:
    """Return whether a process uses a database file, as far as we may know."""
    try:
        number = os.open(lock_of(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)  # closing the file releases it at once
    except BlockingIOError:
        return True
    finally:
        os.close(number)
    return False


def lock_of(path: Path) -> Path:
    """Return the path of the lock. If `path` is a symbolic link, it is beside the target."""
    real = path.resolve()
    return real.with_name(f"{real.name}.lock")
