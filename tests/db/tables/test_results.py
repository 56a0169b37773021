"""What stays of a game is written from its rows, and kept when they go."""

from dataclasses import replace
from pathlib import Path

import pytest

from db.base import migration
from db.database import Transaction
from db.servers import servers
from db.tables import results, tenures
from db.tables.log import LogEntry
from db.tables.tables import Player, Table, save
from db.tables.tenures import Tenure
from tests.db.conftest import Opened
from tests.db.table_rows import inserted

KINDS = ("deal", "move", "order", "leave", "house", "join", "clock", "move", "end")
SEATS = (0, 0, 0, 0, 0, 0, 0, 1, 0)


async def played(tx: Transaction) -> Table:
    """Store a table at which seat 0 was Ann's up to row 5, the house's up to row 7, then Dan's."""
    dan = Player(0, 104, "Dan", held_since=7)
    before = await inserted(tx, phase="playing", state="{}", players=(dan, Player(1, 102, "Ben")))
    entries = [
        LogEntry(rev, rev, kind, seat, None, None, "[]", None, 1000.0 + rev)
        for rev, kind, seat in zip(range(2, 11), KINDS, SEATS, strict=True)
    ]
    over = replace(before, phase="over", rev=10, changed_at=1010.0)
    assert await save(tx, over, entries, before)
    await tenures.add(tx, over.id, Tenure(0, 0, 101, "Ann"))
    await tenures.add(tx, over.id, Tenure(0, 5, None, "Barnacle"))
    return over


async def test_each_tenure_has_its_time_and_its_moves(tx: Transaction):
    table = await played(tx)
    await results.write(tx, table.id)
    await results.rank(tx, table.id, (2, 1), (3, 7))
    found = await results.of_table(tx, table.id)
    assert [(row.seat, row.since, row.person, row.house, row.given_up) for row in found] == [
        *((0, 0, 101, False, True), (0, 5, None, True, True), (0, 7, 104, False, False)),
        (1, 0, 102, False, False),
    ]
    assert [(row.started_at, row.ended_at) for row in found] == [
        *((1002.0, 1005.0), (1005.0, 1007.0), (1007.0, 1010.0), (1002.0, 1010.0))
    ]
    assert [(row.by_hand, row.by_order, row.by_clock, row.by_house) for row in found] == [
        *((1, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (1, 0, 0, 0))
    ]
    assert [(row.place, row.points) for row in found] == [(2, 3), (2, 3), (2, 3), (1, 7)]


async def test_results_without_places_are_found_until_they_have_them(tx: Transaction):
    ranked, unranked = await played(tx), await played(tx)
    closed = await inserted(tx, phase="ended", state="{}")
    for table in (ranked, unranked, closed):
        await results.write(tx, table.id)
    await results.rank(tx, ranked.id, (1, 2), (0, 0))
    assert await results.unranked(tx) == [unranked.id]
    await tx.run("DELETE FROM tables WHERE id=?", (unranked.id,))
    assert await results.unranked(tx) == [], "nobody can tell any more"
    assert len(await results.of_table(tx, unranked.id)) == 4


async def test_a_migrated_table_has_a_result_for_each_tenure_and_keeps_its_moderation(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    steps = [step for step in migration.steps() if step.number < 27]
    with monkeypatch.context() as patched:
        patched.setattr(migration, "steps", lambda: steps)
        old = await opened(path)
        async with old.transaction() as tx:
            await tx.run("CREATE TABLE numbers AS SELECT 'tables' AS kind, 0 AS newest")
            for table in ("seats", "log"):
                await tx.run(f"ALTER TABLE {table} ADD COLUMN house TEXT NOT NULL DEFAULT ''")
            over = await played(tx)
            for table in ("seats", "log"):
                await tx.run(f"ALTER TABLE {table} DROP COLUMN house")
            await tx.run("DROP TABLE numbers")
            await tx.run(
                "INSERT INTO moderation (guild, moderator, kind, table_id, detail, at)"
                " VALUES (1, 9, 'end', ?, '', 5.0)",
                (over.id,),
            )
        await old.close()
    database = await opened(path)
    migrated = await results.of_table(database.reader, over.id)
    async with database.transaction() as tx:
        await tx.run("DELETE FROM results")
        await results.write(tx, over.id)
        assert await results.of_table(tx, over.id) == migrated, "as a new game would have them"
    assert len(migrated) == 4
    [act] = await servers.newest_acts(database.reader, 1, 9)
    assert (act.moderator, act.kind, act.table) == (9, "end", over.id)
