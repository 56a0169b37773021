"""Requests each due notice from the message queue of its seat (notices.py).

The due times are stored in the database, so they survive a restart.
"""

from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.time import agenda
from bot.show.deliver.display import Display
from db.tables.shown import HandKey
from db.tables.tables import Due
from games.rules import Seat


class NoticeTimer:
    """Queues the notices that are due."""

    def __init__(self, store: Store, queries: Queries, display: Display) -> None:
        self._store = store
        self._queries = queries
        self._display = display
        self._handed: dict[Due, float] = {}  # earliest time to queue each notice again

    async def tick(self) -> float | None:
        """Queue every notice that is due, and return when the next one is due."""
        while True:
            now = self._store.clock.now()
            self._handed = {notice: until for notice, until in self._handed.items() if until > now}
            due = await self._queries.next_notice(set(self._handed))
            if due is None:
                return min(self._handed.values(), default=None)
            instant, table_id, seat = due
            if instant > now:
                return instant
            self._handed[due] = now + agenda.NAP  # until then, its queue retries by itself
            self._display.queues.want((table_id, HandKey(seat)))

    def forget(self) -> None:
        """Queue notices again even if that was done lately."""
        self._handed.clear()
        self._store.agenda.wake("notices")

    def noticed(self, table_id: int, seat: Seat) -> None:
        """Check for the next notice of a seat after one was sent."""
        called = [notice for notice in self._handed if notice[1:] == (table_id, seat)]
        for notice in called:
            del self._handed[notice]
        if called:
            self._store.agenda.wake("notices")
