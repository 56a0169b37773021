from db.database import Transaction
from db.tables import unasked
from db.tables.unasked import REMATCH
from tests.db.table_rows import inserted

CAT, DAN = 103, 104


async def test_who_was_pinged_and_who_declined_is_stored_for_each_seat(tx: Transaction):
    table = (await inserted(tx)).id
    await unasked.note(tx, table, 1, [CAT, DAN], 5.0)
    await unasked.decline(tx, table, 1, DAN)
    await unasked.note(tx, table, 1, [CAT, DAN], 9.0)
    await unasked.decline(tx, table, REMATCH, CAT)
    assert await unasked.last(tx, table, 1, CAT) == (9.0, False)
    assert await unasked.last(tx, table, 1, DAN) == (9.0, True)
    assert await unasked.last(tx, table, REMATCH, CAT) == (0.0, True)
    assert await unasked.last(tx, table, 2, CAT) is None


async def test_nothing_is_stored_for_a_table_that_was_deleted(tx: Transaction):
    await unasked.note(tx, 99, 1, [CAT], 5.0)
    await unasked.decline(tx, 99, 1, DAN)
    assert await tx.all("SELECT * FROM unasked") == []
