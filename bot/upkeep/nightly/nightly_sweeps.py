"""Deletes each night what is no longer kept, half an hour after the time of the backup.

The first sweep is a while after the start, so that what the bot missed can be shown before. There
is a pause after each table, so that players hardly wait for it. If somebody was forgotten, the file
is written anew as well.
"""

import logging
from datetime import timedelta

from bot.host.host import Host
from bot.upkeep.nightly.sweep import sweep
from db.upkeep.backup_folder import begin_of, last_night

log = logging.getLogger(__name__)

AFTER_START = 600.0  # seconds from the start to the first sweep
AFTER_BACKUP = 1800.0  # seconds from the beginning of the backup to the sweep
PAUSE = 0.2  # seconds between two tables


class NightlySweeps:
    """Deletes what is no longer kept each night."""

    def __init__(self, host: Host, days: int) -> None:
        self._host = host
        self._days = days
        self._clock = host.store.clock
        self.first = self._clock.now() + AFTER_START  # when to sweep for the first time

    async def sweep(self) -> float:
        """Delete what is no longer kept, and return when to do so again.

        Servers are kept until Discord has listed the bot's servers, as it may be back on one.
        Raises DatabaseProblem.
        """
        host = self._host
        known_at = self._clock.now() if host.departures.are_known else None
        swept = await sweep(host.expiry, self._days, known_at, self._pause)
        await host.forgetting.rewrite_file()
        if swept.tables:
            log.info("Deleted %s whose games ended long ago", swept.counted())
        if swept.servers:
            log.info("Deleted what belonged to %d servers that I left", len(swept.servers))
        return begin_of(last_night(self._clock.now()) + timedelta(days=1)) + AFTER_BACKUP

    async def _pause(self) -> None:
        await self._clock.sleep_until(self._clock.now() + PAUSE)
