"""How a game's file in this folder describes its secrets."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from games.chance import Chance
from games.rules import Seat

T = TypeVar("T")
Reader = Seat | None
"""The reader: a seat, or None for the public."""

Readers = frozenset[Seat]
"""Seats that put together what they see. Without a seat it is the public."""

MARK = 987654321
"""A mark in place of a card, a die or an amount that the reader must never meet."""


class Otherwise:
    """Replaces hidden things by others that could be there."""

    def __init__(self, luck: Chance) -> None:
        self._luck = luck

    def dealt(self, cards: Sequence[T]) -> list[T]:
        """Shuffle these cards."""
        return list(self._luck.shuffled(cards))

    def one_of(self, values: Sequence[T]) -> T:
        """Choose one of these values."""
        return values[self._luck.below(len(values))]

    def shared_out(self, counts: Sequence[int]) -> list[int]:
        """Redistribute the same total among the holders."""
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

    disguised: Callable[[Any, Readers, Otherwise], Any]
    """(state, readers, other) -> state: change everything that no reader may know, nothing else."""
    reveals: Callable[[Any, Any, Reader], bool] = lambda state, event, reader: False
    """(state, event, reader) -> bool: whether the event shows the reader something hidden."""
    sealed: Callable[[Any, Any], tuple[str, ...]] = lambda state, move: ()
    """(state, move) -> names: the fields that only the mover knows for now."""
    chosen: bool = True
    """Whether a secret is a player's choice; if so, two such choices are compared somewhere."""
    open_luck: Mapping[str, str] = field(default_factory=dict[str, str])
    """Event fields that tell everybody luck that no view keeps, each with the ruling that makes it
    public: `{"rolled.die": "SK-4"}`.
    """
    asked_anyway: tuple[str, ...] = ()
    """Kinds of move that a seat is asked for even if everybody can see that it has no choice."""

    def twin(self, state: Any, reader: Reader, other: Otherwise) -> Any:
        """Return a state that differs only in what one reader may not know."""
        return self.disguised(state, frozenset() if reader is None else frozenset({reader}), other)


OPEN = Secrets(disguised=lambda state, readers, other: state, chosen=False)
"""For a game in which everybody may see everything."""


def hidden_hands(
    again: Callable[[Any, Seat, Otherwise], Any] | None = None,
    *,
    reveals: Collection[str] = (),
    sealed: Mapping[str, tuple[str, ...]] | None = None,
    chosen: bool = True,
    open_luck: Mapping[str, str] | None = None,
    asked_anyway: tuple[str, ...] = (),
) -> Secrets:
    """Return the secrets of a TableGame (games/table_game.py), whose hands are all that is hidden.

    `again(state, seat, other)` returns another hand that the seat could have. Without it, hidden
    hands are exchanged among their seats, which is right if each of them could have any other.
    `reveals` has the kinds of event that show hands, such as "shown"; `sealed` has, by the kind of
    a move, the fields that only its maker knows. The others are those of `Secrets`.
    """

    def disguised(state: Any, readers: Readers, other: Otherwise) -> Any:
        hidden = [seat for seat in range(len(state.hands)) if seat not in readers]
        found = list(state.hands)
        exchanged = other.dealt([found[seat] for seat in hidden]) if again is None else ()
        for at, seat in enumerate(hidden):
            found[seat] = exchanged[at] if again is None else again(state, seat, other)
        return replace(state, hands=tuple(found))

    return Secrets(
        disguised=disguised,
        reveals=lambda state, event, reader: event.kind in reveals,
        sealed=lambda state, move: (sealed or {}).get(move.kind, ()),
        chosen=chosen,
        open_luck=open_luck or {},
        asked_anyway=asked_anyway,
    )
