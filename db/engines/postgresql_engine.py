"""A PostgreSQL database with one connection for writing, and a few for reading.

The writing connection holds an advisory lock, so no other Downeast writes to the same database. If
the connection is lost, the next transaction opens another one. Meanwhile somebody else may have
used the database, for example to restore a backup, and then what this process has in memory would
be wrong. So each process that opens the database raises a number in it (`opened`), and a
process that finds another number there writes nothing any more.

A table of its own, `downeast_schema`, has that number and the number of the schema.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, Final

import asyncpg

from db.base import migration
from db.base.place import PostgresUrl
from db.base.problems import ConnectionLost, DatabaseProblem, InUse, NothingThere, Unsure
from db.engines.dialect import for_postgresql, schema_for_postgresql
from db.engines.engine import PATIENT, Reads, Row, Transaction
from db.engines.postgresql_problems import (
    CANNOT_OPEN,
    LOST,
    cannot_migrate,
    cannot_open,
    foreign,
    in_use,
    lost,
    not_saved,
    taken_over,
    too_new,
    wrong_encoding,
)

log = logging.getLogger(__name__)

LOCK: Final = 0x44776E45  # "DwnE", the number of the advisory lock
LOCK_WITHIN = 5.0  # seconds until a process that was killed has surely given the lock back
LOCK_AGAIN = 0.1
CONNECT_WITHIN = 10.0  # seconds
READERS = 4  # connections for reading, at most
_driver: Final[Any] = asyncpg  # its own types are incomplete
STATEMENTS_KEPT = 500  # prepared statements for each connection; there are about 250

_SETTINGS: Final = {
    "application_name": "downeast",
    "default_transaction_isolation": "read committed",
    # After half a minute, the server gives the lock of a machine back that was switched off.
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class PostgresReader:
    """Reads on one connection."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query and return all rows."""
        return await self._connection.fetch(for_postgresql(sql), *values)

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Run a query and return its first row, or None if there is none."""
        rows = await self.all(sql, values)
        return rows[0] if rows else None


class SnapshotReader(PostgresReader):
    """Reads one moment of a database that isn't open for writing. Raises DatabaseProblem."""

    def __init__(self, connection: Any, place: PostgresUrl) -> None:
        super().__init__(connection)
        self._place = place

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query and return all rows."""
        try:
            return await super().all(sql, values)
        except CANNOT_OPEN as error:
            raise cannot_open(self._place, error) from error


class PostgresTransaction(PostgresReader):
    """An open transaction. Its statements raise ConnectionLost, and then nothing is changed."""

    def __init__(self, connection: Any, place: PostgresUrl) -> None:
        super().__init__(connection)
        self._place = place

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query and return all rows."""
        try:
            return await super().all(sql, values)
        except ValueError:  # the driver can't send a value, which is a mistake of ours
            raise
        except LOST as error:
            raise lost(self._place, error) from error

    async def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Run a statement."""
        await self.all(sql, values)

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        try:
            await self._connection.executemany(for_postgresql(sql), rows)
        except ValueError:
            raise
        except LOST as error:
            raise lost(self._place, error) from error


class PooledReader:
    """Reads committed data, each statement on a connection that is free."""

    def __init__(self, place: PostgresUrl, pool: Any) -> None:
        self._place = place
        self._pool = pool

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query and return all rows. Try once more if the connection was lost.

        Raises ConnectionLost.
        """
        try:
            try:
                return await self._pool.fetch(for_postgresql(sql), *values)
            except LOST:
                return await self._pool.fetch(for_postgresql(sql), *values)
        except ValueError:
            raise
        except LOST as error:
            raise lost(self._place, error) from error

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Run a query and return its first row, or None if there is none."""
        rows = await self.all(sql, values)
        return rows[0] if rows else None


class PostgresEngine:
    """An open PostgreSQL database."""

    def __init__(
        self, place: PostgresUrl, writing: Any, pool: Any, opened: int, options: dict[str, Any]
    ) -> None:
        self._place = place
        self._writing = writing
        self._pool = pool
        self._opened = opened
        self._options = options
        self.reader: Reads = PooledReader(place, pool)
        self.replaced = asyncio.Event()

    @property
    def place(self) -> PostgresUrl:
        """The address of the database."""
        return self._place

    @classmethod
    async def open(
        cls, place: PostgresUrl, *, durable: bool = True, answer_within: float = PATIENT
    ) -> "PostgresEngine":
        """Open the database, which must exist, and migrate it to the newest schema.

        Raises DatabaseProblem, and ConnectionLost if the server is out of reach.
        """
        options = _options(durable=durable, answer_within=answer_within)
        writing = await _connect(place, options)
        try:
            await _lock(writing, place)
            await _migrate(place)
            opened = await writing.fetchval(
                "UPDATE downeast_schema SET opened=opened+1 RETURNING opened"
            )
            pool = await _driver.create_pool(
                place.url,
                min_size=0,  # otherwise it warns while the server is away
                max_size=READERS,
                max_inactive_connection_lifetime=0,  # a new one would have to prepare everything
                reset=_leave_as_it_is,
                **_options(read_only=True, answer_within=answer_within),
            )
        except CANNOT_OPEN as error:
            await writing.close()
            raise cannot_open(place, error) from error
        except BaseException:
            await writing.close()
            raise
        return cls(place, writing, pool, opened, options)

    async def begin(self) -> Transaction:
        """Begin a transaction, on a new connection if the old one was lost."""
        try:
            await self._writing.execute("BEGIN")
        except LOST:
            await self._reconnect()
        return PostgresTransaction(self._writing, self._place)

    async def _reconnect(self) -> None:
        """Begin a transaction on another connection, which is used only if it has the lock.

        It gets the lock only after the server has ended the old connection.
        """
        self._writing.terminate()
        connection: Any = None
        try:
            connection = await _driver.connect(self._place.url, **self._options)
            await _lock(connection, self._place)
            if await connection.fetchval("SELECT opened FROM downeast_schema") != self._opened:
                self.replaced.set()
                raise ConnectionLost(taken_over(self._place))
            await connection.execute("BEGIN")
        except BaseException as error:
            if connection is not None:
                connection.terminate()
            if isinstance(error, InUse):
                raise ConnectionLost(str(error)) from error
            if isinstance(error, CANNOT_OPEN):
                raise lost(self._place, error) from error
            raise
        self._writing = connection
        log.info("Connected to %s again.", self._place)

    async def commit(self) -> None:
        """Commit the transaction. Raises Unsure if nobody knows whether it was committed."""
        if self._writing.is_closed():
            raise ConnectionLost(not_saved(self._place, ConnectionResetError()))
        try:
            done = await self._writing.execute("COMMIT")
        except LOST as error:
            raise Unsure(
                f"The connection to {self._place} was lost while it committed a transaction"
            ) from error
        if done != "COMMIT":  # PostgreSQL only says so if a statement has failed before
            raise RuntimeError(f"the transaction ended with {done}")

    async def rollback(self) -> None:
        """Undo the transaction. If that fails, give the connection up: the server undoes it."""
        if self._writing.is_closed():
            return
        try:
            await self._writing.execute("ROLLBACK")
        except (asyncpg.PostgresError, *LOST):
            self._writing.terminate()

    def why_not_saved(self, error: BaseException) -> str | None:
        """Describe why the server prevented a transaction, or return None.

        A statement whose connection was lost raises ConnectionLost, so any other error of the
        system has nothing to do with the server.
        """
        return None if isinstance(error, OSError) else not_saved(self._place, error)

    async def empty_log(self) -> None:
        """Do nothing: the server writes its log into the main storage by itself."""

    async def rewrite(self) -> None:
        """Write all tables anew, and what the server knows of the values in them."""
        await self.rollback()
        rows = await self._writing.fetch(_OURS)
        for row in rows:
            await self._writing.execute(f'VACUUM (FULL, ANALYZE) "{row[0]}"', timeout=PATIENT)
        # it quotes frequent values, such as names; only the database's owner may write it anew
        await self._writing.execute("VACUUM (FULL) pg_catalog.pg_statistic", timeout=PATIENT)

    async def quick_check(self) -> str | None:
        """Return None: the server checks what it reads by itself."""
        return None

    async def close(self) -> None:
        """Close all connections, which gives the lock back."""
        try:
            await asyncio.wait_for(self._pool.close(), CONNECT_WITHIN)
            await self._writing.close(timeout=CONNECT_WITHIN)
        except LOST:
            self._pool.terminate()
            self._writing.terminate()


@asynccontextmanager
async def snapshot(place: PostgresUrl) -> AsyncGenerator[tuple[Reads, int]]:
    """Open a database of ours to read one moment of it, and give the number of its schema.

    Nothing can be written. Raises DatabaseProblem, and so do the reads.
    """
    connection = await _connect(place, _options(read_only=True))
    try:
        reads = SnapshotReader(connection, place)
        await reads.all("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        schema = await check_ours(reads, place)
        if schema == 0:
            raise NothingThere(await _why_empty(reads, place))
        yield reads, schema
    finally:
        await connection.close()


async def _why_empty(reads: Reads, place: PostgresUrl) -> str:
    """Say that no table is there, and whether one could be made."""
    row = await reads.one(
        "SELECT current_user::text, has_schema_privilege(current_schema(), 'CREATE')"
    )
    assert row is not None
    text = f"The database {place} is empty: no Downeast has finished its first start on it."
    if row[1]:
        return f"{text} The bot makes its tables when it starts."
    return f"{text} The user {row[0]} can't make tables there. Make it the owner of the database."


async def is_in_use(place: PostgresUrl) -> bool:
    """Return whether a process writes to a database. Raises DatabaseProblem."""
    connection = await _connect(place, _options(read_only=True))
    try:
        return not await connection.fetchval("SELECT pg_try_advisory_lock_shared($1)", LOCK)
    finally:
        await connection.close()


async def check_ours(reads: Reads, place: PostgresUrl) -> int:
    """Return the number of the schema. Raises DatabaseProblem if it is foreign or too new."""
    encoding = await reads.one("SHOW server_encoding")
    if encoding is None or encoding[0] != "UTF8":
        raise DatabaseProblem(wrong_encoding(place))
    names = {row[0] for row in await reads.all(_OURS)}
    if "downeast_schema" not in names:
        if names:
            raise DatabaseProblem(foreign(place))
        return 0
    row = await reads.one("SELECT number FROM downeast_schema")
    done, newest = 0 if row is None else row[0], migration.newest_schema()
    if done > newest:
        raise DatabaseProblem(too_new(place, done, newest))
    return done


_OURS: Final = "SELECT tablename FROM pg_tables WHERE schemaname=current_schema()"


def _options(
    *, read_only: bool = False, durable: bool = True, answer_within: float = PATIENT
) -> dict[str, Any]:
    return {
        "timeout": CONNECT_WITHIN,
        "command_timeout": answer_within,
        "statement_cache_size": STATEMENTS_KEPT,
        "max_cached_statement_lifetime": 0,  # they are always the same
        "server_settings": {
            **_SETTINGS,
            "default_transaction_read_only": "on" if read_only else "off",
            "synchronous_commit": "on" if durable else "off",
        },
    }


async def _connect(place: PostgresUrl, options: dict[str, Any]) -> Any:
    """Open a connection. Raises DatabaseProblem, and ConnectionLost if the server is away."""
    for option, file in place.files.items():
        if not (file.is_file() and os.access(file, os.R_OK)):
            raise DatabaseProblem(
                f"DOWNEAST_DATABASE names a file as {option} that isn't there or that I may not "
                f"read: {file}."
            )
    try:
        return await _driver.connect(place.url, **options)
    except CANNOT_OPEN as error:
        raise cannot_open(place, error) from error


async def _leave_as_it_is(connection: Any) -> None:
    """Spare a reading connection the round trip that would undo its settings: it changes none."""


async def _lock(connection: Any, place: PostgresUrl) -> None:
    """Take the lock, which the connection keeps until it ends. Raises InUse."""
    loop = asyncio.get_running_loop()
    until = loop.time() + LOCK_WITHIN
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):
        if loop.time() > until:
            raise InUse(in_use(place))
        await asyncio.sleep(LOCK_AGAIN)


async def _migrate(place: PostgresUrl) -> None:
    """Make the schema, or run the migrations that it lacks, each in a transaction.

    The caller has the lock. A migration may take long, so it has a connection of its own. Raises
    DatabaseProblem.
    """
    connection = await _connect(place, _options())
    try:
        await _migrate_on(connection, place)
    finally:
        await connection.close()


async def _migrate_on(connection: Any, place: PostgresUrl) -> None:
    done = await check_ours(PostgresReader(connection), place)
    newest = migration.newest_schema()
    try:
        if done == 0:
            async with connection.transaction():
                await connection.execute(schema_for_postgresql(migration.baseline()))
                await connection.execute(_OWN_TABLE)
                await connection.execute(
                    "INSERT INTO forgotten_key VALUES ($1)", secrets.token_hex(32)
                )
                await _note(connection, migration.BASELINE)
            done = migration.BASELINE
        for step in migration.steps_after(done):
            async with connection.transaction():
                if step.module is not None:
                    tx = PostgresTransaction(connection, place)
                    await import_module(step.module).migrate(tx)
                else:
                    await connection.execute(schema_for_postgresql(step.sql()))
                await _note(connection, step.number)
            done = step.number
    except asyncpg.PostgresError as error:
        raise DatabaseProblem(cannot_migrate(place, error, done, newest)) from error


_OWN_TABLE: Final = """
CREATE TABLE downeast_schema (number BIGINT NOT NULL, opened BIGINT NOT NULL);
INSERT INTO downeast_schema VALUES (0, 0);
"""


async def _note(connection: Any, number: int) -> None:
    await connection.execute("UPDATE downeast_schema SET number=$1", number)
