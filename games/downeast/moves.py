"""What a seat can do. Each move names the facts it rests on, so that a late one can be refused.

`lot` is the number of the card that is up for auction (the first is 1); `over` is the bid that the
player saw standing, 0 if there was none; `offer` is the number of the offer within one deal.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.downeast.cash import Cash
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOver:
    """Turn over the next card, and auction it."""

    kind: Literal["turn_over"] = "turn_over"
    lot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """Bid; with `limit`, let the rules go on bidding for you up to that (DD-42)."""

    kind: Literal["raise"] = "raise"
    lot: int
    amount: int
    over: int
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimit:
    """While your own bid stands: change your secret limit, or (None) withdraw it."""

    kind: Literal["set_limit"] = "set_limit"
    lot: int
    bid: int
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Let the standing bid stand; not final as long as the hammer has not fallen."""

    kind: Literal["pass"] = "pass"
    lot: int
    over: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """As the auctioneer: going once, going twice."""

    kind: Literal["call"] = "call"
    lot: int
    over: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sell:
    """As the auctioneer: sell to the high bidder."""

    kind: Literal["sell"] = "sell"
    lot: int
    to: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Buy:
    """As the auctioneer: keep the item and pay the high bid to the high bidder."""

    kind: Literal["buy"] = "buy"
    lot: int
    instead_of: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay:
    """Hand over these cards for the item; no change is given."""

    kind: Literal["pay"] = "pay"
    lot: int
    price: int
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Begin a Downeast Deal with a first offer, fanned out (it can be counted) or stacked."""

    kind: Literal["challenge"] = "challenge"
    item: str
    target: Seat
    cards: Cash
    fanned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """After a tie: lay down a new offer in the same deal."""

    kind: Literal["offer"] = "offer"
    item: str
    target: Seat
    offer: int
    cards: Cash
    fanned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender:
    """Take the offered cash, whatever it is, and let the challenger have their way."""

    kind: Literal["surrender"] = "surrender"
    item: str
    challenger: Seat
    offer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Lay down cash of your own against the offer."""

    kind: Literal["answer"] = "answer"
    item: str
    challenger: Seat
    offer: int
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Lay down a sealed bid to keep the Thief away; `round` counts the tie-breaks, from 1."""

    kind: Literal["seal"] = "seal"
    lot: int
    round: int
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
    | Challenge
    | Offer
    | Surrender
    | Answer
    | Seal
)
