"""The state of a game of Dead Man's Chest."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.deadman.dice import RANK, Dice, value_of
from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options that players agree on before the game."""

    opener_may_reshake: bool = True
    """Whether the opener of a round may shake a second time, unseen (DM-4)."""


Chest: TypeAlias = Literal["passed", "shaken", "seen", "blind"]
"""What the holder has done with the chest: nothing, shaken it, looked too, or shaken it twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A bid of this round. If `unseen`, the bidder did not shake the chest or look into it."""

    seat: Seat
    value: int
    unseen: bool


@cache
def made(seat: Seat, value: int, unseen: bool) -> Made:
    """Return the record of a bid; equal bids share one object."""
    return Made(seat=seat, value=value, unseen=unseen)


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """A challenge and its outcome. `forced` marks the automatic challenge of a second Dead Man."""

    bidder: Seat
    bid: int
    challenger: Seat
    dice: Dice
    forced: bool

    @property
    def loser(self) -> Seat:
        """The seat that loses a gem: the bidder if the dice are lower, else the challenger."""
        held = RANK[value_of(self.dice)] >= RANK[self.bid]
        return self.challenger if held else self.bidder  # DM-11


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The complete state of the table, including the hidden dice."""

    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice
    seen_by: frozenset[Seat]
    """The seats that have seen the dice now in the chest."""
    bids: tuple[Made, ...]
    showdowns: tuple[Showdown, ...]

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None


new_state = constructor_of(State)


def gems_each(seats: int) -> int:
    """Return how many gems each pirate starts with."""
    return 3 if seats >= 7 else 4  # DM-1


def survivors(gems: tuple[int, ...]) -> int:
    """Count the pirates who still have gems."""
    return len(gems) - gems.count(0)


def left_of(gems: tuple[int, ...], seat: Seat) -> Seat:
    """Find the next pirate to the left who still has gems."""
    left, seats = (seat + 1) % len(gems), len(gems)
    while not gems[left]:  # DM-20
        left = (left + 1) % seats
    return left
