"""Tests of the stored settings, blocks and acts of moderators."""

from dataclasses import replace

from db.database import Transaction
from db.servers import servers
from db.servers.servers import Act, Server
from db.tables import tables
from tests.db.table_rows import inserted

SET = Server(
    name="Ours",
    channels=(5, 3),
    games=("dealt", "trump"),
    opener_role=7,
    most_tables=2,
    in_threads=True,
    blocked=frozenset({101, 103}),
)


async def test_settings_and_blocks_are_read_as_they_were_stored(tx: Transaction):
    assert await servers.load_all(tx) == {}
    await servers.save(tx, 1, SET)
    await servers.save(tx, 2, Server(name="Other"))
    assert await servers.load_all(tx) == {1: SET, 2: Server(name="Other")}


async def test_a_change_replaces_everything_of_its_server_alone(tx: Transaction):
    await servers.save(tx, 1, SET)
    await servers.save(tx, 2, SET)
    changed = replace(SET, channels=(), opener_role=None, blocked=frozenset({102}))
    await servers.save(tx, 1, changed)
    assert await servers.load_all(tx) == {1: changed, 2: SET}


async def test_the_newest_acts_of_a_server_come_first(tx: Transaction):
    acts = [
        Act(moderator=101, kind="limit", at=1.0, detail="2"),
        Act(moderator=102, kind="block", at=2.0, person=103),
        Act(moderator=101, kind="unblock", at=2.0, person=103),
    ]
    for act in acts:
        await servers.note(tx, 1, act)
    await servers.note(tx, 2, Act(moderator=101, kind="limit", at=9.0))
    assert await servers.newest_acts(tx, 1, 2) == [acts[2], acts[1]]
    assert await servers.newest_acts(tx, 1, 9) == acts[::-1]
    assert await servers.newest_acts(tx, 3, 9) == []


async def test_acts_at_a_table_outlast_it(tx: Transaction):
    new = (await inserted(tx)).id
    act = Act(moderator=101, kind="end", at=1.0, table=new)
    await servers.note(tx, 1, act)
    assert await servers.newest_acts(tx, 1, 9) == [act]
    await tx.run("DELETE FROM tables WHERE id=?", (new,))
    assert await servers.newest_acts(tx, 1, 9) == [act]


async def test_a_blocked_person_is_kept_from_the_tables_of_that_server(tx: Transaction):
    ours = (await inserted(tx, guild=1)).id
    other = (await inserted(tx, guild=2)).id
    alone = (await inserted(tx, guild=1, practice=True)).id
    assert await servers.kept_from(tx, 101) == []
    await servers.save(tx, 1, Server(name="Ours", blocked=frozenset({101})))
    assert await servers.kept_from(tx, 101) == [1]
    found = await tables.of_person(tx, 101, blocked=False)
    assert set(found) == {other, alone}, "practice is theirs"
    assert set(await tables.of_person(tx, 101)) == {ours, other, alone}
