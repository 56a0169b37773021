"""What a PostgreSQL database says of itself, and what is found missing in it."""

from collections.abc import Iterator

import pytest

from db.base.place import PostgresUrl
from db.base.problems import DatabaseProblem
from db.database import Database
from db.upkeep import read_only, server_state
from tests.postgresql.empty import own_server
from tests.postgresql.server import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with own_server() as started:
        yield started


@pytest.fixture
async def place(server: Server) -> PostgresUrl:
    """Make a database of ours without rows."""
    found = server.make("whole")
    await (await Database.open(found)).close()
    return found


@pytest.fixture(autouse=True)
def _clean(server: Server) -> Iterator[None]:
    yield
    server.drop("whole")


async def faults(place: PostgresUrl) -> list[str]:
    async with read_only.opened(place) as (reads, _):
        return await server_state.faults(reads)


async def test_a_server_tells_how_it_is_set_up(server: Server, place: PostgresUrl):
    async with read_only.opened(place) as (reads, _):
        seen = await server_state.look_at(reads)
        assert seen.size == await server_state.size(reads)
    assert seen.version.startswith(f"{seen.major}.")
    assert seen.version.replace(".", "").isdigit()
    assert (seen.user, seen.foreign_tables, seen.may_create) == ("bot", (), True)
    assert (seen.fsync, seen.full_page_writes) == (False, True)
    assert (seen.elsewhere, seen.encrypted, seen.standby) == (False, False, False)
    assert seen.idle_limit == 0
    assert seen.size > 1_000_000
    server.ask("whole", "ALTER ROLE bot SET idle_session_timeout = '2s'")
    try:
        async with read_only.opened(place) as (reads, _):
            assert (await server_state.look_at(reads)).idle_limit == 2000
    finally:
        server.ask("whole", "ALTER ROLE bot RESET idle_session_timeout")


async def test_commits_wait_for_the_disk_whatever_the_server_usually_does(
    server: Server, place: PostgresUrl
):
    """So `check` needn't look at synchronous_commit."""
    server.ask("whole", "ALTER DATABASE whole SET synchronous_commit = off")
    database = await Database.open(place)
    try:
        async with database.transaction() as tx:
            assert (await tx.all("SHOW synchronous_commit"))[0][0] == "on"
    finally:
        await database.close()


async def test_a_database_of_ours_is_whole(place: PostgresUrl):
    assert await faults(place) == []


@pytest.mark.parametrize(
    ("harm", "fault"),
    [
        ("ALTER TABLE log DROP CONSTRAINT log_pkey", "log lacks its key"),
        (
            "UPDATE pg_index SET indisvalid=false WHERE indexrelid='seats_by_due'::regclass",
            "the index seats_by_due is not valid",
        ),
        (
            "SET session_replication_role = replica; INSERT INTO watchers (table_id, person)"
            " VALUES (77, 1)",
            "a row of watchers belongs to no row of tables",
        ),
    ],
)
async def test_what_a_partly_restored_dump_lacks_is_found(
    server: Server, place: PostgresUrl, harm: str, fault: str
):
    server.ask("whole", harm)
    assert await faults(place) == [fault]


async def test_a_damaged_page_is_found_by_reading(server: Server, place: PostgresUrl):
    server.ask("whole", "INSERT INTO notes VALUES ('a', 'b')")
    file = server.ask("whole", "SELECT pg_relation_filepath('notes')")
    server.stop()
    path = server.folder / "data" / file
    content = bytearray(path.read_bytes())
    content[12:16] = b"\xff\xff\xff\xff"  # where the page says how long its lists are
    path.write_bytes(content)
    server.start()
    with pytest.raises(DatabaseProblem, match="a part of it is damaged"):
        await faults(place)
