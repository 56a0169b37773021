from db.database import Transaction
from db.tables import tables, watchers
from tests.db.table_rows import in_phase, inserted

CAT, DAN = 103, 104


async def test_a_person_watches_a_table_once_until_they_stop(tx: Transaction):
    table = (await inserted(tx)).id
    await watchers.add(tx, table, CAT)
    await watchers.add(tx, table, CAT)
    await watchers.add(tx, table, DAN)
    assert await watchers.of_table(tx, table) == [CAT, DAN]
    await watchers.remove(tx, table, CAT)
    assert await watchers.of_table(tx, table) == [DAN]


async def test_only_watchers_of_finished_games_are_to_be_told(tx: Transaction):
    for phase in ("open", "playing", "over", "ended"):
        await watchers.add(tx, (await in_phase(tx, phase)).id, CAT)
    found = [table for table, _ in await watchers.of_finished(tx)]
    stored = [await tables.load(tx, table, 0) for table in found]
    assert [parts[0].phase for parts in stored if parts] == ["over", "ended"]


async def test_a_deleted_table_forgets_its_watchers(tx: Transaction):
    table = (await inserted(tx)).id
    await watchers.add(tx, table, CAT)
    await tx.run("DELETE FROM tables WHERE id=?", (table,))
    assert await watchers.of_table(tx, table) == []


async def test_watched_tables_are_listed_first_and_own_tables_never(tx: Transaction):
    one, two = await in_phase(tx, "playing"), await in_phase(tx, "playing")
    await in_phase(tx, "open")
    await inserted(tx, phase="playing", practice=True)
    await inserted(tx, phase="playing", guild=5)
    first, player = min(one.id, two.id), one.players[0].person
    assert player is not None
    await watchers.add(tx, first, CAT)
    listed = await watchers.watchable(tx, one.guild, CAT)
    assert listed == [(first, True), (max(one.id, two.id), False)]
    assert await watchers.watchable(tx, one.guild, DAN) == [
        (max(one.id, two.id), False),
        (first, False),
    ]
    assert await watchers.watchable(tx, one.guild, player) == []
