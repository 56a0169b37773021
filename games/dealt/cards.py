"""The 54 cards of Dealt!, and what one, two or three of them are worth side by side.

Numbers are ints, the special cards are words. What cards mean is their *values*: the same numbers,
and for an X the number its player says (DL-4). Only values have a strength, so everything that
compares combinations speaks of values and never meets an X. There are few combinations: all are
written down once, here, and looked up afterwards.
"""

from enum import IntEnum
from itertools import combinations, permutations
from typing import Literal, TypeAlias

Card: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, "X", "Stop", "Redraw"]
Cards: TypeAlias = tuple[Card, ...]
Values: TypeAlias = tuple[int, ...]

NUMBERS: Cards = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
LOWEST, HIGHEST = 1, 12
HAND = {3: 10, 4: 10, 5: 7}  # cards in a hand, by players
RESERVE = 2  # reserve cards of each player
DRAWN = 3  # cards to draw for each Redraw in a trick
MOST_HELD = max(HAND.values()) + RESERVE + 2 * DRAWN  # cards in a hand, at most: two Redraws
PLACES = "ABCDEFGHIJKLMNOPQRSTUVW"  # of a hand, and of one card more; X is always the card
LONGEST = 3  # cards in a combination, at most
WILD = 2  # X in the deck
CHIPS = 15  # in the box: enough for five players with 3 each

DECK: Cards = (
    *(number for number in NUMBERS for _ in range(4)),
    *("X", "X"),
    *("Redraw", "Redraw"),
    *("Stop", "Stop"),
)


class Rank(IntEnum):
    """The kinds of combination, weakest first (DL-3)."""

    SOLO = 1
    STRAIGHT_2 = 2
    PAIR = 3
    STRAIGHT_3 = 4
    TRIPS = 5


def _strengths() -> dict[Values, int]:
    """List every combination there is: DL-1, DL-2 (no straight goes round from 12 to 1)."""
    found: dict[Values, int] = {}
    for high in range(LOWEST, HIGHEST + 1):
        found[(high,)] = Rank.SOLO * 100 + high
        found[(high, high)] = Rank.PAIR * 100 + high
        found[(high, high, high)] = Rank.TRIPS * 100 + high
        for size, rank in ((2, Rank.STRAIGHT_2), (3, Rank.STRAIGHT_3)):
            if high - size + 1 >= LOWEST:
                for values in permutations(range(high - size + 1, high + 1)):
                    found[values] = rank * 100 + high
    return found


STRENGTHS = _strengths()


def _readings() -> dict[Cards, tuple[Values, ...]]:
    """List what cards can mean, for each row of cards that can mean anything."""
    found: dict[Cards, dict[int, Values]] = {}
    for values in sorted(STRENGTHS):
        for wild in range(min(WILD, len(values)) + 1):
            for spots in combinations(range(len(values)), wild):
                cards: Cards = tuple(
                    "X" if at in spots else NUMBERS[value - 1] for at, value in enumerate(values)
                )
                found.setdefault(cards, {}).setdefault(STRENGTHS[values], values)
    return {cards: tuple(some[made] for made in sorted(some)) for cards, some in found.items()}


READINGS = _readings()


def strength(values: Values) -> int:
    """Return what a combination is compared by: its rank x 100, and its highest value.

    0 is no combination, and no combination yet: every combination beats an empty trick.
    """
    return STRENGTHS.get(values, 0)


def readings(cards: Cards) -> tuple[Values, ...]:
    """Return what these cards can mean, one reading for each strength, the weakest first.

    DL-4: an X is any number, two of them may differ, and neither is ever a Stop or a Redraw.
    DL-1, DL-7: Stop and Redraw have no rank, and are played alone.
    """
    return READINGS.get(cards, ())


def label(card: Card) -> str:
    """Write a card as it looks: `7`, `X`, `STOP`, `REDRAW`."""
    return str(card).upper()


def place(position: int) -> str:
    """Name a position of a hand, counted from 1, by its letter: a number is only ever a value."""
    return PLACES[position - 1]


def spoken(values: Values) -> str:
    """Name a combination as players do: `an 8`, `5-6`, `a pair of 7s`, `8-9-10`, `trips of 7s`."""
    rank, high = divmod(strength(values), 100)
    if rank == 0:
        return "nothing"
    if rank == Rank.SOLO:
        return f"{'an' if high in (8, 11) else 'a'} {high}"
    if rank == Rank.PAIR:
        return f"a pair of {high}s"
    if rank == Rank.TRIPS:
        return f"trips of {high}s"
    return "-".join(str(value) for value in sorted(values))
