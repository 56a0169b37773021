"""What lies on the table in Dealt!, who holds what, and what can be done and told.

A state is in two halves. `FaceUp` is all that everybody at the table can see and remember, down to
the backs of the cards in each hand; around it lie the few things that are hidden. A view is the
first half and its owner's share of the second, so there is no place in it for another's secret.

A hand is a row that keeps its order (DL-6). Positions in it are counted from 1, as on the strip
that players read; gap 0 is before the first card, and gap n after the n-th.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.dealt.cards import Card, Cards, Values
from games.rules import Seat


@dataclass(frozen=True, slots=True)
class Options:
    """The terms: chips for each player, 2 for a short evening and 3 for a longer one (DL-34)."""

    chips: Literal[2, 3] = 2


# --- moves ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Play these neighbouring cards, with these meanings, over the highest combination so far."""

    kind: Literal["play"] = "play"
    first: int = 1
    cards: Cards = ()
    values: Values = ()
    over: Values = ()


@dataclass(frozen=True, slots=True)
class PlayStop:
    """Play the Stop that lies at this position."""

    kind: Literal["stop"] = "stop"
    position: int = 1


@dataclass(frozen=True, slots=True)
class PlayRedraw:
    """Play the Redraw that lies at this position."""

    kind: Literal["redraw"] = "redraw"
    position: int = 1


@dataclass(frozen=True, slots=True)
class TakeReserve:
    """Take this card of one's own reserve into the hand, at this gap."""

    kind: Literal["reserve"] = "reserve"
    card: Card = 1
    gap: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Put the card one has drawn, this one, into the hand at this gap."""

    kind: Literal["place"] = "place"
    card: Card = 1
    gap: int = 0


Move: TypeAlias = Play | PlayStop | PlayRedraw | TakeReserve | Place


# --- events: first the four things a player can do in a trick -------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A combination was played, from this position on."""

    kind: Literal["played"] = "played"
    seat: Seat = 0
    first: int = 1
    cards: Cards = ()
    values: Values = ()


@dataclass(frozen=True, slots=True)
class Stopped:
    """A Stop was played."""

    kind: Literal["stopped"] = "stopped"
    seat: Seat = 0
    position: int = 1


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A Redraw was played."""

    kind: Literal["redrawn"] = "redrawn"
    seat: Seat = 0
    position: int = 1


@dataclass(frozen=True, slots=True)
class ReserveTaken:
    """A reserve card went into a hand; everybody saw which, and where it went."""

    kind: Literal["reserve_taken"] = "reserve_taken"
    seat: Seat = 0
    card: Card = 1
    gap: int = 0


Act: TypeAlias = Played | Stopped | Redrawn | ReserveTaken


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """The lot said who counts as the oldest player, and deals every round (DL-32)."""

    kind: Literal["dealer_chosen"] = "dealer_chosen"
    seat: Seat = 0


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """New hands and reserves were dealt."""

    kind: Literal["round_started"] = "round_started"
    number: int = 1
    leader: Seat = 0


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A player's hand as it was dealt; only they know."""

    kind: Literal["hand_dealt"] = "hand_dealt"
    seat: Seat = 0
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class TrickEnded:
    """All have acted, or a Stop was played; who had the highest combination, if there was one."""

    kind: Literal["trick_ended"] = "trick_ended"
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class DrawOwed:
    """A player must draw so many cards for the Redraw in the trick."""

    kind: Literal["draw_owed"] = "draw_owed"
    seat: Seat = 0
    cards: int = 3


@dataclass(frozen=True, slots=True)
class Drew:
    """A player drew this card; only they know."""

    kind: Literal["drew"] = "drew"
    seat: Seat = 0
    card: Card = 1


@dataclass(frozen=True, slots=True)
class Placed:
    """A player put a drawn card into the hand, at this gap; nobody else saw which."""

    kind: Literal["placed"] = "placed"
    seat: Seat = 0
    gap: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player ended a trick without cards in hand, and is safe for this round."""

    kind: Literal["went_out"] = "went_out"
    seat: Seat = 0


LeadReason: TypeAlias = Literal["highest", "next", "neighbour", "stop", "redraw"]
"""Why somebody leads: had the highest combination, or the highest of those who still have cards, or
sits to the right of whoever would have led; played the Stop; or led a Redraw that nobody topped."""


@dataclass(frozen=True, slots=True)
class LeadTaken:
    """A player is to lead the next trick."""

    kind: Literal["lead_taken"] = "lead_taken"
    seat: Seat = 0
    why: LeadReason = "highest"


EndReason: TypeAlias = Literal["stuck", "last", "all_out"]
"""How a round ended: with nothing to play and no reserve, with the last cards, or with none left in
any hand."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over; who owes a chip for it, and the chips that everybody has left."""

    kind: Literal["round_ended"] = "round_ended"
    number: int = 1
    why: EndReason = "last"
    payers: tuple[Seat, ...] = ()
    chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Somebody owed a chip and had none: they lose, everybody else wins."""

    kind: Literal["game_ended"] = "game_ended"
    losers: tuple[Seat, ...] = ()


Event: TypeAlias = (
    Act
    | DealerChosen
    | RoundStarted
    | HandDealt
    | TrickEnded
    | DrawOwed
    | Drew
    | Placed
    | WentOut
    | LeadTaken
    | RoundEnded
    | GameEnded
)


# --- the state ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawing:
    """A player is drawing for a Redraw: so many cards are to be placed, one is in their fingers."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class FaceUp:
    """Everything that lies face up, and the backs of what does not."""

    options: Options
    dealer: Seat
    round: int
    chips: tuple[int, ...]
    backs: tuple[tuple[Card | None, ...], ...]
    """Each hand as the others see it: None is a back, a card is one that was taken in public."""
    reserves: tuple[Cards, ...]
    inside: tuple[Seat, ...]
    """Who had cards when this trick began; going out counts when it ends (DL-15, DL-31)."""
    leader: Seat
    trick: tuple[Act, ...] = ()
    drawing: Drawing | None = None
    discards: Cards = ()
    past: tuple[RoundEnded, ...] = ()
    losers: tuple[Seat, ...] = ()
    """Empty until the game is over."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole truth: what lies face up, and what does not."""

    up: FaceUp
    hands: tuple[Cards, ...]
    pile: Cards
    """The next card to draw is the first."""
    drawn: Card | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees: all that lies face up, its own hand, and the card it has just drawn."""

    seat: Seat | None
    up: FaceUp
    pile: int
    hand: Cards = ()
    drawn: Card | None = None


def highest(up: FaceUp) -> Played | None:
    """Return the highest combination of the trick: the last, since each tops the one before."""
    return next((act for act in reversed(up.trick) if isinstance(act, Played)), None)


def to_beat(up: FaceUp) -> Values:
    """Return the values to be beaten; `()` if anything goes (DL-12: also after a led Redraw)."""
    best = highest(up)
    return best.values if best else ()


def turn(up: FaceUp) -> Seat | None:
    """Return whose turn it is in the trick; None if it is complete (DL-14) or stopped (DL-21)."""
    if any(isinstance(act, Stopped) for act in up.trick):
        return None
    acted = {act.seat for act in up.trick}
    table = len(up.chips)
    around = ((up.leader + step) % table for step in range(table))
    return next((seat for seat in around if seat in up.inside and seat not in acted), None)
