"""The state of a game of Dealt!.

A state has two halves. `FaceUp` holds everything that all players can see and remember, including
how many hidden cards each hand has; `State` adds the few hidden things. A view holds `FaceUp` and
its own seat's hidden cards, so it has no field for another player's secret.

A hand is a row that keeps its order (DL-6). Its positions are counted from 1, which players read as
A (`cards.place`); gap 0 is before the first card, and gap n after the n-th.
"""

from dataclasses import dataclass
from typing import Literal

from games.dealt.cards import Card, Cards, Values
from games.dealt.events import Act, Played, RoundEnded, Stopped
from games.fast_frozen import constructor_of, copier_of, fast_frozen
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options: chips for each player, 2 for a short evening and 3 for a longer one (DL-34)."""

    chips: Literal[2, 3] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A player is drawing for a Redraw. `left` cards must still be placed; one is drawn."""

    seat: Seat
    left: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUp:
    """Everything that is face up, and the number and place of the cards that are not."""

    options: Options
    dealer: Seat
    round: int
    chips: tuple[int, ...]
    backs: tuple[tuple[Card | None, ...], ...]
    """Each hand as others see it: None for a hidden card, else a card taken in public."""
    reserves: tuple[Cards, ...]
    inside: tuple[Seat, ...]
    """Players with cards when the trick began. They go out only at its end (DL-15, DL-31)."""
    leader: Seat
    trick: tuple[Act, ...]
    drawing: Drawing | None
    discards: Cards
    past: tuple[RoundEnded, ...]
    losers: tuple[Seat, ...]
    """The losers; empty until the game is over."""

    def after(
        self,
        act: Act,
        backs: tuple[tuple[Card | None, ...], ...],
        reserves: tuple[Cards, ...],
    ) -> "FaceUp":
        """Return a copy with one more action in the trick."""
        trick = (*self.trick, act)
        return _with_act(self, backs=backs, reserves=reserves, trick=trick, drawing=None)

    def drawn(
        self, backs: tuple[tuple[Card | None, ...], ...], drawing: Drawing | None
    ) -> "FaceUp":
        """Return a copy with a drawn card to place, or with the last drawn card placed."""
        return _with_drawing(self, backs=backs, drawing=drawing)

    def cleared(self, inside: tuple[Seat, ...], leader: Seat, discards: Cards) -> "FaceUp":
        """Return a copy with an empty trick for these players and this leader."""
        return _with_trick(
            self, inside=inside, leader=leader, trick=(), drawing=None, discards=discards
        )


_ALWAYS_KEPT = "options", "dealer", "round", "chips", "past", "losers"
_with_act = copier_of(FaceUp, *_ALWAYS_KEPT, "inside", "leader", "discards")
_with_drawing = copier_of(
    FaceUp, *_ALWAYS_KEPT, "reserves", "inside", "leader", "trick", "discards"
)
_with_trick = copier_of(FaceUp, *_ALWAYS_KEPT, "backs", "reserves")


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The complete state of the table: everything face up and everything hidden."""

    up: FaceUp
    hands: tuple[Cards, ...]
    pile: Cards
    """The draw pile; the first card is drawn next."""
    drawn: Card | None


new_state = constructor_of(State)


def highest(up: FaceUp) -> Played | None:
    """Return the highest combination of the trick: the last one, since each beats the previous."""
    for act in reversed(up.trick):
        if isinstance(act, Played):
            return act
    return None


def to_beat(up: FaceUp) -> Values:
    """Return the values to beat; `()` if any combination may be played (DL-12: or a Redraw led)."""
    for act in reversed(up.trick):
        if isinstance(act, Played):
            return act.values
    return ()


def turn(up: FaceUp) -> Seat | None:
    """Return the seat whose turn it is in the trick, or None once it has ended (DL-14, DL-21)."""
    if not up.trick:
        return up.leader
    last, inside = up.trick[-1], up.inside
    if isinstance(last, Stopped) or len(up.trick) == len(inside):
        return None
    return inside[inside.index(last.seat) + 1 - len(inside)]  # the first seat follows the last


def mover(up: FaceUp) -> Seat | None:
    """Return the seat that must play or place a drawn card. Return None when the game is over."""
    if up.losers:
        return None
    return turn(up) if up.drawing is None else up.drawing.seat
