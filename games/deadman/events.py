"""The events of Dead Man's Chest. Every event is public."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.deadman.dice import Dice
from games.fast_frozen import fast_frozen
from games.rules import Seat, Told


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A round began: its opener shook the chest and looked into it."""

    kind: Literal["opened"] = "opened"
    seat: Seat
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shook:
    """A pirate shook the chest. `blind` marks the second shake, which nobody looks at."""

    kind: Literal["shook"] = "shook"
    seat: Seat
    blind: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A pirate looked at the dice. Only that pirate knows the value (DM-17)."""

    kind: Literal["looked"] = "looked"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HasBid:
    """A pirate bid and passed the chest to the left. If `unseen`, they did not shake or look."""

    kind: Literal["has_bid"] = "has_bid"
    seat: Seat
    value: int
    to: Seat
    unseen: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A bid was challenged. `forced` marks the automatic challenge of a second Dead Man."""

    kind: Literal["challenged"] = "challenged"
    seat: Seat
    bidder: Seat
    bid: int
    forced: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """The chest was opened, and everybody saw the dice."""

    kind: Literal["revealed"] = "revealed"
    dice: Dice
    bid: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class LostGem:
    """A pirate lost a gem and has `left` gems remaining. A pirate without gems is out."""

    kind: Literal["lost_gem"] = "lost_gem"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """This pirate is the only one with gems left, and wins."""

    kind: Literal["won"] = "won"
    seat: Seat
    gems: int


Event: TypeAlias = Opened | Shook | Looked | HasBid | Challenged | Revealed | LostGem | Won


# Most events of a game are shakes, looks and bids, so equal events share one object.


@cache
def shook(seat: Seat, blind: bool) -> Told[Event]:
    """Return the public event of a shake."""
    return Told(Shook(seat=seat, blind=blind))


@cache
def looked(seat: Seat) -> Told[Event]:
    """Return the public event of a look."""
    return Told(Looked(seat=seat))


@cache
def has_bid(seat: Seat, value: int, to: Seat, unseen: bool) -> Told[Event]:
    """Return the public event of a bid."""
    return Told(HasBid(seat=seat, value=value, to=to, unseen=unseen))
