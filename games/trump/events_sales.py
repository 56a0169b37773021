"""The events of a sale (see events.py)."""

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


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class BidNoted:
    """The opening bid that a player sealed or changed. Only that player is told."""

    kind: Literal["bid_noted"] = "bid_noted"
    seat: Seat
    amount: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNoted:
    """A player set a plan for a sale, or withdrew it if `limit` is None. Only they are told."""

    kind: Literal["plan_noted"] = "plan_noted"
    seat: Seat
    limit: int | None


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The opening bid of one player. 0 means no bid."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsOpened:
    """All opening bids were revealed (TR-25). They are listed clockwise from the Broker."""

    kind: Literal["bids_opened"] = "bids_opened"
    property: str
    bids: tuple[Opened, ...]
    leader: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A player raised their bid to the total `to` with their own `cash` and with `investors`."""

    kind: Literal["raised"] = "raised"
    seat: Seat
    to: int
    cash: int
    investors: tuple[str, ...]
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut:
    """A player played You're Out, which knocked `target` out of the bidding."""

    kind: Literal["knocked_out"] = "knocked_out"
    seat: Seat
    target: Seat
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CameBack:
    """A knocked-out bidder played I'm Back and returned to the bidding."""

    kind: Literal["came_back"] = "came_back"
    seat: Seat
    leader: Seat


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class BidPassed:
    """A bidder passed or, if knocked out, stayed `out`. `asked` is False if they had no choice."""

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
    """A sale ended with a buyer. `price` went to the bank, to the old owner or into the box.

    It goes into the property's box if the owner is the buyer. In that case the sum in the box is
    not announced (`inside` is None). `discarded` lists the bidding cards that were played.
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
