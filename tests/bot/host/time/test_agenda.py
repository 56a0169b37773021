"""Tests of what all handlers of the agenda share."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from math import inf

import pytest

from bot.host.time.agenda import AGAIN, NAP, SHORTEST, Agenda
from bot.host.time.connection import DEAD_AFTER, Connection
from db.base.problems import NotSaved
from tests.bot.recording import HandClock

START = 100.0


class Work:
    """A handler that notes when it's called, and returns or raises what it's told to."""

    def __init__(self, clock: HandClock, *after: float | Exception | None) -> None:
        self._clock = clock
        self._after = [*after]
        self.calls: list[float] = []
        self.held: asyncio.Event | None = None

    async def __call__(self) -> float | None:
        self.calls.append(round(self._clock.now() - START, 3))
        if self.held is not None:
            await self.held.wait()
        after = self._after.pop(0) if self._after else None
        if isinstance(after, Exception):
            raise after
        return None if after is None else self._clock.now() + after

    async def part(self) -> None:
        """Do a part of this work."""
        await self()


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START)


@pytest.fixture
def line(clock: HandClock) -> Connection:
    return Connection(clock)


@pytest.fixture
async def agenda(clock: HandClock, line: Connection) -> AsyncGenerator[Agenda]:
    made = Agenda(clock, line)
    yield made
    await made.close()


async def passes(clock: HandClock, seconds: float = 0.0) -> None:
    """Advance the clock, and let everything happen that is due on the way."""
    end = clock.now() + seconds
    while True:
        for _ in range(10):
            await asyncio.sleep(0)
        waking = clock.next_waking()
        if waking is None or waking > end:
            break
        clock.set(waking)
    clock.set(end)


async def test_a_handler_is_called_when_it_wants_to_be(clock: HandClock, agenda: Agenda):
    work = Work(clock, 5.0, 7.0, NAP + 5, None, -50.0, 1.0)
    agenda.add("deadlines", work)
    await passes(clock, 13 + 2 * NAP)
    assert work.calls == [0, 5, 12, 12 + NAP, 12 + 2 * NAP, 12 + 2 * NAP + SHORTEST], (
        "never after more than a nap, and soon if it wants to have been called before"
    )


async def test_a_handler_of_the_night_begins_and_sleeps_for_as_long_as_it_wants(
    clock: HandClock, agenda: Agenda
):
    work = Work(clock, 24 * 3600.0)
    agenda.add("sweeps", work, first=START + 600, nap=inf)
    await passes(clock, 300)
    await passes(clock, 24 * 3600)
    assert work.calls == [600]
    await passes(clock, 300)
    assert work.calls == [600, 24 * 3600 + 600]


async def test_a_failure_is_logged_and_the_handler_called_again(
    clock: HandClock, agenda: Agenda, caplog: pytest.LogCaptureFixture
):
    days, nights = (Work(clock, ZeroDivisionError(), NotSaved("The disk is full.")) for _ in "12")
    agenda.add("notices", days)
    agenda.add("backups", nights, nap=inf)
    await passes(clock, 2 * NAP)
    assert days.calls == [0, NAP, 2 * NAP]
    await passes(clock, 2 * AGAIN)
    assert nights.calls == [0, AGAIN, 2 * AGAIN]
    bug, full = (record for record in caplog.records if "(notices)" in record.getMessage())
    assert bug.exc_info
    assert not full.exc_info, "its sentence says it all"
    assert full.levelno == logging.ERROR
    assert full.getMessage().endswith("The disk is full.")


async def test_a_slow_handler_has_one_call_at_a_time_and_holds_up_no_other(
    clock: HandClock, agenda: Agenda
):
    slow, other = Work(clock), Work(clock)
    slow.held = asyncio.Event()
    agenda.add("watchers", slow)
    agenda.add("deadlines", other)
    await passes(clock, NAP)
    agenda.wake("watchers")
    await passes(clock, NAP)
    assert (slow.calls, other.calls) == ([0], [0, NAP, 2 * NAP])
    slow.held.set()
    await passes(clock)
    assert slow.calls == [0, 2 * NAP], "it was woken meanwhile"


async def test_only_those_are_woken_who_would_sleep_longer(clock: HandClock, agenda: Agenda):
    first, second = Work(clock, 9.0), Work(clock)
    agenda.add("deadlines", first)
    agenda.add("notices", second)
    await passes(clock, 2)
    agenda.wake("reach")  # nobody has added it yet
    agenda.wake("deadlines", due=START + 10)
    agenda.wake("deadlines", due=inf)
    await passes(clock)
    assert (first.calls, second.calls) == ([0], [0])
    agenda.wake("deadlines", due=START + 8)
    await passes(clock)
    assert (first.calls, second.calls) == ([0, 2], [0])
    agenda.wake("deadlines", "notices")
    await passes(clock)
    assert (first.calls, second.calls) == ([0, 2, 2], [0, 2])


async def test_nothing_is_done_without_what_it_needs(
    clock: HandClock, line: Connection, agenda: Agenda
):
    deadlines, notices, meetings = Work(clock), Work(clock), Work(clock)
    agenda.add("deadlines", deadlines)
    agenda.add("notices", notices, needs="service")
    agenda.add("meetings", meetings, needs="saving")

    async def called() -> tuple[int, ...]:
        before = [len(work.calls) for work in (deadlines, notices, meetings)]
        agenda.wake("deadlines", "notices", "meetings")
        await passes(clock, NAP - 1)
        after = [len(work.calls) for work in (deadlines, notices, meetings)]
        return tuple(now - then for now, then in zip(after, before, strict=True))

    await passes(clock)
    assert await called() == (1, 1, 1)
    line.lost()
    assert await called() == (1, 0, 1)
    line.found()
    line.silence = lambda: DEAD_AFTER
    assert await called() == (1, 0, 1)
    line.silence = lambda: 0.0
    line.unsaved_since = clock.now()
    assert await called() == (1, 0, 0)
    line.unsaved_since = None
    assert await called() == (1, 1, 1)


async def test_parts_of_the_work_wait_for_nobody_and_each_is_done_once_at_a_time(
    clock: HandClock, agenda: Agenda, caplog: pytest.LogCaptureFixture
):
    slow, quick = Work(clock), Work(clock, ZeroDivisionError())
    slow.held = asyncio.Event()
    for _ in range(2):
        agenda.beside("meetings", 1, slow.part)
        agenda.beside("meetings", 2, quick.part)
        await passes(clock, 1)
    assert (slow.calls, quick.calls) == ([0], [0, 1])
    assert "I couldn't do what was due (meetings)" in caplog.text
    slow.held.set()
    await passes(clock, 1)
    agenda.beside("meetings", 1, slow.part)
    await passes(clock)
    assert slow.calls == [0, 3]


async def test_nothing_is_done_after_the_end_even_if_it_ends_early_and_twice(
    clock: HandClock, agenda: Agenda
):
    await agenda.close()
    work, part, later = Work(clock), Work(clock), Work(clock)
    part.held = asyncio.Event()
    agenda.add("notices", work)
    agenda.add("sweeps", later, first=START + 1, nap=inf)
    agenda.beside("meetings", 1, part.part)
    await passes(clock)
    for _ in range(2):
        await agenda.close()
    agenda.wake("notices", "sweeps")
    part.held.set()
    await passes(clock, 2 * NAP)
    assert (work.calls, part.calls, later.calls) == ([0], [0], [])
    assert clock.next_waking() is None
