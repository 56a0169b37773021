"""Tests of the rate limit for edits of old messages."""

import asyncio

from bot.host.time.discord_ids import lowest_id_at
from bot.show.discord_py.edit_rate_limit import EDITS, HOUR, WINDOW, EditRateLimit
from tests.bot.recording import HandClock


async def edited(
    clock: HandClock, edits: EditRateLimit, times: int, *, channel: int, age: float
) -> int:
    message = lowest_id_at(clock.now() - age)
    tasks = [asyncio.ensure_future(edits.turn(channel, message)) for _ in range(times)]
    for _ in range(10):
        await asyncio.sleep(0)
    done = sum(task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    return done


async def test_edits_of_young_messages_never_wait():
    clock = HandClock()
    assert await edited(clock, EditRateLimit(clock), 20, channel=1, age=HOUR - 1) == 20


async def test_edits_of_old_messages_are_limited_by_channel():
    clock = HandClock()
    edits = EditRateLimit(clock)
    assert await edited(clock, edits, EDITS + 2, channel=1, age=HOUR) == EDITS
    assert await edited(clock, edits, EDITS, channel=2, age=HOUR) == EDITS
    assert await edited(clock, edits, 1, channel=1, age=HOUR) == 0


async def test_a_waiting_edit_goes_when_its_turn_comes():
    clock = HandClock()
    edits, message = EditRateLimit(clock), lowest_id_at(clock.now() - 2 * HOUR)
    waiting = [asyncio.ensure_future(edits.turn(1, message)) for _ in range(2 * EDITS + 1)]
    for rounds in (1, 2):
        for _ in range(10):
            await asyncio.sleep(0)
        assert sum(edit.done() for edit in waiting) == rounds * EDITS
        clock.advance(WINDOW)
    for _ in range(10):
        await asyncio.sleep(0)
    assert all(edit.done() for edit in waiting)


async def test_idle_channels_are_forgotten():
    clock = HandClock()
    edits = EditRateLimit(clock)
    for channel in range(300):
        await edits.turn(channel, lowest_id_at(clock.now() - HOUR))
        clock.advance(WINDOW)
    assert len(edits._counted) <= 101
