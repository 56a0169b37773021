"""The moves of Dealt!. Positions are counted from 1; gap 0 is before the first card.

Players see a position as a letter, 1 as A (`cards.place`), and a gap as the letter that a card put
there gets.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.dealt.cards import Card, Cards, Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play these neighbouring cards, starting at position `first`, with these values."""

    kind: Literal["play"] = "play"
    first: int
    cards: Cards
    values: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStop:
    """Play the Stop at this position."""

    kind: Literal["stop"] = "stop"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRedraw:
    """Play the Redraw at this position."""

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
    """Put the drawn card into the hand, at this gap."""

    kind: Literal["place"] = "place"
    gap: int


Turn: TypeAlias = Play | PlayStop | PlayRedraw | TakeReserve
"""What each player does once in a trick."""

Move: TypeAlias = Turn | Place
