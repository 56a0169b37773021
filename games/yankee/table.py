"""What lies on a table of Yankee Swap, and what each seat sees of it.

A round is one gift on its way. Its opener gives a card face down and says what it is; whoever is
offered it looks and passes it on, with a claim of their own, or declines it for one of three
reasons. Declining turns the card over, and somebody keeps it. Who keeps it opens the next round.

The only secret of a round is the card on its way (`State.gift`); all else about the offer is
public, so the same `Giving`, `Offer` and `Over` stand in the state and in every view.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.gifts import Card
from games.rules import Seat

ALIKE = 3  # of one kind face up, Coal too, and you have lost
LIMIT = 207  # points, and you have lost; Maine's only area code

Reason: TypeAlias = Literal["is", "isnt", "coal"]
"""Why one shouldn't have: it is what was said, it isn't, it is Coal."""


def coal_each(seats: int) -> int:
    """Say how many Coal cards each player is dealt."""
    return 2 if seats <= 4 else 1  # YS-21: four play with two each, five with one


def counts_points(seats: int) -> bool:
    """Say whether 207 points lose."""
    return seats >= 5  # YS-12, YS-21: not with two to four players


@dataclass(frozen=True, slots=True)
class Options:
    """`first`: who opens the first round. `strict`: no gift goes to somebody who knows it."""

    first: Literal["lot", "host"] = "lot"
    strict: bool = False


def others(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Name everybody else, from the next seat on."""
    return tuple((seat + i) % seats for i in range(1, seats))


# --- where a round stands -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claim:
    """One hand-over: who gave the gift to whom, and what they said it is."""

    giver: Seat
    to: Seat
    declared: Card


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
    def handled(self) -> frozenset[Seat]:
        """Who knows the card: whoever gave it, and whoever looks at it now."""
        givers = frozenset(claim.giver for claim in self.claims)
        return givers | {self.to} if self.looked else givers

    def targets(self, seats: int, strict: bool) -> tuple[Seat, ...]:
        """Say to whom the recipient could pass it, the nearest first."""
        # YS-7: anybody else at the table, even the giver. YS-8: strictly, only who doesn't know it.
        return tuple(
            seat for seat in others(self.to, seats) if not (strict and seat in self.handled)
        )

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


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has been played: what was claimed and said, what it was, who took it."""

    claims: tuple[Claim, ...]
    reason: Reason
    card: Card
    taker: Seat

    @property
    def opener(self) -> Seat:
        """Whose hand the card came from."""
        return self.claims[0].giver


@dataclass(frozen=True, slots=True)
class State:
    """The whole table. `gift` is the card on its way; `tree` has its top card first."""

    options: Options
    hands: tuple[tuple[Card, ...], ...]
    displays: tuple[tuple[Card, ...], ...]
    tree: tuple[Card, ...]
    past: tuple[Round, ...]
    phase: Phase
    gift: Card | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees and remembers; without `held` and `known`, what everybody does.

    `hands` and `tree` are counts. `coal_left` is, for each seat, how many of their Coal cards have
    not been turned over yet. `known` is the card on its way, if this seat has handled it.
    """

    seat: Seat | None
    options: Options
    hands: tuple[int, ...]
    displays: tuple[tuple[Card, ...], ...]
    tree: int
    coal_left: tuple[int, ...]
    past: tuple[Round, ...]
    phase: Phase
    held: tuple[Card, ...] = ()
    known: Card | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def may_look(self) -> bool:
        """Whether whoever is offered a gift may look at it."""
        return isinstance(self.phase, Offer) and self.phase.may_look(
            self.seats, self.options.strict
        )

    @property
    def targets(self) -> tuple[Seat, ...]:
        """To whom the awaited seat may give, the nearest first."""
        if isinstance(self.phase, Giving):
            return others(self.phase.seat, self.seats)
        if isinstance(self.phase, Offer):
            return self.phase.targets(self.seats, self.options.strict)
        return ()
