"""What one seat sees of a table of Dealt!."""

from dataclasses import dataclass

from games.dealt.cards import Card, Cards
from games.dealt.state import FaceUp
from games.maker import maker
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that lies face up, one's own hand, and the card one has just drawn."""

    seat: Seat | None
    up: FaceUp
    pile: int
    hand: Cards
    drawn: Card | None


new_view = maker(View)
