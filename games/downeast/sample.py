"""The moves that a seat could make now: all of them where they are few, a fair sample otherwise.

The first one is what the clock plays for somebody who is absent (DD-40).
"""

from collections.abc import Iterator

from games.downeast.auction import to_answer
from games.downeast.cash import Cash, handful, payments
from games.downeast.decks import BID_STEP
from games.downeast.displays import matches
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
from games.downeast.state import Auction, Choosing, Deal, Deciding, Over, Paying, Sealing
from games.downeast.views import View
from games.rules import Seat

_STEPS = (1, 2, 3, 5, 10, 20)  # raises by so many tens
_SOME_PAYMENTS = 8


def moves_of(view: View) -> Iterator[Move]:
    """Yield the moves of the seat whose view this is, the most timid first."""
    seat, phase = view.seat, view.phase
    if seat is None or isinstance(phase, Over):
        return
    if isinstance(phase, Choosing):
        if seat == view.turn:
            yield from _of_a_turn(view, seat)
    elif isinstance(phase, Auction):
        yield from _in_auction(view, seat, phase)
    elif isinstance(phase, Deciding):
        if seat == view.turn:
            yield Sell(lot=phase.lot, to=phase.bidder, price=phase.price)
            if sum(view.cash) >= phase.price:
                yield Buy(lot=phase.lot, instead_of=phase.bidder, price=phase.price)
    elif isinstance(phase, Paying):
        if seat == phase.payer:
            for cards in payments(view.cash, phase.price)[:_SOME_PAYMENTS]:
                yield Pay(lot=phase.lot, price=phase.price, cards=cards)
    elif isinstance(phase, Sealing):
        if seat in phase.bidders and seat not in phase.sealed:
            for cards in piles(view.cash):
                yield Seal(lot=phase.lot, round=phase.round, cards=cards)
    else:
        yield from _in_deal(view, seat, phase)


def _of_a_turn(view: View, seat: Seat) -> Iterator[Move]:
    if view.to_come:
        yield TurnOver(lot=view.lots + 1)
    for match in matches(view.displays, seat):
        for cards in piles(view.cash):
            yield Challenge(item=match.item, target=match.target, cards=cards)
            yield Challenge(item=match.item, target=match.target, cards=cards, fanned=True)


def _in_auction(view: View, seat: Seat, phase: Auction) -> Iterator[Move]:
    if seat == view.turn:
        if not phase.called:
            yield Call(lot=phase.lot, over=phase.high)
        return
    if seat in phase.out:
        return
    held = sum(view.cash)
    if seat == phase.leader:
        if view.options.limits:
            yield from _limits(view, phase, held)
        return
    if seat in to_answer(phase, view.seats, view.turn):
        yield Pass(lot=phase.lot, over=phase.high)
    for step in _STEPS:
        amount = phase.high + step * BID_STEP
        if amount > held and not (view.options.bluff_bids and step == 1 and held):
            break
        yield Raise(lot=phase.lot, amount=amount, over=phase.high)
        if view.options.limits and step == 1 and amount < held:
            yield Raise(lot=phase.lot, amount=amount, over=phase.high, limit=held)


def _limits(view: View, phase: Auction, held: int) -> Iterator[Move]:
    if view.limit is not None:
        yield SetLimit(lot=phase.lot, bid=phase.high, limit=None)
    for limit in sorted({phase.high + 3 * BID_STEP, held}):
        if phase.high < limit <= held and limit != view.limit:
            yield SetLimit(lot=phase.lot, bid=phase.high, limit=limit)


def _in_deal(view: View, seat: Seat, phase: Deal) -> Iterator[Move]:
    if phase.laid and seat == phase.target:
        yield Surrender(item=phase.item, challenger=phase.challenger, offer=phase.offer)
        for cards in piles(view.cash):
            yield Answer(
                item=phase.item, challenger=phase.challenger, offer=phase.offer, cards=cards
            )
    elif not phase.laid and seat == phase.challenger:
        for cards in piles(view.cash):
            yield Offer(item=phase.item, target=phase.target, offer=phase.offer, cards=cards)


def piles(hand: Cash) -> tuple[Cash, ...]:
    """Choose some handfuls to lay face down: nothing, checks only, small, medium, all."""
    bills = handful(card for card in hand if card)
    checks = tuple(card for card in hand if not card)
    some = (
        (),
        checks[:1],
        bills[-1:],
        handful(bills[-1:] + checks[:1]),
        bills[:1],
        bills[1::2],
        bills,
        hand,
    )
    return tuple(dict.fromkeys(some))
