import pytest

from db.database import Database
from db.tables import drafts
from db.tables.drafts import Draft
from tests.db.table_rows import inserted


@pytest.fixture
async def table(database: Database) -> int:
    async with database.transaction() as tx:
        return (await inserted(tx)).id


async def test_drafts_are_numbered_per_seat(database: Database, table: int):
    async with database.transaction() as tx:
        numbers = [
            await drafts.add(tx, table, seat, "deal", f'"{seat}"', 1.0) for seat in (0, 1, 0)
        ]
    assert numbers == [1, 1, 2]
    assert await drafts.of_seat(database.reader, table, 0) == [
        Draft(1, "deal", '"0"'),
        Draft(2, "deal", '"0"'),
    ]
    assert await drafts.of_seat(database.reader, table, 1) == [Draft(1, "deal", '"1"')]
    assert await drafts.of_seat(database.reader, table + 1, 0) == []


async def test_a_draft_is_replaced_only_if_unchanged(database: Database, table: int):
    async with database.transaction() as tx:
        await drafts.add(tx, table, 0, "deal", "1", 1.0)
        assert await drafts.change(tx, table, 0, Draft(1, "deal", "1"), "2")
        assert not await drafts.change(tx, table, 0, Draft(1, "deal", "1"), "3")
        assert not await drafts.change(tx, table, 1, Draft(1, "deal", "2"), "3")
    assert await drafts.of_seat(database.reader, table, 0) == [Draft(1, "deal", "2")]


async def test_drafts_are_deleted_singly_or_all_at_once(database: Database, table: int):
    async with database.transaction() as tx:
        for seat in (0, 0, 1):
            await drafts.add(tx, table, seat, "deal", "1", 1.0)
        await drafts.delete(tx, table, 0, 1)
    assert [draft.number for draft in await drafts.of_seat(database.reader, table, 0)] == [2]
    async with database.transaction() as tx:
        await drafts.delete_all(tx, table)
    assert await drafts.of_seat(database.reader, table, 0) == []
    assert await drafts.of_seat(database.reader, table, 1) == []
