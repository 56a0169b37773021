"""TRUMP The Game: buy properties at auction, then trade for those that your profit cards need.

The modules `legal…` decide which moves are legal. `turns`, `dice`, `play`, `sale`, `plan`, `deals`
and `promises` carry them out. `state` defines the position, `views` the part of it that a seat may
see, and `cards` all numbers. A reference like TR-19 names our ruling on a point that the printed
rules don't settle.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.chance import Chance
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step
from games.trump import legal, moves, promises
from games.trump.cards import DECK, PROPERTIES, START_CARDS, START_CASH, START_INSIDE, in_order
from games.trump.deals import proposals
from games.trump.events import Dealt, Event, HandDealt, OpeningRoll, RolledToStart
from games.trump.moves import Move
from games.trump.orders import TrumpOrders
from games.trump.player import TrumpPlayer
from games.trump.sales import sale
from games.trump.state import (
    Acting,
    Bidding,
    Box,
    Clearing,
    Opening,
    Options,
    Over,
    Proposed,
    Public,
    Relating,
    State,
    Taking,
)
from games.trump.step_builder import StepBuilder
from games.trump.turn import play, turns
from games.trump.views import View, movers, seen_by


class Trump(Rules[Options, State, Move, Event, View]):
    """TRUMP The Game, for three or four players."""

    name = "trump"
    title = "TRUMP The Game"
    version = 1
    seats = range(3, 5)
    sampled = (moves.Raise, moves.OpenBid, moves.Plan, moves.Propose, moves.Counter)
    orders = TrumpOrders()
    player = TrumpPlayer()

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        """Shuffle and deal, roll for the first player (TR-2), and begin the first turn."""
        if seats not in self.seats:  # TR-1: three or four players
            raise Refusal(f"{self.title} is for three or four players.")
        deck, dealt = chance.shuffled(DECK), START_CARDS * seats
        hands = tuple(in_order(deck[seat:dealt:seats]) for seat in range(seats))
        rolls, first = _roll_to_start(seats, chance)
        step = StepBuilder(_initial_state(options, hands, deck[dealt:], first), chance)
        step.tell(
            Dealt(
                seats=seats,
                cash=START_CASH,
                inside=START_INSIDE,
                cards=START_CARDS,
                pile=len(DECK) - dealt,
            )
        )
        for seat, hand in enumerate(hands):
            step.tell_only(HandDealt(seat=seat, cards=hand), seat)
        step.tell(RolledToStart(rolls=rolls, first=first))
        turns.begin_turn(step)
        return step.done()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        """Make a move, and also the following steps for which no player has a choice."""
        if type(seat) is not int or not 0 <= seat < len(state.hands):
            raise IllegalMove("You don't have a seat at this table.")
        legal.check(seen_by(state, seat), move)
        step = StepBuilder(state, chance)
        _HANDLERS[type(move)](step, seat, move)
        turns.go_on(step)
        return step.done()

    def view(self, state: State, seat: Seat | None) -> View:
        """Build the view of a seat, or of the public if the seat is None."""
        return seen_by(state, seat)

    def to_move(self, public: View) -> frozenset[Seat]:
        """Return the seats that must move. Hidden cards never affect the result."""
        return movers(public.public)

    def legal_moves(self, view: View) -> Iterable[Move]:
        """Yield the legal moves, starting with the default move (TR-53)."""
        return legal.legal_moves(view)

    def standing(self, public: View) -> Standing:
        """Add up each seat's cash, boxes and bids from public facts (TR-51, TR-55)."""
        known = public.public
        totals = list(known.cash)
        for box in known.boxes:
            if box.owner is not None:
                totals[box.owner] += box.inside
        if isinstance(known.phase, Bidding):
            for bid in known.phase.bids:
                totals[bid.seat] += bid.amount
        winners = frozenset[Seat]()
        if isinstance(known.phase, Over):
            most = max(totals)
            winners = frozenset(seat for seat, total in enumerate(totals) if total == most)
        return Standing(tuple(totals), winners)

    def question(self, public: View) -> Question:
        """Return what the game asks now. Every public action changes the key of the question."""
        known = public.public
        phase, turn = known.phase, f"turn {known.turn}"
        match phase:
            case Opening(number=number):
                return Question(subject=f"sale {number}", key=f"sale {number}:opening")
            case Bidding(number=number, said=said):
                return Question(subject=f"sale {number}", key=f"sale {number}:{said}")
            case Proposed(counter=counter):
                said = "offered" if counter is None else "countered"
                return Question(subject=f"deal {known.turn}", key=f"deal {known.turn}:{said}")
            case Taking(rolling=rolling, number=number):
                return Question(subject=turn, key=f"{turn}:{rolling}:{number}")
            case Clearing():
                left = len(known.clearance.to_offer) if known.clearance else 0
                return Question(subject=turn, key=f"{turn}:clearing:{left}")
            case _:
                return Question(subject=turn, key=f"{turn}:{phase.kind}")

    def candidates(self, view: View) -> Iterable[Move]:
        """Yield raises and deals for tests: some are legal, others are just barely illegal."""
        return legal.near_misses(view)


def _pass(step: StepBuilder, seat: Seat, move: moves.Pass) -> None:
    if isinstance(step.phase, Bidding):
        sale.pass_bid(step, seat, move)
    elif isinstance(step.phase, Relating):
        proposals.pass_related(step, seat, move)
    else:
        turns.pass_turn(step, seat, move)


_HANDLERS: dict[type, Callable[[StepBuilder, Seat, Any], None]] = {
    moves.Roll: turns.roll,
    moves.Play: play.perform,
    moves.Tax: play.perform,
    moves.ForceSale: play.perform,
    moves.Take: turns.take,
    moves.Add: turns.add,
    moves.PutUp: turns.put_up,
    moves.Swap: turns.swap,
    moves.Keep: turns.keep,
    moves.GiveUp: play.give_up,
    moves.Pass: _pass,
    moves.OpenBid: sale.open_bid,
    moves.Plan: sale.lay_plan,
    moves.DropPlan: sale.drop_plan,
    moves.Raise: sale.raise_bid,
    moves.KnockOut: sale.knock_out,
    moves.ComeBack: sale.come_back,
    moves.Propose: proposals.propose,
    moves.Counter: proposals.counter,
    moves.Accept: proposals.accept,
    moves.Reject: proposals.reject,
    moves.Withdraw: proposals.withdraw,
    moves.Release: promises.release,
}


def _roll_to_start(seats: int, chance: Chance) -> tuple[tuple[OpeningRoll, ...], Seat]:
    """Let all players roll. Those who tie for the highest roll again until one wins (TR-2)."""
    rolls: list[OpeningRoll] = []
    left = list(range(seats))
    while len(left) > 1:
        thrown = [OpeningRoll(seat=seat, die=chance.die()) for seat in left]
        rolls += thrown
        highest = max(roll.die for roll in thrown)
        left = [roll.seat for roll in thrown if roll.die == highest]
    return tuple(rolls), left[0]


def _initial_state(
    options: Options, hands: tuple[tuple[str, ...], ...], pile: tuple[str, ...], first: Seat
) -> State:
    seats = len(hands)
    public = Public(
        options=options,
        turn=1,
        seat=first,
        dealing=False,
        cash=(START_CASH,) * seats,
        boxes=(Box(inside=START_INSIDE, owner=None, gone=False),) * len(PROPERTIES),
        pawns=(0,) * seats,
        hands=tuple(map(len, hands)),
        pile=len(pile),
        discards=(),
        promises=(),
        debts=(),
        passes=0,
        lively=0,
        sales=0,
        promised=0,
        clearance=None,
        settled=(),
        phase=Acting(),
    )
    nothing = (None,) * seats
    return State(
        public=public,
        hands=hands,
        pile=pile,
        sealed=nothing,
        plans=nothing,
        then=None,
        drawn=(),
    )
