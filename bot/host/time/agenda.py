"""Calls each part of the bot when it has something to do.

A handler does all that is due, and returns when it wants to be called next. What all handlers need
is here: the longest pause, what follows a failure, and that nothing is done while people can't
play.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

from bot.host.time.clock import Alarm, Clock
from bot.host.time.connection import Connection
from db.base.problems import DatabaseProblem

log = logging.getLogger(__name__)

NAP = 20.0  # longest time in seconds between two calls of a handler
AGAIN = 3600.0  # longest time in seconds until a handler that failed is called again
FAILED = "I couldn't do what was due"
SHORTEST = 0.02  # shortest time in seconds until a handler is called again that nobody wakes

Key: TypeAlias = (
    Literal["deadlines", "reach", "notices", "rematches", "meetings", "watchers"]
    | Literal["backups", "sweeps", "pulse"]
)
Needs: TypeAlias = Literal["service", "saving"] | None
Handler: TypeAlias = Callable[[], Awaitable[float | None]]
"""Does what is due, and returns when to call it again (None: after a nap)."""


class Agenda:
    """Calls each handler at its times. A handler has one call at a time, and waits for no other."""

    def __init__(self, clock: Clock, connection: Connection) -> None:
        self._clock = clock
        self._connection = connection
        self._alarms: dict[Key, Alarm] = {}
        self._tasks: dict[Key | tuple[Key, int], asyncio.Task[object]] = {}

    def add(
        self,
        key: Key,
        handler: Handler,
        *,
        needs: Needs = None,
        nap: float | None = None,
        first: float = 0.0,
    ) -> None:
        """Call a handler from the time `first` on, until the agenda is closed.

        If it needs service, it isn't called while people can't reach the bot or nothing can be
        saved; if it needs saving, not while nothing can be saved.
        """
        self._alarms[key] = Alarm(self._clock)
        work = self._go_on(key, handler, needs, NAP if nap is None else nap, first)
        self._tasks[key] = asyncio.create_task(work)

    def beside(self, key: Key, number: int, work: Callable[[], Awaitable[None]]) -> None:
        """Do a part of a handler's work without having it wait, unless that is being done."""
        if (key, number) not in self._tasks:
            task = self._tasks[key, number] = asyncio.create_task(self._call(key, work, NAP))
            task.add_done_callback(lambda _: self._tasks.pop((key, number), None))

    def wake(self, *keys: Key, due: float | None = None) -> None:
        """Call handlers now. If `due` is given, do so only if they would be called later."""
        for key in keys:
            if key in self._alarms:
                self._alarms[key].ring(due)

    async def close(self) -> None:
        """Stop all work. What was due then is due at the next start of the bot."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_on(self, key: Key, handler: Handler, needs: Needs, nap: float, at: float) -> None:
        while True:
            await self._alarms[key].sleep_until(at)
            wanted = await self._call(key, handler, nap) if self._is_there(needs) else None
            now = self._clock.now()
            at = now + nap if wanted is None else max(now + SHORTEST, min(wanted, now + nap))

    def _is_there(self, needs: Needs) -> bool:
        """Return whether there is what a handler needs."""
        if needs == "service":
            return self._connection.in_service
        return needs is None or self._connection.unsaved_since is None

    async def _call(self, key: Key, handler: Handler, nap: float) -> float | None:
        """Call a handler. If that fails, log why, and return when to try again."""
        pause = min(nap, AGAIN)
        try:
            return await handler()
        except (DatabaseProblem, OSError) as problem:
            log.error("%s (%s). I'll try again in %.0f s. %s", FAILED, key, pause, problem)
        except Exception:
            log.exception("%s (%s). I'll try again in %.0f s", FAILED, key, pause)
        return self._clock.now() + pause
