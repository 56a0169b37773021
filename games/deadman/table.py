"""What lies on the table, and what of it each may see (Dead Man's Chest)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.deadman.dice import Dice, rank, value_of
from games.rules import Seat


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed before the game."""

    opener_may_reshake: bool = True
    """May who opens a round shake a second time, unseen? (DM-4)"""


Chest: TypeAlias = Literal["passed", "shaken", "seen", "blind"]
"""What its holder has done with the chest: nothing; shaken it; looked as well; shaken it again."""


@dataclass(frozen=True, slots=True)
class Made:
    """A bid of this round. `unseen`: the chest went on as it had come."""

    seat: Seat
    value: int
    unseen: bool


@dataclass(frozen=True, slots=True)
class Showdown:
    """A challenge, settled. `forced`: the second Dead Man of a round must be challenged."""

    bidder: Seat
    bid: int
    challenger: Seat
    dice: Dice
    forced: bool

    @property
    def loser(self) -> Seat:
        """Say who loses a gem: the bidder if the dice are lower than the bid, else the doubter."""
        held = rank(value_of(self.dice)) >= rank(self.bid)
        return self.challenger if held else self.bidder  # DM-11


@dataclass(frozen=True, slots=True)
class State:
    """The table, with what lies in the chest."""

    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice
    seen_by: frozenset[Seat]
    """Who has seen these very dice."""
    bids: tuple[Made, ...] = ()
    showdowns: tuple[Showdown, ...] = ()

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or the public, sees and remembers."""

    seat: Seat | None
    options: Options
    gems: tuple[int, ...]
    holder: Seat
    chest: Chest
    dice: Dice | None
    """What this seat knows to lie in the chest: its own roll, or one it saw and nobody shook since
    (DM-10)."""
    seen_by: frozenset[Seat]
    bids: tuple[Made, ...]
    showdowns: tuple[Showdown, ...]

    @property
    def over(self) -> int | None:
        """The bid to beat."""
        return self.bids[-1].value if self.bids else None

    @property
    def round(self) -> int:
        """Which round it is, from 1; after the end, the last one."""
        return len(self.showdowns) + (survivors(self.gems) > 1)


def gems_each(seats: int) -> int:
    """Say how many gems each pirate begins with."""
    return 3 if seats >= 7 else 4  # DM-1


def survivors(gems: tuple[int, ...]) -> int:
    """Count the pirates who are still in."""
    return sum(1 for left in gems if left)


def left_of(gems: tuple[int, ...], seat: Seat) -> Seat:
    """Find the next pirate to the left who still has gems."""
    around = (*range(seat + 1, len(gems)), *range(seat))
    return next(other for other in around if gems[other])  # DM-20
