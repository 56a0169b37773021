"""Makes moves: by a player, or by the clock for a player whose time is up."""

import logging
from typing import Any

from bot.host.agreements.endings import closing
from bot.host.commit.ahead import answering, stands_in
from bot.host.commit.change import Change, Moment, house_move, make_move, try_obey, why_not
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.commit.staleness import Stale, check_staleness
from bot.host.reading.loaded_table import LoadedTable
from bot.ui.ways.ways import Holds
from games.rules import Seat

log = logging.getLogger(__name__)


class Moves:
    """Makes the moves of players, present or absent."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def play(
        self,
        table_id: int,
        person: int,
        move: Any,
        *,
        drawn_at: int | None,
        holds: Holds,
        receipt: int,
    ) -> LoadedTable:
        """Make a move for a person and return the changed table.

        `drawn_at` is the public step at which the pressed button was drawn, or None if the move was
        typed. `holds` names what must not have changed since. A repeated `receipt` (idempotency
        key) changes nothing. Raises Refusal or one of its subclasses Stale and IllegalMove.
        """

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            player = seated(loaded.table, person)
            in_play(loaded)
            check_staleness(
                loaded,
                player,
                drawn_at=drawn_at,
                holds=holds,
                receipt=receipt,
                reading=self._committer.reading,
            )
            return make_move(loaded, player, move, "move", receipt, moment)

        return await self._committer.change(table_id, change, receipt)

    async def play_absent(self, table_id: int, seat: Seat) -> bool:
        """Move for a seat whose time is up: by its standing orders, by the house, or by default.

        A practice table that nobody has touched for a day is closed instead.
        Return False if the deadline of the seat has not passed.
        """

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            player = loaded.table.players[seat]
            if (
                player.due is None
                or player.due > self._committer.now()
                or loaded.table.phase != "playing"
            ):
                raise Stale("Time is not up.")
            rules = in_play(loaded)
            if loaded.table.practice and player.person is not None:
                return closing(loaded, moment)
            if answering(rules, loaded.public, frozenset({seat}), loaded.orders):
                ahead = try_obey(loaded, seat, moment)
                if ahead is not None:
                    return ahead
            if player.person is None or stands_in(rules, loaded.table, player):
                try:
                    return house_move(loaded, seat, moment)
                except Exception:  # this bug must not hold up the table
                    log.exception("A house player failed to choose a move at table %s", table_id)
            move = next(iter(rules.legal_moves(loaded.view(seat))))
            return make_move(loaded, player, move, "clock", None, moment)

        try:
            await self._committer.change(table_id, change, None)
        except Stale:
            return False
        return True

    async def why_not(self, table_id: int, person: int, move: Any) -> str:
        """Return why a person can't make a move or give a standing order, or "" if they can."""
        loaded = await self._committer.store.loaded(table_id)
        return why_not(loaded, seated(loaded.table, person).seat, move) if loaded.to_move() else ""
