"""One SQLite file, one connection, one writer.

Everything goes through `transaction()`: it waits for its turn, so that nobody reads what another
has not committed, and inside it only the database may be awaited. When the block ends without an
exception the work is on the disk (`synchronous=FULL`); otherwise nothing of it ever happened.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

import aiosqlite

Row: TypeAlias = aiosqlite.Row


class DatabaseProblem(Exception):
    """The file cannot be used; `str()` tells the operator what to do. The file was not changed."""


class Transaction:
    """An open transaction: the only thing that runs SQL."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute; return the last inserted row's id (0 if there is none)."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.lastrowid or 0

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute once for every row of values."""
        await self._connection.executemany(sql, rows)

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Fetch the first row, if there is one."""
        async with self._connection.execute(sql, values) as cursor:
            return await cursor.fetchone()

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Fetch all rows."""
        return list(await self._connection.execute_fetchall(sql, values))


class Database:
    """The file. Open it with `await Database.open(path)`, and close it."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._turn = asyncio.Lock()
        self.path = path

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open or create the file and bring it to the newest schema. Raises DatabaseProblem."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = await aiosqlite.connect(path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise DatabaseProblem(f"The database {path} cannot be opened: {error}.") from error
        try:
            connection.row_factory = aiosqlite.Row
            await _check(connection, path)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                await connection.execute(f"PRAGMA {pragma}")
            await _migrate(connection)
        except BaseException as error:
            await connection.close()
            if isinstance(error, sqlite3.Error):
                raise DatabaseProblem(
                    f"The database {path} is damaged or not ours: {error}. It was left as it is; "
                    "put a backup in its place, or move it away to begin anew."
                ) from error
            raise
        return cls(connection, path)

    async def close(self) -> None:
        """Close the file, after whoever is writing."""
        async with self._turn:
            await self._connection.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """Take the one turn to read and write; commit at the end, or roll back on an exception."""
        async with self._turn:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield Transaction(self._connection)
                await self._connection.execute("COMMIT")
            except BaseException:
                # whoever is cancelled leaves a statement to the connection's thread, even the
                # BEGIN: the rollback queues up behind it, and does nothing if there is nothing
                await asyncio.shield(self._connection.rollback())
                raise


async def _check(connection: aiosqlite.Connection, path: Path) -> None:
    """Raise DatabaseProblem unless the file is whole, and ours or new. Changes nothing."""
    row = await _one(connection, "PRAGMA quick_check(1)")
    if row is None or row[0] != "ok":
        what = "no answer" if row is None else row[0]
        raise DatabaseProblem(
            f"The database {path} is damaged ({what}). It was left as it is; put a backup in its "
            "place, or move it away to begin anew."
        )
    done, newest = await _version(connection), _migrations()[-1][0]
    if done > newest:
        raise DatabaseProblem(
            f"The database {path} was written by a newer Downeast (schema {done}; this one knows "
            f"{newest}). Start the newer one."
        )
    if done == 0 and await _one(connection, "SELECT 1 FROM sqlite_master") is not None:
        raise DatabaseProblem(
            f"The database {path} is not ours: another program wrote it. It was left as it is; "
            "choose another file."
        )


async def _migrate(connection: aiosqlite.Connection) -> None:
    """Run the numbered files of migrations/ that this file has not seen, each in a transaction."""
    done = await _version(connection)
    for number, sql in _migrations():
        if number > done:
            await connection.executescript(
                f"BEGIN IMMEDIATE; {sql}\n; PRAGMA user_version = {number}; COMMIT;"
            )


def _migrations() -> list[tuple[int, str]]:
    """Read the schema's steps, in order."""
    files = sorted(resources.files("db.migrations").iterdir(), key=lambda file: file.name)
    return [
        (int(file.name[:4]), file.read_text(encoding="utf-8"))
        for file in files
        if file.name.endswith(".sql")
    ]


async def _version(connection: aiosqlite.Connection) -> int:
    row = await _one(connection, "PRAGMA user_version")
    return 0 if row is None else int(row[0])


async def _one(connection: aiosqlite.Connection, sql: str) -> Row | None:
    async with connection.execute(sql) as cursor:
        return await cursor.fetchone()
