"""Build the next state of a game and the events of one move.

A step builder copies the fields of a state and never changes the state itself. Before the first
change, legal.py uses the builder to check the move.
"""

from games.downeast.cash import Cash, handful, without
from games.downeast.decks import COPIES, DECKS
from games.downeast.displays import Display, arranged
from games.downeast.events import Event, SetCompleted
from games.downeast.moves import LotAnswer
from games.downeast.record import END, noted
from games.downeast.state import State, new_holding
from games.fast_frozen import copier_of
from games.rules import Seat, Step, Told, new_step, new_told

_state_of = copier_of(
    State,
    "options",
    "deck",
    "turn",
    "phase",
    "turns",
    "lots",
    "chests",
    "end_deals",
    "face_down",
    "limit",
    "answers",
    "ask_me",
)


class StepBuilder:
    """A mutable copy of a state, in which `seat` makes a move."""

    __slots__ = (
        "_events",
        "_own_records",
        "_record",
        "answers",
        "ask_me",
        "cards",
        "chests",
        "deck",
        "end_deals",
        "face_down",
        "holdings",
        "limit",
        "lots",
        "options",
        "phase",
        "seat",
        "turn",
        "turns",
    )

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat = seat
        self.options = state.options
        self.holdings = list(state.holdings)
        self.deck = state.deck
        self.turn = state.turn
        self.phase = state.phase
        self.turns = state.turns
        self.lots = state.lots
        self.chests = state.chests
        self.end_deals = state.end_deals
        self.face_down = state.face_down
        self.limit = state.limit
        self.answers = state.answers
        self.ask_me = state.ask_me
        self.cards = DECKS[state.options.deck]
        self._record = state.record
        self._own_records = state.own_records
        self._events: list[Told[Event]] = []

    @property
    def displays(self) -> tuple[Display, ...]:
        """The items in front of each seat."""
        return tuple([holding.items for holding in self.holdings])

    @property
    def to_come(self) -> int:
        """The number of cards left in the deck."""
        return len(self.deck)

    @property
    def cash(self) -> Cash:
        """The cash in the mover's hand."""
        return self.holdings[self.seat].cash

    @property
    def answer(self) -> LotAnswer | None:
        """The mover's secret answer to the current auction, if any."""
        return self.answers[self.seat] if self.answers else None

    def money_of(self, seat: Seat) -> int:
        """Return the value of the cash in a hand."""
        return sum(self.holdings[seat].cash)

    # --- telling ---

    def tell(self, event: Event) -> None:
        """Tell an event to everybody."""
        self._events.append(new_told(event))
        self._record += noted(event)

    def tell_only(self, event: Event, *seats: Seat) -> None:
        """Tell an event to these seats only."""
        self._events.append(new_told(event, frozenset(seats)))
        if entry := noted(event):
            entry = f"{self._record.count(END)} {entry}"
            self._own_records = tuple(
                own + entry if seat in seats else own for seat, own in enumerate(self._own_records)
            )

    # --- handling cards ---

    def give_cash(self, seat: Seat, cards: Cash) -> None:
        """Add cash to a hand."""
        holding = self.holdings[seat]
        self.holdings[seat] = new_holding(cash=handful(holding.cash + cards), items=holding.items)

    def take_cash(self, seat: Seat, cards: Cash) -> None:
        """Remove cash from a hand that contains it."""
        holding = self.holdings[seat]
        self.holdings[seat] = new_holding(cash=without(holding.cash, cards), items=holding.items)

    def give_items(self, seat: Seat, item: str, number: int) -> None:
        """Give a seat this many cards of an item."""
        holding = self.holdings[seat]
        items = arranged(holding.items + (item,) * number, self.cards)
        self.holdings[seat] = new_holding(cash=holding.cash, items=items)

    def take_items(self, seat: Seat, item: str, number: int) -> None:
        """Take this many cards of an item from a seat that owns them."""
        holding, left = self.holdings[seat], list(self.holdings[seat].items)
        for _ in range(number):
            left.remove(item)
        self.holdings[seat] = new_holding(cash=holding.cash, items=tuple(left))

    def tell_if_complete(self, seat: Seat, item: str) -> None:
        """Tell everybody if this seat now has a complete set of the item."""
        if self.holdings[seat].items.count(item) == COPIES:
            self.tell(SetCompleted(seat=seat, item=item, stars=self.cards.item(item).stars))

    # --- done ---

    def done(self) -> Step[State, Event]:
        """Return the new state and the events told."""
        state = _state_of(
            self,
            holdings=tuple(self.holdings),
            record=self._record,
            own_records=self._own_records,
        )
        return new_step(state, tuple(self._events))
