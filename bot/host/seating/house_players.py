"""Seats house players at an open table, and takes them away again.

Anybody who sits there may do both. A person who joins a full table takes a house player's seat.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.host.commit.change import Change, Moment, table_change
from bot.host.commit.committer import Committer
from bot.host.commit.preconditions import check_offered, require_open, seated
from bot.host.commit.staleness import Stale
from bot.host.proof.luck import house_player
from bot.host.reading.loaded_table import LoadedTable
from db.tables.tables import Player
from games.rules import AnyRules, Refusal

NAMES: Final = (
    *("Barnacle", "Bosun", "Clementine", "Driftwood", "Fathom", "Grommet", "Keel", "Limpet"),
    *("Periwinkle", "Skipper"),
)


class HousePlayers:
    """Changes how many house players sit at a table before its deal."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    async def seat(self, table_id: int, person: int, number: int, receipt: int) -> LoadedTable:
        """Change the number of house players at an open table. Raises Refusal if that can't be."""

        def change(loaded: LoadedTable, moment: Moment) -> Change:
            table, rules = require_open(loaded)
            check_offered(rules)
            mine = seated(table, person)
            people = [player for player in table.players if player.person is not None]
            check_number(rules, number, len(people))
            step = table.step + 1
            players = with_house(table.players, number, step, house_player(rules))
            if players == table.players:
                raise Stale("So many sit there already.")
            kind = "join" if len(players) > len(table.players) else "leave"
            after = replace(table, players=players, step=step)
            return table_change(loaded, after, kind, mine.seat, person, receipt, moment)

        try:
            after = await self._committer.change(table_id, change, receipt)
        except Stale:
            return await self._committer.store.loaded(table_id)
        self._committer.store.forget_hands(table_id)  # seats may have moved up
        return after


def check_number(rules: AnyRules, number: int, people: int) -> None:
    """Raise Refusal if this many house players can't sit at a table with this many people."""
    if number == 0:
        return
    if rules.player is None:
        raise Refusal(f"I can't play {rules.title} myself, so you need other people.")
    most = rules.seats.stop - 1 - people
    if number > most:
        raise Refusal(
            f"{rules.title} has {rules.seats.stop - 1} seats, so there's room for "
            f"{most or 'no'} house player{'' if most == 1 else 's'}."
        )


def with_house(
    players: Sequence[Player], number: int, step: int, mixed_in: str
) -> tuple[Player, ...]:
    """Return the players of a table with this number of house players among them.

    The last ones leave, and new ones sit down at the end. People keep their order. `mixed_in` is
    what stands for a new one in the luck.
    """
    house = [player for player in players if player.person is None]
    leave = house[number:]
    stay = [player for player in players if player not in leave]
    new: list[Player] = []
    for _ in range(number - len(house)):
        new.append(Player(0, None, free_name([*players, *new]), step, house=mixed_in))
    return tuple(replace(player, seat=seat) for seat, player in enumerate([*stay, *new]))


def free_name(players: Sequence[Player]) -> str:
    """Return a name for a house player that nobody at the table bears or has borne."""
    taken = {name for player in players for name in (player.name, player.former)}
    return next(name for name in NAMES if name not in taken)
