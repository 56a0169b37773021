import asyncio

import pytest

from bot.host.time.clock import Alarm, ClockAhead, SystemClock
from tests.bot.recording import HandClock


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> HandClock:
    return HandClock(100.0)


async def asleep(alarm: Alarm, instant: float) -> asyncio.Task[None]:
    task = asyncio.create_task(alarm.sleep_until(instant))
    await turns()
    assert not task.done()
    return task


async def test_alarm_wakes_at_its_instant_and_not_before(clock: HandClock):
    alarm = Alarm(clock)
    sleeper = await asleep(alarm, 110)
    clock.set(109.9)
    alarm.ring(111)  # later than it would wake anyway
    await turns()
    assert not sleeper.done(), "it woke too early"
    clock.set(110)
    await turns()
    assert sleeper.done(), "it overslept"


async def test_alarm_does_not_wait_for_an_instant_that_has_passed(clock: HandClock):
    sleeper = asyncio.create_task(Alarm(clock).sleep_until(5))
    await turns()
    assert sleeper.done()


@pytest.mark.parametrize("instant", [None, 109.0])
async def test_alarm_rung_for_an_earlier_instant_wakes(clock: HandClock, instant: float | None):
    alarm = Alarm(clock)
    sleeper = await asleep(alarm, 110)
    alarm.ring(instant)
    await turns()
    assert sleeper.done(), "it did not hear the ring"


@pytest.mark.parametrize("instant", [None, 10.0**12])
async def test_a_ring_while_nobody_sleeps_is_remembered(clock: HandClock, instant: float | None):
    alarm = Alarm(clock)
    alarm.ring(instant)
    first = asyncio.create_task(alarm.sleep_until(110))
    await turns()
    assert first.done(), "the ring was forgotten"
    second = await asleep(alarm, 110)
    assert not second.done(), "the ring was heard twice"


async def test_a_cancelled_alarm_leaves_no_sleeper(clock: HandClock):
    sleeper = await asleep(Alarm(clock), 110)
    sleeper.cancel()
    await turns()
    assert clock.next_waking() is None


async def test_system_clock_waits_until_an_instant():
    clock = SystemClock()
    before = clock.now()
    await clock.sleep_until(before + 0.01)
    assert clock.now() >= before + 0.01
    await asyncio.wait_for(clock.sleep_until(before - 10), 1)


async def test_setting_the_clock_ahead_wakes_sleepers():
    clock = ClockAhead(60)
    assert clock.now() - SystemClock().now() == pytest.approx(60, abs=1)
    instant = clock.now() + 3600
    sleepers = [asyncio.create_task(clock.sleep_until(instant + seconds)) for seconds in (0, 3600)]
    await turns()
    assert not any(sleeper.done() for sleeper in sleepers)
    clock.set_ahead(60 + 3601)
    await asyncio.wait_for(sleepers[0], 5)
    await turns()
    assert not sleepers[1].done()
    clock.set_ahead(60 + 7201)
    await asyncio.wait_for(sleepers[1], 5)


async def test_setting_the_clock_back_wakes_nobody_early():
    clock = ClockAhead()
    instant = clock.now() + 0.2
    sleeper = asyncio.create_task(clock.sleep_until(instant))
    await turns()
    clock.set_ahead(-60)
    await asyncio.sleep(0.25)
    assert not sleeper.done()
    sleeper.cancel()


async def test_a_leap_lets_all_who_sleep_do_so_for_as_long_as_before():
    clock = ClockAhead()
    soon = asyncio.create_task(clock.sleep_until(clock.now() + 0.05))
    later = asyncio.create_task(clock.sleep_until(clock.now() + 60))
    await turns()
    for leap in (7200.0, -3 * 3600.0):
        clock.accept_leap(leap)
    await asyncio.wait_for(soon, 5)
    assert not later.done()
    later.cancel()


class Machine:
    """A machine whose clock can be set, and which can be suspended."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000.0, 500.0
        self.clock = SystemClock(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds: float, drift: float = 0.0) -> None:
        self.wall += seconds + drift
        self.steady += seconds


def test_a_clock_that_is_set_goes_on_steadily_until_that_is_accepted():
    machine = Machine()
    for leap in (26 * 3600.0, -3 * 3600.0):
        before = machine.clock.now()
        machine.wall += leap
        machine.passes(10)
        assert machine.clock.now() == pytest.approx(before + 10)
        assert machine.clock.leap == pytest.approx(leap)
        machine.wall += 60  # it is set once more before the first leap was dealt with
        machine.clock.accept_leap(leap)
        assert machine.clock.leap == pytest.approx(60)
        machine.clock.accept_leap(machine.clock.leap)
        assert machine.clock.now() == pytest.approx(machine.wall)
        assert machine.clock.leap == 0


def test_a_clock_that_is_adjusted_is_followed():
    """NTP changes it by half a millisecond a second at most, for as long as it takes."""
    machine = Machine()
    for _ in range(10_000):
        machine.passes(20, drift=0.01)
        assert machine.clock.now() == pytest.approx(machine.wall)
        assert machine.clock.leap == 0


def test_the_playgrounds_hour_later_is_no_leap():
    clock = ClockAhead()
    before = clock.now()
    clock.set_ahead(3600.0)
    assert clock.leap == 0
    assert clock.now() - before == pytest.approx(3600.0, abs=5)
