"""The events of Dead Man's Chest; everybody is told all of them."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.deadman.dice import Dice
from games.rules import Seat, Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A round began: its opener shook the chest and looked into it."""

    kind: Literal["opened"] = "opened"
    seat: Seat
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shook:
    """A pirate shook the chest; `blind` if it was the second shake, which nobody sees."""

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
    """A pirate bid and passed the chest to the left; `unseen` if they passed it on untouched."""

    kind: Literal["has_bid"] = "has_bid"
    seat: Seat
    value: int
    to: Seat
    unseen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A bid was challenged; `forced` if it was the round's second bid of Dead Man."""

    kind: Literal["challenged"] = "challenged"
    seat: Seat
    bidder: Seat
    bid: int
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """The chest was opened for everybody to see."""

    kind: Literal["revealed"] = "revealed"
    dice: Dice
    bid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGem:
    """A pirate lost a gem and has `left` gems; a pirate without gems is out."""

    kind: Literal["lost_gem"] = "lost_gem"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """Only this pirate has gems left, and wins."""

    kind: Literal["won"] = "won"
    seat: Seat
    gems: int


Event: TypeAlias = Opened | Shook | Looked | HasBid | Challenged | Revealed | LostGem | Won


# Shakes, looks and bids are nearly all events of a game: each distinct event is built only once.


@cache
def shook(seat: Seat, blind: bool) -> Told[Event]:
    """Return the event that the chest was shaken, told to everybody."""
    return Told(Shook(seat=seat, blind=blind))


@cache
def looked(seat: Seat) -> Told[Event]:
    """Return the event that a pirate looked, told to everybody."""
    return Told(Looked(seat=seat))


@cache
def has_bid(seat: Seat, value: int, to: Seat, unseen: bool) -> Told[Event]:
    """Return the event of a bid, told to everybody."""
    return Told(HasBid(seat=seat, value=value, to=to, unseen=unseen))
