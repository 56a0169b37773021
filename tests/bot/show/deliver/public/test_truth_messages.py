"""The truth is shown to everyone once, however often and whenever that is asked for."""

import asyncio

import pytest

from bot.show.deliver.queues.messenger import ShutOut
from bot.show.draw.parts.message import Message
from bot.ui.panels.panel import Panel, Text
from db.tables.shown import TRUTH, Shown
from tests.bot.house import CHANNEL, House
from tests.bot.recording import Sent
from tests.bot.show.at_table import restarted

TEXT = "Ann hid 1 coin."


def truth(table: int) -> Message:
    return Message(panel=Panel([Text(TEXT)]), table=table, step=9)


def posted(house: House) -> list[Sent]:
    return [message for message in house.boards() if TEXT in message.text]


async def finished(house: House) -> int:
    table = await house.dealt()
    await house.play_out(table)
    await house.quiet()
    return table


async def test_two_who_ask_at_once_get_one_message(house: House):
    table = await finished(house)
    assert not house.display.truths.is_posted(table)
    held = house.messenger.hold("post", where=CHANNEL)
    asking = [house.display.truths.post(CHANNEL, truth(table)) for _ in range(2)]
    both = asyncio.gather(*asking)
    await held.arrived.wait()
    held.release()
    await both
    assert house.display.truths.is_posted(table)
    assert len(posted(house)) == 1
    assert house.messenger.count("post") == len(house.messenger.sent) - 1, "the other by a reply"


async def test_a_restart_posts_it_no_second_time(house: House):
    table = await finished(house)
    await house.display.truths.post(CHANNEL, truth(table))
    [there] = posted(house)
    assert await house.shown(table, TRUTH) == Shown(TRUTH, message=there.id, step=9)
    await restarted(house)
    house.messenger.delete(there.id)  # not even if a moderator has deleted it
    await house.display.truths.post(CHANNEL, truth(table))
    assert posted(house) == []


async def test_a_refused_post_may_be_asked_for_again(house: House):
    table = await finished(house)
    house.messenger.fail("post", ShutOut("50013"))
    with pytest.raises(ShutOut):
        await house.display.truths.post(CHANNEL, truth(table))
    assert not house.display.truths.is_posted(table)
    await house.display.truths.post(CHANNEL, truth(table))
    assert len(posted(house)) == 1
