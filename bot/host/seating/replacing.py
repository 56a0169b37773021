"""Lets a table offer a seat that the house plays to a person, who can then take it.

The opener can offer it alone. Anybody else needs all others who play for themselves to agree. The
offer ends when it is taken or declined, and when the owner of the seat acts again.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.host.agreements.unasked import ping_at
from bot.host.commit.ahead import house_can_play, stands_in
from bot.host.commit.committer import Checking, Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.table_view import SeatOffer
from bot.host.seating.tenures import held_another
from bot.ui.panels.words import escape, one_line
from db.database import Transaction
from db.tables import unasked
from db.tables.tables import Player, Table
from games.rules import AnyRules, Refusal, Seat


class Replacing:
    """Offers seats that the house plays to people."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def offer(
        self, table_id: int, person: int, seat: Seat | None, to: int, name: str, receipt: int
    ) -> LoadedTable:
        """Offer a seat to the person `to`, or agree to that offer. None: the only possible seat.

        A new offer takes the place of an older one. Raises Refusal.
        """

        def offered(before: LoadedTable) -> Table:
            rules, table = in_play(before), before.table
            player = seated(table, person)
            _check_may_offer(rules, table, player)
            target = _seat_meant(before, player, seat)
            if table.player_of(to) is not None:
                raise Refusal(f"{escape(name)} is already at table {table_id}.")
            meant.append(target.seat)
            if target.offered_to != to:
                table = _without_offer(table)
                target = replace(target, offered_to=to, offered_name=one_line(name), agrees=0)
            agreeing = replace(table.players[player.seat], agrees=to)
            return _with_players(table, {target.seat: target, player.seat: agreeing})

        async def check(tx: Transaction) -> None:
            if await held_another(tx, table_id, to, meant[-1]):
                raise Refusal(
                    f"{escape(name)} has seen the cards of another seat at table {table_id}, so "
                    "they can only take that one again."
                )

        meant: list[Seat] = []
        return await self._save(table_id, receipt, offered, check)

    async def decline(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Withdraw the offer of a seat, as the person to whom it was made. Raises Refusal."""

        def declined(before: LoadedTable) -> Table:
            offer = before.table_view(None, before.table.rev).offer
            if offer is None:
                raise Refusal("That offer has ended.")
            if offer.person != person:
                raise Refusal(f"That seat is offered to {escape(offer.name)}, not to you.")
            meant.append(offer.seat)
            return _without_offer(before.table)

        async def note(tx: Transaction) -> None:
            await unasked.decline(tx, table_id, meant[-1], person)

        meant: list[Seat] = []
        return await self._save(table_id, receipt, declined, note)

    async def may_ping(self, table_id: int, offer: SeatOffer) -> bool:
        """Return whether to ping the person to whom a seat is offered. Record it if so."""
        at = await ping_at(self._store, table_id, offer.seat, offer.person)
        now = self._committer.now()
        if at is None or at > now:
            return False
        async with self._store.database.transaction() as tx:
            await unasked.note(tx, table_id, offer.seat, [offer.person], now)
        return True

    async def _save(
        self, table_id: int, receipt: int, offer: Callable[[LoadedTable], Table], also: Checking
    ) -> LoadedTable:
        """Store a changed offer, and what `also` writes or checks."""

        def changed(loaded: LoadedTable) -> LoadedTable:
            return replace(loaded, table=offer(loaded))

        async with self._committer.turn(table_id):
            return await self._committer.agree(table_id, changed, receipt, also)


def _check_may_offer(rules: AnyRules, table: Table, player: Player) -> None:
    if table.practice or not house_can_play(rules, table):
        raise Refusal("No seat at this table can be offered.")
    if table.opener != player.person and stands_in(rules, table, player):
        raise Refusal("The house is playing for you. Use `/table back` first.")


def _seat_meant(loaded: LoadedTable, asker: Player, seat: Seat | None) -> Player:
    """Return the seat to offer. Raises Refusal if the house doesn't play it, or plays several.

    A player who said that they're away keeps their seat, because they'll be back.
    """
    rules, table = loaded.rules, loaded.table
    played = [
        player
        for player in table.players
        if player.person is None or stands_in(rules, table, replace(player, away_until=None))
    ]
    if seat is None and not played:
        raise Refusal(
            f"There's no seat to offer at table {table.id}. Once a player leaves or stops "
            "answering, you can offer theirs."
        )
    if seat is None and len(played) > 1:
        names = loaded.names.all(frozenset(player.seat for player in played))
        raise Refusal(f"The house plays for {names}. Choose one with the option `seat`.")
    found = played[0] if seat is None else next((p for p in played if p.seat == seat), None)
    if found is None:
        raise Refusal(
            "The house doesn't play that seat, or plays it only until its player is back."
        )
    if found.person == asker.person:
        raise Refusal(
            "That's your own seat. Give it up with `/table leave`, and then anybody can take it."
        )
    return found


def _without_offer(table: Table) -> Table:
    cleared = [
        replace(player, offered_to=None, offered_name="", agrees=0) for player in table.players
    ]
    return replace(table, players=tuple(cleared))


def _with_players(table: Table, changed: dict[Seat, Player]) -> Table:
    return replace(
        table, players=tuple(changed.get(player.seat, player) for player in table.players)
    )
