"""Lets the house answer one question for players who take long, if all others agree."""

from dataclasses import replace
from typing import Final

from bot.host.commit.ahead import answering, house_can_play, stands_in
from bot.host.commit.change import Change, Moment, house_move, try_obey
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import in_play, seated
from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.deadlines import hours_at_table
from bot.host.time.pace import PACES
from bot.host.time.waking_hours import due
from db.people.people import Person
from db.tables.tables import Player
from games.rules import Refusal, Seat

SHARE: Final = 0.25
"""The share of their time that players have in any case before the others can agree."""
FEWEST: Final = 2
"""The fewest people who must agree, so that nobody decides for the only other person."""


class Hurrying:
    """Counts who would let the house answer for players who take long."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def agree(self, table_id: int, person: int, receipt: int) -> LoadedTable:
        """Record that a person agrees. Once all others do, too, the house answers the question.

        Raises Refusal if it is too early for that, or if there are too few other people.
        """
        async with self._committer.turn(table_id):
            moment = await self._committer.moment((await self._store.loaded(table_id)).table)
            awaited = frozenset[Seat]()

            def agreed(loaded: LoadedTable) -> LoadedTable:
                nonlocal awaited
                player = seated(loaded.table, person)
                awaited = _may_hurry(loaded, player, moment)
                return loaded.with_player(replace(player, hurries=loaded.table.question_step))

            now = await self._committer.agree(table_id, agreed, receipt)
            question = now.table.question_step
            if awaited and all(other.hurries == question for other in _others(now, awaited)):
                return await self._answer(now, awaited)
            return now

    async def _answer(self, asked: LoadedTable, awaited: frozenset[Seat]) -> LoadedTable:
        """Answer one question for these seats, by their standing orders or else by the house.

        The first answer may change the question, or set off the orders of the other seats.
        """
        now = asked
        for seat in sorted(awaited):
            if now.table.question_step != asked.table.question_step or seat not in now.to_move():
                continue

            def change(loaded: LoadedTable, moment: Moment, seat: Seat = seat) -> Change:
                if answering(loaded.rules, loaded.public, frozenset({seat}), loaded.orders):
                    ahead = try_obey(loaded, seat, moment)
                    if ahead is not None:
                        return ahead
                return house_move(loaded, seat, moment)

            now = await self._committer.commit(now.table.id, change, None)
        return await self._committer.run_orders(now)


def _may_hurry(loaded: LoadedTable, player: Player, moment: Moment) -> frozenset[Seat]:
    """Return the seats of people who must move. Raises Refusal if they can't be hurried."""
    rules, table = in_play(loaded), loaded.table
    awaited = [
        other
        for other in table.players
        if other.seat in loaded.to_move()
        and other.person is not None
        and not stands_in(rules, table, other)
    ]
    if table.practice or not awaited or not house_can_play(rules, table):
        raise Refusal("There's nobody the house could answer for right now.")
    if player in awaited:
        raise Refusal("The table is waiting for you too, so answer first.")
    for other in awaited:
        hours = hours_at_table(table, other, moment.people.get(other.person or 0, Person()))
        asked = moment.now if other.asked_at is None else other.asked_at
        until = due(asked, SHARE * PACES[table.pace].decision, hours)
        if moment.now < until:
            raise Refusal(
                f"{loaded.names[other.seat]} still has time. From <t:{int(until)}:t> on, the house "
                "can answer if all the others agree."
            )
    seats = frozenset(other.seat for other in awaited)
    if len(_others(loaded, seats)) < FEWEST:
        raise Refusal("At least two other people at the table must agree to that.")
    return seats


def _others(loaded: LoadedTable, awaited: frozenset[Seat]) -> list[Player]:
    """Return the people who must agree: all others for whom nobody plays."""
    return [
        player
        for player in loaded.table.players
        if player.person is not None
        and player.seat not in awaited
        and not player.gone
        and not stands_in(loaded.rules, loaded.table, player)
    ]
