"""Define the contract between a game and the bot: `Rules`, `Orders` and house `Player`s.

Rules are pure. They know seats, never users, and draw luck only from the `Chance` they are given.
`play` returns a new state and doesn't change the old one, so a refused move has no effect. `view`
*builds* what a seat may see. The bot computes scores, waiting seats, offered moves and default
moves from a view, never from the state, so none of these can leak a secret.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

from games.chance import Chance
from games.fast_frozen import constructor_of, fast_frozen

SEAT = "seat"
Seat: TypeAlias = Annotated[int, SEAT]
"""A player's number at a table: 0, 1, 2 … clockwise. The mark lets a face tell it from a number."""

DATE = "date"
Date: TypeAlias = Annotated[int, DATE]
"""When a standing order was given: a public count, such as that of the rounds. Players aren't asked
for it: what they say has 0 there, and `Orders.accept` fills in the count.
"""

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

    Rules know seats, not names. `{0}` and `{1}` in the sentence stand for the given seats.

    >>> str(IllegalMove("The chest is with {0}.", 2))
    'The chest is with seat 3.'
    """

    def __init__(self, sentence: str, *seats: Seat) -> None:
        super().__init__(sentence, *seats)
        self._sentence, self._seats = sentence, seats

    def __str__(self) -> str:
        return self.text(lambda seat: f"seat {seat + 1}")

    def text(self, name: Callable[[Seat], str]) -> str:
        """Return the sentence with each seat replaced by `name(seat)`.

        >>> IllegalMove("The chest is with {0}.", 2).text(["Ann", "Ben", "Cat"].__getitem__)
        'The chest is with Cat.'
        """
        return self._sentence.format(*map(name, self._seats)) if self._seats else self._sentence


@fast_frozen
@dataclass(frozen=True, slots=True)
class Told(Generic[E_co]):
    """Pair an event with the seats that may know it. `to=None` means everybody, spectators too.

    >>> Told("the dice are 6 and 1", frozenset({0}))  # only seat 0 may know
    Told(event='the dice are 6 and 1', to=frozenset({0}))
    """

    event: E_co
    to: frozenset[Seat] | None = None


new_told = constructor_of(Told)


@fast_frozen
@dataclass(frozen=True, slots=True)
class Step(Generic[S_co, E_co]):
    """Hold the result of a move: the next state and the events that players are told, in order."""

    state: S_co
    told: tuple[Told[E_co], ...] = ()


new_step = constructor_of(Step)


@dataclass(frozen=True, slots=True)
class Standing:
    """Hold the public score. `winners` is empty until the game is over."""

    points: tuple[int, ...]
    winners: frozenset[Seat] = frozenset()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat once the game is over. The winners come first, then the points.

        Winners share the first place, and others with equal points share theirs.

        >>> Standing((2, 5, 5, 9), frozenset({0})).places
        (1, 3, 3, 2)
        """
        worth = [
            (0, 0) if seat in self.winners else (1, -points)
            for seat, points in enumerate(self.points)
        ]
        return tuple(1 + sum(other < mine for other in worth) for mine in worth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Identify the question that the game asks now.

    `subject` names its topic, such as a card for sale or a proposed deal. `key` also covers what
    was said about it (the high bid), so it changes whenever the subject does. A button is stale if
    the key has changed since it was drawn, or, where that is enough, the subject. `hurried` gives
    the seats only the short time of a call ("going once, going twice").
    """

    subject: str
    key: str
    hurried: bool = False


class Orders(ABC, Generic[R, M, V]):
    """Define the standing orders of a game. Each game defines them in its `orders.py`.

    A standing order is private to its seat and not part of the state: the bot keeps one of each
    kind for a seat and plays it as a move when the seat is asked a question that the order answers.
    Orders are frozen dataclasses like moves. An order that must know when it was given stores a
    public count (of turns, for example) in a field of the type `Date`, never a time.

    Whether an order acts must depend only on public facts or on the order itself. If it depended on
    a hidden card, everybody could learn about that card from an order that does not act.

    >>> from games.yankee import YankeeSwap
    >>> from games.yankee.state import Options
    >>> rules = YankeeSwap()
    >>> orders = rules.orders
    >>> table = rules.start(3, Options(), Chance.of(bytes(32), "mixed", 0)).state
    >>> [opener] = rules.to_move(rules.view(table, None))
    >>> waiting = (opener + 1) % 3
    >>> view = rules.view(table, waiting)
    >>> order = orders.accept(view, next(iter(orders.offered(view))))
    >>> orders.answers(rules.view(table, None), waiting, [order])  # another seat is asked
    False
    >>> orders.obey(view, [order]).kind  # what it plays when this seat is asked
    'give'
    """

    kinds: ClassVar[tuple[type, ...]]
    """The types of order."""

    @abstractmethod
    def offered(self, view: V) -> Iterable[R]:
        """Yield a fair sample of the orders that this seat may give now."""

    @abstractmethod
    def accept(self, view: V, order: R) -> R:
        """Return an order as it will be stored. Raise IllegalMove if it can't be given now."""

    def merged(self, order: R, before: R | None) -> R | None:
        """Merge a new order into the stored one and return the order to store.

        By default the new order replaces the stored one. None deletes both. Merging an order with
        itself returns it unchanged.
        """
        return order

    @abstractmethod
    def answers(self, public: V, seat: Seat, orders: Sequence[R]) -> bool:
        """Return whether these orders answer the question that this seat is asked."""

    @abstractmethod
    def obey(self, view: V, orders: Sequence[R]) -> M:
        """Return the move that these orders make, given their seat's view. They must answer now."""

    @abstractmethod
    def remaining(self, view: V, orders: Sequence[R]) -> Sequence[R]:
        """Return the orders that are still valid, given the view of their seat. Drop the others."""

    def is_lasting(self, order: R) -> bool:
        """Return whether to suggest this order to its owner again in their next game."""
        return False

    def again(self, view: V, order: R) -> R | None:
        """Adapt a lasting order of an earlier game to this game. Return None if it is no use here.

        `taken` must accept the returned order.
        """
        return None


class Player(ABC, Generic[M, V]):
    """Define the house player of a game, which plays a seat. Each game defines it in `player.py`.

    A house player is given what its seat may see and its own luck, and nothing else. The same view
    and luck always choose the same move, so after the game anybody can check each choice.

    >>> from games.deadman import DeadMan
    >>> from games.deadman.state import Options
    >>> rules = DeadMan()
    >>> table = rules.start(2, Options(), Chance.tape([0, 6, 1])).state
    >>> rules.player.choose(rules.view(table, 0), Chance.of(b"secret", "mixed", 1))
    Bid(kind='bid', value=61)
    """

    version: ClassVar[int]
    """A version to raise when the same view and luck no longer choose the same move."""

    @abstractmethod
    def choose(self, view: V, luck: Chance) -> M:
        """Choose a legal move for the seat of this view, which must be to move."""


class Rules(ABC, Generic[O, S, M, E, V]):
    """Define one game. Subclass as `Rules[Options, State, Move, Event, View]`.

    All five are frozen, slotted, keyword-only standard-library dataclasses, or unions of them. The
    members of a union differ in their first field `kind: Literal[...]`; no other field has a
    default. `Options()` must work: the default of an option is the usual rule, or, for an option
    added later, the rule that applied before. Every view has a field `seat: Seat | None` that names
    its owner. A move holds only what its player wants to do; the bot decides whether the move is
    stale.

    >>> from games.deadman import DeadMan
    >>> from games.deadman.moves import Bid
    >>> from games.deadman.state import Options
    >>> rules = DeadMan()
    >>> table = rules.start(2, Options(), Chance.tape([0, 6, 1])).state  # seat 0 rolls 6 and 1
    >>> rules.view(table, 0).dice, rules.view(table, 1).dice
    ((6, 1), None)
    >>> public = rules.view(table, None)
    >>> rules.to_move(public), rules.question(public).subject
    (frozenset({0}), '1')
    >>> next(iter(rules.legal_moves(rules.view(table, 0))))  # what the clock would play
    Bid(kind='bid', value=61)
    >>> step = rules.play(table, 0, Bid(value=66), Chance.tape())
    >>> [told.event.kind for told in step.told]
    ['has_bid']
    >>> rules.standing(rules.view(step.state, None))
    Standing(points=(4, 4), winners=frozenset())
    """

    name: ClassVar[str]
    """The module's name, such as "downeast". Files and streams of luck name the game by it."""
    title: str
    """The name that players read."""
    version: ClassVar[int]
    """A version to raise when the same luck no longer deals the same game."""
    seats: ClassVar[range]
    """The supported numbers of players."""
    sampled: ClassVar[tuple[type, ...]] = ()
    """The kinds of move that `legal_moves` only samples; it lists every move of the other kinds."""
    orders: ClassVar["AnyOrders | None"] = None
    """The game's standing orders, if it has any."""
    player: "AnyPlayer | None" = None
    """The game's house player, if it has one."""
    _command: str | None = None

    @property
    def command(self) -> str:
        """The game's slash command. It is "" if no new games are dealt here."""
        return self.name if self._command is None else self._command

    def offered_as(self, command: str, title: str) -> Self:
        """Return a copy of these rules with another slash command and title.

        Neither changes how the game is played, stored or verified.

        >>> from games.deadman import DeadMan
        >>> rules = DeadMan().offered_as("chest", "The Chest")
        >>> rules.command, rules.title, rules.name
        ('chest', 'The Chest', 'deadman')
        """
        renamed = copy(self)
        renamed._command, renamed.title = command, title
        return renamed

    @abstractmethod
    def start(self, seats: int, options: O, chance: Chance) -> Step[S, E]:
        """Deal a new game. Raise Refusal if the number of seats or an option is not supported."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S, E]:
        """Make a move. Raise IllegalMove, with a sentence for the player, if it is not allowed.

        If the game's rules allow it, a seat may also move out of turn. Make any following steps for
        which everybody can see that only one choice exists, in the same call.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Build everything that one seat may see and remember. `None` stands for the public."""

    @abstractmethod
    def to_move(self, public: V) -> frozenset[Seat]:
        """Return the seats that must move: one, several at a time, or none after the game."""

    @abstractmethod
    def legal_moves(self, view: V) -> Iterable[M]:
        """Yield the legal moves of the view's seat, whether it is to move or not.

        Yield every move, or a fair sample for the kinds in `sampled`. Every seat to move has a
        legal move. The first one is the default move, which the bot makes when a player's time is
        up.
        """

    @abstractmethod
    def standing(self, public: V) -> Standing:
        """Add up the points, and name the winners once the game is over."""

    @abstractmethod
    def question(self, public: V) -> Question:
        """Return the current question to the seats that must move."""

    def candidates(self, view: V) -> Iterable[M]:
        """Yield moves for tests to try, both legal and almost legal, if moves have compound fields.

        `legal_moves` must list each of them that `play` accepts, unless its kind is `sampled`.
        """
        return ()


AnyRules: TypeAlias = Rules[Any, Any, Any, Any, Any]
AnyOrders: TypeAlias = Orders[Any, Any, Any]
AnyPlayer: TypeAlias = Player[Any, Any]


@dataclass(frozen=True, slots=True)
class Types:
    """Hold the five types of a game."""

    options: Any
    state: Any
    move: Any
    event: Any
    view: Any


def types_of(rules: AnyRules) -> Types:
    """Return the five types of a game, also of one that subclasses a generic kind of `Rules`.

    >>> from games.deadman import DeadMan
    >>> types_of(DeadMan()).options.__name__
    'Options'
    """
    found = _arguments_of_rules(type(rules))
    if len(found) != 5:
        raise TypeError(f"{type(rules).__name__} does not say its types: Rules[Options, State, …]")
    return Types(*found)


def _arguments_of_rules(kind: Any) -> tuple[Any, ...]:
    """Return what a class gives `Rules` in brackets, by way of the classes in between."""
    bases: tuple[Any, ...] = kind.__dict__.get("__orig_bases__", kind.__bases__)
    for base in bases:
        parent: Any = get_origin(base) or base
        if parent is Rules:
            return get_args(base)
        if found := _arguments_of_rules(parent):
            given = dict(zip(parent.__parameters__, get_args(base), strict=False))
            return tuple(_filled_in(argument, given) for argument in found)
    return ()


def _filled_in(hint: Any, given: dict[Any, Any]) -> Any:
    """Replace the type variables in a type: `State[P, H]` becomes `State[Public, Hand]`."""
    if isinstance(hint, TypeVar):
        return given.get(hint, hint)
    wanted: tuple[Any, ...] = getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(variable, variable) for variable in wanted)] if wanted else hint
