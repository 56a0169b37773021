"""What a game is, to the house: seven questions that can be put to its rules; and its orders.

Rules are pure. They know seats, never users; they are handed their luck; `play` answers with a new
state and leaves the old one alone, so a refused move changes nothing. What may be seen is *built*
by `view`, and everything the house does between moves (waiting, scoring, offering, moving for the
absent) is asked of a view, never of the state: it could not leak a secret if it tried.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
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
R = TypeVar("R")  # order
S_co = TypeVar("S_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class Refusal(Exception):
    """Something a player asked for cannot be done; `str()` is the sentence that says so to them."""


class IllegalMove(Refusal):
    """The rules do not allow this move now. The state is as it was.

    Rules know seats, not names: `{0}` and `{1}` in the sentence stand for the seats that follow it.

    >>> str(IllegalMove("The chest is with {0}.", 2))
    'The chest is with seat 3.'
    """

    def __init__(self, sentence: str, *seats: Seat) -> None:
        super().__init__(sentence, *seats)
        self._sentence, self._seats = sentence, seats

    def __str__(self) -> str:
        return self.said(lambda seat: f"seat {seat + 1}")

    def said(self, name: Callable[[Seat], str]) -> str:
        """Write the sentence, with a name for each seat."""
        return self._sentence.format(*map(name, self._seats)) if self._seats else self._sentence


@dataclass(frozen=True, slots=True)
class Told(Generic[E_co]):
    """An event, and the seats that may know it; `to=None` is everybody at and around the table."""

    event: E_co
    to: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co, E_co]):
    """Where a move led: the next state, and what was told, in order."""

    state: S_co
    told: tuple[Told[E_co], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """The score as everybody can see it. `winners` is empty until the game is over."""

    points: tuple[int, ...]
    winners: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the seats that are to move are being asked.

    `subject` names what it is about (the lot, the proposal), `key` also what has been said on it
    (the high bid): whenever the subject changes, so does the key. `hurried` puts the seats on the
    table's short call time ("going once, going twice"); a call changes neither subject nor key.
    Presses that were drawn for another key (or subject, where that is enough) come too late.
    """

    subject: str
    key: str
    hurried: bool = False


class Orders(ABC, Generic[R, M, V]):
    """What the seats of a game can say ahead; each game's are in its `orders.py`.

    An order is private, its seat's own, and no part of the state: the house keeps one of each kind
    for a seat, and lays it down as a move when the seat is asked what it answers. Orders are frozen
    dataclasses like moves; where time matters they say in their own words when they were given (a
    count of turns, say), never in hours.

    Whether an order acts must depend on public facts, or on the order itself: were it to depend on
    a hidden card, its silence would give the card away.
    """

    kinds: ClassVar[tuple[type, ...]]
    """The types of order."""

    @abstractmethod
    def offered(self, view: V) -> Iterable[R]:
        """Yield a fair sample of what this seat may say ahead now."""

    @abstractmethod
    def taken(self, view: V, order: R) -> R:
        """Return an order as it is kept: dated, and within what is possible. Raises IllegalMove."""

    def joined(self, order: R, before: R | None) -> R | None:
        """Return what is kept of an order that was taken beside `before`, the one of its kind.

        Usually it takes that one's place. None, and nothing of this kind is said any more. Joined
        to itself it stays as it is.
        """
        return order

    @abstractmethod
    def answers(self, public: V, seat: Seat, orders: Sequence[R]) -> bool:
        """Say whether these orders answer what this seat, which is to move, is being asked."""

    @abstractmethod
    def obey(self, view: V, orders: Sequence[R]) -> M:
        """Return the move that orders which answer come to, in the view of their seat."""

    @abstractmethod
    def left(self, view: V, orders: Sequence[R]) -> Sequence[R]:
        """Return those that still stand in a view of their seat; the others are done."""

    def is_lasting(self, order: R) -> bool:
        """Say whether an order is worth offering to its owner once more, in their next game."""
        return False

    def again(self, view: V, order: R) -> R | None:
        """Return what a lasting order of a game before comes to in this one; None if nothing.

        What is returned can be taken.
        """
        return None


class Rules(ABC, Generic[O, S, M, E, V]):
    """One game. Subclass as `Rules[Options, State, Move, Event, View]`.

    All five are frozen, slotted, keyword-only standard-library dataclasses, or unions of such, told
    apart by a first field `kind: Literal[...]`, which alone has a default. `Options()` must work:
    an option's default is the usual term, or where that came later what was played before. Every
    view has a field `seat: Seat | None` that says whose it is. A move says what its player means
    and nothing else: whether it comes too late is the house's to say.
    """

    name: ClassVar[str]
    """The slash command and the module's name, such as "downeast"."""
    title: ClassVar[str]
    """The name that players read."""
    version: ClassVar[int]
    """Raised when what was dealt before can no longer be dealt again alike."""
    seats: ClassVar[range]
    """How many may play."""
    sampled: ClassVar[tuple[type, ...]] = ()
    """The kinds of move of which `legal_moves` gives a fair sample; of all others, every one."""
    orders: ClassVar["AnyOrders | None"] = None
    """What can be said ahead, if anything can."""

    @abstractmethod
    def start(self, seats: int, options: O, chance: Chance) -> Step[S, E]:
        """Deal. Raises Refusal for a number of seats, or options, that cannot be played."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S, E]:
        """Make a move. Raises IllegalMove, in a sentence for the player, if it is not allowed.

        A seat may also move when it is not to move, where the rules of the game let it. A step that
        leaves nobody a choice, as everybody can see, is taken along.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Build what one seat may see and remember; `None` is the public."""

    @abstractmethod
    def to_move(self, public: V) -> frozenset[Seat]:
        """Say who owes a move: one, several at once, or nobody when the game is over."""

    @abstractmethod
    def legal_moves(self, view: V) -> Iterable[M]:
        """Yield legal moves of the seat whose view this is, to move or not.

        Of the kinds that are `sampled` a fair sample, of all others every one. Every seat that is
        to move has one; its first is the default move, what the clock plays for an absent player.
        """

    @abstractmethod
    def standing(self, public: V) -> Standing:
        """Add up points, and say who has won once it is over."""

    @abstractmethod
    def question(self, public: V) -> Question:
        """Say what the seats that are to move are asked."""

    def candidates(self, view: V) -> Iterable[M]:
        """Yield moves to try where the fields of a move are compound, near misses among them.

        For tests: whatever of these `play` accepts, and is not sampled, `legal_moves` must give.
        """
        return ()


AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any]
AnyOrders: TypeAlias = Orders[Any, Any, Any]
