"""The events of deals, promises and debts (see events.py)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.fast_frozen import fast_frozen
from games.rules import Seat
from games.trump.state import Debt, Offer, Promise

Ending: TypeAlias = Literal[
    "done", "lapsed", "lost", "released", "replaced", "played", "unplayable"
]
"""Why a promise ended without a payment or a hand-over. See PromiseEnded."""


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class DealProposed:
    """A player proposed a deal. The whole offer is public."""

    kind: Literal["deal_proposed"] = "deal_proposed"
    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCountered:
    """A player answered an offer with a counter-offer, which is public."""

    kind: Literal["deal_countered"] = "deal_countered"
    offer: Offer


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class DealRejected:
    """`seat` rejected an offer or, if `countered` is True, a counter-offer made by seat `by`."""

    kind: Literal["deal_rejected"] = "deal_rejected"
    seat: Seat
    by: Seat
    countered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWithdrawn:
    """A player withdrew their own offer."""

    kind: Literal["deal_withdrawn"] = "deal_withdrawn"
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStruck:
    """`seat` accepted this offer, and cash, properties and cards changed hands."""

    kind: Literal["deal_struck"] = "deal_struck"
    seat: Seat
    offer: Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnAtRandom:
    """The cards that `seat` drew at random from `giver` in a deal. Only these two are told."""

    kind: Literal["drawn_at_random"] = "drawn_at_random"
    seat: Seat
    giver: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCardPlayed:
    """The player who proposed a deal played no related card after it."""

    kind: Literal["no_card_played"] = "no_card_played"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseMade:
    """A deal created this promise."""

    kind: Literal["promise_made"] = "promise_made"
    promise: Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class PromisePaid:
    """A promised payment fell due. `amount` was paid, and the rest (`owing`) became a debt."""

    kind: Literal["promise_paid"] = "promise_paid"
    promise: Promise
    amount: int
    owing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """A property was handed over as promised. Its receiver paid `amount` and still owes `owing`."""

    kind: Literal["handed_over"] = "handed_over"
    promise: Promise
    amount: int
    owing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGivenBack:
    """A borrowed card was given back. Its receiver paid `amount` and still owes `owing` (TR-80)."""

    kind: Literal["card_given_back"] = "card_given_back"
    promise: Promise
    amount: int
    owing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseEnded:
    """A promise ended without a payment or a hand-over.

    `done`: it was kept until its last turn, the promisee got the property in another way, or the
    promised card was just played. `lapsed`: its time or the game is over. `lost`: another player
    got the property (TR-72). `released`: the promisee cancelled it. `replaced`: the same two
    players made a new deal (TR-77). `played`: the borrower played the card (TR-80). `unplayable`:
    the promised card could not be played on its turn (TR-81).
    """

    kind: Literal["promise_ended"] = "promise_ended"
    promise: Promise
    why: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class FromBox:
    """Money taken out of a property's box at the end of the game to pay a debt."""

    property: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DebtPaid:
    """A debtor paid `amount`, and at the end of the game more from `boxes`. `left` is unpaid."""

    kind: Literal["debt_paid"] = "debt_paid"
    debt: Debt
    amount: int
    boxes: tuple[FromBox, ...]
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DebtEnded:
    """A debt ended because its creditor cancelled it (`released`) or because the game ended."""

    kind: Literal["debt_ended"] = "debt_ended"
    debt: Debt
    released: bool
