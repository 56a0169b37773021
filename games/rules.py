"""What a game is, to the house: six questions that can be put to its rules.

Rules are pure. They know seats, never users; they are handed their luck; `play` answers with a new
state and leaves the old one alone, so a refused move changes nothing. What may be seen is *built*
by `view`, and everything the house does between moves (waiting, scoring, offering, moving for the
absent) is asked of a view, never of the state: it could not leak a secret if it tried.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from games.chance import Chance

Seat: TypeAlias = int
"""A player's number at a table: 0, 1, 2 … clockwise."""

O = TypeVar("O")  # noqa: E741  options
S = TypeVar("S")  # state
M = TypeVar("M")  # move
E = TypeVar("E")  # event
V = TypeVar("V")  # view


class Refusal(Exception):
    """Something a player asked for cannot be done; `str()` is the sentence that says so to them."""


class IllegalMove(Refusal):
    """The rules do not allow this move now. The state is as it was."""


@dataclass(frozen=True, slots=True)
class Told(Generic[E]):
    """An event, and the seats that may know it; `to=None` is everybody at and around the table."""

    event: E
    to: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """Where a move led: the next state, and what was told, in order."""

    state: S
    told: tuple[Told[E], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The score as everybody can see it. `winners` is empty until the game is over."""

    points: tuple[int, ...]
    winners: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """What the awaited seats are being asked.

    When `key` changes they get fresh time to think. `hurried` puts them on the table's short call
    time instead of its full pace ("going once, going twice").
    """

    key: str = ""
    hurried: bool = False


class Rules(ABC, Generic[O, S, M, E, V]):
    """One game. Subclass as `Rules[Options, State, Move, Event, View]`.

    All five are frozen, slotted standard-library dataclasses, or unions of such, told apart by a
    `kind: Literal[...]` field with a default. `Options()` must work: each option has a default.
    Every view has a field `seat: Seat | None` that says whose it is.
    """

    name: ClassVar[str]
    """The slash command and the module's name, such as "downeast"."""
    title: ClassVar[str]
    """The name that players read."""
    version: ClassVar[int]
    """Raised when tables in progress could not go on under the new rules."""
    seats: ClassVar[range]
    """How many may play."""

    @abstractmethod
    def start(self, seats: int, options: O, chance: Chance) -> Step[S, E]:
        """Deal. Raises Refusal for a number of seats, or options, that cannot be played."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S, E]:
        """Make a move. Raises IllegalMove, in a sentence for the player, if it is not allowed.

        A seat may also move when it is not awaited, where the rules of the game let it.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Build what one seat may see and remember; `None` is the public."""

    @abstractmethod
    def awaited(self, public: V) -> frozenset[Seat]:
        """Say who owes a move: one, several at once, or nobody when the game is over."""

    @abstractmethod
    def moves(self, view: V) -> Iterable[M]:
        """Yield legal moves of the seat whose view this is, the most timid first.

        All of them where they are few, a fair sample where they are not. Every seat that is awaited
        has one; the first is what the clock plays for an absent player.
        """

    @abstractmethod
    def standing(self, public: V) -> Standing:
        """Add up points, and say who has won once it is over."""

    def question(self, public: V) -> Question:
        """Say what the awaited seats are asked, so that the clock knows a new question."""
        return Question()


AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any]
