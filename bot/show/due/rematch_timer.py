"""Wakes up when a rematch must ping somebody, or when its question expires.

Both times are stored in the database, so they survive a restart.
"""

import logging

from bot.host.agreements.rematches import Rematches
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.time.clock import Sleeper
from bot.show.deliver.display import Display
from bot.show.due import notice_timer
from games.rules import Refusal

log = logging.getLogger(__name__)


class RematchTimer:
    """Sleeps until the question of a rematch must change, and has the display draw it."""

    def __init__(
        self, store: Store, rematches: Rematches, queries: Queries, display: Display
    ) -> None:
        self._store = store
        self._rematches = rematches
        self._queries = queries
        self._display = display
        sleeper = self._sleeper = Sleeper(store.clock, self.tick, notice_timer.LONGEST_NAP)
        self.wake, self.close = sleeper.wake, sleeper.close

    async def start(self) -> None:
        """Check all questions, because a crash may have left some outdated, then start to wait."""
        for table_id in await self._queries.questions_shown():
            self._display.look_at(table_id)
        self._sleeper.start()

    async def tick(self) -> float:
        """Have every question drawn that is due, and return the seconds until the next one is due.

        Do nothing while the bot is out of service, because nobody could answer.
        """
        if not self._store.connection.in_service:
            return notice_timer.LONGEST_NAP
        for table_id in await self._rematches.expired():
            try:
                await self._rematches.expire(table_id)
            except Refusal as problem:  # its game is no longer offered
                log.info("I couldn't update the rematch at table %s: %s", table_id, problem)
        for table_id in await self._rematches.pings_due():
            self._display.look_at(table_id)
        at = await self._rematches.next_at()
        now = self._store.clock.now()
        return notice_timer.LONGEST_NAP if at is None else max(0.02, at - now)
