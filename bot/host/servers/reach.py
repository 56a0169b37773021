"""Notices which tables people can't reach, and gives their time back when they can.

A table is out of reach while the bot isn't on its server, Discord reports that server as out of
order, its channel is gone, locked or hidden from the bot, or the bot itself has a time-out. Its
clocks stand still: the queries for what is due leave it out (db/tables/out_of_reach.py). The mark
is in the file, so it survives a restart. docs/decisions/0017 gives the reasons.
"""

import logging
from collections.abc import Callable

from bot.host.commit.committer import Committer
from bot.host.time.lost_time import give_back
from db.tables import out_of_reach
from db.tables.out_of_reach import Standing
from games.rules import Refusal

log = logging.getLogger(__name__)


class Reach:
    """Compares each table with what Discord says of its place.

    `reaches` returns whether people can reach a channel of a server, or None if it isn't known yet.
    """

    def __init__(self, committer: Committer, reaches: Callable[[int, int], bool | None]) -> None:
        self._committer = committer
        self._store = committer.store
        self._reaches = reaches

    async def look(self) -> None:
        """Record what changed."""
        places = await out_of_reach.standing(self._store.database.reader)
        seen = [(place, self._is_there(place)) for place in places]
        await self._lose([p.table for p, there in seen if there is False and p.since is None])
        for place, there in seen:
            if there and place.since is not None:
                await self._find(place, place.since)

    def _is_there(self, place: Standing) -> bool | None:
        there = self._reaches(place.guild, place.channel)
        if there and place.parent is not None:
            return self._reaches(place.guild, place.parent)
        return there

    async def _lose(self, table_ids: list[int]) -> None:
        if not table_ids:
            return
        async with self._store.database.transaction() as tx:
            await out_of_reach.lost(tx, table_ids, self._committer.now())
        log.info("Tables %s are out of reach, so their clocks stand still", table_ids)

    async def _find(self, place: Standing, since: float) -> None:
        """Give a table's time back, and show it again."""
        table_id, now = place.table, self._committer.now()
        async with self._committer.turn(table_id):
            async with self._committer.writing(table_id) as tx:
                await give_back(tx, since, max(since, now), table_id)
                await out_of_reach.found(tx, table_id)
            self._store.cache.drop(table_id)  # it is out of date although its rev is the same
        log.info("Table %s was out of reach for %.0f s", table_id, now - since)
        try:
            await self._store.loaded(table_id)
        except Refusal:  # its game is no longer offered
            return
        self._store.listener.found_again(table_id)
