"""One SQLite file: one writer, and a reader that waits for nobody.

What changes goes through `transaction()`: it waits for its turn, and inside it only the database
may be awaited. When the block ends without an exception the work is on the disk
(`synchronous=FULL`); otherwise nothing of it ever happened. Reads go through a connection of their
own, which can change nothing and never waits for a writer: each is one statement, and sees exactly
what was committed when it began.

Every statement is one hop to its connection's thread and back, which costs more than most
statements do: what belongs together is asked in one.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib import import_module, resources
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import aiosqlite

Row: TypeAlias = aiosqlite.Row

APPLICATION = 0x44776E45  # "DwnE", in the file's header from schema 2 on
FIRST_TABLES = {"tables", "seats", "log", "people", "notes"}  # of schema 1, which has no such mark


class DatabaseProblem(Exception):
    """The file cannot be used; `str()` tells the operator what to do. The file was not changed."""


class Reads(Protocol):
    """Where a named query can be put: an open transaction, or the reader outside of all."""

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Fetch all rows."""
        ...

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Fetch the first row, if there is one."""
        ...


class Reader:
    """Reads what is committed, a statement at a time."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Fetch all rows."""
        return list(await self._connection.execute_fetchall(sql, values))

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Fetch the first row, if there is one."""
        rows = await self.all(sql, values)
        return rows[0] if rows else None


class Transaction(Reader):
    """An open transaction: reads what it wrote, and alone runs what changes something."""

    async def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute; after an INSERT into a table with row ids, return the new row's."""
        row = await self._connection.execute_insert(sql, values)
        return 0 if row is None else int(row[0])

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute once for every row of values."""
        await self._connection.executemany(sql, rows)


class Database:
    """The file. Open it with `await Database.open(path)`, and close it."""

    def __init__(
        self, writing: aiosqlite.Connection, reading: aiosqlite.Connection, path: Path
    ) -> None:
        self._writing = writing
        self._reading = reading
        self._turn = asyncio.Lock()
        self.reader = Reader(reading)
        self.path = path

    @classmethod
    async def open(cls, path: Path, *, durable: bool = True) -> "Database":
        """Open or create the file and bring it to the newest schema. Raises DatabaseProblem.

        Only the header and the schema are looked at: see `quick_check`. What is not `durable` may
        lose its last transactions in a power cut, and is written faster: for simulations.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            writing = await aiosqlite.connect(path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise DatabaseProblem(f"The database {path} cannot be opened: {error}.") from error
        try:
            writing.row_factory = aiosqlite.Row
            await _check(Reader(writing), path)
            for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if durable else 'OFF'}"):
                await writing.execute_fetchall(f"PRAGMA {pragma}")
            await _migrate(writing)
            await writing.execute_fetchall("PRAGMA foreign_keys=ON")
            reading = await _connect_to_read(path)
        except BaseException as error:
            await writing.close()
            if isinstance(error, sqlite3.Error):
                raise DatabaseProblem(_damaged(path, error)) from error
            raise
        return cls(writing, reading, path)

    async def close(self) -> None:
        """Close the file, after whoever is writing."""
        async with self._turn:
            await self._reading.close()
            await self._writing.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """Take the one turn to write; commit at the end, or roll back on an exception."""
        async with self._turn:
            try:
                await self._writing.execute_fetchall("BEGIN IMMEDIATE")
                yield Transaction(self._writing)
                await self._writing.execute_fetchall("COMMIT")
            except BaseException:
                # whoever is cancelled leaves a statement to the connection's thread, even the
                # BEGIN: the rollback queues up behind it, and does nothing if there is nothing
                await asyncio.shield(self._writing.rollback())
                raise

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Fetch the rows of one statement, of what is committed now, without waiting for a turn."""
        return await self.reader.all(sql, values)

    async def quick_check(self) -> str | None:
        """Read the whole file; say in a sentence that it is damaged, if it is.

        That takes minutes where there are gigabytes, so it has a connection of its own.
        """
        connection = await _connect_to_read(self.path)
        try:
            rows = await Reader(connection).all("PRAGMA quick_check(1)")
            what = rows[0][0] if rows else "no answer"
        except sqlite3.DatabaseError as error:
            what = str(error)
        finally:
            await _break_off(connection)  # whoever is cancelled does not wait for the rest
        return None if what == "ok" else _damaged(self.path, what)


async def _connect_to_read(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    connection.row_factory = aiosqlite.Row
    try:
        await connection.execute_fetchall("PRAGMA query_only=ON")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _break_off(connection: aiosqlite.Connection) -> None:
    """Close a connection in the middle of whatever it does, or is just about to begin."""
    closing = asyncio.ensure_future(connection.close())
    while not closing.done():
        with suppress(ValueError, sqlite3.ProgrammingError):  # it is just being closed
            await connection.interrupt()
        await asyncio.wait([closing], timeout=0.1)
    await closing


def _damaged(path: Path, what: object) -> str:
    return (
        f"The database {path} is damaged or not ours: {what}. It was left as it is; put a backup "
        "in its place, or move it away to begin anew."
    )


async def _check(reads: Reads, path: Path) -> None:
    """Raise DatabaseProblem unless the file is ours or new. Changes nothing."""
    done, mark = await _number(reads, "user_version"), await _number(reads, "application_id")
    names = {row["name"] for row in await reads.all("SELECT name FROM sqlite_master")}
    first = done == 1 and mark == 0 and names >= FIRST_TABLES
    new = done == 0 and mark == 0 and not names
    if not (mark == APPLICATION or first or new):
        raise DatabaseProblem(
            f"The database {path} is not ours: another program wrote it. It was left as it is; "
            "choose another file."
        )
    newest = _steps()[-1][0]
    if done > newest:
        raise DatabaseProblem(
            f"The database {path} was written by a newer Downeast (schema {done}; this one knows "
            f"{newest}). Start the newer one."
        )


async def _migrate(connection: aiosqlite.Connection) -> None:
    """Take the numbered steps of migrations/ that this file has not seen, each in a transaction.

    A step is a file of SQL, or a module with `async def migrate(tx)`. Foreign keys are not enforced
    meanwhile: a table that is made anew takes no other's rows along when the old one is dropped.
    """
    tx = Transaction(connection)
    done = await _number(tx, "user_version")
    for number, name in _steps():
        if number <= done:
            continue
        end = f"PRAGMA user_version = {number}"
        if name.endswith(".py"):
            await tx.all("BEGIN IMMEDIATE")
            await import_module(f"db.migrations.{name.removesuffix('.py')}").migrate(tx)
            await tx.all(end)
            await tx.all("COMMIT")
        else:
            sql = resources.files("db.migrations").joinpath(name).read_text(encoding="utf-8")
            await connection.executescript(f"BEGIN IMMEDIATE; {sql}\n; {end}; COMMIT;")


def _steps() -> list[tuple[int, str]]:
    """List the steps of the schema, in order: number and file name."""
    names = sorted(file.name for file in resources.files("db.migrations").iterdir())
    return [(int(name[:4]), name) for name in names if name[:4].isdigit()]


async def _number(reads: Reads, pragma: str) -> int:
    row = await reads.one(f"PRAGMA {pragma}")
    return 0 if row is None else int(row[0])
