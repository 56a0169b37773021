"""What a player of Dealt! can do. Positions are counted from 1, gap 0 is before the first card.

Players know a position by its letter, 1 as A (`cards.place`), and a gap by the letter that a card
gets there.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.dealt.cards import Card, Cards, Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play these neighbouring cards, from this position on, with these meanings."""

    kind: Literal["play"] = "play"
    first: int
    cards: Cards
    values: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStop:
    """Play the Stop that lies at this position."""

    kind: Literal["stop"] = "stop"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRedraw:
    """Play the Redraw that lies at this position."""

    kind: Literal["redraw"] = "redraw"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeReserve:
    """Take this card of one's own reserve into the hand, at this gap."""

    kind: Literal["reserve"] = "reserve"
    card: Card
    gap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Put the card one has drawn into the hand, at this gap."""

    kind: Literal["place"] = "place"
    gap: int


Turn: TypeAlias = Play | PlayStop | PlayRedraw | TakeReserve
"""What is done in a trick, once by everybody."""

Move: TypeAlias = Turn | Place
