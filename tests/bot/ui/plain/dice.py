"""The types of a small dice game, for the tests of plain faces. Nobody plays it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import Date, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Keep your die.

    Nobody sees it.
    """

    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAgain:
    kind: Literal["roll_again"] = "roll_again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    kind: Literal["bid"] = "bid"
    count: int
    face: Literal["ones", "twos"]
    wild: bool
    rival: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepAhead:
    """When it's your turn, keep your die."""

    kind: Literal["keep_ahead"] = "keep_ahead"
    round: Date


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    kind: Literal["rolled"] = "rolled"
    seat: Seat
    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    kind: Literal["shown"] = "shown"
    dice: tuple[int | None, ...]
    losers: tuple[Seat, ...]


Move: TypeAlias = Keep | RollAgain | Bid
Event: TypeAlias = Rolled | Shown
