"""The rows of `python -m tests.tools.day all`: which tables are played and what must hold."""

import math
from dataclasses import dataclass, replace

from tests.tools.day.people.looking_in import STAY_3, STAY_10
from tests.tools.day.terms import Terms


@dataclass(frozen=True, slots=True)
class Target:
    """The most waking hours (median, 90 %) and pings for each player; for all rows but one.

    Wherever nobody vanishes, no move may be taken from somebody who would have come in time.
    """

    median: float
    ninth: float
    pings: float = math.inf


@dataclass(frozen=True, slots=True)
class Control:
    """Between which hours the median of a house without help must lie, or the people are wrong."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what is played (the seed is the first game's), and its goal."""

    name: str
    terms: Terms
    goal: Target | Control | None = None


ONCE = {"bidding": "once", "payments": "house"}
OPEN = {"bidding": "open", "limits": True, "payments": "asked"}

_DOWNEAST = Terms(game="downeast", players=4, options=ONCE, habits=STAY_3, ahead=70)
_DEALT = Terms(game="dealt", players=4, options={"chips": 2}, habits=STAY_10, ahead=70)
_TRUMP = Terms(game="trump", players=4, options={"bidding": "once"}, habits=STAY_10, ahead=50)
_DEADMAN = Terms(game="deadman", players=5, habits=STAY_10)


def _without_the_last(terms: Terms) -> Terms:
    """Have the last player vanish after an hour."""
    return replace(terms, habits=replace(STAY_10, vanishes=(terms.players - 1, 60.0)))


_SIX = replace(
    _DOWNEAST,
    orders=70,
    habits=STAY_10,
    beside=(
        replace(_DOWNEAST, orders=70, seed=1_000_000),
        *(_DEALT, _TRUMP),
        replace(_DEADMAN, players=4),
        Terms(game="yankee", players=4),
    ),
)
"""Six tables for the same four people."""

ROWS = (
    Row("Downeast 4, next turn ahead", _DOWNEAST, Target(20, 23, 32)),
    Row("… and price list 70 %", replace(_DOWNEAST, orders=70), Target(13, 17.5, 15)),
    Row("… and stay 10", replace(_DOWNEAST, orders=70, habits=STAY_10), Target(5, 9, 7)),
    Row(
        "Downeast 5, all of it",
        replace(_DOWNEAST, players=5, orders=70, habits=STAY_10),
        Target(7, 10.5, 8),
    ),
    Row(
        "Dead Man's Chest 5, stay 10",
        _DEADMAN,
        Target(6.5, 10.5, 7),
    ),
    Row(
        "Yankee Swap 5, stay 3",
        Terms(game="yankee", players=5, habits=STAY_3),
        Target(4, 6.5, 3.5),
    ),
    Row("Dealt! 4, 2 chips, ahead 70, stay 10", _DEALT, Target(7, 13.5, 9.5)),
    Row(
        "Dealt! 4, 3 chips, ahead 70, stay 10",
        replace(_DEALT, options={"chips": 3}),
        Target(10, 19, 13),
    ),
    Row("TRUMP 4, once, ahead 50, stay 10", _TRUMP, Target(15, 23, 18)),
    Row("TRUMP 3, once, ahead 50, stay 10", replace(_TRUMP, players=3), Target(8, 15, 12)),
    Row(
        "Downeast 4, all of it, one vanishes",
        _without_the_last(replace(_DOWNEAST, orders=70)),
        Target(12, 15),
    ),
    Row("Dealt! 4, 2 chips, one vanishes", _without_the_last(_DEALT), Target(14, 17)),
    Row("TRUMP 4, one vanishes", _without_the_last(_TRUMP), Target(12, 15)),
    Row("Dead Man's Chest 5, one vanishes", _without_the_last(_DEADMAN), Target(14, 17)),
    Row(
        "Downeast 2 and 2 of the house, all of it",
        replace(_DOWNEAST, players=2, house=2, orders=70, habits=STAY_10),
        Target(2, 4),
    ),
    Row("six tables for the same four, stay 10", _SIX, Target(math.inf, math.inf, 16)),
    Row(
        "control: Downeast 4, open, nothing ahead, stay 3",
        Terms(game="downeast", players=4, options=OPEN, habits=STAY_3),
        Control(40, 50),
    ),
)
