"""The 54 cards of Dealt!, and what one, two or three of them are worth side by side.

Numbers are ints, the special cards are words. What cards mean is their *values*: the same numbers,
and for an X the number its player says (DL-4). Only values have a rank, so everything that compares
combinations speaks of values and never meets an X.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

Card: TypeAlias = int | Literal["X", "Stop", "Redraw"]
Cards: TypeAlias = tuple[Card, ...]
Values: TypeAlias = tuple[int, ...]

LOWEST, HIGHEST = 1, 12
HAND = {3: 10, 4: 10, 5: 7}  # cards in a hand, by players
RESERVE = 2  # reserve cards of each player
DRAWN = 3  # cards to draw for each Redraw in a trick
LONGEST = 3  # cards in a combination, at most
CHIPS = 15  # in the box: enough for five players with 3 each

DECK: Cards = (
    *(number for number in range(LOWEST, HIGHEST + 1) for _ in range(4)),
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


def strength(values: Values) -> tuple[Rank, int] | None:
    """Return what a combination is compared by, its rank and its highest value; None: it is none.

    The order of a straight does not matter, and it does not go round from 12 to 1 (DL-2).
    """
    if not values or min(values) < LOWEST or max(values) > HIGHEST:
        return None
    alike = len(set(values)) == 1
    in_sequence = sorted(values) == list(range(min(values), min(values) + len(values)))
    high = max(values)
    match len(values):
        case 1:
            return Rank.SOLO, high
        case 2 if alike or in_sequence:
            return (Rank.PAIR if alike else Rank.STRAIGHT_2), high
        case 3 if alike or in_sequence:
            return (Rank.TRIPS if alike else Rank.STRAIGHT_3), high
        case _:
            return None


def beats(values: Values, over: Values) -> bool:
    """Say whether values are a combination strictly higher than another; `()` is an empty trick."""
    made, highest = strength(values), strength(over)
    return made is not None and (highest is None or made > highest)  # DL-3: equal is not enough


@cache
def readings(cards: Cards) -> tuple[Values, ...]:
    """Return what these cards can mean, one reading for each strength, the weakest first.

    DL-4: an X is any number, two of them may differ, and neither is ever a Stop or a Redraw.
    """
    if not 1 <= len(cards) <= LONGEST:
        return ()
    meanings: list[Iterable[int]] = []
    for card in cards:
        if isinstance(card, int):
            meanings.append((card,))
        elif card == "X":
            meanings.append(range(LOWEST, HIGHEST + 1))
        else:
            return ()  # DL-1, DL-7: Stop and Redraw have no rank, and are played alone
    found: dict[tuple[Rank, int], Values] = {}
    for values in product(*meanings):
        made = strength(values)
        if made is not None:
            found.setdefault(made, values)
    return tuple(found[made] for made in sorted(found))


def spoken(values: Values) -> str:
    """Name a combination as players do: `an 8`, `5-6`, `a pair of 7s`, `8-9-10`, `trips of 7s`."""
    made = strength(values)
    if made is None:
        return "nothing"
    rank, high = made
    if rank is Rank.SOLO:
        return f"{'an' if high in (8, 11) else 'a'} {high}"
    if rank is Rank.PAIR:
        return f"a pair of {high}s"
    if rank is Rank.TRIPS:
        return f"trips of {high}s"
    return "-".join(str(value) for value in sorted(values))
