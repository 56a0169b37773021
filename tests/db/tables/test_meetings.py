from dataclasses import replace

from db.database import Transaction
from db.tables import meetings, shown, tables
from db.tables.meetings import Meeting, Ping, Press
from db.tables.shown import BOARD, HandKey, Shown
from tests.db.table_rows import inserted

EIGHT = 1_790_000_000.0
MEETING = Meeting(EIGHT, 101, (Press(101, True, 10**18), Press(102, False, 7)))


async def meeting_of(tx: Transaction, table_id: int) -> Meeting | None:
    found = await tables.load(tx, table_id, 0)
    assert found is not None
    return found[4]


async def test_a_meeting_is_loaded_with_its_table(tx: Transaction):
    one, other = await inserted(tx), await inserted(tx)
    await meetings.save(tx, one.id, MEETING)
    assert await meeting_of(tx, one.id) == MEETING
    assert await meeting_of(tx, other.id) is None
    assert MEETING.coming == {101}


async def test_a_new_meeting_replaces_the_old_one(tx: Transaction):
    table = await inserted(tx)
    await meetings.save(tx, table.id, MEETING)
    await meetings.save(tx, table.id, later := Meeting(EIGHT + 60, 102))
    assert await meeting_of(tx, table.id) == later
    await meetings.save(tx, table.id, None)
    assert await meeting_of(tx, table.id) is None
    assert await tx.all("SELECT * FROM meeting_people") == []


async def test_a_meeting_marks_the_board_as_out_of_date(tx: Transaction):
    table = await inserted(tx)
    await shown.note(tx, [(table.id, Shown(BOARD, 555, 1)), (table.id, Shown(HandKey(0), 9, 1))])
    await tables.caught_up(tx, [(table.id, table.rev)])
    await meetings.save(tx, table.id, MEETING)
    assert await tables.behind(tx) == [table.id]
    found = await tables.load(tx, table.id, 0)
    assert found is not None
    assert [(row.key, row.message, row.step) for row in found[2]] == [
        (BOARD, 555, -1),
        (HandKey(0), 9, 1),
    ]


async def test_meetings_and_pings_are_due_in_order(tx: Transaction):
    one, two = await inserted(tx), await inserted(tx)
    assert await meetings.next_after(tx, 0.0) is None
    await meetings.save(tx, one.id, replace(MEETING, at=EIGHT + 60))
    await meetings.save(tx, two.id, MEETING)
    await meetings.pinged(tx, ping := Ping(77, 20, EIGHT + 30))
    assert await meetings.due(tx, EIGHT - 1) == []
    assert await meetings.due(tx, EIGHT) == [(EIGHT, two.id)]
    assert await meetings.due(tx, EIGHT + 60) == [(EIGHT, two.id), (EIGHT + 60, one.id)]
    assert [await meetings.next_after(tx, EIGHT + more) for more in (-1, 0, 30, 60)] == [
        *(EIGHT, EIGHT + 30, EIGHT + 60),
        None,
    ]
    assert await meetings.pings_due(tx, EIGHT + 29) == []
    assert await meetings.pings_due(tx, EIGHT + 30) == [ping]
    await meetings.ping_gone(tx, 77)
    assert await meetings.pings_due(tx, EIGHT + 30) == []


async def test_a_ping_stored_twice_is_one(tx: Transaction):
    await meetings.pinged(tx, Ping(77, 20, 1.0))
    await meetings.pinged(tx, Ping(77, 20, 2.0))
    assert await meetings.pings_due(tx, 9.0) == [Ping(77, 20, 2.0)]


async def test_a_meeting_is_deleted_with_its_table(tx: Transaction):
    table = await inserted(tx)
    await meetings.save(tx, table.id, MEETING)
    await tx.run("DELETE FROM tables WHERE id=?", (table.id,))
    for name in ("meetings", "meeting_people"):
        assert await tx.all(f"SELECT * FROM {name}") == [], name
