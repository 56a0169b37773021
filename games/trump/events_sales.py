"""What happens in a sale, as it is told at the table."""

from dataclasses import dataclass
from typing import Literal

from games.maker import maker
from games.rules import Seat
from games.trump.state import SaleBy


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleBegan:
    """A property is up for sale; sealed bids are due from `asked`."""

    kind: Literal["sale_began"] = "sale_began"
    property: str
    broker: Seat
    owner: Seat | None
    by: SaleBy
    asked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BidSealed:
    """An opening bid (or none) is in: not which. `left` are to come."""

    kind: Literal["bid_sealed"] = "bid_sealed"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidNoted:
    """The opening bid that a player sealed or changed; told to that player."""

    kind: Literal["bid_noted"] = "bid_noted"
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNoted:
    """A plan was laid down, changed, or (None) withdrawn; told to its owner."""

    kind: Literal["plan_noted"] = "plan_noted"
    seat: Seat
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """One opening bid; 0 is none."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsOpened:
    """All opening bids, from the Broker clockwise (TR-25): that money lies on the table now."""

    kind: Literal["bids_opened"] = "bids_opened"
    property: str
    bids: tuple[Opened, ...]
    leader: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A bid was raised `to` this: by `cash` from the purse, and by investors' money of the bank."""

    kind: Literal["raised"] = "raised"
    seat: Seat
    to: int
    cash: int
    investors: tuple[str, ...]
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut:
    """You're Out was played on `target`."""

    kind: Literal["knocked_out"] = "knocked_out"
    seat: Seat
    target: Seat
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CameBack:
    """A knocked-out bidder played I'm Back."""

    kind: Literal["came_back"] = "came_back"
    seat: Seat
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BidPassed:
    """A bidder passed, or (`out`) stayed out; `asked` is False if all can see they had to."""

    kind: Literal["bid_passed"] = "bid_passed"
    seat: Seat
    out: bool
    asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A loser's whole bid went back to their purse."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold:
    """A sale is settled: `price` went to the bank, to the `owner`, or, bought by the owner, inside.

    `inside` is what is inside now; it is told of a new owner's box alone (None: the owner kept it).
    `discarded` are the bidding cards that were played.
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
    """Nobody made an opening bid: the property stays where it was."""

    kind: Literal["not_sold"] = "not_sold"
    property: str
    owner: Seat | None


new_bid_sealed = maker(BidSealed)
new_bid_passed = maker(BidPassed)
