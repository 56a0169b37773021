"""A kind of rules for games of the usual shape: a public part, and a hand for each seat.

The state is what everybody sees (`public`), what each seat alone sees (`hands`) and a count of the
questions so far (`asked`). A game says how it is dealt, for whom it waits, what is legal, what a
move does, and who leads and wins. Everything else of `Rules` follows from that.

A face-down deck has no place of its own: shuffle what is neither public nor in a hand when
a card is drawn from it, which is as fair. A game with other secrets subclasses `Rules` itself.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from games.chance import Chance
from games.fast_frozen import fast_frozen
from games.random_player import RandomPlayer
from games.rules import (
    E,
    IllegalMove,
    M,
    O,
    Question,
    Refusal,
    Rules,
    Seat,
    Standing,
    Step,
    types_of,
)
from games.values import fits, same

P = TypeVar("P")  # what is public
H = TypeVar("H")  # what one seat alone sees

_NOBODY = frozenset[Seat]()


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class State(Generic[P, H]):
    """Hold the complete state of a game."""

    public: P
    hands: tuple[H, ...]
    """What each seat alone sees."""
    asked: int
    """The number of questions before this one. The base counts them; a deal begins with 0."""


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class View(Generic[P, H]):
    """Hold what one seat, or the public, may see."""

    seat: Seat | None
    public: P
    hand: H | None
    asked: int

    @property
    def me(self) -> Seat:
        """The seat of this view, which must not be the public's."""
        assert self.seat is not None, "the public has no seat"
        return self.seat

    @property
    def mine(self) -> H:
        """The hand of this view, which must not be the public's."""
        assert self.seat is not None, "the public has no hand"
        return cast(H, self.hand)


class TableGame(Rules[O, State[P, H], M, E, View[P, H]], Generic[O, P, H, M, E]):
    """Define one game. Subclass as `TableGame[Options, Public, Hand, Move, Event]`.

    Each of the five is a frozen, slotted, keyword-only dataclass or a union of them (`Rules`).
    `Hand` may also be a plain value, or None in a game without secrets. If `Public` has a field
    `round`, questions are about that round.
    """

    def __init__(self) -> None:
        if self.player is None:
            self.player = RandomPlayer(self.legal_moves)
        self._kinds_of_move = types_of(self).move

    # --- what a game defines ----------------------------------------------------------------------

    @abstractmethod
    def deal(self, seats: int, options: O, chance: Chance) -> Step[State[P, H], E]:
        """Deal to a number of seats that the game supports. Raise Refusal for impossible options.

        `options` may hold any value of the declared types.
        """

    @abstractmethod
    def waits_for(self, public: P) -> Collection[Seat]:
        """Return the seats that must move; nobody once the game is over."""

    @abstractmethod
    def moves(self, view: View[P, H]) -> Iterable[M]:
        """Yield the legal moves of a seat (`view.me`), the default move first.

        Asked for each seat while the game runs, also out of turn.
        """

    @abstractmethod
    def make(self, state: State[P, H], seat: Seat, move: M, chance: Chance) -> Step[State[P, H], E]:
        """Make a legal move."""

    @abstractmethod
    def points(self, public: P) -> tuple[int, ...]:
        """Return the points of each seat."""

    @abstractmethod
    def winners(self, public: P) -> Collection[Seat]:
        """Return the winners; nobody before the game is over."""

    # --- what a game may define -------------------------------------------------------------------

    def is_legal(self, view: View[P, H], move: M) -> bool:
        """Return whether a move is legal. Define it if a kind of move is only sampled.

        `move` has fields of the declared types, and its seats exist. By default it must be one of
        `moves(view)`.
        """
        return any(same(move, legal) for legal in self.moves(view))

    def why_not(self, view: View[P, H], move: M) -> IllegalMove:
        """Return the refusal of an illegal move, in a sentence that says what works instead.

        `move` has fields of the declared types, and its seats exist.
        """
        return self._not_now(view)

    def _not_now(self, view: View[P, H]) -> IllegalMove:
        waits = self.to_move(view)
        if view.seat in waits:
            return IllegalMove("You can't do that now. Your hand shows what you can do.")
        if len(waits) == 1:
            return IllegalMove("It's {0}'s turn. Wait for yours.", *waits)
        return IllegalMove("It isn't your turn. Wait for the others.")

    def subject(self, public: P) -> str:
        """Name what the question is about: by default the round, if the game counts them."""
        return f"round {getattr(public, 'round', 1)}"

    # --- what follows -----------------------------------------------------------------------------

    def start(self, seats: int, options: O, chance: Chance) -> Step[State[P, H], E]:
        """Deal, if the game is for this number of players."""
        if seats not in self.seats:
            raise Refusal(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players.")
        return self.deal(seats, options, chance)

    def play(self, state: State[P, H], seat: Seat, move: M, chance: Chance) -> Step[State[P, H], E]:
        """Make a move if it is legal, and count a new question."""
        if type(seat) is not int or seat not in range(len(state.hands)):
            raise IllegalMove("You don't have a seat at this table.")
        if not self.waits_for(state.public):
            raise IllegalMove("The game is over.")
        view = self.view(state, seat)
        if not fits(move, self._kinds_of_move, len(state.hands)):
            raise self._not_now(view)
        if not self.is_legal(view, move):
            raise self.why_not(view, move)
        step = self.make(state, seat, move, chance)
        if not self._asks_anew(state, seat, step.state):
            return step
        after = step.state
        asked = max(state.asked + 1, after.asked)
        return Step(State(public=after.public, hands=after.hands, asked=asked), step.told)

    def _asks_anew(self, before: State[P, H], seat: Seat, after: State[P, H]) -> bool:
        """Return whether a seat's move led to a new question.

        It did not if nothing public changed, or one of several seats answered and the others are
        still asked, or a seat moved out of turn and the same seats are asked.
        """
        if before.public == after.public:
            return False
        asked, then = (
            frozenset(self.waits_for(before.public)),
            frozenset(self.waits_for(after.public)),
        )
        if then == asked:
            return asked == frozenset({seat})
        return not then or then != asked - {seat}

    def view(self, state: State[P, H], seat: Seat | None) -> View[P, H]:
        """Build a view: what is public, and the seat's own hand."""
        hand = None if seat is None else state.hands[seat]
        return View(seat=seat, public=state.public, hand=hand, asked=state.asked)

    def to_move(self, public: View[P, H]) -> frozenset[Seat]:
        """Return the seats that must move."""
        return frozenset(self.waits_for(public.public))

    def legal_moves(self, view: View[P, H]) -> Iterable[M]:
        """List the legal moves of the view's seat. The public has none."""
        if view.seat is None or not self.waits_for(view.public):
            return ()
        return self.moves(view)

    def standing(self, public: View[P, H]) -> Standing:
        """Return the points and the winners."""
        return Standing(self.points(public.public), frozenset(self.winners(public.public)))

    def question(self, public: View[P, H]) -> Question:
        """Return the question by its number, so that no key comes back."""
        subject = self.subject(public.public)
        return Question(subject=subject, key=f"{subject}, question {public.asked}")
