"""What is stored of a table: where it stands, who sits there, what happened, what was shown."""

import sqlite3
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from db import people, tables
from db.database import Database, Transaction
from db.people import Person
from db.tables import Entry, Sitter, Table

NEW = Table(
    id=0,
    game="toy",
    version=1,
    guild=10**18,
    channel=20,
    opener=101,
    phase="open",
    options='{"most":3}',
    pace="day",
    laid_open=True,
    secret=bytes(range(32)),
    sealed_by=None,
    state=None,
    question="",
    rev=1,
    opened_at=1000.5,
    changed_at=1000.5,
    board=None,
    board_rev=0,
    sitters=(Sitter(0, 101, "Ann", acted_rev=1), Sitter(1, 102, "Ben", acted_rev=1)),
)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    opened = await Database.open(tmp_path / "downeast.sqlite3")
    yield opened
    await opened.close()


@pytest.fixture
async def tx(database: Database) -> AsyncGenerator[Transaction]:
    async with database.transaction() as transaction:
        yield transaction


def entry(rev: int, receipt: int | None = None, kind: tables.Kind = "move") -> Entry:
    return Entry(rev, kind, 0, 101, '{"kind":"hide"}', "[]", receipt, 1000.0 + rev)


async def inserted(tx: Transaction, table: Table = NEW, receipt: int | None = None) -> Table:
    new = await tables.insert(tx, table, entry(1, receipt, "open"))
    return replace(table, id=new)


async def loaded(tx: Transaction, table: Table) -> Table:
    found = await tables.load(tx, table.id)
    assert found is not None
    return found


# --- storing and loading --------------------------------------------------------------------------


async def test_a_table_comes_back_as_it_was(tx: Transaction):
    table = await inserted(tx)
    assert await loaded(tx, table) == table
    assert await tables.load(tx, table.id + 1) is None


async def test_numbers_of_tables_are_never_used_again(tx: Transaction):
    first, second = await inserted(tx), await inserted(tx)
    assert second.id > first.id
    await tx.run("DELETE FROM tables WHERE id=?", (second.id,))
    assert (await inserted(tx)).id > second.id


async def test_saving_keeps_everything_that_a_move_can_change(tx: Transaction):
    table = await inserted(tx)
    changed = replace(
        table,
        phase="playing",
        state='{"coins":1}',
        question="hide",
        rev=2,
        changed_at=2000.0,
        version=2,
        sitters=(
            replace(table.sitters[0], acted_rev=2, due=3000.0),
            replace(table.sitters[1], due=4000.0),
        ),
    )
    await tables.save(tx, changed, entry(2))
    assert await loaded(tx, table) == changed


async def test_joining_and_leaving_keep_who_sits_where_and_whose_table_it_is(tx: Transaction):
    table = await inserted(tx)
    cat = Sitter(2, 103, "Cat", acted_rev=2)
    joined = replace(table, rev=2, sitters=(*table.sitters, cat))
    await tables.save(tx, joined, entry(2, kind="join"))
    assert (await loaded(tx, table)).sitters == joined.sitters
    rest = (replace(table.sitters[1], seat=0), replace(cat, seat=1))
    left = replace(joined, rev=3, sitters=rest, opener=102)
    await tables.save(tx, left, entry(3, kind="leave"))
    assert await loaded(tx, table) == left


async def test_a_rev_is_written_once(tx: Transaction):
    table = await inserted(tx)
    await tables.save(tx, replace(table, rev=2), entry(2))
    with pytest.raises(sqlite3.IntegrityError):
        await tables.save(tx, replace(table, rev=2), entry(2))


async def test_a_person_has_one_seat_at_a_table(tx: Transaction):
    twice = (Sitter(0, 101, "Ann"), Sitter(1, 101, "Ann"))
    with pytest.raises(sqlite3.IntegrityError):
        await inserted(tx, replace(NEW, sitters=twice))


async def test_a_sitter_is_found_by_person():
    assert NEW.sitter_of(102) == NEW.sitters[1]
    assert NEW.sitter_of(999) is None


# --- the log --------------------------------------------------------------------------------------


async def test_the_log_is_read_in_order_from_any_rev(tx: Transaction):
    table = await inserted(tx)
    entries = [entry(rev, receipt=rev + 70) for rev in (2, 3, 4)]
    for one in entries:
        await tables.save(tx, replace(table, rev=one.rev), one)
    assert await tables.log_since(tx, table.id, 1) == entries
    assert await tables.log_since(tx, table.id, 3) == entries[2:]
    assert await tables.log_since(tx, table.id, 4) == []
    assert [one.rev for one in await tables.log_since(tx, table.id, -5)] == [1, 2, 3, 4]


async def test_a_receipt_is_used_once_whatever_the_table(tx: Transaction):
    table = await inserted(tx, receipt=70)
    other = await inserted(tx, receipt=71)
    assert await tables.done_before(tx, 70)
    assert not await tables.done_before(tx, 72)
    assert await tables.opened_by(tx, 71) == other.id
    assert await tables.opened_by(tx, 72) is None
    await tables.save(tx, replace(table, rev=2), entry(2, receipt=72))
    assert await tables.opened_by(tx, 72) is None, "that was a move"
    with pytest.raises(sqlite3.IntegrityError):
        await tables.save(tx, replace(table, rev=3), entry(3, receipt=71))


async def test_moves_of_the_clock_have_no_receipt_and_do_not_clash(tx: Transaction):
    table = await inserted(tx)
    for rev in (2, 3, 4):
        await tables.save(tx, replace(table, rev=rev), entry(rev, kind="clock"))
    assert len(await tables.log_since(tx, table.id, 0)) == 4


# --- finding tables -------------------------------------------------------------------------------


async def in_phase(tx: Transaction, phase: tables.Phase, **changes: object) -> Table:
    return await inserted(tx, replace(NEW, phase=phase, **changes))  # type: ignore[arg-type]


async def test_a_person_s_tables_come_with_the_last_changed_first(tx: Transaction):
    old = await in_phase(tx, "playing", changed_at=1.0)
    new = await in_phase(tx, "open", changed_at=9.0)
    other = await in_phase(tx, "playing", changed_at=5.0, game="deadman")
    await in_phase(tx, "over", changed_at=7.0)
    await in_phase(tx, "playing", sitters=(Sitter(0, 103, "Cat"),))
    assert await tables.of_person(tx, 101) == [new.id, other.id, old.id]
    assert await tables.of_person(tx, 101, "toy") == [new.id, old.id]
    assert await tables.of_person(tx, 999) == []


async def test_a_channel_s_tables_follow_a_table_that_moves(tx: Transaction):
    here = await in_phase(tx, "playing")
    await in_phase(tx, "ended")
    there = await in_phase(tx, "open", channel=21, game="deadman")
    assert await tables.in_channel(tx, 20) == [here.id]
    assert await tables.in_channel(tx, 20, "deadman") == []
    await tables.board_shown(tx, here.id, 555, 1)
    await tables.move_to(tx, here.id, 21)
    assert await tables.in_channel(tx, 20) == []
    assert set(await tables.in_channel(tx, 21)) == {here.id, there.id}
    moved = await loaded(tx, here)
    assert (moved.board, moved.sealed_by) == (None, 555), "no board there yet, and the same seal"


# --- deadlines ------------------------------------------------------------------------------------


def due(*instants: float | None) -> tuple[Sitter, ...]:
    return tuple(
        Sitter(seat, 101 + seat, "Ann", due=instant) for seat, instant in enumerate(instants)
    )


async def test_the_earliest_deadline_of_all_tables_is_next(tx: Transaction):
    assert await tables.next_due(tx) is None
    one = await in_phase(tx, "playing", sitters=due(50.0, None, 30.0))
    two = await in_phase(tx, "playing", sitters=due(40.0, 60.0))
    assert await tables.next_due(tx) == (30.0, one.id, 2)
    stuck = {(one.id, 2)}
    assert await tables.next_due(tx, stuck) == (40.0, two.id, 0)
    stuck |= {(one.id, 0), (two.id, 0), (two.id, 1)}
    assert await tables.next_due(tx, stuck) is None


async def test_time_is_given_back_to_whoever_has_a_deadline(tx: Transaction):
    table = await in_phase(tx, "playing", sitters=due(50.0, None))
    await tables.give_back(tx, 12.5)
    assert [one.due for one in (await loaded(tx, table)).sitters] == [62.5, None]


# --- what was shown -------------------------------------------------------------------------------


async def test_the_first_board_seals_the_luck_for_good(tx: Transaction):
    table = await inserted(tx)
    await tables.board_shown(tx, table.id, None, 0)
    assert (await loaded(tx, table)).sealed_by is None, "nothing was posted"
    await tables.board_shown(tx, table.id, 555, 1)
    await tables.board_shown(tx, table.id, 777, 2)
    shown = await loaded(tx, table)
    assert (shown.board, shown.board_rev, shown.sealed_by) == (777, 2, 555)


async def test_showing_never_undoes_a_move(tx: Transaction):
    """A drawing notes what it showed after a move has gone on."""
    table = await inserted(tx)
    moved = replace(table, rev=2, state="{}", phase="playing", question="q", changed_at=9.0)
    await tables.save(tx, moved, entry(2))
    before = table.sitters[0]
    shown = replace(before, hand=9, hand_rev=1, hand_print="p", hand_question="q", acted_rev=0)
    await tables.board_shown(tx, table.id, 555, 1)
    await tables.hand_shown(tx, table.id, shown)
    await tables.looked(tx, table.id, 0, 1)
    await tables.nudged(tx, table.id, 0, 8)
    after = await loaded(tx, table)
    assert replace(after, board=None, board_rev=0, sealed_by=None, sitters=()) == replace(
        moved, sitters=()
    )
    expected = replace(shown, acted_rev=before.acted_rev, looked_rev=1, nudge=8)
    assert after.sitters == (expected, table.sitters[1])


async def test_a_move_never_forgets_what_was_shown(tx: Transaction):
    table = await inserted(tx)
    await tables.board_shown(tx, table.id, 555, 1)
    await tables.hand_shown(tx, table.id, replace(table.sitters[0], hand=9, hand_rev=1))
    await tables.nudged(tx, table.id, 0, 8)
    await tables.save(tx, replace(table, rev=2), entry(2))
    after = await loaded(tx, table)
    assert (after.board, after.board_rev, after.sealed_by) == (555, 1, 555)
    assert (after.sitters[0].hand, after.sitters[0].hand_rev, after.sitters[0].nudge) == (9, 1, 8)


async def test_a_hand_is_noted_for_who_sits_there_now(tx: Transaction):
    table = await inserted(tx)
    gone = replace(table.sitters[0], person=999, hand=9)
    await tables.hand_shown(tx, table.id, gone)
    assert (await loaded(tx, table)).sitters == table.sitters


async def test_looking_back_does_not_unread_anything(tx: Transaction):
    table = await inserted(tx)
    await tables.looked(tx, table.id, 0, 7)
    await tables.looked(tx, table.id, 0, 3)
    assert (await loaded(tx, table)).sitters[0].looked_rev == 7


async def test_what_may_be_behind_is_found_after_a_crash(tx: Transaction):
    async def over(**changes: object) -> Table:
        return await in_phase(tx, "over", rev=5, **changes)

    playing = await in_phase(tx, "playing")
    board, hand, nudge, shown = [await over() for _ in range(4)]
    for table in (hand, nudge, shown):
        await tables.board_shown(tx, table.id, 555, 5)
    await tables.hand_shown(tx, hand.id, replace(NEW.sitters[0], hand=9, hand_rev=4))
    await tables.hand_shown(tx, shown.id, replace(NEW.sitters[0], hand=9, hand_rev=5))
    await tables.nudged(tx, nudge.id, 1, 8)
    assert await tables.behind(tx) == [playing.id, board.id, hand.id, nudge.id]


# --- people ---------------------------------------------------------------------------------------


async def test_who_is_unknown_can_be_written_to(tx: Transaction):
    assert await people.load(tx, 101) == Person(dm_channel=None, dm_closed=False)


async def test_how_to_reach_a_person_is_kept_and_changed(tx: Transaction):
    for known in (Person(7), Person(7, dm_closed=True), Person(None, dm_closed=True), Person(8)):
        await people.save(tx, 101, known)
        await people.save(tx, 102, Person(9))
        assert await people.load(tx, 101) == known
    assert await people.load(tx, 102) == Person(9)


async def test_a_note_is_kept_and_changed(tx: Transaction):
    assert await people.note(tx, "alive") is None
    await people.set_note(tx, "alive", "1.5")
    await people.set_note(tx, "alive", "2.5")
    assert await people.note(tx, "alive") == "2.5"
    assert await people.note(tx, "dead") is None
