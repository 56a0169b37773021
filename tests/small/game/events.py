"""What can happen, as it is told: in the past tense, each event to whoever may know it."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """Everybody hides coins; the lot has fallen on who guesses first."""

    kind: Literal["began"] = "began"
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hid:
    """Somebody's fist is closed. Told once, however often the coins in it are changed."""

    kind: Literal["hid"] = "hid"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HidSo:
    """So many coins are in it. Told to who hid them."""

    kind: Literal["hid_so"] = "hid_so"
    seat: Seat
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guessed:
    """Somebody said a number."""

    kind: Literal["guessed"] = "guessed"
    seat: Seat
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pondered:
    """With one's own coins there are `least` to `most` in all. Told to who pondered."""

    kind: Literal["pondered"] = "pondered"
    seat: Seat
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurried:
    """Somebody hurried whoever guesses."""

    kind: Literal["hurried"] = "hurried"
    seat: Seat
    guesser: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """All fists were opened."""

    kind: Literal["opened"] = "opened"
    hands: tuple[int, ...]


Event: TypeAlias = Began | Hid | HidSo | Guessed | Pondered | Hurried | Opened
