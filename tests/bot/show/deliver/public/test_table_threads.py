"""Tests of the thread of a table, and of the channel that the table was opened in."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.show.deliver.public.table_threads import MADE_WITHIN
from bot.show.deliver.queues.messenger import CannotSend, NoRoom, Refused, ShutOut, TryLater
from tests.bot.house import ANN, BEN, CHANNEL, House, house_on
from tests.bot.show.at_table import settled


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path) as made:
        yield made


async def in_thread(house: House) -> tuple[int, int]:
    """Deal a table into a thread. Return the table and the thread."""
    table = await house.dealt(ANN, BEN, in_thread=True)
    await house.passes(1)
    [thread] = house.messenger.threads
    assert (await house.stored(table)).channel == thread
    return table, thread


async def test_the_deal_and_all_that_follows_are_in_the_thread(house: House):
    _, thread = await in_thread(house)
    assert house.messenger.threads == {thread: CHANNEL}
    assert house.messenger.added == {thread: [ANN, BEN]}
    assert house.board(thread).text
    assert f"The game is in <#{thread}>." in house.board(CHANNEL).text
    assert house.board(CHANNEL).id == thread, "the opening is the board that was there"
    assert [record.channel for record in house.messenger.published] == [CHANNEL, thread]


async def test_the_board_is_posted_once_in_the_thread(house: House):
    """While the cards are missing, there is nothing to show there."""
    _, thread = await in_thread(house)
    posts = [call for call in house.messenger.calls if call.verb == "post"]
    assert [call.where for call in posts] == [thread]


async def test_a_press_on_the_opening_shows_it_again(house: House):
    table, thread = await in_thread(house)
    reply = house.reply(ANN, message=thread, channel=CHANNEL)
    await settled(house, house.display.answer_board(reply, table))
    assert f"The game is in <#{thread}>." in reply.drawn[-1].panel.text()


async def test_the_channel_gets_the_result_once(house: House):
    table, thread = await in_thread(house)
    await house.play_out(table)
    await house.passes(60)
    opening, result = house.boards(CHANNEL)
    assert opening.id == thread
    assert f"Table {table} was played in <#{thread}>." in result.text
    await house.crash()
    await house.start()
    await house.passes(60)
    assert house.boards(CHANNEL) == [opening, result]


async def test_a_result_that_cannot_be_sent_is_sent_after_a_restart(house: House):
    table, _ = await in_thread(house)
    house.messenger.shut_channels.add(CHANNEL)
    await house.play_out(table)
    await house.passes(60)
    assert len(house.boards(CHANNEL)) == 1
    house.messenger.shut_channels.clear()
    await house.crash()
    await house.start()
    await house.passes(60)
    assert len(house.boards(CHANNEL)) == 2


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (ShutOut("no permission"), "forbidden"),
        (NoRoom("too many"), "full"),
        (Refused("something else"), "failed"),
    ],
)
async def test_without_a_thread_the_table_is_dealt_in_its_channel(
    house: House, problem: CannotSend, why: str
):
    house.messenger.fail("thread", problem)
    table = await house.dealt(ANN, BEN, in_thread=True)
    stored = await house.stored(table)
    assert (stored.phase, stored.channel, stored.thread) == ("playing", CHANNEL, why)
    assert house.messenger.count("thread") == 1


async def test_a_deal_waits_for_its_thread_but_not_for_ever(house: House):
    for failures, why in ((2, "wanted"), (100, "failed")):
        house.messenger.fail("thread", TryLater("down"), times=failures)
        table = await house.dealt(ANN, BEN, in_thread=True)
        assert (await house.stored(table)).is_frozen
        await house.passes(MADE_WITHIN + 1)
        stored = await house.stored(table)
        assert (stored.phase, stored.thread) == ("playing", why)
        assert (stored.opened_in is not None) is (why == "wanted")


async def test_a_crash_before_the_commit_makes_no_second_thread(house: House):
    held = house.messenger.hold("add")
    table = await house.dealt(ANN, BEN, in_thread=True)
    await held.arrived.wait()
    assert len(house.messenger.threads) == 1
    assert (await house.stored(table)).channel == CHANNEL
    house.messenger.drop(held)
    await house.crash()
    await house.start()
    await house.passes(60)
    [thread] = house.messenger.threads
    stored = await house.stored(table)
    assert (stored.phase, stored.channel) == ("playing", thread)
    assert len(house.boards(CHANNEL)) == 1
