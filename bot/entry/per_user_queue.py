"""A queue for each user, so that a user who presses a hundred times delays nobody else.

All changes go through one queue in the order of arrival. If all requests of one user entered it
together, everybody else would have to wait behind them. Every typed letter requests another
autocomplete, so only the newest autocomplete of each user is served.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from games.rules import Refusal

AT_ONCE = 2  # number of presses of one user that are served at the same time
WAITING = 20  # number of further presses of that user that may wait
PATIENCE = 1.8  # seconds that an autocomplete may wait, which leaves one second for the network


class PerUserQueue:
    """Limits how many presses of one user are served at the same time."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[asyncio.Semaphore, int]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    @asynccontextmanager
    async def of(self, person: int) -> AsyncGenerator[None]:
        """Wait until this user may be served. Raises Refusal if too many of their presses wait."""
        places, count = self._lines.get(person) or (asyncio.Semaphore(AT_ONCE), 0)
        if count >= AT_ONCE + WAITING:
            raise Refusal("One thing at a time, please: I'm still busy with what you asked before.")
        self._lines[person] = places, count + 1
        try:
            async with places:
                yield
        finally:
            places, count = self._lines.pop(person)
            if count > 1:
                self._lines[person] = places, count - 1


class NewestPerUser:
    """Serves one autocomplete of each user at a time. Only the newest may wait."""

    def __init__(self) -> None:
        self._inside: set[int] = set()
        self._waiting: dict[int, asyncio.Future[bool]] = {}

    def __len__(self) -> int:
        return len(self._inside)

    @asynccontextmanager
    async def of(self, person: int) -> AsyncGenerator[bool]:
        """Wait for the user's previous request. Yield False if a newer one replaces this one."""
        if not await self._comes(person):
            yield False
            return
        try:
            yield True
        finally:
            self._go_on(person)

    async def _comes(self, person: int) -> bool:
        if person not in self._inside:
            self._inside.add(person)
            return True
        older = self._waiting.get(person)
        if older is not None and not older.done():
            older.set_result(False)
        mine = self._waiting[person] = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait([mine], timeout=PATIENCE)
        except asyncio.CancelledError:
            if mine.done() and mine.result():
                self._go_on(person)
            raise
        finally:
            if self._waiting.get(person) is mine:
                del self._waiting[person]
        return mine.done() and mine.result()

    def _go_on(self, person: int) -> None:
        following = self._waiting.pop(person, None)
        if following is None or following.done():
            self._inside.discard(person)
        else:
            following.set_result(True)
