"""Downeast Dealer: bid for items, deal for the rest, and collect the sets with the most stars.

The rules proper are in `auction`, `thief`, `deal` and `turns`; `state` says what there is, `views`
what may be seen of it, `decks` holds every figure. Numbers like DD-19 are the rulings that decide
where the printed rules are silent.
"""

from collections.abc import Iterable
from dataclasses import replace

from games.chance import Chance
from games.downeast import auction, deal, thief
from games.downeast.decks import COPIES, DECKS, START_CASH
from games.downeast.displays import standing
from games.downeast.events import MEMORABLE, Dealt, Event
from games.downeast.moves import (
    Answer,
    Buy,
    Call,
    Challenge,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    SetLimit,
    Surrender,
    TurnOver,
)
from games.downeast.sample import moves_of
from games.downeast.state import (
    Auction,
    Choosing,
    Deal,
    Holding,
    Options,
    Outcome,
    Over,
    Paying,
    Sealing,
    State,
    public,
    refuse,
)
from games.downeast.views import View, seen_by
from games.rules import Question, Refusal, Rules, Seat, Standing, Step


class Downeast(Rules[Options, State, Move, Event, View]):
    """Downeast Dealer, for three to five."""

    name = "downeast"
    title = "Downeast Dealer"
    version = 1
    seats = range(3, 6)

    def start(self, seats: int, options: Options, chance: Chance) -> Outcome:
        """Draw who begins (DD-2), shuffle, and hand out the first cash."""
        if seats not in self.seats:  # DD-1
            raise Refusal("Downeast Dealer is for three to five players.")
        cards = _cards(options)
        first = chance.below(seats)
        state = State(
            options=options,
            holdings=(Holding(START_CASH),) * seats,
            deck=chance.shuffled(cards),
            turn=first,
            phase=Choosing(),
        )
        return Step(state, public(Dealt(first=first, cards=len(cards))))

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Outcome:
        """Make a move; what is worth remembering goes into the past."""
        if isinstance(state.phase, Over):
            refuse("The game is over.")
        if not 0 <= seat < len(state.holdings):
            refuse("You do not sit at this table.")
        step = _played(state, seat, move)
        news = tuple(told for told in step.told if isinstance(told.event, MEMORABLE))
        return Step(replace(step.state, past=state.past + news), step.told)

    def view(self, state: State, seat: Seat | None) -> View:
        """Build what a seat may see."""
        return seen_by(state, seat)

    def awaited(self, public: View) -> frozenset[Seat]:
        """Say who owes a move. Whether somebody could afford one is not asked: it would tell."""
        phase = public.phase
        if isinstance(phase, Over):
            return frozenset()
        if isinstance(phase, Auction):
            return auction.to_answer(phase, public.seats, public.turn)
        if isinstance(phase, Paying):
            return frozenset({phase.payer})
        if isinstance(phase, Sealing):
            return frozenset(phase.bidders) - phase.sealed
        if isinstance(phase, Deal):
            return frozenset({phase.target if phase.laid else phase.challenger})
        return frozenset({public.turn})

    def moves(self, view: View) -> Iterable[Move]:
        """Yield legal moves, the clock's default (DD-40) first."""
        return moves_of(view)

    def standing(self, public: View) -> Standing:
        """Score the displays as they lie."""
        return standing(public.displays, public.cards, isinstance(public.phase, Over))

    def question(self, public: View) -> Question:
        """Ask anew for every item, bid, offer and round; hurried after the call (DD-9)."""
        phase = public.phase
        key = f"{public.turns}:{public.lots}:{phase.kind}"
        if isinstance(phase, Auction):
            key += f":{len(phase.out)}:{phase.high}:{'called' if phase.called else 'open'}"
            return Question(key, hurried=phase.called)
        if isinstance(phase, Deal):
            key += f":{phase.offer}:{'laid' if phase.laid else 'tied'}"
        elif isinstance(phase, Sealing):
            key += f":{phase.round}"
        return Question(key)


def _played(state: State, seat: Seat, move: Move) -> Outcome:
    match move:
        case TurnOver():
            return auction.turn_over(state, seat, move)
        case Raise():
            return auction.raise_bid(state, seat, move)
        case SetLimit():
            return auction.set_limit(state, seat, move)
        case Pass():
            return auction.pass_bid(state, seat, move)
        case Call():
            return auction.call(state, seat, move)
        case Sell():
            return auction.sell(state, seat, move)
        case Buy():
            return auction.buy(state, seat, move)
        case Pay():
            return auction.pay(state, seat, move)
        case Challenge():
            return deal.challenge(state, seat, move)
        case Offer():
            return deal.offer_again(state, seat, move)
        case Surrender():
            return deal.surrender(state, seat, move)
        case Answer():
            return deal.answer(state, seat, move)
        case Seal():
            return thief.seal(state, seat, move)


def _cards(options: Options) -> tuple[str, ...]:
    """Lay out the cards of these terms; a Refusal if there are none such."""
    deck = DECKS[options.deck]
    names = [item.name for item in deck.items]
    left_out = options.removed
    if left_out and not options.short:
        raise Refusal("Sets are left out of a short game only.")
    if options.short:  # DD-4
        left_out = left_out or deck.left_out()
        strange = [name for name in left_out if name not in names]
        if strange:
            raise Refusal(f"There is no {strange[0]} in this deck. There are: {', '.join(names)}.")
        if len(set(left_out)) != 2 or len(left_out) != 2:
            raise Refusal("A short game leaves out two different sets.")
    if options.thief:
        names.append(deck.thief.name)
    return tuple(name for name in names if name not in left_out for _ in range(COPIES))
