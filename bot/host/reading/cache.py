"""Keeps recently used tables in memory, each at its newest revision (rev).

A table enters the cache only after its change is committed, and is never replaced by an older rev.
If a transaction fails, its table is dropped from the cache.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.host.reading.loaded_table import LoadedTable
from db.tables.tables import Table

TABLES_KEPT = 512  # maximum number of tables in memory; the others are read from the file
REST = 600.0  # seconds without any use after which a table is dropped from memory
CLOSED_IDLE = 120.0  # seconds without any use after which a finished table is dropped


class Cache:
    """A bounded cache of tables, each at its newest rev."""

    def __init__(
        self,
        now: Callable[[], float],
        most: int = TABLES_KEPT,
        on_forgotten: Callable[[int], None] = lambda table_id: None,
    ) -> None:
        self._now = now
        self._most = most
        self._on_forgotten = on_forgotten
        self._kept: OrderedDict[int, tuple[float, LoadedTable]] = OrderedDict()
        self._reading: dict[int, asyncio.Task[LoadedTable]] = {}
        self._dropped: dict[int, float] = {}  # time at which each table was dropped

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._kept

    def get(self, table_id: int) -> LoadedTable | None:
        """Return a table at its newest rev, or None if it is not in the cache."""
        found = self._kept.get(table_id)
        if found is None:
            return None
        self._kept[table_id] = (self._now(), found[1])
        self._kept.move_to_end(table_id)
        return found[1]

    def put(self, loaded: LoadedTable) -> LoadedTable:
        """Add a committed table to the cache, unless the cache has a newer rev of it.

        Return it with the ids of messages that were published meanwhile.
        """
        table_id = loaded.table.id
        self._reading.pop(table_id, None)  # a read that started earlier may return an older rev
        self._dropped.pop(table_id, None)
        cached = self._kept.get(table_id)
        if cached is not None:
            # message ids are committed separately, so `loaded` may not have them yet
            loaded = replace(loaded, table=_with_published_ids(loaded.table, cached[1].table))
        if cached is None or cached[1].table.rev <= loaded.table.rev:
            self._kept[table_id] = (self._now(), loaded)
            self._kept.move_to_end(table_id)
        while len(self._kept) > self._most:
            self._forget_oldest()
        return loaded

    def change(self, table_id: int, changed: Callable[[LoadedTable], LoadedTable]) -> bool:
        """Replace a table by another one of the same rev. Return False if it isn't here."""
        if table_id not in self._kept:
            return False
        self._kept[table_id] = (self._now(), changed(self._kept[table_id][1]))
        return True

    def drop(self, table_id: int) -> None:
        """Drop a table, because its state in the file is uncertain."""
        self._reading.pop(table_id, None)
        self._kept.pop(table_id, None)
        self._dropped.setdefault(table_id, self._now())

    def drop_all(self) -> None:
        """Drop every table, because the file was changed without going through the cache."""
        for table_id in {*self._reading, *self._kept}:
            self._dropped.setdefault(table_id, self._now())
        self._reading.clear()
        self._kept.clear()

    def sweep(self) -> None:
        """Remove tables that nobody has used for a while, and call `on_forgotten` for each.

        A dropped table is reported here some time later. Other services keep its data until then.
        """
        now = self._now()
        resting = [
            table_id
            for table_id, (touched, loaded) in self._kept.items()
            if touched < now - (REST if _is_unfinished(loaded) else CLOSED_IDLE)
        ]
        for table_id in resting:
            del self._kept[table_id]
            self._on_forgotten(table_id)
        for table_id in [table for table, since in self._dropped.items() if since < now - REST]:
            del self._dropped[table_id]
            self._on_forgotten(table_id)

    def _forget_oldest(self) -> None:
        table_id, _ = self._kept.popitem(last=False)
        self._on_forgotten(table_id)

    async def read(self, table_id: int, load: Callable[[], Awaitable[LoadedTable]]) -> LoadedTable:
        """Return a table, and load it if needed. Simultaneous callers share one file read."""
        cached = self.get(table_id)
        if cached is not None:
            return cached
        reading = self._reading.get(table_id)
        if reading is None:
            reading = asyncio.ensure_future(load())
            self._reading[table_id] = reading
            reading.add_done_callback(lambda done: self._read_done(table_id, done))
        return await asyncio.shield(reading)

    def _read_done(self, table_id: int, reading: "asyncio.Future[LoadedTable]") -> None:
        """Cache the table that was read, unless it changed while it was being read."""
        if self._reading.get(table_id) is reading:
            del self._reading[table_id]
            if not reading.cancelled() and reading.exception() is None:
                self.put(reading.result())
        elif not reading.cancelled():
            reading.exception()  # avoid asyncio's warning; all awaiting callers get the exception


def _is_unfinished(loaded: LoadedTable) -> bool:
    return loaded.table.phase in ("open", "playing")


def _with_published_ids(table: Table, known: Table) -> Table:
    """Copy ids of published messages from the cached table into a table that lacks them."""
    if table.sealed_by is None and known.sealed_by is not None:
        table = replace(table, sealed_by=known.sealed_by, sealed_in=known.sealed_in)
    if table.mixed_by is None and known.mixed_by is not None:
        table = replace(table, mixed_by=known.mixed_by, mixed_in=known.mixed_in)
    return table
