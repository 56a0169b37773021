"""The one clock that every wait goes through: deadlines, notices, pauses, retries.

A test hands in another, and a day passes in a second.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

log = logging.getLogger(__name__)


class Clock(Protocol):
    """Tells the time, and wakes whoever sleeps."""

    def now(self) -> float:
        """Return seconds since 1970."""
        ...

    async def sleep_until(self, instant: float) -> None:
        """Return at this instant, or at once if it has passed."""
        ...


class SystemClock:
    """The time of this machine."""

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time()

    async def sleep_until(self, instant: float) -> None:
        """Return at this instant, or at once if it has passed."""
        await asyncio.sleep(max(0.0, instant - self.now()))


class ClockAhead:
    """The time of this machine, and so many seconds more; whoever sleeps hears when it is set."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.ahead = ahead
        self._set = asyncio.Event()

    def set_ahead(self, seconds: float) -> None:
        """Set it so far ahead of this machine's."""
        self.ahead = seconds
        sleepers, self._set = self._set, asyncio.Event()
        sleepers.set()

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time() + self.ahead

    async def sleep_until(self, instant: float) -> None:
        """Return at this instant, or at once if it has passed."""
        await asyncio.sleep(0)  # others have their turn, as in any sleep
        while (left := instant - self.now()) > 0:
            was_set = self._set
            with suppress(TimeoutError):
                await asyncio.wait_for(was_set.wait(), left)


class Alarm:
    """Sleeps until an instant, or until somebody rings for an earlier one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rung = asyncio.Event()
        self._until = float("inf")

    def ring(self, instant: float | None = None) -> None:
        """Wake the sleeper; with an instant, only if they would sleep past it."""
        if instant is None or instant < self._until:
            self._rung.set()

    async def sleep_until(self, instant: float) -> None:
        """Return at this instant, or when it rings."""
        self._until = instant
        sleeping = asyncio.ensure_future(self._clock.sleep_until(instant))
        ringing = asyncio.ensure_future(self._rung.wait())
        try:
            await asyncio.wait({sleeping, ringing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            ringing.cancel()
            self._until = float("inf")  # who is awake is told of everything
        self._rung.clear()


class Sleeper:
    """One task that sleeps until something is due, sees to it, and sleeps again.

    `tick` sees to all that is due and returns the seconds until the next; it is asked at least
    every `nap` seconds, whatever it says, and also after it has failed.
    """

    def __init__(self, clock: Clock, tick: Callable[[], Awaitable[float]], nap: float) -> None:
        self._clock = clock
        self._tick = tick
        self._nap = nap
        self._alarm = Alarm(clock)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def wake(self, due: float | None = None) -> None:
        """Look again at what is due; there may be something at this instant."""
        self._alarm.ring(due)

    async def _run(self) -> None:
        while True:
            try:
                wait = await self._tick()
            except Exception:
                log.exception("A beat was missed")
                wait = self._nap
            await self._alarm.sleep_until(self._clock.now() + min(wait, self._nap))
