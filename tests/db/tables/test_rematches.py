from dataclasses import replace

from db.database import Transaction
from db.tables import rematches, tables
from db.tables.rematches import Invited, Rematch
from tests.db.table_rows import in_phase, inserted

NINE = 1_790_000_000.0
REMATCH = Rematch(7, NINE + 600, (Invited(101, "Ann", NINE), Invited(102, "Ben")))


async def rematch_of(tx: Transaction, table_id: int) -> Rematch | None:
    found = await tables.load(tx, table_id, 0)
    assert found is not None
    return found[5]


async def test_a_rematch_is_loaded_with_its_table(tx: Transaction):
    one, other = await inserted(tx), await inserted(tx)
    await rematches.insert(tx, one.id, REMATCH)
    assert await rematch_of(tx, one.id) == REMATCH
    assert await rematch_of(tx, other.id) is None


async def test_answers_are_stored_and_the_messages_are_drawn_again(tx: Transaction):
    table = await inserted(tx)
    await rematches.insert(tx, table.id, REMATCH)
    await tables.caught_up(tx, [(table.id, table.rev)])
    changed = REMATCH.declined(102).pinged([101])
    await rematches.save_people(tx, table.id, changed)
    assert await rematch_of(tx, table.id) == changed
    assert changed.people == (Invited(101, "Ann"), Invited(102, "Ben", declined=True))
    assert await tables.behind(tx) == [table.id]


async def test_nobody_who_was_asked_is_remembered_afterwards(tx: Transaction):
    table = await inserted(tx)
    await rematches.insert(tx, table.id, REMATCH)
    await rematches.save_people(tx, table.id, None)
    assert await rematch_of(tx, table.id) is None
    assert await tx.all("SELECT * FROM rematch_people") == []
    assert await rematches.unfinished_of(tx, 7) == [table.id], "it is a rematch still"


async def test_rematches_of_a_table_are_found_while_they_go_on(tx: Transaction):
    for phase in ("open", "playing", "over", "ended"):
        await rematches.insert(tx, (await in_phase(tx, phase)).id, REMATCH)
    await rematches.insert(tx, (await inserted(tx)).id, replace(REMATCH, of_table=8))
    assert await rematches.unfinished_of(tx, 7) == [2, 1]


async def test_pings_and_ends_are_due_in_time(tx: Transaction):
    table = await inserted(tx)
    await rematches.insert(tx, table.id, REMATCH)
    assert await rematches.due(tx, NINE - 1) == []
    assert await rematches.due(tx, NINE) == [table.id]
    assert await rematches.next_after(tx, NINE - 1) == NINE
    assert await rematches.next_after(tx, NINE) == NINE + 600
    assert await rematches.expired(tx, NINE + 599) == []
    assert await rematches.expired(tx, NINE + 600) == [table.id]
    await rematches.save_people(tx, table.id, None)
    assert await rematches.expired(tx, NINE + 600) == []
    assert await rematches.next_after(tx, 0.0) is None


async def test_a_person_is_asked_at_the_tables_of_one_server(tx: Transaction):
    here, there = await inserted(tx), await inserted(tx, guild=5)
    for table in (here, there):
        await rematches.insert(tx, table.id, REMATCH)
    assert await rematches.asking(tx, 5, 101) == [there.id]
    assert await rematches.asking(tx, 5, 103) == []
