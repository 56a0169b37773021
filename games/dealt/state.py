"""The state of a game of Dealt!.

A state has two halves. `FaceUp` is all that everybody at the table can see and remember, even the
backs of the cards in each hand; `State` adds the few hidden things. A view holds `FaceUp` and its
own seat's hidden cards, so it has no field for another player's secret.

A hand is a row that keeps its order (DL-6). Its positions are counted from 1, which players read as
A (`cards.place`); gap 0 is before the first card, and gap n after the n-th.
"""

from dataclasses import dataclass
from typing import Literal

from games.dealt.cards import Card, Cards, Values
from games.dealt.events import Act, Played, RoundEnded, Stopped
from games.maker import maker
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options: chips for each player, 2 for a short evening and 3 for a longer one (DL-34)."""

    chips: Literal[2, 3] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A player is drawing for a Redraw: `left` cards must still be placed, one of them is drawn."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUp:
    """Everything that lies face up, and the backs of the cards that don't."""

    options: Options
    dealer: Seat
    round: int
    chips: tuple[int, ...]
    backs: tuple[tuple[Card | None, ...], ...]
    """Each hand as the others see it: None is a back, a card is one that was taken in public."""
    reserves: tuple[Cards, ...]
    inside: tuple[Seat, ...]
    """Players with cards when the trick began; going out counts at its end (DL-15, DL-31)."""
    leader: Seat
    trick: tuple[Act, ...]
    drawing: Drawing | None
    discards: Cards
    past: tuple[RoundEnded, ...]
    losers: tuple[Seat, ...]
    """Empty until the game is over."""

    def after(
        self,
        act: Act,
        backs: tuple[tuple[Card | None, ...], ...],
        reserves: tuple[Cards, ...],
    ) -> "FaceUp":
        """Return this with one more act in the trick."""
        trick = (*self.trick, act)
        return _changed(self, backs, reserves, self.inside, self.leader, trick, None, self.discards)

    def drawn(
        self, backs: tuple[tuple[Card | None, ...], ...], drawing: Drawing | None
    ) -> "FaceUp":
        """Return this with a drawn card to place, or with the last drawn card placed."""
        return _changed(
            self,
            backs,
            self.reserves,
            self.inside,
            self.leader,
            self.trick,
            drawing,
            self.discards,
        )

    def cleared(self, inside: tuple[Seat, ...], leader: Seat, discards: Cards) -> "FaceUp":
        """Return this with an empty trick for these players and this leader."""
        return _changed(self, self.backs, self.reserves, inside, leader, (), None, discards)


new_face_up = maker(FaceUp)


def _changed(
    up: FaceUp,
    backs: tuple[tuple[Card | None, ...], ...],
    reserves: tuple[Cards, ...],
    inside: tuple[Seat, ...],
    leader: Seat,
    trick: tuple[Act, ...],
    drawing: Drawing | None,
    discards: Cards,
) -> FaceUp:
    """Return `up` with these fields changed. `dataclasses.replace` would take six times as long."""
    return new_face_up(
        options=up.options,
        dealer=up.dealer,
        round=up.round,
        chips=up.chips,
        backs=backs,
        reserves=reserves,
        inside=inside,
        leader=leader,
        trick=trick,
        drawing=drawing,
        discards=discards,
        past=up.past,
        losers=up.losers,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The whole state of the table: everything face up, and everything hidden."""

    up: FaceUp
    hands: tuple[Cards, ...]
    pile: Cards
    """The draw pile; the first card is drawn next."""
    drawn: Card | None


new_state = maker(State)


def highest(up: FaceUp) -> Played | None:
    """Return the highest combination of the trick: the last, since each beats the one before."""
    for act in reversed(up.trick):
        if isinstance(act, Played):
            return act
    return None


def to_beat(up: FaceUp) -> Values:
    """Return the values to beat; `()` if anything goes (DL-12: also after a led Redraw)."""
    for act in reversed(up.trick):
        if isinstance(act, Played):
            return act.values
    return ()


def turn(up: FaceUp) -> Seat | None:
    """Return the seat whose turn it is in the trick; None once it ends (DL-14, DL-21: a Stop)."""
    if not up.trick:
        return up.leader
    last, inside = up.trick[-1], up.inside
    if isinstance(last, Stopped) or len(up.trick) == len(inside):
        return None
    return inside[inside.index(last.seat) + 1 - len(inside)]  # after the last seat comes the first


def mover(up: FaceUp) -> Seat | None:
    """Return the seat that is to move (play, or place a drawn card); None when the game is over."""
    if up.losers:
        return None
    return turn(up) if up.drawing is None else up.drawing.seat
