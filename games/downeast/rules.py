"""Downeast Dealer: buy items at auction, trade for others, and collect the most valuable sets.

`legal` checks moves. `auction`, `lot`, `payment`, `thief`, `deal` and `turns` carry them out.
`state` defines a position, `views` the part that a seat may see, `orders` standing orders, and
`decks` all numbers. A reference like DD-19 names our ruling on a point that the printed rules leave
open.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.chance import Chance
from games.downeast import legal, turns
from games.downeast.auctions import auction, lot, payment
from games.downeast.decks import COPIES, DECKS, START_CASH
from games.downeast.displays import standing
from games.downeast.events import Dealt, Event
from games.downeast.moves import (
    Answer,
    AnswerLot,
    AskMe,
    Buy,
    Call,
    Challenge,
    Keep,
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
from games.downeast.orders import DowneastOrders
from games.downeast.player import DowneastPlayer
from games.downeast.sealed import deal, thief
from games.downeast.state import (
    Auction,
    Deal,
    Deciding,
    Holding,
    Lot,
    Options,
    Over,
    Paying,
    Sealing,
    State,
)
from games.downeast.step_builder import StepBuilder
from games.downeast.views import View, seen_by
from games.rules import IllegalMove, Question, Refusal, Rules, Seat, Standing, Step


class Downeast(Rules[Options, State, Move, Event, View]):
    """The rules of Downeast Dealer, for three to five players."""

    name = "downeast"
    title = "Downeast Dealer"
    version = 2
    seats = range(3, 6)
    sampled = (Raise, SetLimit, AnswerLot, Keep, Challenge, Offer, Answer, Seal)
    orders = DowneastOrders()
    player = DowneastPlayer()

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State, Event]:
        """Draw the first player (DD-2), shuffle, deal cash and turn over the first item."""
        if seats not in self.seats:  # DD-1: three to five players
            raise Refusal(f"{self.title} is for three to five players.")
        if options.bidding == "once" and options.bluff_bids:  # DD-43: the two exclude each other
            raise Refusal(
                "Bluffs need open bids, so they don't go with secret bids. Choose one of the two."
            )
        cards = _cards(options)
        first = chance.below(seats)
        builder = StepBuilder(
            State(
                options=options,
                holdings=(Holding(cash=START_CASH, items=()),) * seats,
                deck=chance.shuffled(cards),
                turn=first,
                phase=turns.CHOOSING,
                turns=1,
                lots=0,
                chests=0,
                end_deals=0,
                face_down=(),
                limit=None,
                answers=(),
                ask_me=frozenset(range(seats)) if options.payments == "asked" else auction.NOBODY,
                record="",
                own_records=("",) * seats,
            ),
            first,
        )
        builder.tell(Dealt(first=first, cards=len(cards)))
        turns.begin_turn(builder)
        return builder.done()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        """Make a move. Also turn over the next item if the next player has no choice (DD-46)."""
        if type(seat) is not int or not 0 <= seat < len(state.holdings):
            raise IllegalMove("You do not sit at this table.")
        builder = StepBuilder(state, seat)
        legal.check(builder, move)
        _PLAYED_BY[type(move)](builder, seat, move)
        return builder.done()

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat or the public (None) may see."""
        return seen_by(state, seat)

    def to_move(self, public: View) -> frozenset[Seat]:
        """Return the seats that must move, even those without cash, because cash is secret."""
        phase = public.phase
        if isinstance(phase, Auction):
            return auction.to_answer(phase, public.seats, public.turn)
        if isinstance(phase, Lot):
            return frozenset(range(public.seats)) - phase.answered
        if isinstance(phase, Paying):
            return frozenset({phase.payer})
        if isinstance(phase, Sealing):
            return frozenset(phase.bidders) - phase.sealed
        if isinstance(phase, Deal):
            return frozenset({phase.target if phase.laid else phase.challenger})
        return frozenset() if isinstance(phase, Over) else frozenset({public.turn})

    def legal_moves(self, view: View) -> Iterable[Move]:
        """Yield the legal moves, starting with the default move (DD-40)."""
        return legal.legal_moves(view)

    def standing(self, public: View) -> Standing:
        """Return the score of the current displays."""
        return standing(public.displays, public.cards, isinstance(public.phase, Over))

    def question(self, public: View) -> Question:
        """Return the current question. Bids and offers change its key. A call makes it urgent."""
        phase = public.phase
        subject = f"{public.turns}:{public.lots}:{phase.kind}"
        if isinstance(phase, Auction):
            subject += f":{len(phase.out)}"  # DD-10: after a bluff the item is auctioned again
            return Question(subject=subject, key=f"{subject}:{phase.high}", hurried=phase.called)
        if isinstance(phase, Deciding):
            subject += f":{len(phase.out)}"
        elif isinstance(phase, Sealing):
            subject += f":{phase.round}"
        elif isinstance(phase, Deal):
            stage = f"{phase.offer}:{'laid' if phase.laid else 'tied'}"
            return Question(subject=subject, key=f"{subject}:{stage}")
        return Question(subject=subject, key=subject)

    def candidates(self, view: View) -> Iterable[Move]:
        """Yield payments and auctioneer's answers for tests: some legal, some barely illegal."""
        return legal.near_misses(view)


def _passed(builder: StepBuilder, seat: Seat, move: Pass) -> None:
    (lot.answer_lot if isinstance(builder.phase, Lot) else auction.pass_bid)(builder, seat, move)


def _sold(builder: StepBuilder, seat: Seat, move: Sell) -> None:
    (lot.answer_lot if isinstance(builder.phase, Lot) else auction.sell)(builder, seat, move)


_PLAYED_BY: dict[type, Callable[[StepBuilder, Seat, Any], None]] = {
    TurnOver: lambda builder, seat, move: turns.turn_over(builder),
    Raise: auction.raise_bid,
    SetLimit: auction.set_limit,
    Pass: _passed,
    Call: auction.call,
    Sell: _sold,
    Buy: auction.buy,
    Pay: payment.pay,
    AnswerLot: lot.answer_lot,
    Keep: lot.answer_lot,
    AskMe: payment.ask_me,
    Challenge: deal.challenge,
    Offer: deal.offer_again,
    Surrender: deal.surrender,
    Answer: deal.answer,
    Seal: thief.seal,
}


def _cards(options: Options) -> tuple[str, ...]:
    """Return the cards of the deck. Raises Refusal if the options are invalid."""
    deck = DECKS[options.deck]
    names = [item.name for item in deck.items]
    left_out = options.removed
    if left_out and not options.short:
        raise Refusal("Only a short game leaves out sets. Set `short` to yes, or name no sets.")
    if options.short:  # DD-4: a short game excludes two sets
        left_out = left_out or deck.left_out()
        strange = [name for name in left_out if name not in names]
        thieves = {deck.thief.name.casefold(), deck.thief.many.casefold()}
        if any(name.casefold() in thieves for name in strange):
            raise Refusal(
                f"You can't leave out {deck.thief.many} as a set. You can leave out: "
                f"{', '.join(names)}."
            )
        if strange:
            raise Refusal(f"There's no {strange[0]} in this deck. It has: {', '.join(names)}.")
        if len(set(left_out)) != 2 or len(left_out) != 2:
            raise Refusal("A short game leaves out two different sets. Name two.")
    if options.thief:
        names.append(deck.thief.name)
    return tuple(name for name in names if name not in left_out for _ in range(COPIES))
