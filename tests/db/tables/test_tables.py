import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from aiosqlite.core import Connection

from db.database import Database, Row, Transaction
from db.engines.sqlite_engine import SqliteTransaction
from db.idempotency import UsedReceipt
from db.tables import log, results, shown, tables, usage
from db.tables import waiting_seats as waiting_rows
from db.tables.shown import BOARD, HandKey, Shown, key_of
from db.tables.tables import Player, Table
from db.upkeep import deletion
from db.upkeep.deletion import Due
from tests.db.table_rows import ANN, BEN, NEW, entry, in_phase, inserted, loaded, moved

CAT = Player(2, 103, "Cat", acted_step=2)


async def test_a_table_round_trips(tx: Transaction):
    table = await inserted(tx)
    assert await loaded(tx, table) == table
    assert await tables.load(tx, table.id + 1, 5) is None


async def test_a_house_player_has_no_person(tx: Transaction):
    house = (ANN, Player(1, None, "the house"), Player(2, None, "the house"))
    table = await inserted(tx, players=house)
    assert (await loaded(tx, table)).players == house


async def test_a_table_is_loaded_with_log_and_shown_rows(tx: Transaction):
    table = await inserted(tx, receipt=70)
    other = await inserted(tx, receipt=71)
    for rev in (2, 3, 4):
        table = await moved(tx, table, receipt=rev + 70)
    await moved(tx, other)
    rows = [
        Shown(BOARD, 555, 4),
        Shown(HandKey(0), 556, 3, "print", "question", 2, 557),
        Shown(HandKey(1)),
    ]
    await shown.note(tx, [(table.id, row) for row in reversed(rows)])
    await shown.note(tx, [(other.id, Shown(BOARD, 999, 1))])
    found = await tables.load(tx, table.id, 2)
    assert found == (table, [entry(3, 73), entry(4, 74)], rows, [], None, None)
    everything = await tables.load(tx, table.id, 60)
    assert everything is not None
    assert [entry.rev for entry in everything[1]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("steps", "read"),
    [((2, 3, 3, 3, 3, 3, 3), [2, 3, 7, 8]), ((2, 2, 3, 3, 4), [4, 5, 6])],
    ids=["it takes no room from what all could see", "it goes with the move that it came after"],
)
async def test_secret_rows_are_loaded_as_the_history_keeps_them(
    tx: Transaction, steps: tuple[int, ...], read: list[int]
):
    table = await inserted(tx)
    for rev, step in enumerate(steps, 2):
        after = replace(table, rev=rev, step=step)
        row = replace(entry(rev, rev + 70), step=step, seat=0)
        assert await tables.save(tx, after, [row], table)
        table = after
    found = await tables.load(tx, table.id, 2)
    assert found is not None
    assert [entry.rev for entry in found[1]] == read


async def test_table_numbers_are_never_reused(tx: Transaction):
    first, second = await inserted(tx), await inserted(tx)
    assert second.id > first.id
    await tx.run("DELETE FROM tables WHERE id=?", (second.id,))
    assert (await inserted(tx)).id > second.id


async def test_saving_stores_everything_a_move_can_change(tx: Transaction):
    table = await inserted(tx)
    changed = await moved(
        tx,
        table,
        version=3,
        dealt_version=3,
        opener=102,
        phase="playing",
        state='{"coins":1}',
        step=2,
        subject="lot 1",
        subject_step=2,
        question="lot 1, $10",
        question_step=2,
        hurried=True,
        changed_at=2000.1,
        players=(
            replace(ANN, acted_step=2, acted_at=1999.1, due=3000.1, notice_at=2060.1),
            replace(BEN, due=4000.1),
        ),
    )
    assert await loaded(tx, table) == changed


async def test_unfinished_tables_of_a_game_are_found(tx: Transaction):
    opened = await inserted(tx)
    playing = await moved(tx, await inserted(tx), phase="playing")
    await moved(tx, await inserted(tx), phase="over")
    await moved(tx, await inserted(tx), phase="ended")
    assert await tables.unfinished_of(tx, opened.game) == [opened.id, playing.id]
    assert await tables.unfinished_of(tx, "deadman") == []


async def test_saving_keeps_columns_with_their_own_functions(tx: Transaction):
    table = await inserted(tx)
    await tables.sealed(tx, table.id, 555, 20)
    await tables.move_to(tx, table.id, 21)
    await moved(tx, table, state="{}")
    after = await loaded(tx, table)
    assert (after.state, after.sealed_by, after.channel) == ("{}", 555, 21)


async def test_only_changed_players_are_written(tx: Transaction):
    table = await inserted(tx)
    await tx.run("UPDATE seats SET due=7 WHERE seat=1")  # as no function of ours would
    table = await moved(tx, table, players=(replace(ANN, due=5.0), BEN))
    assert [player.due for player in (await loaded(tx, table)).players] == [5.0, 7.0]


async def test_joining_and_leaving_store_seats_and_opener(tx: Transaction):
    table = await inserted(tx)
    joined = await moved(tx, table, players=(ANN, BEN, CAT))
    assert (await loaded(tx, table)).players == joined.players
    rest = (replace(BEN, seat=0), replace(CAT, seat=1))
    left = await moved(tx, joined, players=rest, opener=102)
    assert await loaded(tx, table) == left
    emptied = await moved(tx, left, players=(), phase="ended")
    assert await loaded(tx, table) == emptied


async def test_a_new_owner_of_a_seat_was_shown_nothing(tx: Transaction):
    table = await inserted(tx, players=(ANN, BEN, CAT))
    rows = [Shown(key_of(number), 500 + number, looked_rev=1) for number in (-1, 0, 1, 2)]
    await shown.note(tx, [(table.id, row) for row in rows])
    table = await moved(tx, table, players=(ANN, replace(CAT, seat=1)))
    found = await tables.load(tx, table.id, 0)
    assert found is not None
    assert found[2] == rows[:2], "the board's, and that of Ann, who sits where she sat"


async def test_a_player_may_change_their_name(tx: Transaction):
    table = await inserted(tx)
    await moved(tx, table, players=(replace(ANN, name="Anna"), BEN))
    assert [player.name for player in (await loaded(tx, table)).players] == ["Anna", "Ben"]


async def everything(tx: Transaction) -> list[Any]:
    return [
        [tuple(row) for row in await tx.all(f"SELECT * FROM {name}")]
        for name in ("tables", "seats", "log", "shown")
    ]


async def test_optimistic_lock_refuses_another_rev(tx: Transaction):
    table = await inserted(tx)
    newer = await moved(tx, table, state="{}", players=(ANN, BEN, CAT))
    before = await everything(tx)
    late = replace(table, rev=2, state="[]", players=(ANN,))
    assert not await tables.save(tx, late, [entry(2)], table)
    gone = replace(newer, id=newer.id + 1)
    assert not await tables.save(tx, replace(gone, rev=3), [entry(3)], gone)
    assert await everything(tx) == before


async def test_a_used_idempotency_key_is_its_own_error(tx: Transaction):
    table = await inserted(tx, receipt=70)
    with pytest.raises(UsedReceipt):
        await inserted(tx, receipt=70)
    with pytest.raises(UsedReceipt):
        await moved(tx, table, receipt=70)


async def test_an_idempotent_press_changes_nothing(database: Database):
    async with database.transaction() as tx:
        table = await moved(tx, await inserted(tx), receipt=70)

    async def again() -> None:
        async with database.transaction() as tx:
            await moved(tx, table, receipt=70, state="{}", players=(replace(ANN, due=1.0), BEN))

    with pytest.raises(UsedReceipt):
        await again()
    async with database.transaction() as tx:
        assert await loaded(tx, table) == table


@pytest.mark.sqlite
async def test_a_person_has_one_seat_at_a_table(tx: Transaction):
    with pytest.raises(sqlite3.IntegrityError):
        await inserted(tx, players=(ANN, replace(ANN, seat=1)))


async def test_a_player_is_found_by_person():
    assert NEW.player_of(102) == BEN
    assert NEW.player_of(999) is None


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    handed: list[str] = []
    execute = Connection._execute

    async def counted(self: Connection, what: Any, *values: Any, **how: Any) -> Any:
        handed.append(str(values[0]) if values else what.__name__)
        return await execute(self, what, *values, **how)

    monkeypatch.setattr(Connection, "_execute", counted)
    return handed


@pytest.mark.sqlite
async def test_a_move_takes_five_hops_and_a_read_one(database: Database, hops: list[str]):
    async with database.transaction() as tx:
        table = await inserted(tx, phase="playing", players=(ANN, BEN, CAT))
    waits = tuple(replace(player, due=5.0, notice_at=6.0) for player in table.players)
    hops.clear()
    async with database.transaction() as tx:
        table = await moved(tx, table, state="{}", players=waits)
    assert len(hops) == 5, hops
    hops.clear()
    async with database.transaction() as tx:
        table = await moved(tx, table, state="{}")
    assert len(hops) == 4, f"nobody's deadline changed: {hops}"
    hops.clear()
    found = await tables.load(database.reader, table.id, 12)
    assert found is not None
    assert found[0] == table
    assert len(hops) == 1, hops


async def test_a_persons_tables_come_last_changed_first(tx: Transaction):
    old = await in_phase(tx, "playing", changed_at=1.0)
    new = await in_phase(tx, "open", changed_at=9.0)
    other = await in_phase(tx, "playing", changed_at=5.0, game="deadman")
    await in_phase(tx, "over", changed_at=7.0)
    await in_phase(tx, "playing", players=(replace(CAT, seat=0),))
    assert await tables.of_person(tx, 101) == [new.id, other.id, old.id]
    assert await tables.of_person(tx, 101, "toy") == [new.id, old.id]
    assert await tables.of_person(tx, 999) == []


async def test_unfinished_tables_are_counted_by_game_and_phase(tx: Transaction):
    assert await usage.by_game_and_phase(tx) == {}
    phases: list[tables.Phase] = ["playing", "playing", "open", "over"]
    for phase in phases:
        await in_phase(tx, phase)
    await in_phase(tx, "playing", game="deadman")
    assert await usage.by_game_and_phase(tx) == {
        ("toy", "playing"): 2,
        ("toy", "open"): 1,
        ("deadman", "playing"): 1,
    }


async def test_a_channels_tables_follow_a_moved_table(tx: Transaction):
    here = await in_phase(tx, "playing")
    await in_phase(tx, "ended")
    there = await in_phase(tx, "open", channel=21, game="deadman", changed_at=1.0)
    assert await tables.in_channel(tx, 20) == [here.id]
    assert await tables.in_channel(tx, 20, "deadman") == []
    await tables.move_to(tx, here.id, 21)
    assert await tables.in_channel(tx, 20) == []
    assert await tables.in_channel(tx, 21) == [here.id, there.id]
    assert await tables.in_channel(tx, 21, "deadman") == [there.id]


async def test_a_moved_table_loses_its_board_and_keeps_its_seal(tx: Transaction):
    table = await in_phase(tx, "playing")
    await tables.sealed(tx, table.id, 555, 20)
    await shown.note(tx, [(table.id, Shown(BOARD, 555, 1)), (table.id, Shown(HandKey(0), 556, 1))])
    await tables.caught_up(tx, [(table.id, 1)])
    await tables.move_to(tx, table.id, 21)
    found = await tables.load(tx, table.id, 0)
    assert found is not None
    assert found[2] == [Shown(BOARD, None, 1), Shown(HandKey(0), 556, 1)]
    assert (found[0].sealed_by, found[0].behind) == (555, True)


async def test_the_first_seal_message_counts(tx: Transaction):
    table = await inserted(tx)
    await tables.sealed(tx, table.id, 555, 20)
    await tables.sealed(tx, table.id, 777, 21)
    after = await loaded(tx, table)
    assert (after.sealed_by, after.sealed_in) == (555, 20)


async def test_the_first_mix_message_counts(tx: Transaction):
    table = await inserted(tx)
    await tables.mix_shown(tx, table.id, 556, 20)
    await tables.mix_shown(tx, table.id, 778, 21)
    after = await loaded(tx, table)
    assert (after.mixed_by, after.mixed_in, after.sealed_by) == (556, 20, None)


async def test_the_mix_and_move_count_are_saved_with_a_move(tx: Transaction):
    table = await inserted(tx)
    await tables.sealed(tx, table.id, 555, 20)
    await moved(tx, table, mixed="ab" * 32, moves=3)
    after = await loaded(tx, table)
    assert (after.mixed, after.moves, after.sealed_by) == ("ab" * 32, 3, 555)


async def test_a_table_is_behind_until_its_rev_is_shown(tx: Transaction):
    one, two, three = await inserted(tx), await inserted(tx), await in_phase(tx, "over")
    assert await tables.behind(tx) == [one.id, two.id, three.id]
    await tables.caught_up(tx, [(one.id, 1), (two.id, 1)])
    assert await tables.behind(tx) == [three.id]
    one = await moved(tx, one)
    assert await tables.behind(tx) == [one.id, three.id]
    await tables.caught_up(tx, [(one.id, 1), (three.id, 1)])
    assert await tables.behind(tx) == [one.id], "what was drawn was older"
    await tables.caught_up(tx, [])


class Explained(SqliteTransaction):
    plans: list[str]

    async def _explain(self, sql: str, values: Any) -> None:
        rows = await super().all(f"EXPLAIN QUERY PLAN {sql}", values)
        self.plans += [row["detail"] for row in rows]

    async def all(self, sql: str, values: Any = ()) -> list[Row]:
        await self._explain(sql, values)
        return await super().all(sql, values)

    async def run(self, sql: str, values: Any = ()) -> None:
        await self._explain(sql, values)
        await super().run(sql, values)


ASKED: list[tuple[str, Callable[[Transaction], Awaitable[Any]]]] = [
    ("tables_behind", tables.behind),
    ("seats_by_due", tables.next_due),
    ("seats_by_notice", tables.next_notice),
    ("seats_by_due", lambda tx: tables.give_back(tx, 5.0, 6.0)),
    ("seats_by_notice", lambda tx: tables.give_back(tx, 5.0, 6.0)),
    ("seats_by_person", lambda tx: tables.of_person(tx, 101)),
    ("tables_by_guild", lambda tx: tables.in_guild(tx, 10)),
    ("tables_behind", lambda tx: tables.in_guild(tx, 10)),
    ("seats_by_due", waiting_rows.tables),
    ("tables_by_channel", lambda tx: tables.in_channel(tx, 20, "toy")),
    ("PRIMARY KEY", lambda tx: tables.load(tx, 1, 12)),
    ("PRIMARY KEY", lambda tx: tables.move_to(tx, 1, 21)),
    ("sqlite_autoindex_log", lambda tx: log.opened_by(tx, 70)),
    ("log_by_opener", lambda tx: usage.opened_by(tx, 101)),
    ("tables_by_channel", lambda tx: usage.in_channel(tx, 20)),
    ("seats_by_person", lambda tx: usage.seats_of(tx, 101)),
    ("tables_by_guild", usage.by_game_and_phase),
    ("tables_finished ", lambda tx: deletion.expired(tx, Due(5.0, 5.0), 9)),
    ("tables_practised", lambda tx: deletion.expired(tx, Due(5.0, 5.0), 9)),
    ("tables_practised", lambda tx: deletion.idle_practice(tx, 101)),
    ("tables_finished_by_guild", lambda tx: deletion.of_server(tx, 10)),
    ("results_by_guild", lambda tx: deletion.delete_server(tx, 10)),
    ("results_unranked", results.unranked),
]


@pytest.mark.parametrize(("index", "asked"), ASKED)
@pytest.mark.sqlite
async def test_queries_skip_idle_tables(
    tx: Transaction, index: str, asked: Callable[[Transaction], Awaitable[Any]]
):
    assert isinstance(tx, SqliteTransaction)
    explained = Explained(tx._connection)
    explained.plans = []
    await asked(explained)
    assert any(index in plan for plan in explained.plans), explained.plans
    stored = {row["name"] for row in await tx.all("SELECT name FROM sqlite_master")}
    whole = [plan for plan in explained.plans if plan.startswith("SCAN") and "INDEX" not in plan]
    assert not stored & {plan.split()[1] for plan in whole}, whole


async def waiting(tx: Transaction, *instants: float | None, column: str = "due") -> Table:
    players = tuple(
        replace(Player(seat, 101 + seat, "Ann"), **{column: instant})
        for seat, instant in enumerate(instants)
    )
    return await in_phase(tx, "playing", players=players)


async def test_next_due_is_the_earliest_deadline(tx: Transaction):
    assert await tables.next_due(tx) is None
    one = await waiting(tx, 50.0, None, 30.0)
    two = await waiting(tx, 40.0, 60.0)
    assert await tables.next_due(tx) == (30.0, one.id, 2)
    stuck = {(one.id, 2)}
    assert await tables.next_due(tx, stuck) == (40.0, two.id, 0)
    stuck |= {(one.id, 0), (two.id, 0), (two.id, 1)}
    assert await tables.next_due(tx, stuck) is None
    assert await tables.next_notice(tx) is None


async def test_next_notice_is_the_earliest_unsent_notice(tx: Transaction):
    one = await waiting(tx, 50.0, 30.0, column="notice_at")
    two = await waiting(tx, 40.0, column="notice_at")
    assert await tables.next_notice(tx) == (30.0, one.id, 1)
    assert await tables.next_notice(tx, {(30.0, one.id, 1)}) == (40.0, two.id, 0)
    await tables.noticed(tx, one.id, 1, 29.0)
    assert await tables.next_notice(tx) == (30.0, one.id, 1), "that one was due later"
    await tables.noticed(tx, one.id, 1, 30.0)
    assert await tables.next_notice(tx) == (40.0, two.id, 0)
    assert await tables.next_due(tx) is None


async def test_notices_at_the_same_instant_are_due_in_the_order_of_seats(tx: Transaction):
    """Otherwise their order would tell whose row was written last, as a standing order does."""
    one = await waiting(tx, 30.0, 30.0, 30.0, column="notice_at")
    for seat in (0, 1):
        await tables.notice_due(tx, one.id, seat, None)
        await tables.notice_due(tx, one.id, seat, 30.0)
    due = [(30.0, one.id, seat) for seat in range(3)]
    assert [await tables.next_notice(tx, set(due[:done])) for done in range(3)] == due


async def test_give_back_moves_deadlines_and_notices(tx: Transaction):
    late = await waiting(tx, 50.0, None)
    told = await waiting(tx, None, 20.5, column="notice_at")
    await tables.give_back(tx, 5.0, 17.5)
    assert [player.due for player in (await loaded(tx, late)).players] == [62.5, None]
    assert [player.notice_at for player in (await loaded(tx, told)).players] == [None, 33.0]


async def test_moves_and_shown_rows_never_undo_each_other(tx: Transaction):
    table = await inserted(tx)
    await shown.note(
        tx, [(table.id, Shown(BOARD, 555, 1)), (table.id, Shown(HandKey(0), 9, 1, "p", "q"))]
    )
    table = await moved(tx, table, state="{}", phase="playing", question="q", changed_at=9.0)
    await shown.note(tx, [(table.id, Shown(BOARD, 555, 2))])
    found = await tables.load(tx, table.id, 0)
    assert found == (
        table,
        [],
        [Shown(BOARD, 555, 2), Shown(HandKey(0), 9, 1, "p", "q")],
        [],
        None,
        None,
    )


async def test_deleting_a_table_deletes_all_its_rows(tx: Transaction):
    table = await inserted(tx)
    await shown.note(tx, [(table.id, Shown(BOARD, 555, 1))])
    await tx.run("INSERT INTO slips VALUES (?, 0, 1, 'order', '{}', 1.5)", (table.id,))
    await tx.run("DELETE FROM tables WHERE id=?", (table.id,))
    assert await log.since(tx, table.id, 0) == []
    for name in ("seats", "log", "shown", "slips"):
        assert await tx.all(f"SELECT * FROM {name}") == [], name
