"""What a pirate can do with the chest, and when (Dead Man's Chest).

What is legal depends on three public things alone: what its holder has done with the chest, the bid
to beat, and the terms. So `legal` is one table, asked by what is offered and by what is refused.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, TypeGuard

from games.deadman.dice import CHART, DEAD_MAN, RANK, higher
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
_CHALLENGE, _SHAKE_ONLY = Challenge(), Shake(look=False)
_RECEIVED = (_CHALLENGE, Shake(look=True), _SHAKE_ONLY)
_LOOK, _AGAIN = Look(), ShakeAgain()
_KINDS = {
    Challenge: "challenge",
    Bid: "bid",
    Shake: "shake",
    Look: "look",
    ShakeAgain: "again",
}


@cache
def legal(
    chest: Chest, over: int | None, opener_may_reshake: bool, truth: int | None = None
) -> tuple[Move, ...]:
    """List every legal move of who has the chest, the default first (DM-19).

    `over` is the bid to beat; `truth` what its holder knows to lie there.
    """
    if chest == "passed":
        # DM-7; DM-12: no passing on of a Dead Man that one has not shaken
        bids = [] if over == DEAD_MAN else [BIDS[at] for at in higher(over)]
        first = _of_the_absent(over, truth)
        return (first, *[move for move in (*_RECEIVED, *bids) if move != first])
    # DM-19: an absent opener bids the true value, if it goes; the sort keeps the others' order
    found: list[Move] = [BIDS[at] for at in sorted(higher(over), key=lambda at: at != truth)]
    if chest == "shaken":
        found.append(_LOOK)  # DM-8: at dice that one has shaken, at no others
    if chest != "blind" and (over is not None or opener_may_reshake):
        found.append(_AGAIN)  # DM-4, DM-7
    return tuple(found)


def _of_the_absent(over: int | None, truth: int | None) -> Move:
    """Say what an absent receiver does: they doubt, but where they know that it loses (DM-19)."""
    lost = over is not None and RANK[31 if truth is None else truth] >= RANK[over]
    if not lost:
        return _CHALLENGE
    # DM-12: a true Dead Man may not be passed on as it lies; so they shake, and bid it again
    return _SHAKE_ONLY if over == DEAD_MAN else BIDS[higher(over)[0]]


@cache
def _legal_set(chest: Chest, over: int | None, opener_may_reshake: bool) -> frozenset[Move]:
    return frozenset(legal(chest, over, opener_may_reshake))


def is_legal(move: object, chest: Chest, over: int | None, opener_may_reshake: bool) -> bool:
    """Say whether who has the chest may make a move; whatever else it may be is none."""
    return is_move(move) and move in _legal_set(chest, over, opener_may_reshake)


def is_move(move: Any) -> TypeGuard[Move]:
    """Check the types of a move and within it: 54.0 equals 54, and 1 True.

    What passes can be hashed, compared and written down.
    """
    try:
        kind = move.kind
        if kind != _KINDS[type(move)]:
            return False
        if kind == "bid":
            return type(move.value) is int
        return kind != "shake" or type(move.look) is bool
    except (AttributeError, KeyError):
        return False
