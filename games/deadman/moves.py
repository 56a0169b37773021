"""What a pirate can do with the chest, and when (Dead Man's Chest).

What is legal depends on three public things alone: what its holder has done with the chest, the bid
to beat, and the terms. So `legal` is one table, asked by what is offered and by what is refused.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.deadman.dice import CHART, DEAD_MAN, higher
from games.deadman.state import Chest


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Doubt the bid: the lid comes off."""

    kind: Literal["challenge"] = "challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """Bid a value of the chart, and pass the chest to the left."""

    kind: Literal["bid"] = "bid"
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake:
    """Believe the bid and shake the chest; look at once, or leave the lid on for now."""

    kind: Literal["shake"] = "shake"
    look: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at what one has shaken oneself."""

    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakeAgain:
    """Shake a second time. Nobody will see what lies there then, unless it is challenged."""

    kind: Literal["again"] = "again"


Move: TypeAlias = Challenge | Bid | Shake | Look | ShakeAgain

BIDS = {value: Bid(value=value) for value in CHART}
_RECEIVED = (Challenge(), Shake(look=True), Shake(look=False))
_LOOK, _AGAIN = Look(), ShakeAgain()


@cache
def legal(
    chest: Chest, over: int | None, opener_may_reshake: bool, truth: int | None = None
) -> tuple[Move, ...]:
    """List every legal move of who has the chest, the default first (DM-19).

    `over` is the bid to beat; `truth` what its holder, having looked, knows to lie there.
    """
    found: list[Move] = []
    if chest == "passed":
        found += _RECEIVED  # DM-7; DM-19: the doubter doubts
    if chest != "passed" or over != DEAD_MAN:  # DM-12: no passing on of what one has not shaken
        # DM-19: an absent opener bids the true value, if it goes; the sort keeps the others' order
        found += [BIDS[at] for at in sorted(higher(over), key=lambda value: value != truth)]
    if chest == "shaken":
        found.append(_LOOK)  # DM-8: at dice that one has shaken, at no others
    if chest in ("shaken", "seen") and (over is not None or opener_may_reshake):
        found.append(_AGAIN)  # DM-4, DM-7
    return tuple(found)


@cache
def _legal_set(chest: Chest, over: int | None, opener_may_reshake: bool) -> frozenset[Move]:
    return frozenset(legal(chest, over, opener_may_reshake))


def is_legal(move: object, chest: Chest, over: int | None, opener_may_reshake: bool) -> bool:
    """Say whether who has the chest may make a move; whatever else it may be is none."""
    return _well_formed(move) and move in _legal_set(chest, over, opener_may_reshake)


def _well_formed(move: object) -> bool:
    """Check the types within: 54.0 equals 54, and 1 True."""
    if type(move) is Bid:
        return type(move.value) is int
    if type(move) is Shake:
        return type(move.look) is bool
    return type(move) in (Challenge, Look, ShakeAgain)
