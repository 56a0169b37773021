"""A position while a move is made at it: the changes to a state, and what is told meanwhile.

A draft is opened on a state and leaves it alone; what comes of it is one new state. Whether the
move is legal has been asked before (legal.py), of the mover's view; here it is only done. The
phase is None while nobody is asked anything and the turn's one action is over: what then follows
is for turns.py to say.
"""

from games.chance import Chance
from games.maker import maker
from games.rules import Seat, Step, Told
from games.trump.cards import AT, RANK
from games.trump.events import Event
from games.trump.moves import Plan, Then
from games.trump.state import (
    Box,
    Clearance,
    Debt,
    Options,
    Phase,
    Promise,
    Settled,
    State,
    new_public,
    new_state,
    owned,
)

_new_told, _new_step = maker(Told), maker(Step)


class StepBuilder:
    """A working copy of a state, with the luck of the move. Its fields are called as there."""

    def __init__(self, state: State, chance: Chance) -> None:
        public = state.public
        self.chance = chance
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
        self.settled: tuple[Settled, ...] = ()  # nothing secret can be said before the next bid
        self.phase: Phase | None = public.phase
        self.hands: list[tuple[str, ...]] = list(state.hands)
        self.pile: tuple[str, ...] = state.pile
        self.sealed: tuple[int | None, ...] = state.sealed
        self.plans: tuple[Plan | None, ...] = state.plans
        self.then: Then | None = state.then
        self.drawn: tuple[str, ...] = state.drawn
        self._told: list[Told[Event]] = []

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.cash)

    def clockwise(self, first: Seat) -> list[Seat]:
        """List all seats clockwise, from this one."""
        seats = len(self.cash)
        return [*range(first, seats), *range(first)]

    # --- telling ---

    def tell(self, event: Event) -> None:
        """Tell everybody."""
        self._told.append(_new_told(event))

    def tell_only(self, event: Event, *seats: Seat) -> None:
        """Tell these seats only."""
        self._told.append(_new_told(event, frozenset(seats)))

    # --- money: the bank gives and takes what is neither in a purse, a box nor a bid ---

    def earns(self, seat: Seat, amount: int) -> None:
        """Put money into a purse: the bank's, or what has been taken from elsewhere."""
        assert amount >= 0, "nobody earns less than nothing"
        self.cash[seat] += amount

    def spends(self, seat: Seat, amount: int) -> None:
        """Take money out of a purse: for the bank, or to lay it elsewhere. It must be in it."""
        assert 0 <= amount <= self.cash[seat], "nobody spends what they do not have"
        self.cash[seat] -= amount

    def pays(self, payer: Seat, payee: Seat, amount: int) -> None:
        """Move money from purse to purse. The payer must have it."""
        self.spends(payer, amount)
        self.earns(payee, amount)

    def pays_what_it_can(self, payer: Seat, payee: Seat, amount: int) -> int:
        """Move as much of a sum from purse to purse as there is; return how much."""
        paid = min(amount, self.cash[payer])
        self.pays(payer, payee, paid)
        return paid

    def puts_inside(self, property: str, amount: int) -> None:
        """Put money into a box: the bank's, or what has been taken from elsewhere."""
        box = self.box(property)
        self.boxes[AT[property]] = Box(inside=box.inside + amount, owner=box.owner, gone=box.gone)

    def takes_outside(self, property: str, amount: int) -> None:
        """Take money out of a box. It must be in it."""
        assert 0 <= amount <= self.box(property).inside, "there is not so much inside"
        self.puts_inside(property, -amount)

    # --- properties ---

    def box(self, property: str) -> Box:
        """Return a property's box."""
        return self.boxes[AT[property]]

    def owned(self, seat: Seat | None) -> tuple[str, ...]:
        """List the properties of a seat, or (None) the unowned ones."""
        return owned(self.boxes, seat)

    def owns(self, property: str, seat: Seat | None) -> None:
        """Make a property somebody's, or (None) the board's, with what is inside."""
        box = self.box(property)
        self.boxes[AT[property]] = Box(inside=box.inside, owner=seat, gone=box.gone)

    def leaves_the_game(self, property: str) -> int:
        """Take a property out of the game; return what was inside, which goes to the bank."""
        inside = self.box(property).inside
        self.boxes[AT[property]] = Box(inside=0, owner=None, gone=True)
        return inside

    # --- cards ---

    def gets(self, seat: Seat, *cards: str) -> None:
        """Put cards into a hand."""
        self.hands[seat] = tuple(sorted([*self.hands[seat], *cards], key=RANK.__getitem__))

    def gives(self, seat: Seat, *cards: str) -> None:
        """Take cards out of a hand. They must be in it."""
        left = list(self.hands[seat])
        for card in cards:
            left.remove(card)
        self.hands[seat] = tuple(left)

    def discards_from(self, seat: Seat, card: str) -> None:
        """Lay a card out of a hand on the discard pile."""
        self.gives(seat, card)
        self.discards += (card,)

    def draws(self, seat: Seat) -> str:
        """Draw the top card of the pile, which must not be empty."""
        card, self.pile = self.pile[0], self.pile[1:]
        self.gets(seat, card)
        return card

    def takes_at_random(self, seat: Seat, victim: Seat) -> str:
        """Move one card, drawn at random, from hand to hand; the victim must have one (TR-65)."""
        card = self.loses_at_random(victim)
        self.gets(seat, card)
        return card

    def loses_at_random(self, victim: Seat) -> str:
        """Take one card, drawn at random, out of a hand, which must hold one."""
        hand = self.hands[victim]
        at = self.chance.below(len(hand))
        self.hands[victim] = hand[:at] + hand[at + 1 :]
        return hand[at]

    # --- done ---

    def state(self) -> State:
        """Return the state as it is now. Somebody must be asked something, or the game be over."""
        phase = self.phase
        assert phase is not None, "it has not been said what follows"
        return new_state(
            public=new_public(
                options=self.options,
                turn=self.turn,
                seat=self.seat,
                dealing=self.dealing,
                cash=tuple(self.cash),
                boxes=tuple(self.boxes),
                pawns=self.pawns,
                hands=tuple(map(len, self.hands)),
                pile=len(self.pile),
                discards=self.discards,
                promises=self.promises,
                debts=self.debts,
                passes=self.passes,
                lively=self.lively,
                sales=self.sales,
                promised=self.promised,
                clearance=self.clearance,
                settled=self.settled,
                phase=phase,
            ),
            hands=tuple(self.hands),
            pile=self.pile,
            sealed=self.sealed,
            plans=self.plans,
            then=self.then,
            drawn=self.drawn,
        )

    def done(self) -> Step[State, Event]:
        """Return the new state, and what was told."""
        return _new_step(self.state(), tuple(self._told))
