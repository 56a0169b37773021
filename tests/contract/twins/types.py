"""What a game's file in this folder says: how to disguise its secrets, and when they come out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games.chance import Chance
from games.rules import Seat

T = TypeVar("T")
Reader = Seat | None
"""Whose eyes: a seat's, or with None everybody's."""

MARK = 987654321
"""Stands for a card, a die or an amount that its reader must never meet, in any form."""


class Otherwise:
    """Puts other things where the hidden ones were: what might be there as well."""

    def __init__(self, luck: Chance) -> None:
        self._luck = luck

    def dealt(self, cards: Sequence[T]) -> list[T]:
        """Deal these cards anew."""
        return list(self._luck.shuffled(cards))

    def one_of(self, values: Sequence[T]) -> T:
        """Choose one of these values."""
        return values[self._luck.below(len(values))]

    def shared_out(self, counts: Sequence[int]) -> list[int]:
        """Share out as many things in all, to whomever."""
        found = [0] * len(counts)
        for _ in range(sum(counts)):
            found[self._luck.below(len(counts))] += 1
        return found


class Marked(Otherwise):
    """Puts a mark where something hidden was."""

    def __init__(self) -> None:
        super().__init__(Chance.tape())

    def dealt(self, cards: Sequence[Any]) -> list[Any]:
        return [MARK] * len(cards)

    def one_of(self, values: Sequence[Any]) -> Any:
        return (MARK,) * len(values[0]) if isinstance(values[0], tuple) else MARK

    def shared_out(self, counts: Sequence[int]) -> list[int]:
        return list(counts)


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """What is hidden in one game."""

    disguised: Callable[[Any, Reader, Otherwise], Any]
    """(state, reader, other): changes everything that a reader may not know, and nothing else."""
    reveals: Callable[[Any, Any, Reader], bool] = lambda state, event, reader: False
    """(state, event, reader): says whether this event lets this reader see what was hidden."""
    sealed: Callable[[Any, Any], tuple[str, ...]] = lambda state, move: ()
    """(state, move): names the fields that nobody but the mover may know just yet."""
    chosen: bool = True
    """Whether any of it is a player's choice: if so, two such choices are compared somewhere."""
    open_luck: Mapping[str, str] = field(default_factory=dict[str, str])
    """Fields of events that tell everybody of luck which no view keeps, each with the number of the
    ruling that makes it public: `{"rolled.die": "SK-4"}`."""
    asked_anyway: tuple[str, ...] = ()
    """Kinds of move that are asked for even where everybody could see that there is no other."""


OPEN = Secrets(disguised=lambda state, reader, other: state, chosen=False)
"""For a game in which everybody may see everything."""
