"""The tables that are being played, each at its newest rev, kept in memory.

The cache is filled after COMMIT only and never moves backwards; whatever goes wrong in a
transaction drops the table from it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.host.loaded_table import Loaded
from db.tables import Table

TABLES_KEPT = 512  # more are read again when they are needed
REST = 600.0  # seconds after which a table that nobody touches is forgotten
REST_CLOSED = 120.0  # and one at which nobody plays any more


class Cache:
    """The tables that are being played, each at its newest rev; bounded."""

    def __init__(
        self,
        now: Callable[[], float],
        most: int = TABLES_KEPT,
        on_forgotten: Callable[[int], None] = lambda table_id: None,
    ) -> None:
        self._now = now
        self._most = most
        self._on_forgotten = on_forgotten
        self._kept: OrderedDict[int, tuple[float, Loaded]] = OrderedDict()
        self._reading: dict[int, asyncio.Task[Loaded]] = {}
        self._dropped: dict[int, float] = {}  # since when; of these, too, it is said when they rest

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._kept

    def get(self, table_id: int) -> Loaded | None:
        """Return a table as it is now, if it is kept."""
        found = self._kept.get(table_id)
        if found is None:
            return None
        self._kept[table_id] = (self._now(), found[1])
        self._kept.move_to_end(table_id)
        return found[1]

    def put(self, loaded: Loaded) -> None:
        """Keep what was committed; never older than what is kept."""
        table_id = loaded.table.id
        self._reading.pop(table_id, None)  # what is being read may be older
        self._dropped.pop(table_id, None)
        kept = self._kept.get(table_id)
        if kept is not None:
            # what was published is noted beside the changes of a table, perhaps amid one of them
            loaded.table = _published_too(loaded.table, kept[1].table)
        if kept is None or kept[1].table.rev <= loaded.table.rev:
            self._kept[table_id] = (self._now(), loaded)
            self._kept.move_to_end(table_id)
        while len(self._kept) > self._most:
            self._forget_oldest()

    def drop(self, table_id: int) -> None:
        """Forget a table: nobody knows what has become of it."""
        self._reading.pop(table_id, None)
        self._kept.pop(table_id, None)
        self._dropped.setdefault(table_id, self._now())

    def drop_all(self) -> None:
        """Forget every table: the file has changed behind what is kept."""
        for table_id in {*self._reading, *self._kept}:
            self._dropped.setdefault(table_id, self._now())
        self._reading.clear()
        self._kept.clear()

    def sweep(self) -> None:
        """Forget the tables that nobody has touched for long, those that were dropped as well.

        Whoever keeps something else of a table (what was shown, its lanes) keeps it until then.
        """
        now = self._now()
        resting = [
            table_id
            for table_id, (touched, loaded) in self._kept.items()
            if touched < now - (REST if _is_on(loaded) else REST_CLOSED)
        ]
        for table_id in resting:
            del self._kept[table_id]
            self._on_forgotten(table_id)
        for table_id in [one for one, since in self._dropped.items() if since < now - REST]:
            del self._dropped[table_id]
            self._on_forgotten(table_id)

    def _forget_oldest(self) -> None:
        table_id, _ = self._kept.popitem(last=False)
        self._on_forgotten(table_id)

    async def read(self, table_id: int, load: Callable[[], Awaitable[Loaded]]) -> Loaded:
        """Return a table, loaded if it is not kept; several who ask at once share one reading."""
        found = self.get(table_id)
        if found is not None:
            return found
        reading = self._reading.get(table_id)
        if reading is None:
            reading = asyncio.ensure_future(load())
            self._reading[table_id] = reading
            reading.add_done_callback(lambda done: self._was_read(table_id, done))
        return await asyncio.shield(reading)

    def _was_read(self, table_id: int, reading: "asyncio.Future[Loaded]") -> None:
        """Keep what was read, unless the table has changed in the meantime."""
        if self._reading.get(table_id) is reading:
            del self._reading[table_id]
            if not reading.cancelled() and reading.exception() is None:
                self.put(reading.result())
        elif not reading.cancelled():
            reading.exception()  # whoever waits for it meets it


def _is_on(loaded: Loaded) -> bool:
    return loaded.table.phase in ("open", "playing")


def _published_too(table: Table, known: Table) -> Table:
    """Return a table with the messages that are known to show its seal, and what was mixed in."""
    if table.sealed_by is None and known.sealed_by is not None:
        table = replace(table, sealed_by=known.sealed_by, sealed_in=known.sealed_in)
    if table.mixed_by is None and known.mixed_by is not None:
        table = replace(table, mixed_by=known.mixed_by, mixed_in=known.mixed_in)
    return table
