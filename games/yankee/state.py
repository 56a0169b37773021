"""The state of a game of Yankee Swap.

In each round one gift is offered around. The round's opener gives a card face down and declares
what it is. The player who is offered it either looks and passes it on with a new claim, or declines
it for one of three reasons. Declining reveals the card. One player keeps it and opens the next
round.

The only secret of a round is the offered card (`State.gift`). The rest of the offer is public, so
the state and every view use the same `Giving`, `Offer` and `Over`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from games.fast_frozen import constructor_of, fast_frozen
from games.gifts import COAL, Card
from games.rules import Seat
from games.yankee.record import Claim, noted

ALIKE = 3  # a player loses with three face-up cards of one kind (Coal too)
LIMIT = 207  # points at which a player loses; 207 is Maine's only area code


def coal_each(seats: int) -> int:
    """Return how many Coal cards each player is dealt."""
    return 2 if seats <= 4 else 1  # YS-21: four play with two each, five with one


def counts_points(seats: int) -> bool:
    """Return whether a player loses with 207 points in a game with this number of players."""
    return seats >= 5  # YS-12, YS-21: not with two to four players


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`first`: who opens the first round. `strict`: no gift is offered to a seat that knows it."""

    first: Literal["lot", "host"] = "lot"
    strict: bool = False


@cache
def others(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all other seats, clockwise from the next one."""
    return tuple((seat + i) % seats for i in range(1, seats))


# --- the phase of a round -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Giving:
    """The phase in which this seat must open a round."""

    kind: Literal["giving"] = "giving"
    seat: Seat


@cache
def giving(seat: Seat) -> Giving:
    """Return the phase in which this seat must open a round; it is one object for each seat."""
    return Giving(seat=seat)


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The phase in which the last claim's recipient must answer; they may have `looked`."""

    kind: Literal["offer"] = "offer"
    claims: tuple[Claim, ...]
    looked: bool

    @property
    def giver(self) -> Seat:
        """The seat that is offering the gift."""
        return self.claims[-1].giver

    @property
    def to(self) -> Seat:
        """The seat that must answer the offer."""
        return self.claims[-1].to

    @property
    def declared(self) -> Card:
        """The gift that the last giver declared."""
        return self.claims[-1].declared

    @property
    def handled(self) -> tuple[Seat, ...]:
        """The seats that know the card: its givers, and a recipient who has looked at it."""
        givers = tuple([claim.giver for claim in self.claims])
        return (*givers, self.to) if self.looked else givers

    def targets(self, seats: int, strict: bool) -> tuple[Seat, ...]:
        """Return the seats to which the recipient could pass the gift, nearest first."""
        everybody = others(self.to, seats)
        if not strict:
            return everybody  # YS-7: anybody else at the table, even the giver
        handled = self.handled  # YS-8: in a strict game only to seats that don't know the card
        return tuple([seat for seat in everybody if seat not in handled])

    def may_look(self, seats: int, strict: bool) -> bool:
        """Return whether the recipient may look and pass the gift on, instead of declining it."""
        # YS-8: a player looks at most once a round, and the opener knows the card already.
        knows = self.looked or self.to in [claim.giver for claim in self.claims]
        return not knows and bool(self.targets(seats, strict))


new_offer = constructor_of(Offer)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeAlike:
    """The player lost with three of a kind face up."""

    kind: Literal["alike"] = "alike"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class TooMany:
    """The player lost with 207 points or more."""

    kind: Literal["points"] = "points"
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyHand:
    """The player lost with no card left to give."""

    kind: Literal["empty"] = "empty"


Loss: TypeAlias = ThreeAlike | TooMany | EmptyHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over: this player lost, for these reasons."""

    kind: Literal["over"] = "over"
    loser: Seat
    losses: tuple[Loss, ...]


Phase: TypeAlias = Giving | Offer | Over


def to_move(phase: Phase) -> Seat | None:
    """Return the seat that is to move, or None."""
    if isinstance(phase, Offer):
        return phase.to
    return phase.seat if isinstance(phase, Giving) else None


def targets(phase: Phase, seats: int, strict: bool) -> tuple[Seat, ...]:
    """Return the seats to which the seat to move may give a gift, nearest first."""
    if isinstance(phase, Giving):
        return others(phase.seat, seats)
    return phase.targets(seats, strict) if isinstance(phase, Offer) else ()


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The complete state of the table.

    `gift` is the offered card; `tree` has its top card first. `coal_left` counts, for each seat,
    the Coal cards it was dealt that have not been revealed yet; `record` holds the rounds played
    (see record.py).
    """

    options: Options
    hands: tuple[tuple[Card, ...], ...]
    displays: tuple[tuple[Card, ...], ...]
    tree: tuple[Card, ...]
    coal_left: tuple[int, ...]
    record: str
    phase: Phase
    gift: Card | None


new_state = constructor_of(State)


def migrated(old: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the JSON of a version 1 state to this version: the record replaces `past`."""
    seats, record = len(old["hands"]), ""
    coal_left = [coal_each(seats)] * seats
    for old_round in old["past"]:
        claims = tuple([Claim(**claim) for claim in old_round["claims"]])
        record += noted(claims, old_round["reason"], old_round["card"], old_round["taker"])
        if old_round["card"] == COAL:
            coal_left[claims[0].giver] -= 1
    kept = {name: value for name, value in old.items() if name != "past"}
    return {**kept, "coal_left": coal_left, "record": record}
