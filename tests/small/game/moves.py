"""The moves of Hidden Coins."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """Hide this many coins, also in place of those hidden before."""

    kind: Literal["hide"] = "hide"
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """Guess the total of all coins."""

    kind: Literal["guess"] = "guess"
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ponder:
    """Ask for the possible totals, in secret."""

    kind: Literal["ponder"] = "ponder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurry:
    """Hurry the player who guesses."""

    kind: Literal["hurry"] = "hurry"


Move: TypeAlias = Hide | Guess | Ponder | Hurry
