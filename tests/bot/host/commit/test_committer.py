import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.host.commit import committer
from bot.host.commit.change import make_move
from bot.host.commit.staleness import Stale
from bot.host.reading.history import NEWS_KEPT
from bot.host.reading.loaded_table import LoadedTable
from db.base.codec import Codec, codec_of
from db.base.problems import ConnectionLost, Unsure
from db.database import Transaction
from db.tables import tables
from db.tables.log import LogEntry
from db.tables.tables import Table
from games.rules import IllegalMove, Seat
from tests.bot.host.seating.test_replacing import offers
from tests.bot.host.seating.test_stand_in import absent
from tests.bot.house import ANN, BEN, CAT, DAN, House, refused
from tests.engines import sqlite_of
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Ponder
from tests.small.game.orders import GuessAhead, HideLast
from tests.small.game.state import Options, State
from tests.small.game.views import View


class Counting(SmallRules):
    def __init__(self) -> None:
        self.views: list[Seat | None] = []

    def view(self, state: State, seat: Seat | None) -> View:
        self.views.append(seat)
        return super().view(state, seat)


async def test_a_move_is_one_transaction_and_each_view_is_built_once(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    house.played_by(rules := Counting())
    table = await house.dealt(ANN, BEN)
    loads: list[str] = []
    real = Codec[Any].load
    monkeypatch.setattr(Codec, "load", lambda self, text: loads.append(text) or real(self, text))
    for person, move in ((ANN, Hide(coins=1)), (ANN, Hide(coins=2)), (BEN, Hide(coins=2))):
        rules.views.clear()
        with house.counting() as asked:
            loaded = await house.play(table, person, move)
        assert (asked.transactions, asked.reads) == (1, 0)
        assert rules.views.count(None) == 1, "the public is asked about more than once"
        rules.views.clear()
        for seat in (None, 0, 1):
            for _ in range(3):
                house.queries.seen_from(loaded, seat)
                await house.seen(table, ANN)
        assert len(rules.views) == len(set(rules.views)), "a view was built twice for one rev"
        assert None not in rules.views, "the public one was built when the move was made"
    assert set(loads) <= {"[]"}, "what is in memory is read again"  # of rows before the deal


async def test_an_uncached_table_is_read_in_one_statement(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN)
    house.store.cache.drop(table)
    state = (await house.stored(table)).state
    loads: list[str] = []
    real = Codec[Any].load
    monkeypatch.setattr(Codec, "load", lambda self, text: loads.append(text) or real(self, text))
    with house.counting() as asked:
        await asyncio.gather(*(house.seen(table, person) for person in (None, ANN, BEN)))
        await house.play(table, BEN, Hide(coins=2))
    assert (asked.transactions, asked.reads) == (1, 1)
    assert loads.count(state or "") == 1


async def test_a_refusal_opens_no_transaction_and_changes_nothing(house: House):
    table, opened = await house.dealt(ANN, BEN), await house.open(ANN, BEN)
    await house.seen(opened)
    before, log = await house.stored(table), await house.log(table)
    house.changed.clear()
    with house.counting() as asked:
        assert "0 to 3 coins" in await refused(house.play(table, ANN, Hide(coins=4)), IllegalMove)
        assert "Not everybody" in await refused(house.play(table, ANN, Guess(total=1)))
        await refused(house.play(table, CAT, Hide(coins=1)))
        await refused(house.play(table, ANN, Hide(coins=1), drawn_at=0), Stale)
        await refused(house.host.seats.join(opened, BEN, "Ben", house.receipt()))
        await refused(house.host.deals.deal(opened, ANN, house.receipt()))
        await refused(house.host.endings.end(table, BEN, house.receipt(), moderator=False))
        assert not await house.host.moves.play_absent(table, 0)
    assert (asked.transactions, asked.reads) == (0, 0)
    assert await house.stored(table) == before
    assert await house.log(table) == log
    assert house.changed == [], "nothing has changed, and something is being drawn"


async def test_idempotent_press_moves_once(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    receipt = house.receipt()
    first = await house.play(table, ANN, Ponder(), receipt=receipt)
    again = await house.play(table, ANN, Ponder(), receipt=receipt)
    assert again.table.rev == first.table.rev == (await house.stored(table)).rev


async def test_idempotent_delivery_of_every_kind_of_change(house: House):
    host, receipt = house.host, house.receipt()
    terms: dict[str, Any] = {"pace": "day", "laid_open": True, "guild": 1, "channel": 2}
    terms |= {"person": ANN, "name": "Ann", "receipt": receipt}
    table = await host.seats.open("small", Options(), **terms)
    assert await host.seats.open("small", Options(), **terms) == table
    await house.seal(table)
    for work in (
        lambda receipt: host.seats.join(table, BEN, "Ben", receipt),
        lambda receipt: host.seats.join(table, CAT, "Cat", receipt),
        lambda receipt: host.seats.leave(table, CAT, receipt),
        lambda receipt: host.deals.deal(table, ANN, receipt),
        lambda receipt: host.endings.end(table, ANN, receipt, moderator=False),
    ):
        receipt = house.receipt()
        await work(receipt)
        before = await house.stored(table)
        assert (await work(receipt)).table == before
        assert await house.stored(table) == before
    kinds = [entry.kind for entry in await house.log(table)]
    assert kinds == ["open", "join", "join", "leave", "freeze", "end"]


async def test_idempotent_press_after_its_row_left_the_history(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    receipt = house.receipt()
    await house.play(table, ANN, Ponder(), receipt=receipt)
    for _ in range(NEWS_KEPT):
        last = await house.play(table, ANN, Ponder())
    assert receipt not in [row.entry.receipt for row in last.history]
    again = await house.play(table, ANN, Ponder(), receipt=receipt)
    assert again.table == last.table == await house.stored(table)
    assert house.unsure == [], "the file has said what became of it"


async def test_idempotency_keys_are_remembered_for_changes_not_refusals(house: House):
    table, first, second = await house.dealt(ANN, BEN), house.receipt(), house.receipt()
    await refused(house.play(table, ANN, Guess(total=1), receipt=first))
    assert house.host.committer.happened(first) is None
    await house.play(table, ANN, Hide(coins=1), receipt=second)
    assert house.host.committer.happened(second) == table


async def test_only_the_newest_idempotency_keys_are_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(committer, "RECEIPTS_KEPT", 2)
    table, receipts = await house.dealt(ANN, BEN), [house.receipt() for _ in range(3)]
    for coins, receipt in enumerate(receipts):
        await house.play(table, ANN, Hide(coins=coins), receipt=receipt)
    assert [house.host.committer.happened(receipt) for receipt in receipts] == [None, table, table]


async def test_changed_is_called_only_after_the_commit(house: House):
    table = await house.dealt(ANN, BEN)
    in_file: list[int] = []
    is_open = house.database._turn.locked
    house.table_changed = lambda loaded: in_file.append(is_open())  # type: ignore[method-assign]
    await house.play(table, ANN, Hide(coins=1))
    assert in_file == [False], "told while the transaction was still open, or not at all"


async def test_changes_of_one_table_run_one_after_the_other(house: House):
    table = await house.dealt(ANN, BEN)
    await asyncio.gather(*(house.hide(table, person) for person in (ANN, BEN)))
    answers = await asyncio.gather(
        house.play(table, ANN, Guess(total=3)),
        house.play(table, BEN, Guess(total=3)),
        return_exceptions=True,
    )
    assert isinstance(answers[1], IllegalMove)
    assert "said already" in str(answers[1])


async def test_changes_of_different_tables_run_side_by_side(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    one, two = await house.dealt(ANN, BEN), await house.dealt(BEN, ANN)
    real, go = house.store.contacts.of_all, asyncio.Event()

    async def slow(people: list[int]) -> Any:
        if people[0] == ANN:  # who sits first at the one table
            await go.wait()
        return await real(people)

    monkeypatch.setattr(house.store.contacts, "of_all", slow)
    at_one = [asyncio.create_task(house.play(one, who, Hide(coins=1))) for who in (ANN, BEN)]
    at_two = asyncio.create_task(house.play(two, ANN, Hide(coins=1)))
    await house.quiet()
    assert [at.done() for at in (*at_one, at_two)] == [False, False, True]
    go.set()
    revs = [after.table.rev for after in await asyncio.gather(*at_one)]
    assert revs == [revs[0], revs[0] + 1], "each in its turn"


async def test_nothing_changes_while_the_write_gate_is_shut(house: House):
    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)
    async with house.store.gate.shut():
        moving = asyncio.create_task(house.play(table, ANN, Hide(coins=1)))
        with_orders = asyncio.create_task(house.give_order(table, BEN, GuessAhead(totals=(3,))))
        await house.quiet()
        assert not moving.done()
        assert not with_orders.done()
        assert await house.stored(table) == before
    await asyncio.gather(moving, with_orders)


async def test_a_failing_listener_does_not_undo_the_commit(
    house: House, caplog: pytest.LogCaptureFixture
):
    def deaf(_: LoadedTable) -> None:
        raise ZeroDivisionError

    table = await house.dealt(ANN, BEN)
    house.table_changed = deaf  # type: ignore[method-assign]
    after = await house.play(table, ANN, Hide(coins=1))
    assert after.table == await house.stored(table)
    assert f"I couldn't report the change of table {table}" in caplog.text


async def test_standing_orders_are_reported_with_the_move_that_ran_them(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    await house.give_order(table, BEN, HideLast(coins=2))
    await house.hide(table, ANN)
    before = await house.stored(table)
    house.changed.clear()
    await house.hide(table, CAT)
    assert [after.table.rev for after in house.changed] == [before.rev + 2]


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "COMMIT"])
@pytest.mark.sqlite
async def test_a_cancelled_commit_leaves_memory_equal_to_the_file(
    house: House, monkeypatch: pytest.MonkeyPatch, statement: str
):
    table = await house.dealt(ANN, BEN)
    writing = sqlite_of(house.database)._writing
    real = writing.execute_fetchall

    async def cut(sql: str, *values: Any) -> Any:
        if sql == statement:
            moving.cancel()
        return await real(sql, *values)

    monkeypatch.setattr(writing, "execute_fetchall", cut)
    moving = asyncio.create_task(house.play(table, ANN, Hide(coins=1)))
    with pytest.raises(asyncio.CancelledError):
        await moving
    monkeypatch.undo()
    assert table not in house.store.cache
    assert house.unsure == [table], "nobody looks at what has become of it"
    assert house.changed == []
    seen = await house.seen(table, ANN)
    assert seen.view.own == (await own_coins(house, table))[0]
    await house.hide(table, BEN)
    assert [entry.rev for entry in await house.log(table)] == list(range(1, seen.rev + 2))


async def own_coins(house: House, table: int) -> tuple[int | None, ...]:
    state = (await house.stored(table)).state
    return codec_of(SmallRules()).state.load(state or "").hidden


async def test_a_failed_commit_leaves_the_table_unchanged(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)

    async def full(*_: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(tables.log, "write", full)
    with pytest.raises(OSError):
        await house.play(table, ANN, Hide(coins=1))
    monkeypatch.undo()
    assert await house.stored(table) == before
    await house.play(table, ANN, Hide(coins=1))


@pytest.mark.parametrize("lost", ["before", "after"])
async def test_a_commit_that_may_have_failed_is_made_once(
    house: House, monkeypatch: pytest.MonkeyPatch, lost: str
):
    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)
    cut_off(house, monkeypatch, Unsure("cut off"), after=lost == "after")
    receipt = house.receipt()
    await house.play(table, ANN, Hide(coins=1), receipt=receipt)
    assert (await house.stored(table)).rev == before.rev + 1
    assert house.host.committer.happened(receipt) == table, (
        "the player would be told that it failed"
    )


async def test_nobody_is_told_that_a_change_failed_that_may_be_saved(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    cut_off(house, monkeypatch, Unsure("cut off"), ConnectionLost("away"), after=True)
    monkeypatch.setattr(tables, "load", away)
    with pytest.raises(Unsure):
        await house.play(table, ANN, Hide(coins=1))


async def test_a_change_without_a_key_is_not_repeated_if_it_may_be_saved(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    cut_off(house, monkeypatch, Unsure("cut off"), after=True)
    before = await house.stored(table)
    with pytest.raises(Unsure):
        await house.host.committer.commit(
            table,
            lambda loaded, now: make_move(
                loaded, loaded.table.players[0], Hide(coins=1), "clock", None, now
            ),
            None,
        )
    assert (await house.stored(table)).rev == before.rev + 1


def cut_off(
    house: House, monkeypatch: pytest.MonkeyPatch, *problems: Exception, after: bool
) -> None:
    """Let transactions meet these problems, the first one perhaps `after` its commit."""
    transaction, left = house.database.transaction, list(problems)

    @asynccontextmanager
    async def cut() -> AsyncGenerator[Transaction]:
        problem = left.pop(0) if left else None
        if problem is not None and not after:
            raise problem
        async with transaction() as tx:
            yield tx
        if problem is not None:
            raise problem

    monkeypatch.setattr(house.database, "transaction", cut)


async def away(*_: object) -> None:
    raise ConnectionLost("away")


async def test_a_failing_standing_order_keeps_the_move_before_it(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    await house.hide(table, ANN)
    real = tables.log.write

    async def full(tx: Any, table_id: int, entry: LogEntry) -> None:
        if entry.kind == "order":
            raise OSError("no space left on device")
        await real(tx, table_id, entry)

    monkeypatch.setattr(tables.log, "write", full)
    after = await house.play(table, BEN, Hide(coins=1))
    assert after.table == await house.stored(table)
    assert "I couldn't run the standing orders" in caplog.text
    assert after.orders == {0: (GuessAhead(totals=(3,)),)}, "it still stands"
    monkeypatch.undo()
    await house.host.orders.resume()
    assert (await house.seen(table)).public.seen.guesses == (3,)


@pytest.mark.parametrize("after", [True, False])
async def test_a_standing_order_moves_once_if_its_commit_may_have_failed(
    house: House, monkeypatch: pytest.MonkeyPatch, *, after: bool
):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    await house.hide(table, ANN)
    before, changed = await house.stored(table), house.table_changed

    def then_cut_off(loaded: LoadedTable) -> None:
        changed(loaded)
        monkeypatch.undo()
        cut_off(house, monkeypatch, Unsure("cut off"), after=after)

    monkeypatch.setattr(house, "table_changed", then_cut_off)
    await house.play(table, BEN, Hide(coins=1))
    assert (await house.seen(table)).public.seen.guesses == (3,)
    assert (await house.stored(table)).rev == before.rev + 2


async def test_a_standing_order_that_is_not_saved_is_not_given(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    async def full(*_: Any) -> None:
        raise OSError("no space left on device")

    table = await house.dealt(ANN, BEN)
    monkeypatch.setattr(committer.standing_orders, "save", full)
    with pytest.raises(OSError):
        await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    assert (await house.seen(table, ANN)).orders == ()


async def test_a_broken_table_holds_up_no_other_after_a_restart(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def died(after: LoadedTable) -> LoadedTable:
        return after

    broken, sound = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    monkeypatch.setattr(house.host.committer, "run_orders", died)
    for table in (broken, sound):
        await house.give_order(table, ANN, GuessAhead(totals=(3,)))
        await house.hide(table, ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET state='{}' WHERE id=?", (broken,))
    await house.crash()
    await house.host.orders.resume()
    assert (await house.seen(sound)).public.seen.guesses == (3,)
    assert f"I couldn't run the standing orders of table {broken}" in caplog.text


async def raised(house: House, table: int) -> None:
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET rev=rev+1 WHERE id=?", (table,))


async def test_optimistic_lock_rereads_and_retries_once(house: House):
    table = await house.dealt(ANN, BEN)
    before = await house.stored(table)
    await raised(house, table)
    after = await house.play(table, ANN, Hide(coins=1))
    assert after.table.rev == before.rev + 2 == (await house.stored(table)).rev
    assert len(house.changed) == 1


async def test_optimistic_lock_gives_up_after_two_tries(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    tries: list[Table] = []

    async def another(tx: Any, after: Table, entry: Any, before: Table) -> bool:
        tries.append(before)
        return False

    monkeypatch.setattr(tables, "save", another)
    with pytest.raises(RuntimeError, match="behind our back"):
        await house.play(table, ANN, Hide(coins=1))
    assert len(tries) == 2
    monkeypatch.undo()
    await house.play(table, ANN, Hide(coins=1))


async def test_a_notice_that_is_noted_while_something_is_agreed_on_is_kept(house: House):
    """Both wait for the file; what is agreed on is computed once the notice is there."""
    table = await absent(house, stand_in=1)
    async with house.database.transaction():
        noting = asyncio.create_task(house.store.notice_due(table, 2, 4711.0))
        await asyncio.sleep(0)
        offering = asyncio.create_task(offers(house, table, ANN))
        for _ in range(20):
            await asyncio.sleep(0)
    await asyncio.gather(noting, offering)
    kept = house.store.cache.get(table)
    assert kept is not None
    assert kept.table.players[2].notice_at == 4711.0
    assert kept.table.players[1].offered_to == DAN
    assert (await house.stored(table)).players == kept.table.players, "the file says the same"
