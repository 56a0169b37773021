"""One SQLite file with two connections: one for writing, and one for reading without waiting.

While the database is open, it is in WAL mode: a second file holds the newest transactions. A clean
close writes them into the main file and leaves WAL mode. So if the main file is in WAL mode but the
second file is missing, it was copied alone (docs/decisions/0022), unless the process was killed
while it entered WAL mode, which the note ENTERING in the main file tells.

The header of the file has the number of its schema (`user_version`) and our application id.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import aiosqlite

from db.base import migration
from db.base.files import lacks_wal, make_private, wal_of
from db.base.problems import (
    DatabaseProblem,
    cannot_check,
    cannot_migrate,
    cannot_open,
    damaged,
    not_closed,
    not_saved,
    primary_code,
)
from db.engines import notes
from db.engines.engine import Reads, Row, Transaction

log = logging.getLogger(__name__)

APPLICATION: Final = 0x44776E45  # "DwnE", the application id in the file header since schema 2
FIRST_TABLES: Final = {"tables", "seats", "log", "people", "notes"}  # these identify schema 1
LEAVES_WAL: Final = 14  # the first schema in which a clean close leaves WAL mode
ENTERING: Final = "entering_wal"  # a note that the file has as long as WAL mode is being entered


class SqliteReader:
    """Reads committed data, one statement at a time."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query and return all rows."""
        return list(await self._connection.execute_fetchall(sql, values))

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Run a query and return its first row, or None if there is none."""
        rows = await self.all(sql, values)
        return rows[0] if rows else None


class SqliteTransaction(SqliteReader):
    """An open transaction."""

    async def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Run a statement."""
        await self._connection.execute_fetchall(sql, values)

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        await self._connection.executemany(sql, rows)


class SqliteEngine:
    """An open database file."""

    def __init__(
        self, writing: aiosqlite.Connection, reading: aiosqlite.Connection, path: Path
    ) -> None:
        self._writing = writing
        self._reading = reading
        self._path = path
        self.reader: Reads = SqliteReader(reading)
        self.replaced = asyncio.Event()  # never: the file stays locked

    @property
    def place(self) -> Path:
        """The database file."""
        return self._path

    @classmethod
    async def open(cls, path: Path, *, durable: bool = True) -> "SqliteEngine":
        """Open or create the file and migrate it to the newest schema. Raises DatabaseProblem."""
        try:
            make_private(path)
            alone = lacks_wal(path)  # look now, because the first read creates the WAL file
            writing = await aiosqlite.connect(path, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise DatabaseProblem(cannot_open(path, error)) from error
        ours = False
        try:
            writing.row_factory = aiosqlite.Row
            schema = await check_ours(SqliteReader(writing), path)
            ours = True
            if alone and await is_cut_off(SqliteReader(writing), schema):
                log.warning("%s", not_closed(path))
            elif schema == 0:
                await _migrate(writing, path, up_to=1)  # WAL mode without tables looks cut off
            await _enter_wal(writing, schema, durable=durable)
            await _migrate(writing, path)
            await notes.delete(SqliteTransaction(writing), ENTERING)
            # write all schema changes into the main file
            await writing.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")
            await writing.execute_fetchall("PRAGMA foreign_keys=ON")
            # zeros take the place of what is deleted, such as hands and names
            await writing.execute_fetchall("PRAGMA secure_delete=ON")
            reading = await _connect_to_read(path)
        except BaseException as error:
            if ours:
                await _close_cleanly(writing)
            else:
                await writing.close()
            if isinstance(error, sqlite3.Error):
                raise DatabaseProblem(cannot_open(path, error)) from error
            raise
        return cls(writing, reading, path)

    async def begin(self) -> Transaction:
        """Begin a transaction."""
        await self._writing.execute_fetchall("BEGIN IMMEDIATE")
        return SqliteTransaction(self._writing)

    async def commit(self) -> None:
        """Commit the transaction (`synchronous=FULL`)."""
        await self._writing.execute_fetchall("COMMIT")

    async def rollback(self) -> None:
        """Undo the transaction.

        A cancelled statement may still run in the connection's thread; the rollback waits for it.
        """
        await self._writing.rollback()

    def why_not_saved(self, error: BaseException) -> str | None:
        """Describe why the machine prevented a transaction, or return None."""
        return not_saved(self._path, error)

    async def empty_log(self) -> None:
        """Write all transactions into the main file, so that nothing old is left in the WAL file.

        If a read takes too long, that is left to the next time.
        """
        await self._writing.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def rewrite(self) -> None:
        """Write the whole file anew."""
        await self._writing.execute_fetchall("VACUUM")

    async def quick_check(self) -> str | None:
        """Check the whole file. Return a sentence about what is wrong, or None if nothing is.

        This opens its own connection, because a file of several gigabytes takes minutes.
        """
        try:
            connection = await _connect_to_read(self._path)
            try:
                rows = await SqliteReader(connection).all("PRAGMA quick_check(1)")
            finally:
                await _interrupt_and_close(connection)  # stops a cancelled check immediately
        except sqlite3.Error as error:
            return cannot_check(self._path, error)
        answer = rows[0][0] if rows else "no answer"
        return None if answer == "ok" else damaged(self._path, answer)

    async def close(self) -> None:
        """Close the file."""
        await self._reading.close()
        error = await _close_cleanly(self._writing)
        if error is not None and primary_code(error) != sqlite3.SQLITE_BUSY:
            log.warning(
                "The newest moves are still in %s (%s). Nothing is lost, but a copy "
                "of the database needs that file too.",
                wal_of(self._path),
                error,
            )


@asynccontextmanager
async def new_file(path: Path, schema: int) -> AsyncGenerator[Transaction]:
    """Make a file with an older schema or the newest one, to fill it in one transaction.

    It isn't on the disk yet in the end. Raises sqlite3.Error.
    """
    make_private(path)
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        connection.row_factory = aiosqlite.Row
        tx = SqliteTransaction(connection)
        await tx.run("PRAGMA synchronous=OFF")
        for step in migration.steps():
            if step.number <= schema:
                await _apply(tx, connection, step)
        await tx.run("BEGIN IMMEDIATE")
        yield tx
        await tx.run("COMMIT")
    finally:
        await connection.close()


async def is_cut_off(reads: Reads, schema: int) -> bool:
    """Return whether newest moves may be missing in a file that lacks its WAL file.

    Releases before LEAVES_WAL leave such a file when they close it. A start that was killed as it
    entered WAL mode leaves one with the note ENTERING.
    """
    if schema == 0:  # not even the first tables are left
        return True
    return schema >= LEAVES_WAL and await notes.read(reads, ENTERING) is None


async def _enter_wal(connection: aiosqlite.Connection, schema: int, *, durable: bool) -> None:
    """Switch to WAL mode, so that reads don't wait for writes."""
    await connection.execute_fetchall(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
    tx = SqliteTransaction(connection)
    mode = await tx.one("PRAGMA journal_mode")
    if mode is not None and mode[0] != "wal" and schema >= LEAVES_WAL:
        await notes.write(tx, ENTERING, "1")
    await connection.execute_fetchall("PRAGMA journal_mode=WAL")
    # a read-only file can be opened but not written, so try a write now
    await connection.executescript("BEGIN IMMEDIATE; PRAGMA user_version=0; ROLLBACK;")


async def _close_cleanly(connection: aiosqlite.Connection) -> sqlite3.Error | None:
    """Write everything into the main file, leave WAL mode and close the connection.

    Return the error if the disk or another program (SQLITE_BUSY) prevents this. In that case, both
    files together still hold everything.
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


async def _interrupt_and_close(connection: aiosqlite.Connection) -> None:
    """Close a connection, and interrupt its current and waiting statements."""
    closing = asyncio.ensure_future(connection.close())
    while not closing.done():
        with suppress(ValueError, sqlite3.ProgrammingError):  # raised after the connection closed
            await connection.interrupt()
        await asyncio.wait([closing], timeout=0.1)
    await closing


async def check_ours(reads: Reads, path: Path) -> int:
    """Return the file's schema number. Raises DatabaseProblem if the file is foreign or too new."""
    done, mark = await _number(reads, "user_version"), await _number(reads, "application_id")
    names = {row["name"] for row in await reads.all("SELECT name FROM sqlite_master")}
    first = done == 1 and mark == 0 and names >= FIRST_TABLES
    new = done == 0 and mark == 0 and not names
    if not (mark == APPLICATION or first or new):
        raise DatabaseProblem(
            f"The database {path} is not ours: another program wrote it. It was left as it is; "
            "choose another file."
        )
    newest = migration.newest_schema()
    if done > newest:
        raise DatabaseProblem(
            f"The database {path} was written by a newer Downeast (schema {done}; this one knows "
            f"{newest}). Start the newer one."
        )
    return done


async def _migrate(connection: aiosqlite.Connection, path: Path, up_to: int | None = None) -> None:
    """Run the migrations that this file lacks (up to a schema), each in its own transaction.

    Foreign keys are off meanwhile, so replacing a table doesn't delete rows of other tables. Raises
    DatabaseProblem, which names the schema version that the file has reached.
    """
    tx = SqliteTransaction(connection)
    done = await _number(tx, "user_version")
    try:
        for step in migration.steps_after(done):
            if up_to is None or step.number <= up_to:
                await _apply(tx, connection, step)
    except sqlite3.Error as error:
        await connection.rollback()
        done = await _number(tx, "user_version")
        text = cannot_migrate(path, error, done, migration.newest_schema())
        raise DatabaseProblem(text) from error


async def _apply(tx: Transaction, connection: aiosqlite.Connection, step: migration.Step) -> None:
    end = f"PRAGMA user_version = {step.number}"
    if step.module is not None:
        await tx.run("BEGIN IMMEDIATE")
        await import_module(step.module).migrate(tx)
        await tx.run(end)
        await tx.run("COMMIT")
    else:
        await connection.executescript(f"BEGIN IMMEDIATE; {step.sql()}\n; {end}; COMMIT;")


async def _number(reads: Reads, pragma: str) -> int:
    row = await reads.one(f"PRAGMA {pragma}")
    return 0 if row is None else int(row[0])
