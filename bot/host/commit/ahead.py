"""Tells which seats answer without waiting for a person: by standing orders, or by the house.

The house plays the seats of house players, and stands in for people who don't answer.
"""

from collections.abc import Sequence
from typing import Any, Final
from zlib import crc32

from bot.host.reading.loaded_table import Orders
from bot.host.time.deadlines import PRESENT_WITHIN
from db.tables.tables import Player, Table
from games.rules import AnyRules, Seat

THINKS: Final = 1.0
"""The shortest time in seconds that the house takes for a move while somebody is present."""
PRACTICE_KEPT: Final = 24 * 3600.0
"""Seconds after which a practice table is closed if nobody has touched it."""
LONGER: Final = 3.0
"""How much longer it may take, in multiples of the shortest time."""


def answering(
    rules: AnyRules, public: Any, to_move: frozenset[Seat], orders: Orders
) -> frozenset[Seat]:
    """Return the seats in `to_move` whose standing orders answer the question."""
    if rules.orders is None or not orders:
        return frozenset()
    return frozenset(
        seat
        for seat in to_move
        if seat in orders and rules.orders.answers(public, seat, orders[seat])
    )


def house_can_play(rules: AnyRules, table: Table) -> bool:
    """Return whether the house can play at a table.

    It can't at tables dealt by older releases: their luck has no stream for the house's choices
    that a transcript could name.
    """
    dealt_as_now = table.deal_press is not None or not table.laid_open or table.practice
    return rules.player is not None and table.mixed is not None and dealt_as_now


def stands_in(rules: AnyRules, table: Table, player: Player) -> bool:
    """Return whether the house plays for a person who is away, silent or has left the server."""
    if player.person is None or not house_can_play(rules, table):
        return False
    silent = player.gone or player.unanswered >= table.stand_in
    return player.away_until is not None or (table.stand_in > 0 and silent)


def house_seats(
    rules: AnyRules, table: Table, players: Sequence[Player], to_move: frozenset[Seat]
) -> frozenset[Seat]:
    """Return the seats in `to_move` for which the house moves without waiting for anybody.

    There are none if it would play for everybody, because a table waits for its people.
    """
    absent = frozenset(player.seat for player in players if stands_in(rules, table, player))
    people = frozenset(player.seat for player in players if player.person is not None)
    if people <= absent:
        return frozenset()
    return to_move - (people - absent)


def thinking_time(table: Table, players: Sequence[Player], now: float, shortest: float) -> float:
    """Return the seconds that the house takes before it moves, or 0 if nobody is present.

    The time depends on nothing that is secret: it is drawn from the table's number and its step.
    """
    acted = (player.acted_at for player in players if player.person is not None)
    if not any(at is not None and now - at < PRESENT_WITHIN for at in acted):
        return 0.0
    drawn = crc32(f"{table.id}:{table.step}".encode()) / 2**32
    return shortest * (1 + LONGER * drawn)
