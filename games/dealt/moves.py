"""The moves of Dealt!. Positions are counted from 1; gap 0 is before the first card.

Players read a position as a letter, with A for 1 (`cards.place`). A gap is named by the letter that
a card gets when it is put there.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.dealt.cards import Card, Cards, Values
from games.fast_frozen import fast_frozen


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Play the neighbouring cards that start at position `first`, with these values."""

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


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeReserve:
    """Take this card from the player's own reserve into this gap of the hand."""

    kind: Literal["reserve"] = "reserve"
    card: Card
    gap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Put the drawn card into the hand, at this gap."""

    kind: Literal["place"] = "place"
    gap: int


Turn: TypeAlias = Play | PlayStop | PlayRedraw | TakeReserve
"""The action that each player takes once in a trick."""

Move: TypeAlias = Turn | Place
