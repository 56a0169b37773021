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
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                await connection.execute(f"PRAGMA {pragma}")
            await _check(connection, path)
            await _migrate(connection, path)
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
            await self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield Transaction(self._connection)
                await self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    await asyncio.shield(self._connection.execute("ROLLBACK"))
                raise


async def _check(connection: aiosqlite.Connection, path: Path) -> None:
    async with connection.execute("PRAGMA quick_check(1)") as cursor:
        row = await cursor.fetchone()
    if row is None or row[0] != "ok":
        what = "no answer" if row is None else row[0]
        raise DatabaseProblem(
            f"The database {path} is damaged ({what}). It was left as it is; put a backup in its "
            "place, or move it away to begin anew."
        )


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Run the numbered files of migrations/ that this file has not seen, each in a transaction."""
    async with connection.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    done = int(row[0]) if row else 0
    files = sorted(
        (file for file in resources.files("db.migrations").iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    newest = int(files[-1].name[:4])
    if done > newest:
        raise DatabaseProblem(
            f"The database {path} was written by a newer Downeast (schema {done}; this one knows "
            f"{newest}). Start the newer one."
        )
    for file in files:
        number = int(file.name[:4])
        if number > done:
            sql = file.read_text(encoding="utf-8")
            await connection.executescript(
                f"BEGIN IMMEDIATE; {sql}; PRAGMA user_version = {number}; COMMIT;"
            )
