"""The events of Yankee Swap."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.fast_frozen import fast_frozen
from games.gifts import Card
from games.rules import Seat, Told
from games.yankee.record import Reason
from games.yankee.state import Loss


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Cards were dealt: the size of each hand, its Coal cards, and the gifts under the tree."""

    kind: Literal["dealt"] = "dealt"
    hands: tuple[int, ...]
    coal_each: int
    tree: int
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A seat was dealt this hand; only that seat is told."""

    kind: Literal["received"] = "received"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A gift was handed over by the round's opener or, if `again`, by a player who had looked."""

    kind: Literal["given"] = "given"
    giver: Seat
    to: Seat
    declared: Card
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A player looked at the gift that was offered to them."""

    kind: Literal["looked"] = "looked"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Saw:
    """The card that a player looked at. Only that player is told."""

    kind: Literal["saw"] = "saw"
    seat: Seat
    card: Card


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A gift was declined and revealed, and the player `taker` got it."""

    kind: Literal["declined"] = "declined"
    seat: Seat
    reason: Reason
    giver: Seat
    declared: Card
    card: Card
    taker: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwrapped:
    """The player who took Coal also got this gift from under the tree."""

    kind: Literal["unwrapped"] = "unwrapped"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A player lost, and the game is over."""

    kind: Literal["lost"] = "lost"
    seat: Seat
    losses: tuple[Loss, ...]


Event: TypeAlias = Dealt | Received | Given | Looked | Saw | Declined | Unwrapped | Lost


# There are few gifts and few seats, so equal events of a hand-over or a look share one object.


@cache
def given(giver: Seat, to: Seat, declared: Card, again: bool) -> Told[Event]:
    """Return the public event that a gift was handed over."""
    return Told(Given(giver=giver, to=to, declared=declared, again=again))


@cache
def looked(seat: Seat, card: Card) -> tuple[Told[Event], ...]:
    """Report to everybody that a seat looked at the gift, and only to that seat which it is."""
    return Told(Looked(seat=seat)), Told(Saw(seat=seat, card=card), frozenset((seat,)))
