"""What is deleted with a table or a server: all that belongs to it, and nothing else."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.database import Database, Transaction
from db.servers import servers
from db.servers.servers import Act, Server
from db.tables import (
    drafts,
    meetings,
    out_of_reach,
    rematches,
    results,
    shown,
    tables,
    tenures,
    unasked,
    watchers,
)
from db.tables.meetings import Meeting, Ping, Press
from db.tables.rematches import Invited, Rematch
from db.tables.shown import Shown
from db.tables.tables import Table
from db.tables.tenures import Tenure
from db.upkeep import deletion
from db.upkeep.deletion import OF_SERVERS, OF_TABLES, Due
from tests.bot.upkeep.filled import content, names
from tests.db.conftest import Opened
from tests.db.table_rows import in_phase, inserted

HERE, THERE = 10, 20
NOW = 2_000_000_000.0
LATE = Due(NOW, NOW - 1000.0)
OWN = {
    "forgotten_key",
    "idempotency_keys",
    "notes",
    "numbers",
    "restores",
    "people",
    "meeting_pings",
}
"""Tables of the file whose rows belong neither to a table nor to a server alone."""


async def full(tx: Transaction, **how: Any) -> Table:
    """Store a finished table with a row of every kind."""
    finished: dict[str, Any] = {"phase": "over", "state": "{}", "behind": False}
    table = await inserted(tx, **finished | how)
    await shown.note(tx, [(table.id, Shown(message=5))])
    await drafts.add(tx, table.id, 0, "draft", "{}", 1.0)
    await tx.run("INSERT INTO orders VALUES (?, 0, 'last', '{}', 0)", (table.id,))
    await meetings.save(tx, table.id, Meeting(9.0, 101, (Press(101, True, 3),)))
    await tenures.add(tx, table.id, Tenure(0, 0, 103, "Cat"))
    await tx.run("UPDATE seats SET held_since=1 WHERE table_id=? AND seat=0", (table.id,))
    await rematches.insert(tx, table.id, Rematch(1, 9.0, (Invited(101, "Ann"),)))
    await watchers.add(tx, table.id, 104)
    await out_of_reach.lost(tx, [table.id], 1.0)
    await unasked.note(tx, table.id, unasked.REMATCH, [102], 1.0)
    await results.write(tx, table.id)
    await tx.run("UPDATE tables SET behind=0 WHERE id=?", (table.id,))
    return table


async def counted(tx: Transaction, table_id: int) -> dict[str, int]:
    """Count the rows of a table in each table of the file."""
    counts: dict[str, int] = {}
    for name in OF_TABLES:
        rows = await tx.all(f"SELECT count(*) FROM {name} WHERE table_id=?", (table_id,))
        counts[name] = rows[0][0]
    return counts


async def ids(tx: Transaction, due: Due = LATE, most: int = 99) -> list[int]:
    return [table.id for table in await deletion.expired(tx, due, most)]


@pytest.mark.sqlite
async def test_every_table_of_the_file_has_an_owner(tx: Transaction):
    columns: dict[str, set[str]] = {}
    for row in await tx.all(
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
        " WHERE t.type='table' AND t.name NOT LIKE 'sqlite%'"
    ):
        columns.setdefault(row[0], set()).add(row[1])
    assert set(OF_TABLES) | set(OF_SERVERS) | OWN | {"tables"} == set(columns)
    assert {name for name in columns if "guild" in columns[name]} == {*OF_SERVERS, "tables"}
    rest = {name for name in columns if "table_id" in columns[name]} - set(OF_SERVERS)
    assert rest == set(OF_TABLES)


@pytest.mark.sqlite
async def test_a_table_goes_with_all_its_rows_and_no_others(tx: Transaction):
    one, other = await full(tx), await full(tx)
    before = await counted(tx, other.id)
    assert all(before.values()), before
    [stored, _] = await deletion.expired(tx, Due(NOW, NOW), 99)
    assert stored.rows == 1 + sum(before.values())
    await deletion.delete_table(tx, one.id)
    assert set((await counted(tx, one.id)).values()) == {0}
    assert await counted(tx, other.id) == before
    assert await tables.load(tx, one.id, 0) is None
    assert len(await results.of_table(tx, one.id)) == len(await results.of_table(tx, other.id)) > 0
    assert await tx.all("PRAGMA foreign_key_check") == []


async def test_the_record_of_a_game_is_due_when_it_ended_long_ago(tx: Transaction):
    old = await in_phase(tx, "over", changed_at=NOW - 3, behind=False)
    older = await in_phase(tx, "ended", changed_at=NOW - 5, behind=False)
    await in_phase(tx, "over", changed_at=NOW, behind=False)
    await in_phase(tx, "playing", changed_at=NOW - 9000, behind=False)
    await in_phase(tx, "open", changed_at=NOW - 9000, behind=False)
    assert await ids(tx) == [older.id, old.id]
    assert await ids(tx, most=1) == [older.id]


async def test_a_table_stays_until_its_end_was_shown_but_not_for_ever(tx: Transaction):
    unshown = await in_phase(tx, "over", changed_at=NOW - 5)
    watched = await in_phase(tx, "over", changed_at=NOW - 4, behind=False)
    await watchers.add(tx, watched.id, 9)
    assert await ids(tx) == []
    assert await ids(tx, Due(NOW, NOW - 4)) == [unshown.id]
    await watchers.remove(tx, watched.id, 9)
    await tables.caught_up(tx, [(unshown.id, unshown.rev)])
    assert await ids(tx) == [unshown.id, watched.id]


async def test_a_table_stays_while_its_rematch_is_open(tx: Transaction):
    old = await in_phase(tx, "over", changed_at=NOW - 5000, behind=False)
    again = await in_phase(tx, "open")
    await rematches.insert(tx, again.id, Rematch(old.id, 9.0, (Invited(101, "Ann"),)))
    assert await ids(tx) == []
    dealt = replace(again, phase="playing", rev=again.rev + 1)
    await tx.run("UPDATE tables SET phase=? WHERE id=?", (dealt.phase, again.id))
    assert await ids(tx) == [old.id]


async def everything(tx: Transaction) -> dict[str, list[tuple[object, ...]]]:
    names = [*OF_TABLES, *OF_SERVERS, *(OWN - {"numbers"}), "tables"]  # numbers only grow
    return {name: [tuple(row) for row in await tx.all(f"SELECT * FROM {name}")] for name in names}


async def server_with_all(tx: Transaction, guild: int, channel: int) -> None:
    await full(tx, guild=guild, channel=channel)
    await full(tx, guild=guild, channel=channel, phase="playing")
    await servers.save(tx, guild, Server(name="x", blocked=frozenset({7})))
    await servers.note(tx, guild, Act(moderator=1, kind="limit", at=1.0))
    await tx.run("INSERT INTO servers_left VALUES (?, 1.0, 1)", (guild,))
    await meetings.pinged(tx, Ping(channel + 1, channel, 9.0))


async def test_a_server_goes_with_all_its_rows_and_no_others(tx: Transaction):
    await server_with_all(tx, HERE, 100)
    only_here = await everything(tx)
    await server_with_all(tx, THERE, 200)
    await deletion.delete_pings(tx, THERE)
    stored = await deletion.of_server(tx, THERE)
    assert len(stored) == 2
    for table in stored:
        await deletion.delete_table(tx, table.id)
    assert await deletion.other_rows(tx, THERE) > len(OF_SERVERS)
    await deletion.delete_server(tx, THERE)
    assert await deletion.other_rows(tx, THERE) == 0
    assert await everything(tx) == only_here


async def test_nothing_deleted_can_be_read_from_the_file(path: Path, opened: Opened):
    secret = "a hand that nobody may find"
    database = await opened(path)
    assert isinstance(database, Database)
    async with database.transaction() as tx:
        for _ in range(20):
            table = await full(tx, options=f'{{"{secret}":"{"x" * 9000}"}}')
            await tx.run("DELETE FROM results")
    async with database.transaction() as tx:
        await deletion.delete_table(tx, table.id)
        for stored in await deletion.expired(tx, Due(NOW, NOW), 99):
            await deletion.delete_table(tx, stored.id)
    await database.close()
    assert secret.encode() not in content(path), "overwritten even before it's shrunk"
    assert names(path.parent) == [path.name]
    before = len(content(path))
    assert deletion.shrink(path)
    assert not deletion.shrink(path), "there is nothing more to give back"
    assert len(content(path)) < before
    assert names(path.parent) == [path.name]
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA freelist_count").fetchone() == (0,)
