"""A position while a move is made at it: the changes to a state, and what is told meanwhile.

A draft is opened on a state and leaves it alone; what comes of it is one new state. Whether the
move is legal is asked of the fresh draft (legal.py), before anything is changed.
"""

from games.downeast.cash import Cash, handful, without
from games.downeast.decks import COPIES, DECKS
from games.downeast.displays import Display, arranged
from games.downeast.events import Event, SetCompleted
from games.downeast.moves import LotAnswer
from games.downeast.record import END, noted
from games.downeast.state import State, new_holding, new_state
from games.rules import Seat, Step, Told


class Draft:
    """A working copy of a state; `seat` makes the move."""

    __slots__ = (
        "_own_records",
        "_record",
        "_told",
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
        self._told: list[Told[Event]] = []

    @property
    def displays(self) -> tuple[Display, ...]:
        """Everybody's items."""
        return tuple([holding.items for holding in self.holdings])

    @property
    def to_come(self) -> int:
        """How many cards are in the deck."""
        return len(self.deck)

    @property
    def cash(self) -> Cash:
        """What the mover has in hand."""
        return self.holdings[self.seat].cash

    @property
    def answer(self) -> LotAnswer | None:
        """What the mover has said of the lot that is open."""
        return self.answers[self.seat] if self.answers else None

    def money_of(self, seat: Seat) -> int:
        """Add up the cash in a hand."""
        return sum(self.holdings[seat].cash)

    # --- telling ---

    def tell(self, event: Event) -> None:
        """Tell everybody."""
        self._told.append(Told(event))
        self._record += noted(event)

    def tell_only(self, event: Event, *seats: Seat) -> None:
        """Tell these seats only."""
        self._told.append(Told(event, frozenset(seats)))
        if entry := noted(event):
            entry = f"{self._record.count(END)} {entry}"
            self._own_records = tuple(
                own + entry if seat in seats else own for seat, own in enumerate(self._own_records)
            )

    # --- handling cards ---

    def gets(self, seat: Seat, cards: Cash) -> None:
        """Put cash into a hand."""
        holding = self.holdings[seat]
        self.holdings[seat] = new_holding(cash=handful(holding.cash + cards), items=holding.items)

    def gives(self, seat: Seat, cards: Cash) -> None:
        """Take cash out of a hand. It must be in it."""
        holding = self.holdings[seat]
        self.holdings[seat] = new_holding(cash=without(holding.cash, cards), items=holding.items)

    def wins(self, seat: Seat, item: str, number: int) -> None:
        """Give a seat so many of an item."""
        holding = self.holdings[seat]
        items = arranged(holding.items + (item,) * number, self.cards)
        self.holdings[seat] = new_holding(cash=holding.cash, items=items)

    def loses(self, seat: Seat, item: str, number: int) -> None:
        """Take so many of an item from a seat that owns them."""
        holding, left = self.holdings[seat], list(self.holdings[seat].items)
        for _ in range(number):
            left.remove(item)
        self.holdings[seat] = new_holding(cash=holding.cash, items=tuple(left))

    def tell_if_complete(self, seat: Seat, item: str) -> None:
        """Tell that a set is complete, if it now is."""
        if self.holdings[seat].items.count(item) == COPIES:
            self.tell(SetCompleted(seat=seat, item=item, stars=self.cards.item(item).stars))

    # --- done ---

    def done(self) -> Step[State, Event]:
        """Return the new state, and what was told."""
        state = new_state(
            options=self.options,
            holdings=tuple(self.holdings),
            deck=self.deck,
            turn=self.turn,
            phase=self.phase,
            turns=self.turns,
            lots=self.lots,
            chests=self.chests,
            end_deals=self.end_deals,
            face_down=self.face_down,
            limit=self.limit,
            answers=self.answers,
            ask_me=self.ask_me,
            record=self._record,
            own_records=self._own_records,
        )
        return Step(state, tuple(self._told))
