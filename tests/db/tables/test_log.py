import sqlite3
from dataclasses import replace

import pytest

from db.database import Transaction
from db.idempotency import UsedReceipt
from db.tables import log
from db.tables.log import LogEntry
from tests.db.table_rows import entry, inserted


async def test_the_log_is_read_in_order_from_any_rev(tx: Transaction):
    table = await inserted(tx)
    entries = [entry(rev, receipt=rev + 70) for rev in (2, 3, 4)]
    for row in reversed(entries):
        await log.write(tx, table.id, row)
    assert await log.since(tx, table.id, 1) == entries
    assert await log.since(tx, table.id, 3) == entries[2:]
    assert await log.since(tx, table.id, 4) == []
    assert [entry.rev for entry in await log.since(tx, table.id, -5)] == [1, 2, 3, 4]
    assert await log.since(tx, table.id + 1, 0) == []


async def test_a_log_row_may_have_any_kind_and_no_move_or_idempotency_key(tx: Transaction):
    table = await inserted(tx)
    for rev, kind in enumerate(("order", "clock", "clock", "something new"), 2):
        row = LogEntry(rev, 1, kind, None, None, None, "[]", None, 1_790_000_000.1234567)
        await log.write(tx, table.id, row)
        assert await log.since(tx, table.id, rev - 1) == [row]


async def test_an_idempotency_key_is_used_once(tx: Transaction):
    table, other = await inserted(tx, receipt=70), await inserted(tx, receipt=71)
    for used, where in ((70, table), (71, table), (71, other)):
        with pytest.raises(UsedReceipt):
            await log.write(tx, where.id, entry(2, receipt=used))
    await log.write(tx, table.id, entry(2, receipt=72))


@pytest.mark.sqlite
async def test_a_rev_is_written_once_and_for_an_existing_table(tx: Transaction):
    table = await inserted(tx)
    await log.write(tx, table.id, entry(2, receipt=72))
    for table_id, row in (
        (table.id, replace(entry(2, receipt=73), told='["otherwise"]')),
        (999, entry(1)),
    ):
        with pytest.raises(sqlite3.IntegrityError):
            await log.write(tx, table_id, row)
    assert await log.since(tx, table.id, 1) == [entry(2, receipt=72)]


async def test_opened_by_finds_the_table(tx: Transaction):
    table, other = await inserted(tx, receipt=70), await inserted(tx, receipt=71)
    await log.write(tx, table.id, entry(2, receipt=72))
    assert await log.opened_by(tx, 70) == table.id
    assert await log.opened_by(tx, 71) == other.id
    assert await log.opened_by(tx, 72) is None, "that was a move"
    assert await log.opened_by(tx, 73) is None
