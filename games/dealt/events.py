"""The events of Dealt!. The first four are the actions that a player can take in a trick."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.dealt.cards import Card, Cards, Values
from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat, Told


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player played a combination that started at position `first` of their hand."""

    kind: Literal["played"] = "played"
    seat: Seat
    first: int
    cards: Cards
    values: Values


new_played = constructor_of(Played)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """A player played a Stop."""

    kind: Literal["stopped"] = "stopped"
    seat: Seat
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """A player played a Redraw."""

    kind: Literal["redrawn"] = "redrawn"
    seat: Seat
    position: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveTaken:
    """A player took a reserve card into their hand. Everybody saw the card and its place."""

    kind: Literal["reserve_taken"] = "reserve_taken"
    seat: Seat
    card: Card
    gap: int


Act: TypeAlias = Played | Stopped | Redrawn | ReserveTaken


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChosen:
    """A dealer was drawn at random for the whole game. They count as the oldest player (DL-32)."""

    kind: Literal["dealer_chosen"] = "dealer_chosen"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted:
    """A round began: new hands and reserves were dealt."""

    kind: Literal["round_started"] = "round_started"
    number: int
    leader: Seat


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """A player was dealt this hand; only that player is told."""

    kind: Literal["hand_dealt"] = "hand_dealt"
    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickEnded:
    """A trick ended: all acted, or a Stop was played. The highest combination, if any, wins."""

    kind: Literal["trick_ended"] = "trick_ended"
    winner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOwed:
    """A player must draw this many cards because of a Redraw in the trick."""

    kind: Literal["draw_owed"] = "draw_owed"
    seat: Seat
    cards: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """A player drew this card; only that player is told."""

    kind: Literal["drew"] = "drew"
    seat: Seat
    card: Card


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A player put a drawn card into this gap of their hand. Nobody else saw the card."""

    kind: Literal["placed"] = "placed"
    seat: Seat
    gap: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut:
    """A player had no cards left at the end of a trick, and waits until the round is over."""

    kind: Literal["went_out"] = "went_out"
    seat: Seat


LeadReason: TypeAlias = Literal["highest", "next", "neighbour", "stop", "redraw"]
"""Why a player leads: they had the highest combination ("highest") or the highest among those with
cards left ("next"), sit to the right of a leader who has gone out ("neighbour"), played the Stop,
or led a Redraw that nobody beat.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadTaken:
    """A player got the lead of the next trick."""

    kind: Literal["lead_taken"] = "lead_taken"
    seat: Seat
    why: LeadReason


EndReason: TypeAlias = Literal["stuck", "last", "all_out"]
"""Why a round ended: a player had nothing to play and no reserve ("stuck"), only one player had
cards left ("last"), or no player had any.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    """A round ended. Each of `payers` owes a chip, and `chips` lists the chips that remain."""

    kind: Literal["round_ended"] = "round_ended"
    number: int
    why: EndReason
    payers: tuple[Seat, ...]
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """A player owed a chip and had none. That player loses, and everybody else wins."""

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


# Every trick has an end and a new leader, so equal events of these kinds share one object.


@cache
def trick_ended(winner: Seat | None) -> Told[Event]:
    """Return the public event that a trick ended."""
    return Told(TrickEnded(winner=winner))


@cache
def lead_taken(seat: Seat, why: LeadReason) -> Told[Event]:
    """Return the public event that a player leads the next trick."""
    return Told(LeadTaken(seat=seat, why=why))
