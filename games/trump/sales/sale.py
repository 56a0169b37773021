"""A sale (TR-24 to TR-40): sealed opening bids, turns of bidding and the settlement.

When the bids are opened, their money leaves the players' cash. It belongs to the bids until the
sale is settled, like the bidding cards that are played. A turn without a choice (TR-60) or with a
plan that answers (TR-61) is played immediately, in the same step.
"""

from collections.abc import Callable
from typing import Any

from games.fast_frozen import copier_of
from games.rules import Seat
from games.trump import promises
from games.trump.cards import BACK, OUT, STEP
from games.trump.events import (
    BidNoted,
    BidsOpened,
    CameBack,
    KnockedOut,
    NotSold,
    PlanNoted,
    Raised,
    SaleBegan,
    Sold,
)
from games.trump.events_sales import BidPassed, BidSealed, Opened, Returned
from games.trump.moves import ComeBack, DropPlan, KnockOut, OpenBid, Pass, Plan, Raise
from games.trump.sales import plan
from games.trump.state import Bid, Bidding, Opening, SaleBy, Settled, new_bid
from games.trump.step_builder import StepBuilder

_with_answers = copier_of(Opening, "number", "property", "broker", "owner", "by", "asked")
_same_sale = copier_of(Bidding, "number", "property", "broker", "owner", "by")
_same_bid = copier_of(Bid, "seat", "amount", "reached", "cards", "out")

# --- opening bids ---------------------------------------------------------------------------------


def put_up(step: StepBuilder, property: str, broker: Seat, by: SaleBy) -> None:
    """Put a property up for sale and ask every player who can afford it for an opening bid."""
    owner = step.box(property).owner
    step.sales += 1
    # TR-24: players who can't afford the lowest bid are not asked
    asked = tuple([seat for seat in step.clockwise(broker) if step.cash[seat] >= STEP])
    step.tell(SaleBegan(property=property, broker=broker, owner=owner, by=by, asked=asked))
    if not asked:
        _end_unsold(step, property, owner)
        return
    step.phase = Opening(
        number=step.sales,
        property=property,
        broker=broker,
        owner=owner,
        by=by,
        asked=asked,
        answered=frozenset(),
    )


def open_bid(step: StepBuilder, seat: Seat, move: OpenBid) -> None:
    """Seal or change an opening bid and its plan. Open all bids when all seats have answered."""
    opening = step.phase
    assert isinstance(opening, Opening)
    first = seat not in opening.answered
    answered = opening.answered | {seat}
    if first:  # only the bidder learns of a change
        step.tell(BidSealed(seat=seat, left=len(opening.asked) - len(answered)))
    step.tell_only(BidNoted(seat=seat, amount=move.amount), seat)
    step.sealed = (*step.sealed[:seat], move.amount, *step.sealed[seat + 1 :])
    _plans(step, seat, _plan_with(move))
    if len(answered) == len(opening.asked):
        _open_bids(step, opening)
    elif first:
        step.phase = _with_answers(opening, answered=answered)


def _plan_with(move: OpenBid) -> Plan | None:
    if move.limit is None or not move.amount:
        return None
    return Plan(limit=move.limit, investors=move.investors, out=move.out, back=move.back)


def _open_bids(step: StepBuilder, opening: Opening) -> None:
    bids: list[Bid] = []
    opened: list[Opened] = []
    for at, seat in enumerate(step.clockwise(opening.broker)):
        amount = step.sealed[seat] or 0
        opened.append(Opened(seat=seat, amount=amount))
        if amount:
            step.spend(seat, amount)
            bids.append(_bid(seat, amount, reached=at))
    step.sealed = (None,) * step.seats
    # TR-25: the highest bid leads; in a tie, the bidder closest to the Broker clockwise
    leader = max(bids, key=Bid.rank).seat if bids else None
    step.tell(BidsOpened(property=opening.property, bids=tuple(opened), leader=leader))
    if not bids:  # TR-26: the owner doesn't change
        _end_unsold(step, opening.property, opening.owner)
        return
    bidding = Bidding(
        number=opening.number,
        property=opening.property,
        broker=opening.broker,
        owner=opening.owner,
        by=opening.by,
        bids=tuple(bids),
        turn=bids[0].seat,  # TR-28: the first bidder clockwise from the Broker begins
        unlocked=False,
        said=0,
    )
    _run_bidding(step, bidding)


# --- plans ----------------------------------------------------------------------------------------


def lay_plan(step: StepBuilder, seat: Seat, move: Plan) -> None:
    """Make or change a plan for this sale. On the bidder's own turn it acts immediately."""
    _plans(step, seat, move)
    bidding = step.phase
    if isinstance(bidding, Bidding) and bidding.turn == seat:
        _run_bidding(step, bidding)


def drop_plan(step: StepBuilder, seat: Seat, move: DropPlan) -> None:
    """Withdraw a plan, so that the bidder is asked again on each turn."""
    _plans(step, seat, None)


def _plans(step: StepBuilder, seat: Seat, plan: Plan | None) -> None:
    if plan is None and step.plans[seat] is None:
        return
    step.plans = (*step.plans[:seat], plan, *step.plans[seat + 1 :])
    step.tell_only(PlanNoted(seat=seat, limit=plan and plan.limit), seat)


# --- the bidding ----------------------------------------------------------------------------------


def raise_bid(step: StepBuilder, seat: Seat, move: Raise) -> None:
    """Raise the bidder's own bid with Outside Investors, with cash or with both."""
    _act(step, seat, move)


def knock_out(step: StepBuilder, seat: Seat, move: KnockOut) -> None:
    """Play You're Out to knock another bidder out."""
    _act(step, seat, move)


def come_back(step: StepBuilder, seat: Seat, move: ComeBack) -> None:
    """Play I'm Back to return to the bidding."""
    _act(step, seat, move)


def pass_bid(step: StepBuilder, seat: Seat, move: Pass) -> None:
    """Pass in the bidding, or stay out after a knock-out."""
    _act(step, seat, move)


def _act(step: StepBuilder, seat: Seat, move: Raise | KnockOut | ComeBack | Pass) -> None:
    bidding = step.phase
    assert isinstance(bidding, Bidding)
    _run_bidding(step, _ACTIONS[type(move)](step, bidding, seat, move))


def _run_bidding(step: StepBuilder, bidding: Bidding) -> None:
    """Play every turn that needs no answer. Settle the sale when the bidding is over."""
    while not _is_over(bidding, leader := bidding.leader()):
        seat = bidding.turn
        if not has_choice(bidding, seat, len(step.hands[seat]), step.cash[seat]):
            bidding = _passed(step, bidding, seat, asked=False)  # TR-60: a forced pass
            continue
        move = plan.next_move(step, bidding, leader)  # TR-61: the bidder's plan chooses
        if move is None:
            step.phase = bidding
            return
        bidding = _ACTIONS[type(move)](step, bidding, seat, move)
    _complete_sale(step, bidding)


def _is_over(bidding: Bidding, leader: Bid) -> bool:
    """Return whether the bidding is over (TR-35)."""
    for bid in bidding.bids:
        if bid.out:
            if not bid.stayed:  # TR-35 (b): a knocked-out bidder must get a turn to come back
                return False
        elif not bid.passed and bid is not leader:  # TR-35 (a): all others must pass
            return False
    return True


def has_choice(bidding: Bidding, seat: Seat, cards: int, cash: int) -> bool:
    """Return whether a bidder may have a choice on this turn, judged by public facts (TR-60)."""
    if cards:  # others don't know which cards, so there may be a choice
        return True
    bid = bidding.bid_of(seat)
    if bid is None or bid.out or not bidding.unlocked:
        return False
    return bidding.leader().amount + STEP - bid.amount <= cash


def _raised(step: StepBuilder, bidding: Bidding, seat: Seat, move: Raise) -> Bidding:
    own = _own(bidding, seat)
    cash = move.to - own.amount - plan.money_of(move.investors)
    step.spend(seat, cash)
    step.remove_cards(seat, *move.investors)
    raised = _bid(
        seat,
        move.to,
        reached=step.seats + bidding.said,  # TR-59: ranks after all earlier equal bids
        cards=own.cards + move.investors,
    )
    # TR-29: the first raise needs an investor, so cash alone may raise from now on
    after = _next_bidder(bidding, _with_bid(bidding.bids, raised), unlocked=True)
    step.tell(
        Raised(
            seat=seat, to=move.to, cash=cash, investors=move.investors, leader=after.leader().seat
        )
    )
    promises.open_cards_played(step, seat, *move.investors)
    return after


def _knocked_out(step: StepBuilder, bidding: Bidding, seat: Seat, move: KnockOut) -> Bidding:
    target = _own(bidding, move.seat)
    step.remove_cards(seat, OUT)
    out = _bid(target.seat, target.amount, target.reached, cards=(*target.cards, OUT), out=True)
    after = _next_bidder(bidding, _with_bid(bidding.bids, out), unlocked=bidding.unlocked)
    step.tell(KnockedOut(seat=seat, target=target.seat, leader=after.leader().seat))
    promises.open_cards_played(step, seat, OUT)
    return after


def _came_back(step: StepBuilder, bidding: Bidding, seat: Seat, move: ComeBack) -> Bidding:
    own = _own(bidding, seat)
    step.remove_cards(seat, BACK)
    back = _bid(seat, own.amount, own.reached, cards=(*own.cards, BACK))
    after = _next_bidder(bidding, _with_bid(bidding.bids, back), unlocked=bidding.unlocked)
    step.tell(CameBack(seat=seat, leader=after.leader().seat))
    promises.open_cards_played(step, seat, BACK)
    return after


def _passes(step: StepBuilder, bidding: Bidding, seat: Seat, move: Pass) -> Bidding:
    return _passed(step, bidding, seat, asked=True)


def _passed(step: StepBuilder, bidding: Bidding, seat: Seat, *, asked: bool) -> Bidding:
    own = _own(bidding, seat)
    step.tell(BidPassed(seat=seat, out=own.out, asked=asked))
    passed = _same_bid(own, stayed=own.out, passed=not own.out)
    bids = tuple([passed if bid.seat == seat else bid for bid in bidding.bids])
    return _next_bidder(bidding, bids, unlocked=bidding.unlocked)


_ACTIONS: dict[type, Callable[[StepBuilder, Bidding, Seat, Any], Bidding]] = {
    Raise: _raised,
    KnockOut: _knocked_out,
    ComeBack: _came_back,
    Pass: _passes,
}


def _own(bidding: Bidding, seat: Seat) -> Bid:
    bid = bidding.bid_of(seat)
    assert bid is not None, "only openers bid"
    return bid


def _bid(
    seat: Seat, amount: int, reached: int, cards: tuple[str, ...] = (), out: bool = False
) -> Bid:
    return new_bid(
        seat=seat,
        amount=amount,
        reached=reached,
        cards=cards,
        out=out,
        stayed=False,
        passed=False,
    )


def _with_bid(bids: tuple[Bid, ...], changed: Bid) -> tuple[Bid, ...]:
    """Replace one player's bid, and clear the passes of the other bidders."""
    return tuple(
        [
            changed
            if bid.seat == changed.seat
            else _same_bid(bid, stayed=bid.stayed, passed=False)
            if bid.passed
            else bid
            for bid in bids
        ]
    )


def _next_bidder(bidding: Bidding, bids: tuple[Bid, ...], *, unlocked: bool) -> Bidding:
    """Give the turn to the next bidder clockwise (TR-28)."""
    seats = [bid.seat for bid in bids]
    return _same_sale(
        bidding,
        bids=bids,
        turn=seats[(seats.index(bidding.turn) + 1) % len(seats)],
        unlocked=unlocked,
        said=bidding.said + 1,
    )


# --- the settlement -------------------------------------------------------------------------------


def _end_unsold(step: StepBuilder, property: str, owner: Seat | None) -> None:
    step.tell(NotSold(property=property, owner=owner))
    step.settled += (
        Settled(property=property, owner=owner, seat=None, price=0, inside=None, bids=()),
    )
    step.phase = None


def _complete_sale(step: StepBuilder, bidding: Bidding) -> None:
    """Sell the property to the leader: move the money and discard the bidding cards."""
    won, property, owner = bidding.leader(), bidding.property, bidding.owner
    returned: list[Returned] = []
    discarded: list[str] = []
    for bid in bidding.bids:
        discarded += bid.cards
        if bid is not won:  # TR-37: a loser gets the whole bid back, even the investors' money
            step.earn(bid.seat, bid.amount)
            returned.append(Returned(seat=bid.seat, amount=bid.amount))
    kept = won.seat == owner
    if kept:  # TR-38: an owner who wins pays into the property's own box
        step.put_in_box(property, won.amount)
    elif owner is not None:
        step.earn(owner, won.amount)
    step.set_owner(property, won.seat)
    step.discards += tuple(discarded)  # TR-39: bidding cards are discarded after the sale
    step.plans = (None,) * step.seats
    inside = None if kept else step.box(property).inside  # TR-17: told for a new owner
    step.settled += (
        Settled(
            property=property,
            owner=owner,
            seat=won.seat,
            price=won.amount,
            inside=inside,
            bids=bidding.bids,
        ),
    )
    step.tell(
        Sold(
            property=property,
            seat=won.seat,
            owner=owner,
            price=won.amount,
            inside=inside,
            returned=tuple(returned),
            discarded=tuple(discarded),
        )
    )
    step.phase = None
    if owner is not None and not kept:
        promises.lost(step, property, won.seat)  # TR-72: the sale ends promises about the property
