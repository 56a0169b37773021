"""A few things at a time for each person: who presses a hundred times waits for themselves alone.

All changes are written one after the other, in the order in which they come. Were all that one
person asks for let in at once, everybody else would stand in line behind it. Of suggestions, which
are asked for with every letter that is typed, only the newest are read.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from games.rules import Refusal

AT_ONCE = 2  # presses of one person that are being served
WAITING = 20  # more of theirs that wait for those
PATIENCE = 1.8  # seconds that suggestions may wait for those before; leaves one for the network


class Turns:
    """Lets each person's presses in by turns."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[asyncio.Semaphore, int]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    @asynccontextmanager
    async def of(self, person: int) -> AsyncGenerator[None]:
        """Wait for one's turn. Raises Refusal where too much of one's own comes before."""
        places, count = self._lines.get(person) or (asyncio.Semaphore(AT_ONCE), 0)
        if count >= AT_ONCE + WAITING:
            raise Refusal("One thing at a time: I am still busy with what you asked before.")
        self._lines[person] = places, count + 1
        try:
            async with places:
                yield
        finally:
            places, count = self._lines.pop(person)
            if count > 1:
                self._lines[person] = places, count - 1


class Newest:
    """Lets one of each person's in at a time; of those that wait the newest is wanted."""

    def __init__(self) -> None:
        self._inside: set[int] = set()
        self._waiting: dict[int, asyncio.Future[bool]] = {}

    def __len__(self) -> int:
        return len(self._inside)

    @asynccontextmanager
    async def of(self, person: int) -> AsyncGenerator[bool]:
        """Wait for one's turn; say whether it has come. It has not once a newer one waits."""
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
