"""The 54 cards of Dealt!, and the values of one, two or three neighbouring cards.

A number card is an int, a special card is a string. The *values* of cards are the numbers they
represent; an X represents the number that its player chooses (DL-4). Only values have a strength,
so code that compares combinations works on values and never meets an X. There are few combinations,
so this module computes them all on import, and other code looks them up.
"""

from enum import IntEnum
from itertools import combinations, permutations
from typing import Literal, TypeAlias

Card: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, "X", "Stop", "Redraw"]
Cards: TypeAlias = tuple[Card, ...]
Values: TypeAlias = tuple[int, ...]

NUMBERS: Cards = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
LOWEST, HIGHEST = 1, 12
HAND = {3: 10, 4: 10, 5: 7}  # cards in a hand, by number of players
RESERVE = 2  # reserve cards that each player gets
DRAWN = 3  # cards to draw for each Redraw in a trick
MOST_HELD = max(HAND.values()) + RESERVE + 2 * DRAWN  # the largest hand, after two Redraws
PLACES = "ABCDEFGHIJKLMNOPQRSTUVW"  # position names; X is always the card
LONGEST = 3  # the most cards that a combination can have
WILD = 2  # X cards in the deck
CHIPS = 15  # chips in the box: enough for five players with 3 each

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
    """Map every combination to its strength (DL-1, DL-2: no straight continues from 12 to 1)."""
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
    """Map each playable row of neighbouring cards to the values it can have."""
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
    """Return the strength by which combinations are compared: rank x 100 + highest value.

    Return 0 for `()` and for values that form no combination, so any combination beats an empty
    trick.
    """
    return STRENGTHS.get(values, 0)


def readings(cards: Cards) -> tuple[Values, ...]:
    """Return the values these cards can have, weakest first, one set of values for each strength.

    DL-4: an X is any number, two X may differ, and no X is ever a Stop or a Redraw. DL-1, DL-7:
    Stop and Redraw have no rank, and are played alone.
    """
    return READINGS.get(cards, ())


def label(card: Card) -> str:
    """Return the text printed on a card: `7`, `X`, `STOP`, `REDRAW`."""
    return str(card).upper()


def with_article(card: Card | int) -> str:
    """Return a card as players say it: `a 7`, `an 8`, `an X`, `a STOP`."""
    return f"{'an' if card in (8, 11, 'X') else 'a'} {str(card).upper()}"


def place(position: int) -> str:
    """Return the letter of a position in a hand, counted from 1. Numbers name only values."""
    return PLACES[position - 1]


def spoken(values: Values) -> str:
    """Name a combination as players do: `an 8`, `5-6`, `a pair of 7s`, `8-9-10`, `three 7s`."""
    rank, high = divmod(strength(values), 100)
    if rank == 0:
        return "nothing"
    if rank == Rank.SOLO:
        return with_article(high)
    if rank == Rank.PAIR:
        return f"a pair of {high}s"
    if rank == Rank.TRIPS:
        return f"three {high}s"
    return "-".join(str(value) for value in sorted(values))
