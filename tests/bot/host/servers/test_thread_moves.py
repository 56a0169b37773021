"""Tests of the move of a table to its thread."""

from db.tables.shown import BOARD, OPENING
from tests.bot.house import ANN, BEN, CHANNEL, House

THREAD, HALL = 900, 444


async def frozen(house: House) -> int:
    table = await house.open(ANN, BEN, in_thread=True)
    await house.seal(table, THREAD)
    await house.host.deals.deal(table, ANN, house.receipt())
    return table


async def test_a_table_moves_to_its_thread_and_its_board_stays(house: House):
    table = await frozen(house)
    before = await house.stored(table)
    assert before.wants_thread
    await house.host.threads.made(table, THREAD, THREAD)
    after = await house.stored(table)
    assert (after.channel, after.opened_in, after.rev) == (THREAD, CHANNEL, before.rev)
    assert not after.wants_thread
    assert house.store.shown(table, BOARD).message is None
    assert house.store.shown(table, OPENING).message == THREAD
    assert (await house.seen(table)).channel == THREAD, "also in memory"


async def test_a_table_that_gets_no_thread_stays_in_its_channel(house: House):
    table = await frozen(house)
    await house.host.threads.refused(table, "full")
    after = await house.stored(table)
    assert (after.channel, after.opened_in, after.thread) == (CHANNEL, None, "full")
    assert (await house.seen(table)).thread == "full"


async def test_a_table_that_is_brought_elsewhere_leaves_its_thread_for_good(house: House):
    table = await frozen(house)
    await house.host.threads.made(table, THREAD, THREAD)
    await house.host.seats.move_to(table, HALL)
    after = await house.stored(table)
    assert (after.channel, after.opened_in) == (HALL, None)


async def test_a_secret_table_is_frozen_only_for_its_thread(house: House):
    """A deal that nobody can verify has no record to wait for."""
    for in_thread in (True, False):
        table = await house.open(ANN, BEN, laid_open=False, in_thread=in_thread)
        await house.seal(table, THREAD)
        await house.host.deals.deal(table, ANN, house.receipt())
        assert (await house.stored(table)).is_frozen is in_thread
