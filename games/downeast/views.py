"""What one seat, or the public, may see of a state.

A view does not contain the order of the deck or another seat's cash, secret limit or secret answer.
Its records contain what an attentive player remembers: prices, deals, revealed bids, and the
private events of this seat.
"""

from dataclasses import dataclass

from games.downeast.cash import Cash
from games.downeast.decks import DECKS, Deck
from games.downeast.displays import Display
from games.downeast.events import Memorable
from games.downeast.moves import LotAnswer
from games.downeast.record import remembered
from games.downeast.state import Auction, Options, Phase, State
from games.fast_frozen import copier_of, fast_frozen
from games.rules import Seat


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The view of one seat, or of the public if `seat` is None."""

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
    """The cash in the owner's hand, not counting cash that lies face down."""
    laid: Cash | None
    """The owner's cash that lies face down on the table, as an offer or a sealed bid."""
    limit: int | None
    """The owner's secret limit."""
    answer: LotAnswer | None
    """The owner's secret answer in the current auction."""
    ask_me: frozenset[Seat]
    """The seats that pick their own cards when they pay. The others pay automatically."""
    record: str
    own_record: str
    """Text records of the public events, and of those only this seat was told (see `past`)."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.displays)

    @property
    def cards(self) -> Deck:
        """The deck of this table."""
        return DECKS[self.options.deck]

    @property
    def past(self) -> tuple[Memorable, ...]:
        """The events that this seat remembers, in the order in which they were told."""
        return remembered(self.record, self.own_record)


_view_of = copier_of(
    View,
    "options",
    "displays",
    "lots",
    "chests",
    "turn",
    "turns",
    "end_deals",
    "phase",
    "ask_me",
    "record",
)


def seen_by(state: State, seat: Seat | None) -> View:
    """Return the view of a seat, or of the public."""
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
    return _view_of(
        state,
        seat=seat,
        to_come=len(state.deck),
        cash=cash,
        laid=laid,
        limit=limit,
        answer=answer,
        own_record=own_record,
    )
