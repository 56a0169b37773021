"""What faces make stories of: a game that is laid open, move by move, and what was just revealed.

Pure, and without a secret of its own: a `Turn` is made of a game only once everybody may know all
of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from games.rules import Seat

By: TypeAlias = Literal["deal", "hand", "order", "clock"]
"""What made a move: nobody, who sits there, what they had said ahead, or that time was up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One step of a game that is laid open: the deal, or a move.

    `events` is all that was told of it, to whomever. `seen(seat)` builds what a seat saw before it
    (None: what everybody saw; at the deal, after it).
    """

    seat: Seat | None
    move: Any
    by: By
    events: tuple[Any, ...]
    seen: Callable[[Seat | None], Any]


@dataclass(frozen=True, slots=True)
class Reveal:
    """What everybody has just been shown, in a sentence or two that stand above what is asked next.

    `ends_round`: it is worth a message of its own in the channel, at most one for each round.
    """

    text: str
    ends_round: bool = False


Game: TypeAlias = Sequence[Turn]
"""A whole game, from its deal to its end."""
