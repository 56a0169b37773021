"""Deals practice tables: one person and house players, in private, without a seal or a clock."""

from dataclasses import replace
from typing import Any, Final

from bot.host.agreements.endings import closing
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import check_offered
from bot.host.play.deals import deal_change
from bot.host.proof.luck import mixed_at
from bot.host.proof.terms import stored_terms
from bot.host.reading.loaded_table import NO_ORDERS, LoadedTable
from bot.host.seating.house_players import check_number
from bot.host.seating.seats import undealt
from bot.host.time.pace import USUAL_PACE
from bot.ui.panels.words import one_line
from db.tables import log, tables
from db.tables.log import LogEntry
from db.tables.tables import Player
from db.upkeep import deletion
from games.rules import AnyRules, Refusal

PLAYERS: Final = 3
"""The number of players at a practice table, if the game allows it."""
AT_ONCE: Final = 20
"""The most people who may practise at the same time. Each keeps the house thinking."""
BUSY: Final = 60.0
"""Seconds since the last move in which a practice table counts as in use."""


class Practice:
    """Deals practice tables. A person has at most one."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def running(self, person: int, game: str) -> int | None:
        """Return a person's unfinished practice table of a game, or None."""
        found = await tables.practised_by(self._store.database.reader, person)
        return next((table_id for table_id, its_game in found if its_game == game), None)

    async def start(
        self,
        game: str,
        options: Any,
        *,
        guild: int,
        channel: int,
        person: int,
        name: str,
        receipt: int,
    ) -> int:
        """Deal a practice table for a person, close their other one, and return its number.

        Raises Refusal if the house doesn't play the game, or if too many people practise.
        """
        reader, now = self._store.database.reader, self._committer.now()
        already = await log.opened_by(reader, receipt)
        if already is not None:  # Discord delivered the same press twice
            return already
        rules = self._store.rules(game)
        check_offered(rules)
        house = house_players(rules)
        check_number(rules, house, 1)
        if await tables.practised_since(reader, now - BUSY) >= AT_ONCE:
            raise Refusal("Many people are practising right now. Please try again in a minute.")
        for table_id in await deletion.idle_practice(reader, person):
            await self._delete(table_id)
        for table_id, _ in await tables.practised_by(reader, person):
            await self._committer.change(table_id, closing, None)
        opener = Player(0, person, one_line(name), 1, now, joined=receipt)
        table = undealt(
            rules,
            stored_terms(rules, options),
            opener=opener,
            house=house,
            pace=USUAL_PACE,
            laid_open=True,
            stand_in=0,
            guild=guild,
            channel=channel,
            at=now,
        )
        table = replace(table, practice=True, sealed_by=receipt)
        table = replace(table, mixed=mixed_at(table, rules, receipt))
        moment = await self._committer.moment(table)
        empty = LoadedTable.read(rules, table, ())
        dealt = deal_change(empty, table, opener, None, NO_ORDERS, moment)
        opened = LogEntry(1, 1, "open", 0, person, None, "[]", receipt, now)
        async with self._store.database.transaction() as tx:
            new = await tables.insert(tx, dealt.after.table, opened)
            await log.write(tx, new, dealt.entry)
        self._committer.remember(new, receipt)
        async with self._committer.turn(new):
            after = await self._store.loaded(new)
            self._committer.report(after)
            await self._committer.run_orders(after)
        return new

    async def _delete(self, table_id: int) -> None:
        """Delete a finished practice table in which nobody made a move, so it stays no month."""
        async with self._committer.turn(table_id), self._committer.writing(table_id) as tx:
            await deletion.delete_table(tx, table_id)
        self._store.cache.drop(table_id)


def house_players(rules: AnyRules) -> int:
    """Return the number of house players against whom a person practises a game."""
    return min(max(PLAYERS, rules.seats.start), rules.seats.stop - 1) - 1
