"""The types from which faces tell stories: the turns of a finished game, and what was revealed.

A `Turn` is built only after everybody is allowed to know everything about the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.ui.panels.words import Names
from games.rules import Seat

By: TypeAlias = Literal["deal", "hand", "order", "clock"]
"""What made a move: the deal, the player, a standing order, or the deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One step of a finished game: the deal, or a move.

    `events` are all events of the step, including private ones. `seen(seat)` builds the seat's view
    before the step (after it for the deal), or the public view for None.
    """

    seat: Seat | None
    move: Any
    by: By
    events: tuple[Any, ...]
    seen: Callable[[Seat | None], Any]


@dataclass(frozen=True, slots=True)
class Reveal:
    """One or two sentences about what was just shown to everybody. They stand above the headline.

    With `ends_round`, the channel also gets a message about it, at most one for each round.
    """

    text: str
    ends_round: bool = False


Game: TypeAlias = Sequence[Turn]
"""A whole game, from its deal to its end."""


def one_by_one(
    sentence: Callable[[Any, Names, Seat | None], str],
) -> Callable[[Sequence[Any], Names, Seat | None], list[str]]:
    """Make the `sentences` of a face (face.py) that tells each event by itself."""

    def sentences(events: Sequence[Any], names: Names, to: Seat | None) -> list[str]:
        return [line for event in events if (line := sentence(event, names, to))]

    return sentences
