"""Open bidding for an item, from the first bid to the auctioneer's choice to sell or buy.

An auction closes when all bidders but the high bidder have passed since the last bid (DD-9). With
`bluff_bids` it also closes when the high bid equals all the money in the game. Players who passed
may bid again until the auction closes. The rules don't measure time: `Call` only sets a flag that
lets the host shorten the deadline and pass for players who miss it.
"""

from dataclasses import replace

from games.downeast.auctions.legal_auction import all_money_bid
from games.downeast.auctions.payment import award, pay_automatically
from games.downeast.decks import BID_STEP
from games.downeast.events import (
    AuctionedAgain,
    Bought,
    Called,
    Exposed,
    HammerFell,
    LimitSet,
    Passed,
    Raised,
    Sold,
    TookFree,
)
from games.downeast.moves import Buy, Call, Pass, Raise, Sell, SetLimit
from games.downeast.state import Auction, Bid, Deciding, Paying, new_bid
from games.downeast.step_builder import StepBuilder
from games.fast_frozen import copier_of
from games.rules import Seat

NOBODY: frozenset[Seat] = frozenset()
_with_bids = copier_of(Auction, "item", "lot", "out")
_with_passes = copier_of(Auction, "item", "lot", "bids", "out", "called")
_EVERYBODY = tuple(frozenset(range(seats)) for seats in range(6))


# --- bidding --------------------------------------------------------------------------------------


def raise_bid(builder: StepBuilder, seat: Seat, move: Raise) -> None:
    """Bid more than the high bid, with or without a secret limit."""
    phase = builder.phase
    assert isinstance(phase, Auction)
    bid = _bid(seat, move.amount)
    if move.limit is not None:  # DD-42: tell the bidder of the limit before the bids
        builder.tell_only(LimitSet(seat=seat, limit=move.limit), seat)
    bids, builder.limit = _resolve_limits(phase, builder.limit, bid, move.limit)
    for bid in bids:
        builder.tell(Raised(seat=bid.seat, amount=bid.amount))
    # DD-9: a raise clears all passes and cancels the call
    builder.phase = _with_bids(phase, bids=phase.bids + bids, passed=NOBODY, called=False)
    _close_if_answered(builder)


def _resolve_limits(
    phase: Auction, standing: int | None, bid: Bid, limit: int | None
) -> tuple[tuple[Bid, ...], int | None]:
    """Return the bids caused by a new bid, and the secret limit of the resulting high bidder.

    If two players have limits, the bids rise automatically (DD-42). The resulting bids look as if
    both players had made them by hand, each higher than the one before.
    """
    old, most = phase.leader, limit or bid.amount
    held = standing or phase.high
    if old is None or held <= bid.amount:
        return (bid,), limit
    if most < held:
        return (_bid(bid.seat, most), _bid(old, most + BID_STEP)), standing
    if most > held:
        return (bid, _bid(old, held), _bid(bid.seat, held + BID_STEP)), limit
    return (_bid(bid.seat, held - BID_STEP), _bid(old, held)), standing


def _bid(seat: Seat, amount: int) -> Bid:
    return new_bid(seat=seat, amount=amount)


def set_limit(builder: StepBuilder, seat: Seat, move: SetLimit) -> None:
    """Change or withdraw the secret limit of the high bidder."""
    builder.limit = move.limit
    builder.tell_only(LimitSet(seat=seat, limit=move.limit), seat)


def pass_bid(builder: StepBuilder, seat: Seat, move: Pass) -> None:
    """Decline to exceed the high bid."""
    phase = builder.phase
    assert isinstance(phase, Auction)
    builder.tell(Passed(seat=seat))
    builder.phase = _with_passes(phase, passed=phase.passed | {seat})
    _close_if_answered(builder)


def call(builder: StepBuilder, seat: Seat, move: Call) -> None:
    """Call "going once, going twice", which shortens the deadline of the other bidders."""
    phase = builder.phase
    assert isinstance(phase, Auction)
    builder.tell(Called(seat=seat, high=phase.high))
    builder.phase = replace(phase, called=True)


def to_answer(phase: Auction, seats: int, auctioneer: Seat) -> frozenset[Seat]:
    """Return the bidders who have neither passed nor made the high bid."""
    return _EVERYBODY[seats].difference(phase.passed, phase.out, (auctioneer, phase.leader))


def _close_if_answered(builder: StepBuilder) -> None:
    """Close the auction if all bidders have answered."""
    phase = builder.phase
    assert isinstance(phase, Auction)
    if not all_money_bid(builder, phase) and to_answer(phase, len(builder.holdings), builder.turn):
        return
    builder.limit = None  # DD-42: a limit ends with the auction
    if phase.leader is None:  # DD-11: without a bid the auctioneer takes the item for nothing
        builder.tell(TookFree(seat=builder.turn, item=phase.item))
        award(builder, builder.turn, phase.item)
        return
    builder.tell(HammerFell(item=phase.item, bidder=phase.leader, price=phase.high))
    builder.phase = Deciding(
        item=phase.item, lot=phase.lot, bidder=phase.leader, price=phase.high, out=phase.out
    )


# --- the auctioneer's choice ----------------------------------------------------------------------


def sell(builder: StepBuilder, seat: Seat, move: Sell) -> None:
    """Sell the item to the high bidder. If a bluffer can't pay, expose their cash."""
    phase = builder.phase
    assert isinstance(phase, Deciding)
    bidder, price = phase.bidder, phase.price  # DD-13: these can't be changed
    builder.tell(Sold(seat=seat, to=bidder, item=phase.item, price=price))
    if builder.money_of(bidder) < price:
        _expose(builder, phase)
    else:
        _collect(builder, phase, payer=bidder, payee=seat)


def _expose(builder: StepBuilder, phase: Deciding) -> None:
    """Reveal a bluffer's cash and start the item's auction again without this bidder (DD-10)."""
    cash, out = builder.holdings[phase.bidder].cash, phase.out | {phase.bidder}
    builder.tell(Exposed(seat=phase.bidder, item=phase.item, price=phase.price, cash=cash))
    again = Auction(item=phase.item, lot=phase.lot, bids=(), passed=NOBODY, out=out, called=False)
    builder.phase = again
    if to_answer(again, len(builder.holdings), builder.turn):
        builder.tell(AuctionedAgain(seat=builder.turn, item=phase.item, out=tuple(sorted(out))))
    _close_if_answered(builder)


def buy(builder: StepBuilder, seat: Seat, move: Buy) -> None:
    """Keep the item, and pay the high bid to the high bidder."""
    phase = builder.phase
    assert isinstance(phase, Deciding)
    bidder, price = phase.bidder, phase.price
    builder.tell(Bought(seat=seat, instead_of=bidder, item=phase.item, price=price))
    _collect(builder, phase, payer=seat, payee=bidder)


def _collect(builder: StepBuilder, phase: Deciding, *, payer: Seat, payee: Seat) -> None:
    """Pay the price automatically, or ask the payer to pick the cards (DD-45)."""
    owed = Paying(item=phase.item, lot=phase.lot, payer=payer, payee=payee, price=phase.price)
    if payer in builder.ask_me:
        builder.phase = owed
    else:
        pay_automatically(builder, owed)
