"""What happens to deals, promises and debts, as it is told at the table."""

from dataclasses import dataclass
from typing import Literal

from games.rules import Seat
from games.trump.state import Debt, Offer, Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class DealProposed:
    """A deal is offered, in full."""

    kind: Literal["deal_proposed"] = "deal_proposed"
    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCountered:
    """An offer was answered with another, in full."""

    kind: Literal["deal_countered"] = "deal_countered"
    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRejected:
    """An offer (or, `countered`, the counter-offer) of `by` was rejected by `seat`."""

    kind: Literal["deal_rejected"] = "deal_rejected"
    seat: Seat
    by: Seat
    countered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWithdrawn:
    """An offer was taken back."""

    kind: Literal["deal_withdrawn"] = "deal_withdrawn"
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStruck:
    """`seat` accepted this offer: cash, properties and cards have changed hands."""

    kind: Literal["deal_struck"] = "deal_struck"
    seat: Seat
    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnAtRandom:
    """Which cards a deal drew at random out of `giver`'s hand; told to the two."""

    kind: Literal["drawn_at_random"] = "drawn_at_random"
    seat: Seat
    giver: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCardPlayed:
    """After a deal its proposer played no related card."""

    kind: Literal["no_card_played"] = "no_card_played"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseMade:
    """A promise holds from now on."""

    kind: Literal["promise_made"] = "promise_made"
    promise: Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class PromisePaid:
    """A PAY fell due: `amount` was paid, `owing` is a debt now."""

    kind: Literal["promise_paid"] = "promise_paid"
    promise: Promise
    amount: int
    owing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """A HAND OVER was kept: `promise.to` has the property, paid `amount` and owes `owing`."""

    kind: Literal["handed_over"] = "handed_over"
    promise: Promise
    amount: int
    owing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseEnded:
    """A promise is listed no more, and nothing was paid for it.

    `done`: kept to its last turn, or its property has come to the promisee otherwise · `lapsed`:
    its last turn is over, or the game is · `lost`: its property was lost without fault (TR-72) ·
    `released`: the promisee let it go · `replaced`: by a new deal of the two (TR-77).
    """

    kind: Literal["promise_ended"] = "promise_ended"
    promise: Promise
    why: Literal["done", "lapsed", "lost", "released", "replaced"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromBox:
    """Money that was taken out of a property to pay a debt, in the count."""

    property: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DebtPaid:
    """Of a debt `amount` was paid in cash, and (in the count) more out of boxes; `left` is owed."""

    kind: Literal["debt_paid"] = "debt_paid"
    debt: Debt
    amount: int
    boxes: tuple[FromBox, ...]
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DebtEnded:
    """A debt was released, or (`released` False) lapsed with the game."""

    kind: Literal["debt_ended"] = "debt_ended"
    debt: Debt
    released: bool
