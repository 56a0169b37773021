import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.host.reading.cache import REST
from bot.host.reading.store import BATCH_SECONDS
from db.database import Database, Transaction
from db.tables import shown as shown_rows
from db.tables import tables
from db.tables.shown import BOARD, HandKey, Shown
from games.rules import Refusal
from tests.bot.house import ANN, BEN, CAT, House
from tests.small.game.moves import Hurry


def hand(seat: int, message: int | None = 5, **more: Any) -> Shown:
    return Shown(HandKey(seat), message=message, step=4, print="p", question="4", **more)


async def test_a_new_reader_was_shown_nothing(house: House):
    table = await house.dealt(ANN, BEN)
    assert house.store.shown(table, HandKey(1)) == Shown(HandKey(1))


async def test_shown_rows_are_written_in_batches(house: House):
    one, two = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    with house.counting() as asked:
        for table in (one, two):
            for seat in (0, 1):
                house.store.note(table, hand(seat))
                house.store.note(table, hand(seat, 6))
            house.store.caught_up(table, (await house.seen(table)).rev)
        await house.passes(BATCH_SECONDS - 0.01)
        assert house.store.shown(two, HandKey(1)) == hand(1, 6)
    assert asked.transactions == 0
    assert await house.shown(two, HandKey(1)) is None
    with house.counting() as asked:
        await house.passes(0.02)
    assert asked.transactions == 1, "notes of one second go together"
    for table in (one, two):
        assert [await house.shown(table, HandKey(seat)) for seat in (0, 1)] == [
            hand(0, 6),
            hand(1, 6),
        ]
        assert not (await house.stored(table)).behind


async def test_an_empty_flush_writes_nothing(house: House):
    await house.dealt(ANN, BEN)
    with house.counting() as asked:
        await house.passes(10 * BATCH_SECONDS)
        await house.store.flush()
    assert asked.transactions == 0


async def test_a_new_message_id_is_written_at_once(house: House):
    table = await house.dealt(ANN, BEN)
    house.store.note(table, hand(0, None))
    await house.store.note_now(table, hand(0, 77))
    assert await house.shown(table, HandKey(0)) == hand(0, 77)
    with house.counting() as asked:
        await house.passes(2 * BATCH_SECONDS)
    assert asked.transactions == 0, "and not once more"
    assert await house.shown(table, HandKey(0)) == hand(0, 77)


async def test_the_first_recorded_seal_message_counts(house: House):
    table = await house.open(ANN, BEN)
    assert (await house.store.loaded(table)).table.sealed_by is None
    await house.store.note_now(table, Shown(BOARD, message=5))
    assert (await house.stored(table)).sealed_by is None, "a board is edited: it seals nothing"
    for message, channel in ((900, 2), (901, 3)):
        await house.store.sealed(table, message, channel)
        for known in ((await house.store.loaded(table)).table, await house.stored(table)):
            assert (known.sealed_by, known.sealed_in) == (900, 2)


async def test_the_published_mix_is_known_at_once(house: House):
    table = await house.dealt(ANN, BEN, laid_open=False)  # nothing of it is published by itself
    for message, channel in ((950, 2), (951, 3)):
        await house.store.mix_shown(table, message, channel)
        for known in ((await house.store.loaded(table)).table, await house.stored(table)):
            assert (known.mixed_by, known.mixed_in) == (950, 2)


async def test_a_read_during_a_seal_keeps_the_seal(house: House, monkeypatch: pytest.MonkeyPatch):
    table = await house.open(ANN, BEN)
    real_seal, real_load = tables.sealed, tables.load
    reading: list[asyncio.Task[Any]] = []
    sealed = asyncio.Event()

    async def slow(*wanted: Any) -> Any:
        found = await real_load(*wanted)  # still without the seal
        await sealed.wait()
        return found

    async def read_meanwhile(tx: Transaction, *noted: int) -> None:
        house.store.cache.drop(table)
        reading.append(asyncio.create_task(house.store.loaded(table)))
        for _ in range(5):
            await house.database.reader.one("SELECT 1")
        await real_seal(tx, *noted)

    monkeypatch.setattr(tables, "load", slow)
    monkeypatch.setattr(tables, "sealed", read_meanwhile)
    await house.store.sealed(table, 900, 2)
    sealed.set()
    await asyncio.gather(*reading)
    found = (await house.store.loaded(table)).table
    assert found.sealed_by == 900, "the slow read put a table without its seal into the cache"


async def test_a_table_is_caught_up_only_at_its_rev(house: House):
    table = await house.dealt(ANN, BEN)
    assert (await house.stored(table)).behind
    rev = (await house.seen(table)).rev
    house.store.caught_up(table, rev)
    assert house.store.caught_up_at(table) == rev
    await house.hide(table, ANN)
    await house.passes(BATCH_SECONDS)
    assert (await house.stored(table)).behind
    house.store.caught_up(table, rev + 1)
    await house.passes(BATCH_SECONDS)
    assert not (await house.stored(table)).behind


async def test_a_moved_table_is_behind_at_the_same_rev(house: House):
    table = await house.dealt(ANN, BEN)
    house.store.caught_up(table, (await house.seen(table)).rev)
    await house.host.seats.move_to(table, 7)
    await house.passes(BATCH_SECONDS)
    assert (await house.stored(table)).behind
    assert house.store.caught_up_at(table) == 0


async def test_forget_board_keeps_the_hands(house: House):
    table = await house.dealt(ANN, BEN)
    await house.store.note_now(table, hand(0))
    house.store.note(table, Shown(BOARD, message=900, step=9))
    await house.host.seats.move_to(table, 7)
    assert house.store.shown(table, BOARD) == Shown()
    assert house.store.shown(table, HandKey(0)) == hand(0)
    await house.passes(BATCH_SECONDS)
    found = await house.shown(table, BOARD)
    assert found is not None
    assert found.message is None, "a note that was still to be written brought it back"


async def test_leaving_forgets_what_a_seat_was_shown(house: House):
    table = await house.open(ANN, BEN, CAT)
    await house.seal(table)
    for seat in (0, 1, 2):
        house.store.note(table, Shown(HandKey(seat), looked_rev=3))
    await house.host.seats.leave(table, BEN, house.receipt())
    assert [house.store.shown(table, HandKey(seat)).looked_rev for seat in (0, 1, 2)] == [0, 0, 0]
    assert house.store.shown(table, BOARD).message == 900
    await house.passes(BATCH_SECONDS)
    assert await house.shown(table, HandKey(1)) is None


async def test_an_idle_table_is_forgotten_and_read_again(house: House):
    table, history = await house.dealt(ANN, BEN), list[int]()
    house.table_forgotten = history.append  # type: ignore[method-assign]
    await house.store.note_now(table, hand(0))
    house.store.caught_up(table, (await house.seen(table)).rev)
    await house.passes(BATCH_SECONDS)
    house.clock.advance(REST + 1)
    house.store.cache.sweep()
    assert (history, house.store._shown, house.store.caught_up_at(table)) == ([table], {}, 0)
    await house.store.loaded(table)
    assert house.store.shown(table, HandKey(0)) == hand(0)


async def test_a_dropped_table_leaves_nothing_in_memory(house: House):
    table, history = await house.dealt(ANN, BEN), list[int]()
    house.table_forgotten = history.append  # type: ignore[method-assign]
    await house.store.note_now(table, hand(0))
    house.store.cache.drop_all()
    house.clock.advance(REST + 1)
    house.store.cache.sweep()
    assert (history, house.store._shown) == ([table], {})


async def test_unwritten_rows_are_not_forgotten(house: House):
    table, history = await house.dealt(ANN, BEN), list[int]()
    house.table_forgotten = history.append  # type: ignore[method-assign]
    house.store.note(table, hand(0))
    house.clock.set(house.clock.now())  # no time for the note to be written
    house.store.cache._forget_oldest()
    assert history == []
    await house.store.loaded(table)
    assert house.store.shown(table, HandKey(0)) == hand(0), "the older note in the file has won"
    house.store.cache._forget_oldest()
    await house.passes(BATCH_SECONDS)
    assert history == [table], "written, and out of the cache: nobody needs it"


async def test_a_failed_flush_keeps_the_rows_and_is_logged(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)

    async def full(*_: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(shown_rows, "note", full)
    house.store.note(table, hand(0))
    await house.passes(BATCH_SECONDS)
    assert "I couldn't save what is on the screens" in caplog.text
    assert house.store.shown(table, HandKey(0)) == hand(0)
    assert (await house.stored(table)).behind, "after a restart it is looked at"
    monkeypatch.undo()
    house.store.note(table, hand(1))
    await house.passes(BATCH_SECONDS)
    assert await house.shown(table, HandKey(1)) == hand(1), "one that failed is not the last"


async def test_closing_writes_everything(house: House):
    table = await house.dealt(ANN, BEN)
    house.store.note(table, hand(0))
    await house.store.close()
    assert await house.shown(table, HandKey(0)) == hand(0)
    await house.store.close()


async def test_an_unknown_table_is_refused(house: House):
    with pytest.raises(Refusal, match="don't know that table"):
        await house.store.loaded(99)


async def test_a_scheduled_notice_is_stored_and_wakes_its_sender(house: House):
    table, woken = await house.dealt(ANN, BEN), list[str]()
    house.agenda.wake = woken.append  # type: ignore[method-assign, assignment]
    await house.store.notice_due(table, 1, 123.0)
    assert ((await house.stored(table)).players[1].notice_at, woken) == (123.0, ["notices"])


async def test_a_sent_notice_is_not_due_again(house: House):
    table = await house.dealt(ANN, BEN)
    await house.hide(table, ANN, BEN)
    later = (await house.stored(table)).players[0].notice_at
    assert later is not None
    await house.store.noticed(table, Shown(HandKey(0)), later - 1)
    assert (await house.stored(table)).players[0].notice_at == later, "that one is of a new move"
    await house.store.noticed(table, Shown(HandKey(0), notice=55), later)
    assert (await house.stored(table)).players[0].notice_at is None
    assert (await house.shown(table, HandKey(0))) == Shown(HandKey(0), notice=55)
    await house.play(table, BEN, Hurry())
    assert (await house.stored(table)).players[0].notice_at is None


async def test_the_bots_own_notes_are_stored(house: House):
    assert await house.store.house_note("commands") is None
    for value in ("one", "two"):
        await house.store.set_house_note("commands", value)
        assert await house.store.house_note("commands") == value


@asynccontextmanager
async def writing(database: Database) -> AsyncGenerator[None]:
    async with database.transaction():
        yield


async def test_a_read_does_not_wait_for_a_writer(house: House):
    table = await house.dealt(ANN, BEN)
    house.store.cache.drop(table)
    async with writing(house.database):
        async with asyncio.timeout(5):
            assert (await house.store.loaded(table)).table.id == table
