"""Define the contract between a game and the bot: `Rules`, and `Orders` for standing orders.

Rules are pure. They know seats, never users, and draw luck only from the `Chance` they are given.
`play` returns a new state and leaves the old one alone, so a refused move changes nothing. `view`
*builds* what a seat may see. Between moves (waiting, scoring, offering moves, playing for absent
players) the bot asks about a view and never about the state, so a secret cannot leak.
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
R = TypeVar("R")  # standing order
S_co = TypeVar("S_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class Refusal(Exception):
    """Refuse a player's request; `str()` is the sentence that tells the player why."""


class IllegalMove(Refusal):
    """Refuse a move that the rules do not allow now. The state has not changed.

    Rules know seats, not names: `{0}` and `{1}` in the sentence stand for the seats after it.

    >>> str(IllegalMove("The chest is with {0}.", 2))
    'The chest is with seat 3.'
    """

    def __init__(self, sentence: str, *seats: Seat) -> None:
        super().__init__(sentence, *seats)
        self._sentence, self._seats = sentence, seats

    def __str__(self) -> str:
        return self.said(lambda seat: f"seat {seat + 1}")

    def said(self, name: Callable[[Seat], str]) -> str:
        """Return the sentence with each seat replaced by `name(seat)`."""
        return self._sentence.format(*map(name, self._seats)) if self._seats else self._sentence


@dataclass(frozen=True, slots=True)
class Told(Generic[E_co]):
    """Pair an event with the seats that may know it; `to=None` means everybody, spectators too."""

    event: E_co
    to: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co, E_co]):
    """Hold the result of a move: the next state and the told events, in order."""

    state: S_co
    told: tuple[Told[E_co], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold the score that everybody can see. `winners` is empty until the game is over."""

    points: tuple[int, ...]
    winners: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Identify what the seats that are to move are being asked.

    `subject` names the topic (the lot, the proposal); `key` also covers what has been said about it
    (the high bid), so the key changes whenever the subject does. `hurried` puts the seats on the
    table's short call time ("going once, going twice"); a call changes neither subject nor key. A
    press that was drawn for another key (or subject, where that is enough) is stale.
    """

    subject: str
    key: str
    hurried: bool = False


class Orders(ABC, Generic[R, M, V]):
    """Define the standing orders of a game; each game's are in its `orders.py`.

    A standing order is private to its seat and not part of the state: the bot keeps one of each
    kind for a seat and plays it as a move when the seat is asked a question that the order answers.
    Orders are frozen dataclasses like moves. An order that must know when it was given stores a
    public count (of turns, for example), never a time.

    Whether an order acts must depend only on public facts or on the order itself: if it depended on
    a hidden card, an order that stays silent would give the card away.
    """

    kinds: ClassVar[tuple[type, ...]]
    """The types of order."""

    @abstractmethod
    def offered(self, view: V) -> Iterable[R]:
        """Yield a fair sample of the orders that this seat may give now."""

    @abstractmethod
    def taken(self, view: V, order: R) -> R:
        """Return an order as it will be stored. Raise IllegalMove if it cannot be given."""

    def joined(self, order: R, before: R | None) -> R | None:
        """Return the order to store when a seat gives `order` and `before` is stored.

        By default the new order replaces the old one. None deletes both. Joining an order to itself
        returns it unchanged.
        """
        return order

    @abstractmethod
    def answers(self, public: V, seat: Seat, orders: Sequence[R]) -> bool:
        """Return whether these orders answer the question that this seat is asked."""

    @abstractmethod
    def obey(self, view: V, orders: Sequence[R]) -> M:
        """Return the move that these orders (which answer) make, given the view of their seat."""

    @abstractmethod
    def left(self, view: V, orders: Sequence[R]) -> Sequence[R]:
        """Return the orders that are still valid in the view of their seat; the others are done."""

    def is_lasting(self, order: R) -> bool:
        """Return whether to offer this order to its owner again in their next game."""
        return False

    def again(self, view: V, order: R) -> R | None:
        """Return an earlier game's lasting order, adapted to this game; None if it has no use.

        `taken` must accept the returned order.
        """
        return None


class Rules(ABC, Generic[O, S, M, E, V]):
    """Define one game. Subclass as `Rules[Options, State, Move, Event, View]`.

    All five are frozen, slotted, keyword-only standard-library dataclasses, or unions of them, told
    apart by a first field `kind: Literal[...]`; no other field has a default. `Options()` must
    work: an option's default is the usual term, or, for an option added later, how the game was
    played before. Every view has a field `seat: Seat | None` that names its owner. A move says what
    its player means and nothing else; the bot decides whether it is stale.
    """

    name: ClassVar[str]
    """The slash command and the module's name, such as "downeast"."""
    title: ClassVar[str]
    """The name that players read."""
    version: ClassVar[int]
    """Raised when the same luck no longer deals the same game."""
    seats: ClassVar[range]
    """The numbers of players that are possible."""
    sampled: ClassVar[tuple[type, ...]] = ()
    """The kinds of move that `legal_moves` only samples; it lists every move of the other kinds."""
    orders: ClassVar["AnyOrders | None"] = None
    """The game's standing orders, if it has any."""

    @abstractmethod
    def start(self, seats: int, options: O, chance: Chance) -> Step[S, E]:
        """Deal a new game. Raise Refusal if this number of seats or an option is impossible."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S, E]:
        """Make a move. Raise IllegalMove, with a sentence for the player, if it is not allowed.

        Where the game's rules let it, a seat may also move when it is not to move. Play every step
        that leaves nobody a choice, as everybody can see, in the same call.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Build what one seat may see and remember; `None` is the public."""

    @abstractmethod
    def to_move(self, public: V) -> frozenset[Seat]:
        """Return the seats that must move: one, several at once, or none when the game is over."""

    @abstractmethod
    def legal_moves(self, view: V) -> Iterable[M]:
        """Yield the legal moves of the view's seat, whether it is to move or not.

        List every move, except that `sampled` kinds need only a fair sample. Every seat to move has
        a legal move; the first is the default move, which the clock plays for absent players.
        """

    @abstractmethod
    def standing(self, public: V) -> Standing:
        """Add up the points, and name the winners once the game is over."""

    @abstractmethod
    def question(self, public: V) -> Question:
        """Return the question that the seats that are to move are asked."""

    def candidates(self, view: V) -> Iterable[M]:
        """Yield moves to try, near misses among them, for games whose moves have compound fields.

        For tests: `legal_moves` must list each one that `play` accepts, unless it is `sampled`.
        """
        return ()


AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any]
AnyOrders: TypeAlias = Orders[Any, Any, Any]
