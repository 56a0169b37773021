"""What a player can do. A move says what its player means, and nothing else."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """Hide so many coins, or so many instead."""

    kind: Literal["hide"] = "hide"
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """Say how many coins there are in all."""

    kind: Literal["guess"] = "guess"
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ponder:
    """Count on one's fingers what is possible. Nobody notices."""

    kind: Literal["ponder"] = "ponder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurry:
    """Hurry whoever guesses."""

    kind: Literal["hurry"] = "hurry"


Move: TypeAlias = Hide | Guess | Ponder | Hurry
