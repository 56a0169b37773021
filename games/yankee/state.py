"""What lies on a table of Yankee Swap.

A round is one gift on its way. Its opener gives a card face down and says what it is; whoever is
offered it looks and passes it on, with a claim of their own, or declines it for one of three
reasons. Declining turns the card over, and somebody keeps it. Who keeps it opens the next round.

The only secret of a round is the card on its way (`State.gift`); all else about the offer is
public, so the same `Giving`, `Offer` and `Over` stand in the state and in every view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

from games.gifts import COAL, Card
from games.maker import maker
from games.rules import Seat
from games.yankee.record import Claim, noted

ALIKE = 3  # of one kind face up, Coal too, and you have lost
LIMIT = 207  # points, and you have lost; Maine's only area code


def coal_each(seats: int) -> int:
    """Say how many Coal cards each player is dealt."""
    return 2 if seats <= 4 else 1  # YS-21: four play with two each, five with one


def counts_points(seats: int) -> bool:
    """Say whether 207 points lose."""
    return seats >= 5  # YS-12, YS-21: not with two to four players


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`first`: who opens the first round. `strict`: no gift goes to somebody who knows it."""

    first: Literal["lot", "host"] = "lot"
    strict: bool = False


@cache
def others(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Name everybody else, from the next seat on."""
    return tuple((seat + i) % seats for i in range(1, seats))


# --- where a round stands -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Giving:
    """A round is to be opened by `seat`."""

    kind: Literal["giving"] = "giving"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A gift is before the last claim's recipient, who may have `looked`."""

    kind: Literal["offer"] = "offer"
    claims: tuple[Claim, ...]
    looked: bool

    @property
    def giver(self) -> Seat:
        """Who offers it now."""
        return self.claims[-1].giver

    @property
    def to(self) -> Seat:
        """Who is to answer."""
        return self.claims[-1].to

    @property
    def declared(self) -> Card:
        """What it is said to be."""
        return self.claims[-1].declared

    @property
    def handled(self) -> tuple[Seat, ...]:
        """Who knows the card: whoever gave it, and whoever looks at it now."""
        givers = tuple([claim.giver for claim in self.claims])
        return (*givers, self.to) if self.looked else givers

    def targets(self, seats: int, strict: bool) -> tuple[Seat, ...]:
        """Say to whom the recipient could pass it, the nearest first."""
        everybody = others(self.to, seats)
        if not strict:
            return everybody  # YS-7: anybody else at the table, even the giver
        handled = self.handled  # YS-8, strictly: only who doesn't know it
        return tuple([seat for seat in everybody if seat not in handled])

    def may_look(self, seats: int, strict: bool) -> bool:
        """Say whether the recipient may look at it and pass it on; else they must decline."""
        # YS-8: at most once a round each, and who opened it has looked already.
        return self.to not in self.handled and bool(self.targets(seats, strict))


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeAlike:
    """Lost with three of a kind face up."""

    kind: Literal["alike"] = "alike"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class TooMany:
    """Lost with 207 points or more."""

    kind: Literal["points"] = "points"
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyHand:
    """Lost with nothing to give."""

    kind: Literal["empty"] = "empty"


Loss: TypeAlias = ThreeAlike | TooMany | EmptyHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """Somebody has lost, for these reasons."""

    kind: Literal["over"] = "over"
    loser: Seat
    losses: tuple[Loss, ...]


Phase: TypeAlias = Giving | Offer | Over


def to_move(phase: Phase) -> Seat | None:
    """Name the seat that is to move, if there is one."""
    if isinstance(phase, Offer):
        return phase.to
    return phase.seat if isinstance(phase, Giving) else None


def targets(phase: Phase, seats: int, strict: bool) -> tuple[Seat, ...]:
    """Say to whom the seat that is to move may give, the nearest first."""
    if isinstance(phase, Giving):
        return others(phase.seat, seats)
    return phase.targets(seats, strict) if isinstance(phase, Offer) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The whole table.

    `gift` is the card on its way; `tree` has its top card first. `coal_left` is, for each seat, how
    many of the Coal cards that it was dealt have not been turned over yet; `record` are the rounds
    that have been played (see record.py).
    """

    options: Options
    hands: tuple[tuple[Card, ...], ...]
    displays: tuple[tuple[Card, ...], ...]
    tree: tuple[Card, ...]
    coal_left: tuple[int, ...]
    record: str
    phase: Phase
    gift: Card | None


new_state = maker(State)
new_offer = maker(Offer)


def migrated(old: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the JSON of a state of version 1 into this version's: `past` becomes the record."""
    seats, record = len(old["hands"]), ""
    coal_left = [coal_each(seats)] * seats
    for one in old["past"]:
        claims = tuple([Claim(**claim) for claim in one["claims"]])
        record += noted(claims, one["reason"], one["card"], one["taker"])
        if one["card"] == COAL:
            coal_left[claims[0].giver] -= 1
    kept = {name: value for name, value in old.items() if name != "past"}
    return {**kept, "coal_left": coal_left, "record": record}
