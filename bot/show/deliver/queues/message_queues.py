"""Gives each message a queue with one writer at a time and at most one waiting drawing.

The content of a drawing is determined when it is sent, not when it is requested. A message
therefore never goes back to an older state, and moves made during one request share the next
drawing. A slow or refused request delays only its own message.

A drawing can also answer a click (`hold_if_free`). If another drawing is being sent at that time,
the click is only acknowledged, and the next drawing shows its result. While a press is served, no
other drawing of its table starts (`held_back`), so its answer leaves first.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager

from bot.host.time.clock import Clock
from bot.show.deliver.queues.message_key import Key, MessageKey, MessageOf
from bot.show.deliver.queues.messenger import DATABASE_AWAY, CannotSend, TryLater
from db.base.problems import ConnectionLost, Unsure
from games.rules import Refusal

log = logging.getLogger(__name__)

RETRY_WATCHED = 5.0
"""Seconds between two attempts to draw a message while somebody is looking at it."""


class MessageQueue:
    """The queue for drawings of one message."""

    __slots__ = ("failed_at", "lock", "not_before", "sleeping", "task", "users", "wanted")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.wanted = False
        self.not_before = 0.0
        self.failed_at: float | None = None  # time of the last failed attempt if it will be retried
        self.sleeping: asyncio.Future[None] | None = None
        self.users = 0  # number of callers that hold this queue or wait for it
        self.task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether this queue is doing nothing and nobody is waiting for it."""
        return self.task is None and not self.wanted and not self.users


class MessageQueues:
    """The queues of all messages. `draw` updates a message. `rested` is called for idle queues."""

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
        self._queues: dict[int, dict[MessageOf, MessageQueue]] = {}  # by table id
        self._presses: dict[int, list[asyncio.Event]] = {}  # being served, by table id
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def _queue(self, key: Key) -> MessageQueue:
        of_table = self._queues.setdefault(key[0], {})
        queue = of_table.get(key[1])
        if queue is None:
            queue = of_table[key[1]] = MessageQueue()
        return queue

    def want(self, key: Key) -> None:
        """Request an update of a message as soon as its queue is free."""
        queue = self._queue(key)
        queue.wanted = True
        if queue.task is None and not self._closed:
            queue.task = asyncio.ensure_future(self._run(key, queue))

    def hurry(self, key: Key) -> None:
        """Allow the next drawing of a message immediately, even if its queue is pausing."""
        queue = self._queue(key)
        queue.not_before = 0.0
        if queue.sleeping is not None:
            queue.sleeping.cancel()

    def end_pauses(self) -> None:
        """Allow the next drawing of every message immediately."""
        for table, queues in self._queues.items():
            for message in queues:
                self.hurry((table, message))

    def look(self, key: Key) -> None:
        """Retry a failed drawing sooner, because somebody is looking at the message.

        If Discord has set a time for the retry, wait until that time anyway.
        """
        queue = self._queues.get(key[0], {}).get(key[1])
        if queue is None or queue.failed_at is None:
            return
        at = max(self._clock.now(), queue.failed_at + RETRY_WATCHED)
        if at < queue.not_before:
            queue.not_before = at
            if queue.sleeping is not None:
                queue.sleeping.cancel()

    def busy(self, table: int) -> bool:
        """Return whether any message of a table is being drawn or waiting to be drawn."""
        return any(not queue.idle for queue in self._queues.get(table, {}).values())

    def forget(self, table: int) -> None:
        """Drop the idle queues of a table. Keep the queues that are sending or waiting."""
        busy = {key: queue for key, queue in self._queues.pop(table, {}).items() if not queue.idle}
        if busy:
            self._queues[table] = busy

    @contextmanager
    def held_back(self, table: int) -> Generator[None]:
        """Start no drawing of a table while a press on it is served, so its answer leaves first."""
        served = asyncio.Event()
        self._presses.setdefault(table, []).append(served)
        try:
            yield
        finally:
            served.set()
            presses = self._presses[table]
            presses.remove(served)
            if not presses:
                del self._presses[table]

    @asynccontextmanager
    async def hold_if_free(self, key: Key) -> AsyncGenerator[bool]:
        """Hold a queue to update its message as an answer. Yield False if the queue is busy."""
        queue = self._queue(key)
        if queue.lock.locked():
            yield False
            return
        queue.users += 1
        try:
            async with queue.lock:
                yield True
        finally:
            queue.users -= 1
            self._released(key, queue)

    @asynccontextmanager
    async def in_turn(self, key: Key) -> AsyncGenerator[None]:
        """Wait until a queue is free, then hold it to update its message."""
        queue = self._queue(key)
        queue.users += 1
        try:
            async with queue.lock:
                yield
        finally:
            queue.users -= 1
            self._released(key, queue)

    def _released(self, key: Key, queue: MessageQueue) -> None:
        if queue.wanted:
            self.want(key)
            return
        if isinstance(key[1], MessageKey) and queue.idle:
            self._queues.get(key[0], {}).pop(key[1], None)
        self._rested(key)

    async def _run(self, key: Key, queue: MessageQueue) -> None:
        try:
            while queue.wanted and not self._closed:
                await self._may_draw(key[0], queue)
                async with queue.lock:
                    queue.wanted = False
                    queue.not_before = self._clock.now() + self._pause
                    await self._drawn(key, queue)
        finally:
            queue.task = None
            if queue.wanted and not self._closed:
                self.want(key)
            else:
                self._rested(key)

    async def _may_draw(self, table: int, queue: MessageQueue) -> None:
        """Wait until a message may be drawn: its pause is over, and no press is being served."""
        await self._pause_over(queue)
        while presses := self._presses.get(table):
            await presses[0].wait()

    async def _pause_over(self, queue: MessageQueue) -> None:
        """Wait until the pause of a message is over. Other callers can end it early."""
        while queue.not_before > self._clock.now():
            sleeping = asyncio.ensure_future(self._clock.sleep_until(queue.not_before))
            queue.sleeping = sleeping
            try:
                await asyncio.wait([sleeping])
            finally:
                queue.sleeping = None
                sleeping.cancel()
            if not sleeping.cancelled():
                return
        await asyncio.sleep(0)

    async def _drawn(self, key: Key, queue: MessageQueue) -> None:
        queue.failed_at = None
        try:
            await self._draw(key)
        except TryLater as problem:
            log.warning("I'll show table %s, %s, later: %s", *key, problem)
            queue.wanted, now = True, self._clock.now()
            queue.not_before = now + (problem.after or self._retry)
            queue.failed_at = None if problem.after else now
        except (ConnectionLost, Unsure) as problem:  # the database is back soon, or says so itself
            log.info("I'll show table %s, %s, later: %s", *key, problem)
            queue.wanted, queue.failed_at = True, self._clock.now()
            queue.not_before = queue.failed_at + min(self._retry, DATABASE_AWAY)
        except CannotSend as problem:  # don't retry until something changes
            log.warning("I couldn't show table %s, %s: %s", *key, problem)
        except Refusal as problem:  # it was deleted, or its game is no longer offered
            log.info("I don't show table %s, %s, any more: %s", *key, problem)
        except Exception:
            log.exception("I couldn't draw table %s, %s", *key)

    async def settled(self) -> None:
        """Wait until no drawing is being sent (used in tests)."""
        while running := self._running():
            await asyncio.gather(*running, return_exceptions=True)

    async def close(self) -> None:
        """Stop drawing. Outdated messages will be redrawn after the next start of the bot."""
        self._closed = True
        running = self._running()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _running(self) -> list[asyncio.Task[None]]:
        queues = (queue for of_table in self._queues.values() for queue in of_table.values())
        return [queue.task for queue in queues if queue.task is not None]
