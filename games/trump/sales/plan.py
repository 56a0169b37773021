"""Choose the moves that a bidder's plan makes in the bidding (TR-61)."""

from itertools import combinations

from games.trump.cards import BACK, INVESTORS, OUT, STEP
from games.trump.moves import ComeBack, KnockOut, Pass, Plan, Raise
from games.trump.state import Bid, Bidding
from games.trump.step_builder import StepBuilder

_PASS, _COME_BACK = Pass(), ComeBack()


def next_move(
    step: StepBuilder, bidding: Bidding, leader: Bid
) -> Raise | KnockOut | ComeBack | Pass | None:
    """Return the move that the plan of the bidder on turn makes, or None to ask the bidder."""
    seat = bidding.turn
    plan, bid = step.plans[seat], bidding.bid_of(seat)
    if plan is None or bid is None:
        return None
    if bid.out:
        return _knocked_out(step, bidding, leader, plan, bid)
    if leader is bid:
        return _PASS
    return _raise(step, bidding, leader, plan, bid) or _knock_out(step, bidding, leader, plan, bid)


def _knocked_out(
    step: StepBuilder, bidding: Bidding, leader: Bid, plan: Plan, bid: Bid
) -> ComeBack | Pass | None:
    hand = step.hands[bid.seat]
    would_lead = bid.rank() > leader.rank() and bid.amount <= plan.limit
    could_raise = bidding.unlocked and leader.amount + STEP <= plan.limit
    if plan.back == "no" or not (would_lead or could_raise):
        return _PASS
    if plan.back == "ask":  # ask even without the card, because the hand is secret
        return None if hand else _PASS
    return _COME_BACK if BACK in hand else _PASS


def _raise(step: StepBuilder, bidding: Bidding, leader: Bid, plan: Plan, bid: Bid) -> Raise | None:
    seat, least = bid.seat, leader.amount + STEP
    if plan.investors == "use":
        held = investors_in(step.hands[seat])
        if way := cheapest(bid.amount, least, plan.limit, step.cash[seat], held):
            return way
    if bidding.unlocked and least <= plan.limit and least - bid.amount <= step.cash[seat]:
        return Raise(to=least, investors=())
    return None


def _knock_out(
    step: StepBuilder, bidding: Bidding, leader: Bid, plan: Plan, bid: Bid
) -> KnockOut | Pass | None:
    hand = step.hands[bid.seat]
    left = [bid for bid in bidding.bids if not bid.out and bid is not leader]
    would_lead = max(left, key=Bid.rank) is bid
    if plan.out == "no" or not would_lead or bid.amount > plan.limit:
        return _PASS
    if plan.out == "ask":  # ask even without the card, because the hand is secret
        return None if hand else _PASS
    return KnockOut(seat=leader.seat) if OUT in hand else _PASS


def investors_in(hand: tuple[str, ...]) -> tuple[str, ...]:
    """List the Outside Investor cards in a hand."""
    return tuple([card for card in hand if card in INVESTORS])


def money_of(investors: tuple[str, ...]) -> int:
    """Return the money that these Outside Investor cards bring."""
    return sum([INVESTORS[card] for card in investors])


def cheapest(own: int, least: int, most: int, cash: int, held: tuple[str, ...]) -> Raise | None:
    """Find the lowest raise from `least` to `most` that uses investors. Cash pays the rest.

    Among raises to the same amount, prefer more investor money, then fewer cards, then hand order.
    """
    best, lowest = (most + 1, 0, 0), None
    for size in range(1, len(held) + 1):
        for cards in combinations(held, size):
            brings = own + money_of(cards)
            to = max(least, brings)
            rank = to, -brings, size
            if to <= most and to - brings <= cash and rank < best:
                best, lowest = rank, Raise(to=to, investors=cards)
    return lowest
