"""A lock that prevents a change of all tables from overlapping with changes of single tables.

Changes of different tables may overlap. A change of all tables bypasses the cache. So it waits
until every other change is done, and blocks new changes until it has finished.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class WriteGate:
    """A lock held by one change of all tables or by changes of single tables. Not reentrant."""

    def __init__(self) -> None:
        self._inside = 0
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._one = asyncio.Lock()

    @asynccontextmanager
    async def through(self) -> AsyncGenerator[None]:
        """Enter a change of one table. Wait first while a change of all tables is running."""
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
        """Enter a change of all tables. Wait first until no single table is being changed."""
        async with self._one:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()
