from dataclasses import replace

from db.database import Transaction
from db.tables import shown, tables
from db.tables.shown import (
    BOARD,
    OPENING,
    QUESTION,
    ROUNDS,
    TRUTH,
    HandKey,
    Shown,
    key_of,
    number_of,
)
from tests.db.table_rows import inserted

HAND = Shown(HandKey(1), message=9, step=3, print="p", question="q", looked_rev=4, notice=8)


async def noted(tx: Transaction, table_id: int) -> list[Shown]:
    found = await tables.load(tx, table_id, 0)
    assert found is not None
    return found[2]


async def test_shown_rows_round_trip(tx: Transaction):
    one, two = await inserted(tx), await inserted(tx)
    assert await noted(tx, one.id) == []
    rows = [
        (one.id, Shown(message=555, step=1)),
        (one.id, HAND),
        (two.id, Shown(HandKey(0), looked_rev=2)),
    ]
    await shown.note(tx, rows)
    assert await noted(tx, one.id) == [Shown(BOARD, 555, 1), HAND]
    assert await noted(tx, two.id) == [Shown(HandKey(0), looked_rev=2)]


def test_each_key_has_one_number_in_the_file():
    keys = (BOARD, ROUNDS, QUESTION, OPENING, TRUTH, HandKey(0), HandKey(4))
    assert [number_of(key) for key in keys] == [-1, -1001, -1002, -1003, -1004, 0, 4]
    assert [key_of(number_of(key)) for key in keys] == list(keys)


async def test_the_newest_shown_row_of_a_reader_counts(tx: Transaction):
    table = await inserted(tx)
    later = replace(HAND, message=None, step=2, print="", question="r", looked_rev=5, notice=None)
    await shown.note(tx, [(table.id, HAND), (table.id, Shown(HandKey(0))), (table.id, later)])
    assert await noted(tx, table.id) == [Shown(HandKey(0)), later]


async def test_looked_rev_never_goes_back(tx: Transaction):
    table = await inserted(tx)
    await shown.note(tx, [(table.id, HAND)])
    await shown.note(tx, [(table.id, replace(HAND, looked_rev=1, step=7))])
    assert await noted(tx, table.id) == [replace(HAND, step=7)]


async def test_shown_rows_of_a_deleted_table_are_skipped(tx: Transaction):
    table = await inserted(tx)
    await shown.note(tx, [])
    await shown.note(tx, [(table.id + 1, HAND), (table.id, HAND)])
    assert await noted(tx, table.id) == [HAND]
    assert len(await tx.all("SELECT * FROM shown")) == 1
