"""A gate that changes of tables go through, and that can be shut for a moment.

Changes of different tables know nothing of each other. What changes all of them at once, behind
what is kept in memory, waits until nobody is in the middle of one, and lets nobody begin meanwhile.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Gate:
    """Open unless somebody holds it shut. Who is inside must not go through it once more."""

    def __init__(self) -> None:
        self._inside = 0
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._one = asyncio.Lock()

    @asynccontextmanager
    async def through(self) -> AsyncGenerator[None]:
        """Change one table, when the gate is open."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def shut(self) -> AsyncGenerator[None]:
        """Change all tables, once nobody is changing one."""
        async with self._one:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()
