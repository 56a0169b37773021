"""What a seat can do. A move says what its player means, and nothing else.

Cash is named largest card first, so that there is one way only to say each payment or offer.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias, cast

from games.downeast.cash import Cash
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOver:
    """Turn over the next card, and auction it."""

    kind: Literal["turn_over"] = "turn_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Bid; with `limit`, let the rules go on bidding for you up to that (DD-42)."""

    kind: Literal["raise"] = "raise"
    amount: int
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimit:
    """While your own bid stands: change your secret limit, or (None) withdraw it."""

    kind: Literal["set_limit"] = "set_limit"
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Let the standing bid stand, or answer a lot: not for any price.

    Not final: until the hammer has fallen, or until all others have answered the lot, too.
    """

    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """As the auctioneer: going once, going twice."""

    kind: Literal["call"] = "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sell:
    """As the auctioneer: sell to the high bidder, whoever it is and whatever the price."""

    kind: Literal["sell"] = "sell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Buy:
    """As the auctioneer: keep the item and pay the high bid to the high bidder."""

    kind: Literal["buy"] = "buy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """Hand over these cards for the item; no change is given."""

    kind: Literal["pay"] = "pay"
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLot:
    """Where a lot is answered once: say the most you would pay for it (DD-43).

    `ask`: let me pick the cards, should I come to pay (DD-45).
    """

    kind: Literal["answer_lot"] = "answer_lot"
    most: int
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Where a lot is answered once: as the auctioneer, keep it if the price is low enough (DD-44).

    Up to `most` (None: sell), but `against` a bidder named there up to their amount (0: sell to
    them), in the order of seats. `ask`: let me pick the cards, should I come to pay (DD-45).
    """

    kind: Literal["keep"] = "keep"
    most: int | None
    against: tuple[tuple[Seat, int], ...]
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMe:
    """Say for all to hear whether you pick the cards when you pay, or the house does (DD-45)."""

    kind: Literal["ask_me"] = "ask_me"
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Begin a Downeast Deal with a first offer, fanned out (it can be counted) or stacked."""

    kind: Literal["challenge"] = "challenge"
    item: str
    target: Seat
    cards: Cash
    fanned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """After a tie: lay down a new offer in the same deal."""

    kind: Literal["offer"] = "offer"
    cards: Cash
    fanned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender:
    """Take the offered cash, whatever it is, and let the challenger have their way."""

    kind: Literal["surrender"] = "surrender"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Lay down cash of your own against the offer."""

    kind: Literal["answer"] = "answer"
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Lay down a sealed bid to keep the Thief away."""

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
"""What a bidder, or the auctioneer, may say of a lot that is answered once."""


# --- whatever may be handed to `play` -------------------------------------------------------------


_MOST = 10**12  # far more than there is of anything; larger numbers cannot always be written out


def _is_number(value: object) -> bool:
    return type(value) is int and -_MOST < value < _MOST


def _is_number_or_none(value: object) -> bool:
    return value is None or _is_number(value)


def _is_name(value: object) -> bool:
    return type(value) is str


def _is_yes_or_no(value: object) -> bool:
    return type(value) is bool


def _is_cash(value: object) -> bool:
    if type(value) is not tuple:
        return False
    return all(map(_is_number, cast(tuple[Any, ...], value)))


def _is_pairs(value: object) -> bool:
    if type(value) is not tuple:
        return False
    pairs = cast(tuple[Any, ...], value)
    return all(type(one) is tuple and len(one) == 2 and all(map(_is_number, one)) for one in pairs)


_CASH = (("cards", _is_cash),)
_FANNED = (*_CASH, ("fanned", _is_yes_or_no))
_FIELDS: dict[type, tuple[tuple[str, Callable[[object], bool]], ...]] = {
    TurnOver: (),
    Raise: (("amount", _is_number), ("limit", _is_number_or_none)),
    SetLimit: (("limit", _is_number_or_none),),
    Pass: (),
    Call: (),
    Sell: (),
    Buy: (),
    Pay: _CASH,
    AnswerLot: (("most", _is_number), ("ask", _is_yes_or_no)),
    Keep: (("most", _is_number_or_none), ("against", _is_pairs), ("ask", _is_yes_or_no)),
    AskMe: (("on", _is_yes_or_no),),
    Challenge: (("item", _is_name), ("target", _is_number), *_FANNED),
    Offer: _FANNED,
    Surrender: (),
    Answer: _CASH,
    Seal: _CASH,
}
_KINDS = {kind: fields(kind)[0].default for kind in _FIELDS}


def well_made(move: object) -> bool:
    """Say whether this is a move at all, with every field there and of its own type."""
    checks = _FIELDS.get(type(move))
    if checks is None:
        return False
    try:
        for name, fits in checks:  # an all() takes twice as long, and this is asked often
            if not fits(getattr(move, name)):
                return False
        return cast(Any, move).kind == _KINDS[type(move)]
    except AttributeError:  # made without its fields
        return False
