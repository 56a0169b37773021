"""What is told of a game of Yankee Swap."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.gifts import Card
from games.maker import maker
from games.rules import Seat, Told
from games.yankee.record import Reason
from games.yankee.state import Loss


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Cards were dealt: how many to each, how many Coal cards in that, how many under the tree."""

    kind: Literal["dealt"] = "dealt"
    hands: tuple[int, ...]
    coal_each: int
    tree: int
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A seat's own hand; told to that seat."""

    kind: Literal["received"] = "received"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A gift was handed over, by its opener or (`again`) by somebody who had looked."""

    kind: Literal["given"] = "given"
    giver: Seat
    to: Seat
    declared: Card
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A seat picked the gift up and looked."""

    kind: Literal["looked"] = "looked"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Saw:
    """What they saw; told to that seat."""

    kind: Literal["saw"] = "saw"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A gift was declined, turned over and taken."""

    kind: Literal["declined"] = "declined"
    seat: Seat
    reason: Reason
    giver: Seat
    declared: Card
    card: Card
    taker: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwrapped:
    """With the Coal came a gift from under the tree."""

    kind: Literal["unwrapped"] = "unwrapped"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A seat has lost, and the game is over."""

    kind: Literal["lost"] = "lost"
    seat: Seat
    losses: tuple[Loss, ...]


Event: TypeAlias = Dealt | Received | Given | Looked | Saw | Declined | Unwrapped | Lost

new_declined = maker(Declined)

# There are few gifts and few seats: what can be told of handing one on is made once.


@cache
def given(giver: Seat, to: Seat, declared: Card, again: bool) -> Told[Event]:
    """Tell that a gift was handed over."""
    return Told(Given(giver=giver, to=to, declared=declared, again=again))


@cache
def looked(seat: Seat, card: Card) -> tuple[Told[Event], ...]:
    """Tell everybody that a seat looked, and the seat what it saw."""
    return Told(Looked(seat=seat)), Told(Saw(seat=seat, card=card), frozenset((seat,)))
