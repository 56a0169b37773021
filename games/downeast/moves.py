"""The moves of the game. A move contains only the player's choices.

Cards are sorted, largest first, so that each payment or offer can be written in one way only.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias, cast

from games.downeast.cash import Cash
from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOver:
    """Turn over the next card of the deck and auction it."""

    kind: Literal["turn_over"] = "turn_over"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Bid an amount. If `limit` is set, raise automatically up to that limit (DD-42)."""

    kind: Literal["raise"] = "raise"
    amount: int
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimit:
    """Change the secret limit of the player's own high bid, or withdraw it (None)."""

    kind: Literal["set_limit"] = "set_limit"
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Decline to bid or to bid more, in an open or a secret auction.

    A player who has passed may still bid until the auction closes.
    """

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Call "going once, going twice" as the auctioneer."""

    kind: Literal["call"] = "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sell:
    """As the auctioneer, sell the item to the highest bidder, no matter how high the price is."""

    kind: Literal["sell"] = "sell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Buy:
    """As the auctioneer, keep the item and pay the high bid to the high bidder."""

    kind: Literal["buy"] = "buy"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """Pay for the item with these cards. No change is given."""

    kind: Literal["pay"] = "pay"
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLot:
    """In a secret auction, name the highest price that you would pay (DD-43).

    `ask` lets you pick the cards yourself if you have to pay (DD-45).
    """

    kind: Literal["answer_lot"] = "answer_lot"
    most: int
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """As the auctioneer in a secret auction, keep the item if the price is low enough (DD-44).

    `most` is the highest price at which you keep it (None: sell). `against` has different prices
    for some bidders, in seat order (0: sell). `ask` lets you pick the cards if you pay (DD-45).
    """

    kind: Literal["keep"] = "keep"
    most: int | None
    against: tuple[tuple[Seat, int], ...]
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMe:
    """Choose whether you pick the cards for your payments or pay automatically (DD-45)."""

    kind: Literal["ask_me"] = "ask_me"
    on: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Start a Downeast Deal with a first offer, either fanned out (countable) or stacked."""

    kind: Literal["challenge"] = "challenge"
    item: str
    target: Seat
    cards: Cash
    fanned: bool


new_challenge = constructor_of(Challenge)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Make a new offer in the same deal after a tie."""

    kind: Literal["offer"] = "offer"
    cards: Cash
    fanned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender:
    """Surrender in a deal: take the offered cash unseen and let the challenger win."""

    kind: Literal["surrender"] = "surrender"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Answer an offer with your own cash."""

    kind: Literal["answer"] = "answer"
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Lay down a sealed bid in order not to get the Thief."""

    kind: Literal["seal"] = "seal"
    cards: Cash


Move: TypeAlias = (
    TurnOver
    | Raise
    | SetLimit
    | Pass
    | Call
    | Sell
    | Buy
    | Pay
    | AnswerLot
    | Keep
    | AskMe
    | Challenge
    | Offer
    | Surrender
    | Answer
    | Seal
)

LotAnswer: TypeAlias = Pass | AnswerLot | Sell | Keep
"""A secret answer in an auction, by a bidder (Pass, AnswerLot) or the auctioneer (Sell, Keep)."""


# --- validation -----------------------------------------------------------------------------------


_MOST = 10**12  # far above any amount in the game; Python refuses to print much larger numbers


def _is_number(value: object) -> bool:
    return type(value) is int and -_MOST < value < _MOST


def _is_number_or_none(value: object) -> bool:
    return value is None or _is_number(value)


def _is_str(value: object) -> bool:
    return type(value) is str


def _is_bool(value: object) -> bool:
    return type(value) is bool


def _is_cash(value: object) -> bool:
    if type(value) is not tuple:
        return False
    return all(map(_is_number, cast(tuple[Any, ...], value)))


def _is_pairs(value: object) -> bool:
    if type(value) is not tuple:
        return False
    pairs = cast(tuple[Any, ...], value)
    return all(type(two) is tuple and len(two) == 2 and all(map(_is_number, two)) for two in pairs)


_CASH = (("cards", _is_cash),)
_FANNED = (*_CASH, ("fanned", _is_bool))
_FIELDS: dict[type, tuple[tuple[str, Callable[[object], bool]], ...]] = {
    TurnOver: (),
    Raise: (("amount", _is_number), ("limit", _is_number_or_none)),
    SetLimit: (("limit", _is_number_or_none),),
    Pass: (),
    Call: (),
    Sell: (),
    Buy: (),
    Pay: _CASH,
    AnswerLot: (("most", _is_number), ("ask", _is_bool)),
    Keep: (("most", _is_number_or_none), ("against", _is_pairs), ("ask", _is_bool)),
    AskMe: (("on", _is_bool),),
    Challenge: (("item", _is_str), ("target", _is_number), *_FANNED),
    Offer: _FANNED,
    Surrender: (),
    Answer: _CASH,
    Seal: _CASH,
}
_KINDS = {kind: fields(kind)[0].default for kind in _FIELDS}


def is_well_formed(move: object) -> bool:
    """Return whether `move` is a move of this game and all its fields have the right type."""
    checks = _FIELDS.get(type(move))
    if checks is None:
        return False
    try:
        for name, fits in checks:  # this loop runs often, and all() would take twice as long
            if not fits(getattr(move, name)):
                return False
        return cast(Any, move).kind == _KINDS[type(move)]
    except AttributeError:  # the object lacks a field
        return False
