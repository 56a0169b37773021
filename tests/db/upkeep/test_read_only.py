"""A file that is only looked at stays as it is."""

from pathlib import Path
from sqlite3 import OperationalError

import pytest

from db.base.migration import newest_schema
from db.base.place import PostgresUrl
from db.base.problems import ConnectionLost, DatabaseProblem
from db.database import Database
from db.upkeep.read_only import opened, opened_at_newest_schema
from tests.bot.upkeep.filled import change, old_file
from tests.files import put_new_file
from tests.postgresql.empty import cut_off, empty_database


async def test_nothing_can_be_written_into_a_file_that_is_looked_at(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    await put_new_file(path)
    async with opened(path) as (reads, schema):
        assert schema == newest_schema()
        with pytest.raises(OperationalError, match="readonly"):
            await reads.all("INSERT INTO notes (key, value) VALUES ('a', 'b')")


async def test_an_older_file_is_read_at_the_newest_schema(tmp_path: Path):
    path = old_file(tmp_path)
    async with opened_at_newest_schema(path) as reads:
        assert await reads.all("SELECT practice FROM tables LIMIT 1")
    async with opened(path) as (_, schema):
        assert schema == 1


async def test_a_file_of_a_newer_release_is_refused(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    await put_new_file(path)
    change(path, "PRAGMA user_version=999")
    with pytest.raises(DatabaseProblem, match="Start the newer one"):
        async with opened(path):
            pass


async def test_what_the_bot_has_just_committed_is_read(tmp_path: Path):
    path = tmp_path / "game.sqlite3"
    database = await Database.open(path)
    try:
        async with database.transaction() as tx:
            await tx.run("INSERT INTO notes (key, value) VALUES ('a', 'b')")
        async with opened(path) as (reads, _):
            assert [row[0] for row in await reads.all("SELECT value FROM notes")] == ["b"]
    finally:
        await database.close()


async def test_what_fails_beside_a_server_is_not_blamed_on_it(tmp_path: Path):
    with empty_database() as place:
        await (await Database.open(place)).close()
        with pytest.raises(FileNotFoundError):
            async with opened(place):
                (tmp_path / "nothing").read_bytes()
        async with opened(place) as (reads, _):
            cut_off(place)
            with pytest.raises(ConnectionLost, match="cannot be opened"):
                await reads.all("SELECT 1")


async def test_a_missing_file_of_certificates_is_named():
    place = PostgresUrl("postgresql://db/downeast?sslmode=verify-full&sslrootcert=/no/ca.crt")
    with pytest.raises(DatabaseProblem, match=r"as sslrootcert that isn't there .*: /no/ca.crt"):
        async with opened(place):
            pass
