"""The people of the simulated day: when they look in, and how they decide.

They are the same from version to version, so that "a game ends within a day" means the same:
plausible, not measured, and never changed to reach a target. Each decides from the view of their
own seat alone, and from a seed that is the game's.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.rules import Seat
from tests.tools.day.people import deadman, dealt, downeast, trump, trump_ahead, yankee

DECIDE: Mapping[str, Callable[[Any, int], Any]] = {
    "downeast": downeast.decide,
    "deadman": deadman.decide,
    "yankee": yankee.decide,
    "dealt": dealt.decide,
    "trump": trump.decide,
}
"""By game: (a seat's view, the game's seed) -> the move that its owner makes.

In any other game the owner moves at random (at_random.py).
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookIn:
    """Somebody looks in: their seat, what they see, and whether they say things ahead.

    `number` counts their look-ins. `next_turn`: they are one of those who say their next turn;
    `lasting`: of those who keep orders that last.
    """

    seat: Seat
    view: Any
    seed: int
    number: int
    next_turn: bool
    lasting: bool


SayAhead: TypeAlias = Callable[[Any, int, LookIn], Awaitable[None]]
"""(house, table, look-in): sets or ends orders by the house's ordinary calls."""

SAY_AHEAD: Mapping[str, SayAhead] = {
    "downeast": downeast.give_order,
    "dealt": dealt.give_order,
    "trump": trump_ahead.give_order,
}
"""By game: what people say ahead, at a look-in and never at the moment of the question."""
