"""The clock by which the bot waits for deadlines, notices, pauses and retries.

Tests use a simulated clock, so that a day takes about a second.

A machine's clock can leap: it's set, or the machine was suspended. Nobody sees that before it was
accepted (deadline_timer.py), because every clock here goes on steadily until then.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

LEAP = 2.0
"""Seconds by which a clock that is set differs at least from one that is only adjusted.

Adjusting (NTP) changes it by at most half a millisecond a second, and is followed all the time.
"""


class Clock(Protocol):
    """Tells the time, and waits until a given time."""

    def now(self) -> float:
        """Return the current time in seconds since 1970."""
        ...

    @property
    def leap(self) -> float:
        """The seconds by which the machine's clock has leapt ahead of this one, 0 if it hasn't."""
        ...

    def accept_leap(self, seconds: float) -> None:
        """Go on with a time that differs by this. A leap that came since then is another one."""
        ...

    async def sleep_until(self, instant: float) -> None:
        """Wait until this time. Return immediately if it has passed."""
        ...


class SystemClock:
    """The clock of this machine. `wall` reads it.

    `steady` counts seconds on the same machine. It isn't set, and stands still during a suspend.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._began = wall() - steady()

    def now(self) -> float:
        """Return the current time in seconds since 1970."""
        ahead = self._ahead()
        if abs(ahead) < LEAP:
            self.accept_leap(ahead)  # follow what is adjusted
        return self._began + self._steady()

    @property
    def leap(self) -> float:
        """The seconds by which the machine's clock has leapt ahead of this one, 0 if it hasn't."""
        ahead = self._ahead()
        return ahead if abs(ahead) >= LEAP else 0.0

    def _ahead(self) -> float:
        return self._wall() - self._steady() - self._began

    def accept_leap(self, seconds: float) -> None:
        """Go on with a time that differs by this. A leap that came since then is another one."""
        self._began += seconds

    async def sleep_until(self, instant: float) -> None:
        """Wait until this time. Return immediately if it has passed."""
        await asyncio.sleep(max(0.0, instant - self.now()))


class ClockAhead:
    """A clock that is ahead of this machine's clock by an adjustable number of seconds."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.ahead = ahead
        self._leapt = 0.0  # the sum of all leaps that were accepted
        self._machine = SystemClock()
        self._sleeping: set[asyncio.Future[None]] = set()

    def set_ahead(self, seconds: float) -> None:
        """Set the number of seconds by which this clock is ahead, and wake all waiting tasks."""
        self.ahead = seconds
        for sleeping in self._sleeping:
            _wake(sleeping)

    def now(self) -> float:
        """Return the current time in seconds since 1970."""
        return self._machine.now() + self.ahead

    @property
    def leap(self) -> float:
        """The leap of the machine's clock. `set_ahead` is none."""
        return self._machine.leap

    def accept_leap(self, seconds: float) -> None:
        """Go on with a time that differs by this. All who sleep do so for as long as before."""
        self._leapt += seconds
        self._machine.accept_leap(seconds)

    async def sleep_until(self, instant: float) -> None:
        """Wait until this time. Return immediately if it has passed."""
        instant -= self._leapt
        await asyncio.sleep(0)  # let other tasks run even if the time has already passed
        loop = asyncio.get_running_loop()
        while (left := instant + self._leapt - self.now()) > 0:
            sleeping = loop.create_future()
            timer = loop.call_later(left, _wake, sleeping)
            self._sleeping.add(sleeping)
            try:
                await sleeping
            finally:
                self._sleeping.discard(sleeping)
                timer.cancel()


def _wake(sleeping: asyncio.Future[None]) -> None:
    if not sleeping.done():
        sleeping.set_result(None)


class Alarm:
    """Waits until a given time, or until another task wakes it earlier."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rung = asyncio.Event()
        self._until = float("inf")

    def ring(self, instant: float | None = None) -> None:
        """Wake the waiting task. If `instant` is given, do so only if it would wait longer."""
        if instant is None or instant < self._until:
            self._rung.set()

    async def sleep_until(self, instant: float) -> None:
        """Wait until this time, or until `ring` is called."""
        self._until = instant
        sleeping = asyncio.ensure_future(self._clock.sleep_until(instant))
        ringing = asyncio.ensure_future(self._rung.wait())
        try:
            await asyncio.wait({sleeping, ringing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            ringing.cancel()
            self._until = float("inf")  # while no task waits, `ring` always has an effect
        self._rung.clear()
