"""What everybody sees of a game of Low Die, and what each player alone sees."""

from dataclasses import dataclass

from games.rules import Seat

LIVES = range(1, 6)
"""The possible numbers of lives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options that players agree on before the game."""

    lives: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """Everything that all players can see and remember."""

    options: Options
    lives: tuple[int, ...]
    round: int
    opener: Seat
    turn: Seat
    """The seat that must keep its die, roll it again or duel."""
    shown: tuple[int | None, ...]
    """Each die as it was last shown; None for a die that was not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The die under a player's cup; None for a player who is out."""

    die: int | None
