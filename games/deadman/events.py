"""What is told of the chest (Dead Man's Chest); all of it to everybody."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.deadman.dice import Dice
from games.rules import Seat, Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A round has begun: its opener has shaken the chest and looked into it."""

    kind: Literal["opened"] = "opened"
    seat: Seat
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shook:
    """The chest was shaken; `blind`: a second time, and nobody looks."""

    kind: Literal["shook"] = "shook"
    seat: Seat
    blind: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """Somebody looked under the lid. What they saw is theirs (DM-17)."""

    kind: Literal["looked"] = "looked"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HasBid:
    """A bid was made, and the chest passed to the left; `unseen`: just as it had come."""

    kind: Literal["has_bid"] = "has_bid"
    seat: Seat
    value: int
    to: Seat
    unseen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A bid was doubted; `forced`: it was the second Dead Man of the round."""

    kind: Literal["challenged"] = "challenged"
    seat: Seat
    bidder: Seat
    bid: int
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """The lid came off, for everybody."""

    kind: Literal["revealed"] = "revealed"
    dice: Dice
    bid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGem:
    """A gem went out of play; with none `left`, its pirate did too."""

    kind: Literal["lost_gem"] = "lost_gem"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """One pirate alone has gems."""

    kind: Literal["won"] = "won"
    seat: Seat
    gems: int


Event: TypeAlias = Opened | Shook | Looked | HasBid | Challenged | Revealed | LostGem | Won


# Shaking, looking and bidding are nearly all that happens: what there can be of it is made once.


@cache
def shook(seat: Seat, blind: bool) -> Told[Event]:
    """Tell that the chest was shaken."""
    return Told(Shook(seat=seat, blind=blind))


@cache
def looked(seat: Seat) -> Told[Event]:
    """Tell that somebody looked."""
    return Told(Looked(seat=seat))


@cache
def has_bid(seat: Seat, value: int, to: Seat, unseen: bool) -> Told[Event]:
    """Tell of a bid."""
    return Told(HasBid(seat=seat, value=value, to=to, unseen=unseen))
