"""A sale (TR-24 to TR-40): sealed opening bids, the bidding that goes round, and the settlement.

Money that is bid leaves the purse when the bids are opened, and lies in the bids until the sale is
settled; so do the bidding cards that are played. Turns that leave no choice (TR-60), and those that
a plan answers (TR-61), are taken in the same step.
"""

from collections.abc import Callable
from typing import Any

from games.rules import Seat
from games.trump import plan, promises
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
from games.trump.events_sales import Opened, Returned, new_bid_passed, new_bid_sealed
from games.trump.moves import ComeBack, DropPlan, KnockOut, OpenBid, Pass, Plan, Raise
from games.trump.state import (
    Bid,
    Bidding,
    Opening,
    SaleBy,
    Settled,
    new_bid,
    new_bidding,
    new_opening,
)
from games.trump.step_builder import Draft

# --- opening bids ---------------------------------------------------------------------------------


def put_up(draft: Draft, property: str, broker: Seat, by: SaleBy) -> None:
    """Put a property up for sale: all who can bid are asked for an opening bid."""
    owner = draft.box(property).owner
    draft.sales += 1
    # TR-24: who has less than the least bid is not asked
    asked = tuple([seat for seat in draft.clockwise(broker) if draft.cash[seat] >= STEP])
    draft.tell(SaleBegan(property=property, broker=broker, owner=owner, by=by, asked=asked))
    if not asked:
        _is_not_sold(draft, property, owner)
        return
    draft.phase = new_opening(
        number=draft.sales,
        property=property,
        broker=broker,
        owner=owner,
        by=by,
        asked=asked,
        answered=frozenset(),
    )


def open_bid(draft: Draft, seat: Seat, move: OpenBid) -> None:
    """Seal an opening bid, or change it, and with it the plan; the last one in opens them all."""
    opening = draft.phase
    assert isinstance(opening, Opening)
    first = seat not in opening.answered
    answered = opening.answered | {seat}
    if first:  # a change is nobody else's to know
        draft.tell(new_bid_sealed(seat=seat, left=len(opening.asked) - len(answered)))
    draft.tell_only(BidNoted(seat=seat, amount=move.amount), seat)
    draft.sealed = (*draft.sealed[:seat], move.amount, *draft.sealed[seat + 1 :])
    _plans(draft, seat, _plan_in(move))
    if len(answered) == len(opening.asked):
        _opens(draft, opening)
    elif first:
        draft.phase = new_opening(
            number=opening.number,
            property=opening.property,
            broker=opening.broker,
            owner=opening.owner,
            by=opening.by,
            asked=opening.asked,
            answered=answered,
        )


def _plan_in(move: OpenBid) -> Plan | None:
    if move.limit is None or not move.amount:
        return None
    return Plan(limit=move.limit, investors=move.investors, out=move.out, back=move.back)


def _opens(draft: Draft, opening: Opening) -> None:
    bids: list[Bid] = []
    opened: list[Opened] = []
    for at, seat in enumerate(draft.clockwise(opening.broker)):
        amount = draft.sealed[seat] or 0
        opened.append(Opened(seat=seat, amount=amount))
        if amount:
            draft.spends(seat, amount)
            bids.append(_bid(seat, amount, reached=at))
    draft.sealed = (None,) * draft.seats
    # TR-25: the highest leads, of equal ones the first from the Broker
    leader = max(bids, key=Bid.rank).seat if bids else None
    draft.tell(BidsOpened(property=opening.property, bids=tuple(opened), leader=leader))
    if not bids:  # TR-26
        _is_not_sold(draft, opening.property, opening.owner)
        return
    bidding = new_bidding(
        number=opening.number,
        property=opening.property,
        broker=opening.broker,
        owner=opening.owner,
        by=opening.by,
        bids=tuple(bids),
        turn=bids[0].seat,  # TR-28: the Broker, or the first on the left who opened
        unlocked=False,
        said=0,
    )
    _goes_round(draft, bidding)


# --- plans ----------------------------------------------------------------------------------------


def lay_plan(draft: Draft, seat: Seat, move: Plan) -> None:
    """Lay down or change a plan for this sale; on one's own turn it acts at once."""
    _plans(draft, seat, move)
    bidding = draft.phase
    if isinstance(bidding, Bidding) and bidding.turn == seat:
        _goes_round(draft, bidding)


def drop_plan(draft: Draft, seat: Seat, move: DropPlan) -> None:
    """Withdraw a plan, and be asked in turn."""
    _plans(draft, seat, None)


def _plans(draft: Draft, seat: Seat, plan: Plan | None) -> None:
    if plan is None and draft.plans[seat] is None:
        return
    draft.plans = (*draft.plans[:seat], plan, *draft.plans[seat + 1 :])
    draft.tell_only(PlanNoted(seat=seat, limit=plan and plan.limit), seat)


# --- the bidding ----------------------------------------------------------------------------------


def raise_bid(draft: Draft, seat: Seat, move: Raise) -> None:
    """Raise one's bid, with Outside Investors, with cash or with both."""
    _takes_its_turn(draft, seat, move)


def knock_out(draft: Draft, seat: Seat, move: KnockOut) -> None:
    """Play You're Out on another bidder."""
    _takes_its_turn(draft, seat, move)


def come_back(draft: Draft, seat: Seat, move: ComeBack) -> None:
    """Play I'm Back."""
    _takes_its_turn(draft, seat, move)


def pass_bid(draft: Draft, seat: Seat, move: Pass) -> None:
    """Pass, or stay out."""
    _takes_its_turn(draft, seat, move)


def _takes_its_turn(draft: Draft, seat: Seat, move: Raise | KnockOut | ComeBack | Pass) -> None:
    bidding = draft.phase
    assert isinstance(bidding, Bidding)
    _goes_round(draft, _ACTS[type(move)](draft, bidding, seat, move))


def _goes_round(draft: Draft, bidding: Bidding) -> None:
    """Take all turns that nobody need be asked for, and settle the sale if it is over."""
    while not _is_over(bidding):
        seat = bidding.turn
        if not has_choice(bidding, seat, len(draft.hands[seat]), draft.cash[seat]):
            bidding = _passed(draft, bidding, seat, asked=False)  # TR-60
            continue
        move = plan.next_move(draft, bidding, seat)  # TR-61
        if move is None:
            draft.phase = bidding
            return
        bidding = _ACTS[type(move)](draft, bidding, seat, move)
    _settles(draft, bidding)


def _is_over(bidding: Bidding) -> bool:
    """Say whether the bidding ends here (TR-35)."""
    leader = bidding.leader()
    for bid in bidding.bids:
        if bid.out:
            if not bid.stayed:  # (b): who was knocked out has had a turn to return
                return False
        elif not bid.passed and bid is not leader:  # (a): all others have passed on what lies here
            return False
    return True


def has_choice(bidding: Bidding, seat: Seat, cards: int, cash: int) -> bool:
    """Say whether a bidder has a choice on a turn, as far as everybody can see (TR-60)."""
    if cards:  # which, nobody can see
        return True
    bid = bidding.bid_of(seat)
    if bid is None or bid.out or not bidding.unlocked:
        return False
    return bidding.leader().amount + STEP - bid.amount <= cash


def _raised(draft: Draft, bidding: Bidding, seat: Seat, move: Raise) -> Bidding:
    own = _own(bidding, seat)
    cash = move.to - own.amount - plan.money_of(move.investors)
    draft.spends(seat, cash)
    draft.gives(seat, *move.investors)
    raised = _bid(
        seat,
        move.to,
        reached=draft.seats + bidding.said,  # TR-59: after the opening bids, in order
        cards=own.cards + move.investors,
    )
    # TR-29: the first raise of a sale is one with an investor
    after = _next(bidding, _heard(bidding.bids, raised), unlocked=True)
    draft.tell(
        Raised(
            seat=seat, to=move.to, cash=cash, investors=move.investors, leader=after.leader().seat
        )
    )
    return after


def _knocked_out(draft: Draft, bidding: Bidding, seat: Seat, move: KnockOut) -> Bidding:
    target = _own(bidding, move.seat)
    draft.gives(seat, OUT)
    out = _bid(target.seat, target.amount, target.reached, cards=(*target.cards, OUT), out=True)
    after = _next(bidding, _heard(bidding.bids, out), unlocked=bidding.unlocked)
    draft.tell(KnockedOut(seat=seat, target=target.seat, leader=after.leader().seat))
    return after


def _came_back(draft: Draft, bidding: Bidding, seat: Seat, move: ComeBack) -> Bidding:
    own = _own(bidding, seat)
    draft.gives(seat, BACK)
    back = _bid(seat, own.amount, own.reached, cards=(*own.cards, BACK))
    after = _next(bidding, _heard(bidding.bids, back), unlocked=bidding.unlocked)
    draft.tell(CameBack(seat=seat, leader=after.leader().seat))
    return after


def _passes(draft: Draft, bidding: Bidding, seat: Seat, move: Pass) -> Bidding:
    return _passed(draft, bidding, seat, asked=True)


def _passed(draft: Draft, bidding: Bidding, seat: Seat, *, asked: bool) -> Bidding:
    own = _own(bidding, seat)
    draft.tell(new_bid_passed(seat=seat, out=own.out, asked=asked))
    passed = new_bid(
        seat=seat,
        amount=own.amount,
        reached=own.reached,
        cards=own.cards,
        out=own.out,
        stayed=own.out,
        passed=not own.out,
    )
    bids = tuple([passed if bid.seat == seat else bid for bid in bidding.bids])
    return _next(bidding, bids, unlocked=bidding.unlocked)


_ACTS: dict[type, Callable[[Draft, Bidding, Seat, Any], Bidding]] = {
    Raise: _raised,
    KnockOut: _knocked_out,
    ComeBack: _came_back,
    Pass: _passes,
}


def _own(bidding: Bidding, seat: Seat) -> Bid:
    bid = bidding.bid_of(seat)
    assert bid is not None, "who made no opening bid is out of the sale"
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


def _heard(bids: tuple[Bid, ...], changed: Bid) -> tuple[Bid, ...]:
    """Put a bid in the place of its player's last one; whoever has passed, passed before that."""
    return tuple(
        [
            changed
            if bid.seat == changed.seat
            else new_bid(
                seat=bid.seat,
                amount=bid.amount,
                reached=bid.reached,
                cards=bid.cards,
                out=bid.out,
                stayed=bid.stayed,
                passed=False,
            )
            if bid.passed
            else bid
            for bid in bids
        ]
    )


def _next(bidding: Bidding, bids: tuple[Bid, ...], *, unlocked: bool) -> Bidding:
    """Hand the turn on to the next who made an opening bid, clockwise (TR-28)."""
    seats = [bid.seat for bid in bids]
    return new_bidding(
        number=bidding.number,
        property=bidding.property,
        broker=bidding.broker,
        owner=bidding.owner,
        by=bidding.by,
        bids=bids,
        turn=seats[(seats.index(bidding.turn) + 1) % len(seats)],
        unlocked=unlocked,
        said=bidding.said + 1,
    )


# --- the settlement -------------------------------------------------------------------------------


def _is_not_sold(draft: Draft, property: str, owner: Seat | None) -> None:
    draft.tell(NotSold(property=property, owner=owner))
    draft.settled += (
        Settled(property=property, owner=owner, seat=None, price=0, inside=None, bids=()),
    )
    draft.phase = None


def _settles(draft: Draft, bidding: Bidding) -> None:
    """Let the leader have it: money goes where it belongs, cards to the discard pile."""
    won, property, owner = bidding.leader(), bidding.property, bidding.owner
    returned: list[Returned] = []
    discarded: list[str] = []
    for bid in bidding.bids:
        discarded += bid.cards
        if bid is not won:  # TR-37: the whole bid, investors' money as well
            draft.earns(bid.seat, bid.amount)
            returned.append(Returned(seat=bid.seat, amount=bid.amount))
    kept = won.seat == owner
    if kept:  # TR-38
        draft.puts_inside(property, won.amount)
    elif owner is not None:
        draft.earns(owner, won.amount)
    draft.owns(property, won.seat)
    draft.discards += tuple(discarded)  # TR-39
    draft.plans = (None,) * draft.seats
    inside = None if kept else draft.box(property).inside  # TR-17
    draft.settled += (
        Settled(
            property=property,
            owner=owner,
            seat=won.seat,
            price=won.amount,
            inside=inside,
            bids=bidding.bids,
        ),
    )
    draft.tell(
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
    draft.phase = None
    if owner is not None and not kept:
        promises.lost(draft, property, won.seat)  # TR-72
