"""What is told in Dealt!: first the four things a player can do in a trick, then what follows."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.dealt.cards import Card, Cards, Values
from games.maker import maker
from games.rules import Seat, Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A combination was played, from this position on."""

    kind: Literal["played"] = "played"
    seat: Seat
    first: int
    cards: Cards
    values: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """A Stop was played."""

    kind: Literal["stopped"] = "stopped"
    seat: Seat
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """A Redraw was played."""

    kind: Literal["redrawn"] = "redrawn"
    seat: Seat
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveTaken:
    """A reserve card went into a hand; everybody saw which, and where it went."""

    kind: Literal["reserve_taken"] = "reserve_taken"
    seat: Seat
    card: Card
    gap: int


Act: TypeAlias = Played | Stopped | Redrawn | ReserveTaken


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChosen:
    """The lot said who counts as the oldest player, and deals every round (DL-32)."""

    kind: Literal["dealer_chosen"] = "dealer_chosen"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted:
    """New hands and reserves were dealt."""

    kind: Literal["round_started"] = "round_started"
    number: int
    leader: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """A player's hand as it was dealt; only they know."""

    kind: Literal["hand_dealt"] = "hand_dealt"
    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickEnded:
    """All have acted, or a Stop was played; who had the highest combination, if there was one."""

    kind: Literal["trick_ended"] = "trick_ended"
    winner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOwed:
    """A player must draw so many cards for the Redraw in the trick."""

    kind: Literal["draw_owed"] = "draw_owed"
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """A player drew this card; only they know."""

    kind: Literal["drew"] = "drew"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A player put a drawn card into the hand, at this gap; nobody else saw which."""

    kind: Literal["placed"] = "placed"
    seat: Seat
    gap: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut:
    """A player ended a trick without cards in hand, is out, and the round goes on without them."""

    kind: Literal["went_out"] = "went_out"
    seat: Seat


LeadReason: TypeAlias = Literal["highest", "next", "neighbour", "stop", "redraw"]
"""Why somebody leads: had the highest combination, or the highest of those who still have cards, or
sits to the right of whoever would have led; played the Stop; or led a Redraw that nobody topped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadTaken:
    """A player is to lead the next trick."""

    kind: Literal["lead_taken"] = "lead_taken"
    seat: Seat
    why: LeadReason


EndReason: TypeAlias = Literal["stuck", "last", "all_out"]
"""How a round ended: with nothing to play and no reserve, with the last cards, or with none left in
any hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    """A round is over; who owes a chip for it, and the chips that everybody has left."""

    kind: Literal["round_ended"] = "round_ended"
    number: int
    why: EndReason
    payers: tuple[Seat, ...]
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """Somebody owed a chip and had none: they lose, everybody else wins."""

    kind: Literal["game_ended"] = "game_ended"
    losers: tuple[Seat, ...]


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

new_played = maker(Played)

# Every trick ends, and is led: what there can be of that is made once.


@cache
def trick_ended(winner: Seat | None) -> Told[Event]:
    """Tell that a trick has ended."""
    return Told(TrickEnded(winner=winner))


@cache
def lead_taken(seat: Seat, why: LeadReason) -> Told[Event]:
    """Tell who leads the next trick."""
    return Told(LeadTaken(seat=seat, why=why))
