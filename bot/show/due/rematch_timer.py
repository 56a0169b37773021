"""Has a rematch ping somebody, or its question expire, when it is time."""

import logging

from bot.host.agreements.rematches import Rematches
from bot.show.deliver.display import Display
from games.rules import Refusal

log = logging.getLogger(__name__)


class RematchTimer:
    """Has the display draw the question of a rematch when it must change."""

    def __init__(self, rematches: Rematches, display: Display) -> None:
        self._rematches = rematches
        self._display = display

    async def tick(self) -> float | None:
        """Have every question drawn that is due, and return when the next one is due."""
        for table_id in await self._rematches.expired():
            try:
                await self._rematches.expire(table_id)
            except Refusal as problem:  # its game is no longer offered
                log.info("I couldn't update the rematch at table %s: %s", table_id, problem)
        for table_id in await self._rematches.pings_due():
            self._display.look_at(table_id)
        return await self._rematches.next_at()
