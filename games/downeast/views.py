"""What one seat, or the public, may see and remember.

A phase is public, so it is shown as it is. Of the secrets there is room for one's own only: the
cash in one's hand, one's pile face down, one's limit. `past` is what an attentive player remembers:
prices, deals, revealed bids, and of the secret things those that one was part of.
"""

from dataclasses import dataclass

from games.downeast.cash import Cash
from games.downeast.decks import DECKS, Deck
from games.downeast.displays import Display
from games.downeast.events import Event
from games.downeast.state import Auction, Options, Phase, State
from games.rules import Seat


@dataclass(frozen=True, slots=True)
class View:
    """One seat's view (`seat`), or the public's (None)."""

    seat: Seat | None
    options: Options
    displays: tuple[Display, ...]
    to_come: int
    lots: int
    chests: int
    turn: Seat
    turns: int
    end_deals: int
    phase: Phase
    cash: Cash
    """In one's own hand; what lies face down is not in it."""
    laid: Cash | None
    """One's own cash face down on the table: an offer, or a sealed bid."""
    limit: int | None
    """One's own secret limit."""
    past: tuple[Event, ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.displays)

    @property
    def cards(self) -> Deck:
        """The deck's data."""
        return DECKS[self.options.deck]


def seen_by(state: State, seat: Seat | None) -> View:
    """Build the view of a seat, or of the public."""
    phase = state.phase
    holds_bid = seat is not None and isinstance(phase, Auction) and phase.leader == seat
    laid = {pile.seat: pile.cards for pile in state.face_down}
    return View(
        seat=seat,
        options=state.options,
        displays=state.displays,
        to_come=len(state.deck),
        lots=state.lots,
        chests=state.chests,
        turn=state.turn,
        turns=state.turns,
        end_deals=state.end_deals,
        phase=phase,
        cash=() if seat is None else state.holdings[seat].cash,
        laid=None if seat is None else laid.get(seat),
        limit=state.limit if holds_bid else None,
        past=tuple(told.event for told in state.past if told.to is None or seat in told.to),
    )
