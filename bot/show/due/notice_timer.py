"""Wakes up when a notice is due and requests it from the message queue of its seat (notices.py).

The due times are stored in the database, so they survive a restart.
"""

from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.time.clock import Sleeper
from bot.show.deliver.display import Display
from db.tables.shown import HandKey
from db.tables.tables import Due
from games.rules import Seat

LONGEST_NAP = 30.0  # longest sleep in seconds between two checks


class NoticeTimer:
    """Sleeps until the next notice is due."""

    def __init__(self, store: Store, queries: Queries, display: Display) -> None:
        self._store = store
        self._queries = queries
        self._display = display
        self._handed: dict[Due, float] = {}  # earliest time to queue each notice again
        sleeper = Sleeper(store.clock, self.tick, LONGEST_NAP)
        self.start, self.wake, self.close = sleeper.start, sleeper.wake, sleeper.close

    async def tick(self) -> float:
        """Queue every notice that is due, and return the seconds until the next one is due.

        Queue nothing while the bot is out of service, because nobody could answer a notice.
        """
        while True:
            if not self._store.connection.in_service:
                return LONGEST_NAP
            now = self._store.clock.now()
            self._handed = {notice: until for notice, until in self._handed.items() if until > now}
            due = await self._queries.next_notice(set(self._handed))
            if due is None:
                return min([LONGEST_NAP, *(until - now for until in self._handed.values())])
            instant, table_id, seat = due
            if instant > now:
                return max(0.02, instant - now)
            self._handed[due] = (
                now + LONGEST_NAP
            )  # until this time, a failed message queue retries by itself
            self._display.queues.want((table_id, HandKey(seat)))

    def forget(self) -> None:
        """Queue notices again even if that was done lately."""
        self._handed.clear()
        self.wake()

    def noticed(self, table_id: int, seat: Seat) -> None:
        """Check for the next notice of a seat after one was sent."""
        called = [notice for notice in self._handed if notice[1:] == (table_id, seat)]
        for notice in called:
            del self._handed[notice]
        if called:
            self.wake()
