"""What one seat, or the public, may see: built from the state, with no room for a secret.

Nobody's cash is in a view but its owner's; the order of the deck is in none; a secret limit, or an
answer to a lot, is in no view but its owner's. The records are what an attentive player remembers:
prices, deals, revealed bids, and of the secret things those that one was part of.
"""

from dataclasses import dataclass

from games.downeast.cash import Cash
from games.downeast.decks import DECKS, Deck
from games.downeast.displays import Display
from games.downeast.events import Memorable
from games.downeast.moves import LotAnswer
from games.downeast.record import remembered
from games.downeast.state import Auction, Options, Phase, State
from games.maker import maker
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
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
    answer: LotAnswer | None
    """One's own answer to the lot that is open."""
    ask_me: frozenset[Seat]
    """Who picks the cards when they pay; for the others the house does."""
    record: str
    own_record: str
    """What was told to everybody, and to this seat: `past` reads it."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.displays)

    @property
    def cards(self) -> Deck:
        """The deck's data."""
        return DECKS[self.options.deck]

    @property
    def past(self) -> tuple[Memorable, ...]:
        """What this seat remembers, in the order in which it was told."""
        return remembered(self.record, self.own_record)


new_view = maker(View)


def seen_by(state: State, seat: Seat | None) -> View:
    """Build the view of a seat, or of the public."""
    phase = state.phase
    cash: Cash = ()
    laid: Cash | None = None
    limit: int | None = None
    answer: LotAnswer | None = None
    own_record = ""
    if seat is not None:
        cash = state.holdings[seat].cash
        own_record = state.own_records[seat]
        for pile in state.face_down:
            if pile.seat == seat:
                laid = pile.cards
        if state.limit is not None and isinstance(phase, Auction) and phase.leader == seat:
            limit = state.limit
        if state.answers:
            answer = state.answers[seat]
    return new_view(
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
        cash=cash,
        laid=laid,
        limit=limit,
        answer=answer,
        ask_me=state.ask_me,
        record=state.record,
        own_record=own_record,
    )
