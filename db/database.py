"""One SQLite file: one writer, and a reader that waits for nobody.

What changes goes through `transaction()`: it waits for its turn, and inside it only the database
may be awaited. When the block ends without an exception the work is on the disk
(`synchronous=FULL`); otherwise nothing of it ever happened. Reads go through a connection of their
own, which can change nothing and never waits for a writer: each is one statement, and sees exactly
what was committed when it began.

While the file is open it is in WAL mode: the newest transactions are in a second file beside it. A
clean close puts all into the one file and leaves WAL mode, so a file in WAL mode that has no second
one beside it was copied in part, or not closed (docs/decisions/0022).

Every statement is one hop to its connection's thread and back, which costs more than most
statements do: what belongs together is asked in one.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib import import_module, resources
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import aiosqlite

from db.files import make_private, wal_of
from db.problems import (
    DatabaseProblem,
    NotSaved,
    cannot_check,
    cannot_migrate,
    cannot_open,
    damaged,
    not_saved,
    primary_code,
)

log = logging.getLogger(__name__)

Row: TypeAlias = aiosqlite.Row

APPLICATION = 0x44776E45  # "DwnE", in the file's header from schema 2 on
FIRST_TABLES = {"tables", "seats", "log", "people", "notes"}  # of schema 1, which has no such mark
LEAVES_WAL = 14  # from this schema on a clean close takes the file out of WAL mode


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
            make_private(path)
            has_wal = wal_of(path).exists()  # to be asked first: SQLite makes one when it reads
            writing = await aiosqlite.connect(path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise DatabaseProblem(cannot_open(path, error)) from error
        ours = False
        try:
            writing.row_factory = aiosqlite.Row
            schema = await _check(Reader(writing), path)
            ours = True
            await _enter_wal(writing, path, schema, has_wal=has_wal, durable=durable)
            await _migrate(writing, path)
            # a copy of the one file is to have all of its tables, whatever is copied with it
            await writing.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")
            await writing.execute_fetchall("PRAGMA foreign_keys=ON")
            reading = await _connect_to_read(path)
        except BaseException as error:
            if ours:
                await _put_away(writing)
            else:
                await writing.close()
            if isinstance(error, sqlite3.Error):
                raise DatabaseProblem(cannot_open(path, error)) from error
            raise
        return cls(writing, reading, path)

    async def close(self) -> None:
        """Close the file, after whoever is writing."""
        async with self._turn:
            await self._reading.close()
            error = await _put_away(self._writing)
        if error is not None and primary_code(error) != sqlite3.SQLITE_BUSY:
            log.warning(
                "The newest moves could not be taken out of %s (%s). Nothing is lost, but a copy "
                "of the database needs that file too.",
                *(wal_of(self.path), error),
            )

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """Take the one turn to write; commit at the end, or roll back on an exception.

        Raises NotSaved where the machine does not let us write.
        """
        async with self._turn:
            try:
                await self._writing.execute_fetchall("BEGIN IMMEDIATE")
                yield Transaction(self._writing)
                await self._writing.execute_fetchall("COMMIT")
            except BaseException as error:
                # whoever is cancelled leaves a statement to the connection's thread, even the
                # BEGIN: the rollback queues up behind it, and does nothing if there is nothing
                await asyncio.shield(self._writing.rollback())
                if (why := not_saved(self.path, error)) is not None:
                    raise NotSaved(why) from error
                raise

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Fetch the rows of one statement, of what is committed now, without waiting for a turn."""
        return await self.reader.all(sql, values)

    async def quick_check(self) -> str | None:
        """Read the whole file; say in a sentence what is wrong with it, or kept us from reading.

        That takes minutes where there are gigabytes, so it has a connection of its own.
        """
        try:
            connection = await _connect_to_read(self.path)
            try:
                rows = await Reader(connection).all("PRAGMA quick_check(1)")
            finally:
                await _break_off(connection)  # whoever is cancelled does not wait for the rest
        except sqlite3.Error as error:
            return cannot_check(self.path, error)
        what = rows[0][0] if rows else "no answer"
        return None if what == "ok" else damaged(self.path, what)


async def _enter_wal(
    connection: aiosqlite.Connection, path: Path, schema: int, *, has_wal: bool, durable: bool
) -> None:
    """Have writers and readers not wait for each other; say so if a part of the file is missing."""
    mode = await Reader(connection).one("PRAGMA journal_mode")
    left_open = mode is not None and mode[0] == "wal"
    # 0: the first to open it had not written any tables into it yet
    if left_open and not has_wal and (schema == 0 or schema >= LEAVES_WAL):
        log.warning(
            "The database %s was not closed when it was last used and has no %s beside it, so its "
            "newest tables and moves may be missing: if you copied it from elsewhere, stop me and "
            "copy it again, with every file there whose name begins with %s.",
            *(path, wal_of(path).name, wal_of(path).name.removesuffix("-wal")),
        )
    await connection.execute_fetchall(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
    await connection.execute_fetchall("PRAGMA journal_mode=WAL")
    # a file that may only be read fails at a write, and not before
    await connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version={schema}; ROLLBACK;")


async def _put_away(connection: aiosqlite.Connection) -> sqlite3.Error | None:
    """Put everything into the one file, leave WAL mode, which marks it as closed, and close it.

    Return what is in the way: the disk, or another program that has it open (SQLITE_BUSY). Then
    all of it is kept in the two files.
    """
    try:
        await connection.execute_fetchall("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        return error
    else:
        return None
    finally:
        await connection.close()


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


async def _check(reads: Reads, path: Path) -> int:
    """Return the schema. Raises DatabaseProblem unless the file is ours or new; changes nothing."""
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
    return done


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Take the numbered steps of migrations/ that this file has not seen, each in a transaction.

    A step is a file of SQL, or a module with `async def migrate(tx)`. Foreign keys are not enforced
    meanwhile: a table that is made anew takes no other's rows along when the old one is dropped.
    Raises DatabaseProblem, which says how far it came.
    """
    tx, steps = Transaction(connection), _steps()
    done = await _number(tx, "user_version")
    try:
        for number, name in steps:
            if number > done:
                await _take(tx, connection, number, name)
    except sqlite3.Error as error:
        await connection.rollback()
        done = await _number(tx, "user_version")
        raise DatabaseProblem(cannot_migrate(path, error, done, steps[-1][0])) from error


async def _take(tx: Transaction, connection: aiosqlite.Connection, number: int, name: str) -> None:
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
