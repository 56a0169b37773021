"""Opens a database to look at it: nothing is written into it and nothing is migrated.

That is possible while the bot runs, and each statement sees exactly what was committed when it
began.
"""

import os
import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite

from db.base.migration import newest_schema
from db.base.place import Place, PostgresUrl
from db.base.problems import DatabaseProblem, NothingThere, cannot_check, cannot_open, no_access
from db.database import Database, Reads
from db.engines.sqlite_engine import SqliteReader, check_ours
from db.upkeep import backup, file_lock, row_copy


@asynccontextmanager
async def opened(place: Place) -> AsyncGenerator[tuple[Reads, int]]:
    """Open a database of ours, and give a reader and the number of its schema.

    Raises DatabaseProblem if there is no such database, if it isn't ours or is too new, and if it
    turns out to be unreadable meanwhile.
    """
    if isinstance(place, PostgresUrl):
        from db.engines.postgresql_engine import snapshot  # its package is an extra

        async with snapshot(place) as found:
            yield found
        return
    path = place
    check_there(path)
    with _in_words(path, cannot_open):
        connection = await aiosqlite.connect(backup.read_only(path), uri=True, isolation_level=None)
    try:
        connection.row_factory = aiosqlite.Row
        with _in_words(path, cannot_open):
            schema = await check_ours(SqliteReader(connection), path)
        if schema == 0:
            raise NothingThere(
                f"The database {path} is empty: no Downeast has finished its first start on it."
            )
        with _in_words(path, cannot_check):
            yield SqliteReader(connection), schema
    finally:
        await connection.close()


async def is_in_use(place: Place) -> bool:
    """Return whether a process writes to a database, as far as we may know.

    Raises DatabaseProblem if a server doesn't let us ask.
    """
    if isinstance(place, Path):
        return file_lock.is_held(place)
    from db.engines import postgresql_engine  # its package is an extra

    return await postgresql_engine.is_in_use(place)


@asynccontextmanager
async def opened_at_newest_schema(place: Place) -> AsyncGenerator[Reads]:
    """Open a database of ours, or a migrated copy if its schema is older.

    Raises DatabaseProblem.
    """
    async with opened(place) as (reads, schema):
        if schema == newest_schema():
            yield reads
            return
        with TemporaryDirectory(prefix="downeast-") as folder:  # only our own account may enter it
            copy = Path(folder) / "copy.sqlite3"
            if isinstance(place, Path):
                backup.copy(place, copy)
            else:
                await row_copy.copy_into_file(reads, copy, schema)
            database = await Database.open(copy, durable=False)
            try:
                yield database.reader
            finally:
                await database.close()


def check_there(path: Path) -> None:
    """Raise DatabaseProblem if there is no such file, or if our account may not read it."""
    try:
        if not path.is_file():
            raise DatabaseProblem(f"There is no file {path}. Check its name.")
    except PermissionError as error:  # of a folder above it
        raise DatabaseProblem(no_access(path)) from error
    # not by opening it: to close a file gives up the locks that SQLite has on it in this process
    if not os.access(path, os.R_OK):
        raise DatabaseProblem(no_access(path))


@contextmanager
def _in_words(path: Path, describe: Callable[[Path, sqlite3.Error], str]) -> Generator[None]:
    """Turn an error of SQLite into a DatabaseProblem."""
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseProblem(describe(path, error)) from error
