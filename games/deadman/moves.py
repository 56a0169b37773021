"""The moves of Dead Man's Chest, and when each is legal.

Legality depends on three public facts only: what the holder has done with the chest, the bid to
beat, and the options. `play` and `legal_moves` both ask the same function, `legal`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, TypeGuard

from games.deadman.dice import CHART, DEAD_MAN, RANK, higher
from games.deadman.state import Chest


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Challenge the bid. The dice are then revealed."""

    kind: Literal["challenge"] = "challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """Bid a value of the chart, and pass the chest to the left."""

    kind: Literal["bid"] = "bid"
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake:
    """Believe the bid and shake the chest. Without `look`, the new dice stay hidden."""

    kind: Literal["shake"] = "shake"
    look: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at the dice that this pirate has just shaken."""

    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakeAgain:
    """Shake a second time. Nobody sees those dice unless the bid on them is challenged."""

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
    """List the legal moves of the pirate who has the chest, the default move first (DM-19).

    `over` is the bid to beat; `truth` is the value in the chest, if its holder knows it.
    """
    if chest == "passed":
        # DM-7; DM-12: a pirate can't pass on a Dead Man without having shaken the dice
        bids = [] if over == DEAD_MAN else [BIDS[at] for at in higher(over)]
        first = _default_of_receiver(over, truth)
        return (first, *[move for move in (*_RECEIVED, *bids) if move != first])
    # DM-19: an absent opener bids the truth if possible; the stable sort keeps the others in order
    found: list[Move] = [BIDS[at] for at in sorted(higher(over), key=lambda at: at != truth)]
    if chest == "shaken":
        found.append(_LOOK)  # DM-8: a pirate may look only at dice that they shook themselves
    if chest != "blind" and (over is not None or opener_may_reshake):
        found.append(_AGAIN)  # DM-4, DM-7
    return tuple(found)


def _default_of_receiver(over: int | None, truth: int | None) -> Move:
    """Return a receiver's default move: challenge, unless they know the bid is true (DM-19)."""
    lost = over is not None and RANK[31 if truth is None else truth] >= RANK[over]
    if not lost:
        return _CHALLENGE
    # DM-12: a true Dead Man can't be passed on untouched, so they shake the dice and bid it again
    return _SHAKE_ONLY if over == DEAD_MAN else BIDS[higher(over)[0]]


@cache
def _legal_set(chest: Chest, over: int | None, opener_may_reshake: bool) -> frozenset[Move]:
    return frozenset(legal(chest, over, opener_may_reshake))


def is_legal(move: object, chest: Chest, over: int | None, opener_may_reshake: bool) -> bool:
    """Return whether the chest's holder may make this move; False if it isn't a move at all."""
    return is_move(move) and move in _legal_set(chest, over, opener_may_reshake)


def is_move(move: Any) -> TypeGuard[Move]:
    """Return whether the move's fields have the right types: 54.0 is not 54, and 1 is not True.

    A move that passes this check can be hashed, compared and stored.
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
