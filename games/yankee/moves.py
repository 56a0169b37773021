"""What the players of Yankee Swap do, and what is told of it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.gifts import Card
from games.rules import Seat
from games.yankee.table import Loss, Reason

# --- moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """Open a round: this card from the hand, to that seat, said to be this gift."""

    kind: Literal["give"] = "give"
    card: Card
    to: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Look at what this giver offers and calls that; it must be passed on then."""

    kind: Literal["look"] = "look"
    giver: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Regift:
    """Pass on, with a claim of one's own, the gift that came from this giver."""

    kind: Literal["regift"] = "regift"
    giver: Seat
    to: Seat
    declared: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """Decline, for this reason, what this giver offers and calls that."""

    kind: Literal["decline"] = "decline"
    reason: Reason
    giver: Seat
    declared: Card


Move: TypeAlias = Give | Look | Regift | Decline


# --- events ---------------------------------------------------------------------------------------


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
