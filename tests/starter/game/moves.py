"""The moves of Low Die."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Keep your die"""

    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll:
    """Roll your die once more; only you see it"""

    kind: Literal["reroll"] = "reroll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Compare your die with another player's: the lower one loses a life"""

    kind: Literal["duel"] = "duel"
    rival: Seat


Move: TypeAlias = Keep | Reroll | Duel
