"""Deletes the records of games that ended long ago, and everything of servers that the bot left.

Each table is deleted in a transaction of its own, while nothing else changes it. The results of its
game stay (db/tables/results.py). Their places are added first if they are missing.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from bot.host.commit.committer import Committer
from bot.host.commit.outcomes import rank
from bot.host.reading.loaded_table import LoadedTable
from db.base.problems import NotSaved
from db.database import Transaction
from db.servers import servers_left
from db.tables import results, tables
from db.upkeep import deletion
from db.upkeep.deletion import Due, Stored

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600.0
SERVER_KEPT: Final = 30 * DAY
"""Seconds for which what belongs to a server stays after the bot was removed from it."""
SHOWN_LATE: Final = 7 * DAY
"""Seconds for which a record stays longer if its end couldn't be shown yet."""
AT_ONCE: Final = 100
"""The most tables that are looked up at once."""

Still: TypeAlias = Callable[[Transaction], Awaitable[bool]]
"""Returns whether a table may still be deleted."""


def due_at(now: float, days: int) -> Due:
    """Return which finished tables are due if records are kept for so many days."""
    return Due(now - days * DAY, now - days * DAY - SHOWN_LATE)


class Expiry:
    """Deletes what is no longer kept."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def unranked(self) -> list[int]:
        """Return the finished tables whose results lack their places."""
        return await results.unranked(self._store.database.reader)

    async def rank(self, table_id: int) -> None:
        """Add the places to the results of a table, unless its rules can't tell them any more."""
        stored = await tables.load(self._store.database.reader, table_id, 0)
        if stored is None or stored[0].game not in self._store.games:
            return
        try:  # the cache is for tables in play, so this one isn't put there
            loaded = LoadedTable.read(self._store.rules(stored[0].game), stored[0], ())
            async with self._store.database.transaction() as tx:
                await rank(tx, loaded)
        except NotSaved:
            raise
        except Exception as problem:  # a damaged table must not keep the others from being ranked
            log.warning("Table %d can't be ranked (%s)", table_id, type(problem).__name__)

    async def expired(self, days: int) -> list[Stored]:
        """Return some finished tables that have been kept for so many days."""
        due = due_at(self._committer.now(), days)
        return await deletion.expired(self._store.database.reader, due, AT_ONCE)

    async def delete_expired(self, table_id: int, days: int) -> bool:
        """Delete the record of a finished table. Return False if it's needed again."""
        due = due_at(self._committer.now(), days)

        async def still(tx: Transaction) -> bool:
            return bool(await deletion.expired(tx, due, 1, table_id))

        return await self._delete(table_id, still)

    async def servers(self, known_at: float) -> list[int]:
        """Return the servers that the bot left so long ago that nothing of them is kept.

        `known_at` is the newest time of which it's known on which servers the bot is.
        """
        return await servers_left.left_before(self._store.database.reader, known_at - SERVER_KEPT)

    async def delete_server(
        self, guild: int, pause: Callable[[], Awaitable[None]], *, anyway: bool = False
    ) -> tuple[list[Stored], int]:
        """Delete all that belongs to a server, table by table with a pause after each.

        Return the deleted tables, and how many other rows there were. `anyway` means that it
        doesn't matter whether the bot is there. Otherwise stop if it's back.
        """
        database, gone = self._store.database, list[Stored]()

        async def still(tx: Transaction) -> bool:
            before = self._committer.now() - SERVER_KEPT
            return anyway or guild in await servers_left.left_before(tx, before)

        async with database.transaction() as tx:
            if await still(tx):
                await deletion.delete_pings(tx, guild)
        for table in await deletion.of_server(database.reader, guild):
            if await self._delete(table.id, still):
                gone.append(table)
                await pause()
        others = 0
        async with database.transaction() as tx:
            if await still(tx):
                others = await deletion.other_rows(tx, guild)
                await deletion.delete_server(tx, guild)
        await self._store.servers.load()
        return gone, others

    async def _delete(self, table_id: int, still: Still) -> bool:
        async with self._committer.turn(table_id), self._committer.writing(table_id) as tx:
            if not await still(tx):
                return False
            await deletion.delete_table(tx, table_id)
        self._store.cache.drop(table_id)
        return True
