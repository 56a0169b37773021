"""The events of Hidden Coins."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """The game began: everybody hides coins, and `first` was drawn to guess first."""

    kind: Literal["began"] = "began"
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hid:
    """A player closed their fist. Told once, even if they change the coins later."""

    kind: Literal["hid"] = "hid"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HidSo:
    """The number of coins in a fist; only its owner is told."""

    kind: Literal["hid_so"] = "hid_so"
    seat: Seat
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guessed:
    """A player guessed a number."""

    kind: Literal["guessed"] = "guessed"
    seat: Seat
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pondered:
    """The total is between `least` and `most`; only the player who pondered is told."""

    kind: Literal["pondered"] = "pondered"
    seat: Seat
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurried:
    """A player hurried the one who guesses."""

    kind: Literal["hurried"] = "hurried"
    seat: Seat
    guesser: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """All fists were opened."""

    kind: Literal["opened"] = "opened"
    hands: tuple[int, ...]


Event: TypeAlias = Began | Hid | HidSo | Guessed | Pondered | Hurried | Opened
