"""The events of a sale, in the form in which players are told about them."""

from dataclasses import dataclass
from typing import Literal

from games.fast_frozen import fast_frozen
from games.rules import Seat
from games.trump.state import SaleBy


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleBegan:
    """A property was put up for sale. The seats in `asked` must seal an opening bid."""

    kind: Literal["sale_began"] = "sale_began"
    property: str
    broker: Seat
    owner: Seat | None
    by: SaleBy
    asked: tuple[Seat, ...]


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class BidSealed:
    """A player sealed an opening bid of a secret amount. `left` seats still have to answer."""

    kind: Literal["bid_sealed"] = "bid_sealed"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidNoted:
    """The opening bid that a player sealed or changed. Only that player is told."""

    kind: Literal["bid_noted"] = "bid_noted"
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNoted:
    """A player made, changed or withdrew (`limit` None) a plan. Only that player is told."""

    kind: Literal["plan_noted"] = "plan_noted"
    seat: Seat
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The opening bid of one player. 0 means no bid."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsOpened:
    """All opening bids were revealed, clockwise from the Broker (TR-25). Their money is now bid."""

    kind: Literal["bids_opened"] = "bids_opened"
    property: str
    bids: tuple[Opened, ...]
    leader: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A player raised their bid `to` this amount with their own `cash` and with `investors`."""

    kind: Literal["raised"] = "raised"
    seat: Seat
    to: int
    cash: int
    investors: tuple[str, ...]
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut:
    """A player knocked `target` out of the bidding with You're Out."""

    kind: Literal["knocked_out"] = "knocked_out"
    seat: Seat
    target: Seat
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CameBack:
    """A knocked-out bidder returned to the bidding with I'm Back."""

    kind: Literal["came_back"] = "came_back"
    seat: Seat
    leader: Seat


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class BidPassed:
    """A bidder passed, or stayed out if `out`. `asked` is False if they had no choice."""

    kind: Literal["bid_passed"] = "bid_passed"
    seat: Seat
    out: bool
    asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A losing bidder got their whole bid back."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold:
    """A sale ended with a buyer. `price` went to the bank, to `owner`, or into the owner's own box.

    `inside` is the sum in the box, which only a new owner makes public (None: the owner kept the
    property). `discarded` lists the bidding cards that were played.
    """

    kind: Literal["sold"] = "sold"
    property: str
    seat: Seat
    owner: Seat | None
    price: int
    inside: int | None
    returned: tuple[Returned, ...]
    discarded: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSold:
    """A sale ended without any opening bid, so the property stayed with its owner."""

    kind: Literal["not_sold"] = "not_sold"
    property: str
    owner: Seat | None
