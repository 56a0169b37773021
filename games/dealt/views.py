"""The part of a table of Dealt! that one seat may see."""

from dataclasses import dataclass

from games.dealt.cards import Card, Cards
from games.dealt.state import FaceUp
from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Everything face up, and this seat's own hand and drawn card."""

    seat: Seat | None
    up: FaceUp
    pile: int
    hand: Cards
    drawn: Card | None


new_view = constructor_of(View)
