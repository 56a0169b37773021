"""Records which servers the bot is on, because what belongs to the others is deleted in time."""

from collections.abc import Collection
from typing import Final

from bot.host.reading.store import Store
from db.servers import servers_left

MISSING_FOR: Final = 24 * 3600.0
"""Seconds after which a server that is missing again counts as left. An outage is shorter."""


class Departures:
    """Records which servers the bot leaves, and to which it comes back."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.are_known = False
        """Whether Discord has listed the bot's servers since the start."""

    async def note_departure(self, guild: int) -> None:
        """Record that the bot was removed from a server."""
        async with self._store.database.transaction() as tx:
            await servers_left.note_departure(tx, guild, self._store.clock.now())

    async def back(self, guild: int) -> None:
        """Record that the bot was added to a server."""
        async with self._store.database.transaction() as tx:
            await servers_left.back(tx, guild)

    async def connected(self, present: Collection[int]) -> None:
        """Record which servers Discord lists when the bot connects.

        A server that is missing counts as left once it is still missing a day later.
        """
        now, database = self._store.clock.now(), self._store.database
        missing = await servers_left.known(database.reader) - frozenset(present)
        async with database.transaction() as tx:
            await servers_left.connected(tx, present, missing, now, now - MISSING_FOR)
        self.are_known = True
