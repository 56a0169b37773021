"""What a server adds to the dangers of a database: somebody else may end its connections."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Generator
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from db.base.place import PostgresUrl
from db.base.problems import ConnectionLost, DatabaseProblem, InUse, NotSaved, Unsure
from db.database import Database
from db.engines import notes, postgresql_engine
from db.engines.postgresql_engine import PostgresEngine
from tests.postgresql.empty import empty_database, server
from tests.postgresql.server import Server, running

BOTS = "FROM pg_stat_activity WHERE application_name='downeast' AND pid<>pg_backend_pid()"


@pytest.fixture
def place() -> Generator[PostgresUrl]:
    with empty_database() as made:
        yield made


@pytest.fixture
async def database(place: PostgresUrl) -> AsyncGenerator[Database]:
    opened = await Database.open(place)
    yield opened
    await opened.close()


def engine_of(database: Database) -> Any:
    assert isinstance(database._engine, PostgresEngine)
    return database._engine


def name_of(place: PostgresUrl) -> str:
    return urlsplit(place.url).path.strip("/")


class CutOff:
    """A connection that is lost at the COMMIT, before or after that `reaches` the server."""

    def __init__(self, connection: Any, *, reaches: bool) -> None:
        self._connection = connection
        self._reaches = reaches

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, sql: str) -> str:
        if sql == "COMMIT":
            if self._reaches:
                await self._connection.execute(sql)
            self._connection.terminate()
            raise ConnectionResetError
        return await self._connection.execute(sql)


def end_connections(place: PostgresUrl) -> None:
    name = name_of(place)
    server().ask(name, f"SELECT pg_terminate_backend(pid, 5000) {BOTS} AND datname='{name}'")


async def write(database: Database, value: str) -> None:
    async with database.transaction() as tx:
        await notes.write(tx, "colour", value)


async def colour(database: Database) -> str | None:
    return await notes.read(database.reader, "colour")


async def test_a_second_writer_is_refused(
    database: Database, place: PostgresUrl, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgresql_engine, "LOCK_WITHIN", 0.1)
    with pytest.raises(InUse, match="Stop that one first"):
        await Database.open(place)
    await write(database, "red")


async def test_the_lock_of_a_process_that_ended_is_free(database: Database, place: PostgresUrl):
    engine_of(database)._writing.terminate()  # as a killed process leaves it
    other = await Database.open(place)
    await write(other, "red")
    assert await colour(other) == "red"
    await other.close()


async def test_connections_that_were_ended_are_replaced(database: Database, place: PostgresUrl):
    await write(database, "red")
    end_connections(place)
    assert await colour(database) == "red"
    end_connections(place)
    await write(database, "blue")
    assert await colour(database) == "blue"


async def test_a_connection_lost_in_a_transaction_changes_nothing(
    database: Database, place: PostgresUrl
):
    await write(database, "red")

    async def interrupted() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "colour", "blue")
            await asyncio.to_thread(end_connections, place)
            await notes.write(tx, "shape", "round")

    with pytest.raises(ConnectionLost, match="Nothing can be saved"):
        await interrupted()
    assert await colour(database) == "red"
    await write(database, "green")
    assert await colour(database) == "green"


async def test_a_connection_lost_at_the_commit_leaves_it_open_whether_it_is_saved(
    database: Database,
):
    engine = engine_of(database)
    for reaches in (True, False):
        async with database.transaction() as tx:
            await notes.write(tx, "shape", "round")
        engine._writing = CutOff(engine._writing, reaches=reaches)
        with pytest.raises(Unsure):
            await write(database, f"reaches={reaches}")
        assert await colour(database) == "reaches=True"


async def test_whoever_was_replaced_meanwhile_writes_nothing(
    database: Database, place: PostgresUrl
):
    await write(database, "red")
    end_connections(place)
    other = await Database.open(place)
    await write(other, "blue")
    await other.close()
    for _ in range(2):
        with pytest.raises(NotSaved, match="and I stop"):
            await write(database, "green")
    assert await colour(database) == "blue"
    await database.until_replaced()


async def test_a_cancelled_transaction_is_undone(database: Database):
    await write(database, "red")
    for statement in ("SELECT pg_sleep(5)", "INSERT INTO notes VALUES ('shape', 'round')"):

        async def slow(statement: str = statement) -> None:
            async with database.transaction() as tx:
                await notes.write(tx, "colour", "blue")
                await tx.run(statement)
                await asyncio.sleep(5)

        working = asyncio.create_task(slow())
        await asyncio.sleep(0.05)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert await colour(database) == "red"
    await write(database, "green")
    assert await colour(database) == "green"


async def test_a_failed_statement_undoes_its_transaction(database: Database):
    await write(database, "red")

    async def fails() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "colour", "blue")
            await tx.run("INSERT INTO nowhere VALUES (1)")

    async def goes_on() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "colour", "blue")
            with pytest.raises(asyncpg.PostgresError):
                await tx.run("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(asyncpg.UndefinedTableError):
        await fails()
    with pytest.raises(RuntimeError, match="ended with ROLLBACK"):
        await goes_on()
    assert await colour(database) == "red"


async def test_a_reader_cannot_write(database: Database):
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        await database.read("DELETE FROM notes RETURNING key")


@pytest.fixture
def own_server() -> Generator[Server]:
    server()  # skips the test if there is none
    with running() as made:
        yield made


async def test_a_server_that_is_away_is_named_and_found_again(own_server: Server):
    place = own_server.make("away")
    database = await Database.open(place)
    await write(database, "red")
    own_server.stop(signal.SIGQUIT)
    for _ in range(2):
        with pytest.raises(ConnectionLost, match="the server can't be reached"):
            await write(database, "blue")
        with pytest.raises(ConnectionLost, match="the server can't be reached"):
            await colour(database)
    own_server.start()
    assert await colour(database) == "red"
    await write(database, "green")
    assert await colour(database) == "green"
    await database.close()


async def test_a_rewrite_leaves_everything_as_it_was(database: Database):
    await write(database, "red")
    await database.rewrite()
    assert await colour(database) == "red"


async def test_a_foreign_database_is_left_as_it_is(place: PostgresUrl):
    name = name_of(place)
    server().ask(name, "CREATE TABLE invoices (id INT)")
    with pytest.raises(DatabaseProblem, match="another program has tables in it"):
        await Database.open(place)
    assert server().ask(name, "SELECT count(*) FROM pg_tables WHERE schemaname='public'") == "1"


async def test_a_newer_schema_is_refused(place: PostgresUrl):
    await (await Database.open(place)).close()
    name = name_of(place)
    server().ask(name, "UPDATE downeast_schema SET number=9999")
    with pytest.raises(DatabaseProblem, match="written by a newer Downeast"):
        await Database.open(place)


async def test_a_database_that_does_not_exist_is_named():
    with pytest.raises(DatabaseProblem, match="no database of that name") as problem:
        await Database.open(server().url("nowhere"))
    assert "createdb" in str(problem.value)
