"""Build the step of one move: the changed state and the events to tell.

The given state is not modified. legal.py has already checked that the move is legal. When the
action of the turn is complete, the phase is None, and turns.py decides what comes next.
"""

from games.chance import Chance
from games.fast_frozen import copier_of
from games.rules import Seat, Step, Told, new_step, new_told
from games.trump.cards import AT, RANK, without
from games.trump.events import Event
from games.trump.moves import Plan, Then
from games.trump.state import (
    Box,
    Clearance,
    Debt,
    Options,
    Phase,
    Promise,
    Public,
    Settled,
    State,
    open_cards,
    owned,
)

_public_of = copier_of(
    Public,
    "options",
    "turn",
    "seat",
    "dealing",
    "pawns",
    "discards",
    "promises",
    "debts",
    "passes",
    "lively",
    "sales",
    "promised",
    "clearance",
    "settled",
    "phase",
)
_state_of = copier_of(State, "pile", "sealed", "plans", "then", "drawn")


class StepBuilder:
    """A mutable copy of a state, with the random source and the events of one move."""

    def __init__(self, state: State, chance: Chance) -> None:
        public = state.public
        self.chance = chance
        self.seats: int = public.seats
        self.options: Options = public.options
        self.turn: int = public.turn
        self.seat: Seat = public.seat
        self.dealing: bool = public.dealing
        self.cash: list[int] = list(public.cash)
        self.boxes: list[Box] = list(public.boxes)
        self.pawns: tuple[int, ...] = public.pawns
        self.discards: tuple[str, ...] = public.discards
        self.promises: tuple[Promise, ...] = public.promises
        self.debts: tuple[Debt, ...] = public.debts
        self.passes: int = public.passes
        self.lively: int = public.lively
        self.sales: int = public.sales
        self.promised: int = public.promised
        self.clearance: Clearance | None = public.clearance
        self.settled: tuple[Settled, ...] = ()  # cleared, because no secret move follows a sale
        self.phase: Phase | None = public.phase
        self.hands: list[tuple[str, ...]] = list(state.hands)
        self.pile: tuple[str, ...] = state.pile
        self.sealed: tuple[int | None, ...] = state.sealed
        self.plans: tuple[Plan | None, ...] = state.plans
        self.then: Then | None = state.then
        self.drawn: tuple[str, ...] = state.drawn
        self._told: list[Told[Event]] = []

    def clockwise(self, first: Seat) -> list[Seat]:
        """List all seats clockwise, starting with `first`."""
        seats = len(self.cash)
        return [*range(first, seats), *range(first)]

    # --- events ---

    def tell(self, event: Event) -> None:
        """Tell an event to everybody."""
        self._told.append(new_told(event))

    def tell_only(self, event: Event, *seats: Seat) -> None:
        """Tell an event to these seats only."""
        self._told.append(new_told(event, frozenset(seats)))

    # --- money: any sum that is not in cash, a box or a bid belongs to the bank ---

    def earn(self, seat: Seat, amount: int) -> None:
        """Add money to a player's cash. The caller must account for its source."""
        assert amount >= 0, "an amount earned is never negative"
        self.cash[seat] += amount

    def spend(self, seat: Seat, amount: int) -> None:
        """Take money from a player, who must have that much cash."""
        assert 0 <= amount <= self.cash[seat], "the seat has too little cash"
        self.cash[seat] -= amount

    def pay(self, payer: Seat, payee: Seat, amount: int) -> None:
        """Move cash from one player, who must have that much, to another."""
        self.spend(payer, amount)
        self.earn(payee, amount)

    def pay_available(self, payer: Seat, payee: Seat, amount: int) -> int:
        """Pay an amount as far as the payer's cash allows. Return the sum that was paid."""
        paid = min(amount, self.cash[payer])
        self.pay(payer, payee, paid)
        return paid

    def put_in_box(self, property: str, amount: int) -> None:
        """Add money to a property's box. The caller must account for its source."""
        box = self.box(property)
        self.boxes[AT[property]] = Box(inside=box.inside + amount, owner=box.owner, gone=box.gone)

    def take_from_box(self, property: str, amount: int) -> None:
        """Take money out of a property's box, which must contain that much."""
        assert 0 <= amount <= self.box(property).inside, "the box holds too little"
        self.put_in_box(property, -amount)

    # --- properties ---

    def box(self, property: str) -> Box:
        """Return the box of a property."""
        return self.boxes[AT[property]]

    def owned(self, seat: Seat | None) -> tuple[str, ...]:
        """List the properties of a seat, or the unowned ones if the seat is None."""
        return owned(self.boxes, seat)

    def set_owner(self, property: str, seat: Seat | None) -> None:
        """Give a property and its box to a seat, or make it unowned if the seat is None."""
        box = self.box(property)
        self.boxes[AT[property]] = Box(inside=box.inside, owner=seat, gone=box.gone)

    def remove_property(self, property: str) -> int:
        """Remove a property from the game. Return the sum inside, which goes to the bank."""
        inside = self.box(property).inside
        self.boxes[AT[property]] = Box(inside=0, owner=None, gone=True)
        return inside

    # --- cards ---

    def add_cards(self, seat: Seat, *cards: str) -> None:
        """Add cards to a hand."""
        self.hands[seat] = tuple(sorted([*self.hands[seat], *cards], key=RANK.__getitem__))

    def remove_cards(self, seat: Seat, *cards: str) -> None:
        """Remove these cards from a hand, which must contain them."""
        self.hands[seat] = without(self.hands[seat], cards)

    def discard(self, seat: Seat, card: str) -> None:
        """Discard a card from a hand."""
        self.remove_cards(seat, card)
        self.discards += (card,)

    def draw(self, seat: Seat) -> str:
        """Draw the top card of the pile, which must not be empty."""
        card, self.pile = self.pile[0], self.pile[1:]
        self.add_cards(seat, card)
        return card

    def take_random_card(self, seat: Seat, victim: Seat) -> str:
        """Move a random hidden card from the victim, who must have one, to the seat (TR-65)."""
        card = self.remove_random_card(victim)
        self.add_cards(seat, card)
        return card

    def remove_random_card(self, victim: Seat, spared: tuple[str, ...] = ()) -> str:
        """Remove and return a random hidden card of a hand, but none of the `spared` ones."""
        # TR-80: an open card is never taken at random
        hidden = without(self.hands[victim], (*open_cards(self.promises, victim), *spared))
        card = hidden[self.chance.below(len(hidden))]
        self.remove_cards(victim, card)
        return card

    def hidden(self, seat: Seat) -> int:
        """Return how many hidden cards a seat has. Only these can be taken at random."""
        return len(self.hands[seat]) - len(open_cards(self.promises, seat))

    # --- the result ---

    def state(self) -> State:
        """Return the new state. The phase must have been set."""
        assert self.phase is not None, "the next phase must be set"
        public = _public_of(
            self,
            cash=tuple(self.cash),
            boxes=tuple(self.boxes),
            hands=tuple(map(len, self.hands)),
            pile=len(self.pile),
        )
        return _state_of(self, public=public, hands=tuple(self.hands))

    def done(self) -> Step[State, Event]:
        """Return the new state and the events told."""
        return new_step(self.state(), tuple(self._told))
