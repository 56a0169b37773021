"""The queue of drawings: each message is a lane with one writer, and at most one drawing waits.

Whatever is drawn is taken when it is sent, not when it was asked for, so a lane never goes back in
time, and moves made while a message is being drawn share its next drawing. A slow or refused
request delays the reader of that message and nobody else.

The answer to a click is its lane's drawing (`taken`): if a request is in flight in it, the click is
acknowledged, and its drawing is the one that waits.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from bot.host.clock import Clock
from bot.show.messenger import CannotSend, TryLater

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[int, int]
"""A table, and the reader whose message it is (db/shown.py)."""


LOOKED_AT = 5.0
"""Seconds between two attempts at a drawing that was lost, while somebody looks at it."""

PASSING = 1000
"""Readers from here on are messages that somebody else keeps (ephemeral ones, by their own id)."""


class Lane:
    """One message."""

    __slots__ = ("lock", "lost_at", "not_before", "sleeping", "task", "users", "wanted")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.wanted = False
        self.not_before = 0.0
        self.lost_at: float | None = None  # when it was last tried, if it is to be tried again
        self.sleeping: asyncio.Future[None] | None = None
        self.users = 0  # who write in it themselves, or wait for their turn
        self.task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is in flight in it, or waiting."""
        return self.task is None and not self.wanted and not self.users


class Lanes:
    """All messages. `draw` brings one message up to date; `rested` hears when a lane is idle."""

    def __init__(
        self,
        draw: Callable[[Key], Awaitable[None]],
        rested: Callable[[Key], None],
        clock: Clock,
        *,
        pause: float,
        retry: float,
    ) -> None:
        self._draw = draw
        self._rested = rested
        self._clock = clock
        self._pause = pause
        self._retry = retry
        self._lanes: dict[int, dict[int, Lane]] = {}  # by table, then by reader
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))

    def _lane(self, key: Key) -> Lane:
        of_table = self._lanes.setdefault(key[0], {})
        lane = of_table.get(key[1])
        if lane is None:
            lane = of_table[key[1]] = Lane()
        return lane

    def want(self, key: Key) -> None:
        """Have a message brought up to date, as soon as it is its turn."""
        lane = self._lane(key)
        lane.wanted = True
        if lane.task is None and not self._closed:
            lane.task = asyncio.ensure_future(self._run(key, lane))

    def hurry(self, key: Key) -> None:
        """Draw a message next time without a pause, and end a pause that it is waiting for."""
        lane = self._lane(key)
        lane.not_before = 0.0
        if lane.sleeping is not None:
            lane.sleeping.cancel()

    def look(self, key: Key) -> None:
        """Try a drawing that was lost once more, as somebody looks at it: now, or in a moment.

        Where Discord has said when it may be tried, it is tried then.
        """
        lane = self._lanes.get(key[0], {}).get(key[1])
        if lane is None or lane.lost_at is None:
            return
        at = max(self._clock.now(), lane.lost_at + LOOKED_AT)
        if at < lane.not_before:
            lane.not_before = at
            if lane.sleeping is not None:
                lane.sleeping.cancel()

    def busy(self, table: int) -> bool:
        """Say whether something of a table is being drawn, or waits for it."""
        return any(not lane.idle for lane in self._lanes.get(table, {}).values())

    def forget(self, table: int) -> None:
        """Keep nothing of a table in memory; what is still in flight is let be."""
        busy = {key: lane for key, lane in self._lanes.pop(table, {}).items() if not lane.idle}
        if busy:
            self._lanes[table] = busy

    @asynccontextmanager
    async def taken(self, key: Key) -> AsyncGenerator[bool]:
        """Write in a lane oneself, as the answer to a click; False if it is taken already."""
        lane = self._lane(key)
        if lane.lock.locked():
            yield False
            return
        lane.users += 1
        try:
            async with lane.lock:
                yield True
        finally:
            lane.users -= 1
            self._released(key, lane)

    @asynccontextmanager
    async def in_turn(self, key: Key) -> AsyncGenerator[None]:
        """Write in a lane oneself, after whoever does now."""
        lane = self._lane(key)
        lane.users += 1
        try:
            async with lane.lock:
                yield
        finally:
            lane.users -= 1
            self._released(key, lane)

    def _released(self, key: Key, lane: Lane) -> None:
        if lane.wanted:
            self.want(key)
            return
        if key[1] >= PASSING and lane.idle:
            self._lanes.get(key[0], {}).pop(key[1], None)
        self._rested(key)

    async def _run(self, key: Key, lane: Lane) -> None:
        try:
            while lane.wanted and not self._closed:
                await self._may_draw(lane)
                async with lane.lock:
                    lane.wanted = False
                    lane.not_before = self._clock.now() + self._pause
                    await self._drawn(key, lane)
        finally:
            lane.task = None
            if lane.wanted and not self._closed:
                self.want(key)
            else:
                self._rested(key)

    async def _may_draw(self, lane: Lane) -> None:
        """Wait until a message may be drawn, which can become sooner meanwhile."""
        while lane.not_before > self._clock.now():
            sleeping = asyncio.ensure_future(self._clock.sleep_until(lane.not_before))
            lane.sleeping = sleeping
            try:
                await asyncio.wait([sleeping])
            finally:
                lane.sleeping = None
                sleeping.cancel()
            if not sleeping.cancelled():
                return
        await asyncio.sleep(0)

    async def _drawn(self, key: Key, lane: Lane) -> None:
        lane.lost_at = None
        try:
            await self._draw(key)
        except TryLater as problem:
            log.warning("Table %s, reader %s, is shown later: %s", *key, problem)
            lane.wanted, now = True, self._clock.now()
            lane.not_before = now + (problem.after or self._retry)
            lane.lost_at = None if problem.after else now
        except CannotSend as problem:  # until something has changed
            log.warning("Table %s, reader %s, could not be shown: %s", *key, problem)
        except Exception:
            log.exception("Table %s could not be drawn for reader %s", *key)

    async def settled(self) -> None:
        """Wait until nothing is in flight (in tests)."""
        while running := self._running():
            await asyncio.gather(*running, return_exceptions=True)

    async def close(self) -> None:
        """Stop drawing. What is not shown yet will be after the next start."""
        self._closed = True
        running = self._running()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _running(self) -> list[asyncio.Task[None]]:
        lanes = (lane for of_table in self._lanes.values() for lane in of_table.values())
        return [lane.task for lane in lanes if lane.task is not None]
