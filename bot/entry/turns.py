"""A few things at a time for each person: who presses a hundred times waits for themselves alone.

All changes are written one after the other, in the order in which they come. Were all that one
person asks for let in at once, everybody else would stand in line behind it.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from games.rules import Refusal

AT_ONCE = 2  # presses of one person that are being served
WAITING = 20  # more of theirs that wait for those


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
