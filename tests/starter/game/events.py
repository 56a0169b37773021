"""The events of Low Die."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """A round began, and everybody rolled."""

    kind: Literal["began"] = "began"
    round: int
    opener: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A player's die; only that player is told."""

    kind: Literal["rolled"] = "rolled"
    seat: Seat
    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A player kept their die."""

    kind: Literal["kept"] = "kept"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled:
    """A player rolled again."""

    kind: Literal["rerolled"] = "rerolled"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Duelled:
    """A player challenged another."""

    kind: Literal["duelled"] = "duelled"
    seat: Seat
    rival: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Dice were shown: both in a duel, else all. None for a die that was not shown."""

    kind: Literal["shown"] = "shown"
    dice: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """These players lost a life."""

    kind: Literal["lost"] = "lost"
    losers: tuple[Seat, ...]


Event: TypeAlias = Began | Rolled | Kept | Rerolled | Duelled | Shown | Lost
