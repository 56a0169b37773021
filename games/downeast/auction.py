"""Open bidding for an item, from the first bid to the auctioneer's choice to sell or buy.

DD-9: an auction closes when everybody except the auctioneer and the high bidder has passed since
the last bid. With `bluff_bids` it also closes when the high bid equals all the money in the game. A
player who passed may bid again until then. The rules know no time: `Call` sets a flag that shortens
the others' deadline, and the host passes for players who miss it.
"""

from games.downeast.decks import BID_STEP
from games.downeast.events import (
    AuctionedAgain,
    Bought,
    Called,
    Exposed,
    HammerFell,
    LimitSet,
    Sold,
    TookFree,
    new_passed,
    new_raised,
)
from games.downeast.legal_auction import bid_out
from games.downeast.moves import Buy, Call, Pass, Raise, Sell, SetLimit
from games.downeast.payment import house_pays, take
from games.downeast.state import Auction, Bid, Deciding, Paying, new_auction, new_bid
from games.downeast.step_builder import Draft
from games.rules import Seat

NOBODY: frozenset[Seat] = frozenset()
_EVERYBODY = tuple(frozenset(range(seats)) for seats in range(6))


# --- bidding --------------------------------------------------------------------------------------


def raise_bid(draft: Draft, seat: Seat, move: Raise) -> None:
    """Bid higher than the high bid, with or without a secret limit."""
    phase = draft.phase
    assert isinstance(phase, Auction)
    bid = _bid(seat, move.amount)
    if move.limit is not None:  # DD-42: tell the owner first, before the bids that result
        draft.tell_only(LimitSet(seat=seat, limit=move.limit), seat)
    bids, draft.limit = _resolved(phase, draft.limit, bid, move.limit)
    for bid in bids:
        draft.tell(new_raised(seat=bid.seat, amount=bid.amount))
    # DD-9: a raise clears all passes and cancels the call
    draft.phase = new_auction(
        item=phase.item,
        lot=phase.lot,
        bids=phase.bids + bids,
        passed=NOBODY,
        out=phase.out,
        called=False,
    )
    _listen(draft)


def _resolved(
    phase: Auction, standing: int | None, bid: Bid, limit: int | None
) -> tuple[tuple[Bid, ...], int | None]:
    """Return the bids that follow from a new bid, and the final high bidder's secret limit.

    DD-42: the limits of both bidders raise automatically. The resulting bids look as if both
    players had made them by hand, each higher than the last.
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


def set_limit(draft: Draft, seat: Seat, move: SetLimit) -> None:
    """Change or withdraw the secret limit of the high bidder."""
    draft.limit = move.limit
    draft.tell_only(LimitSet(seat=seat, limit=move.limit), seat)


def pass_bid(draft: Draft, seat: Seat, move: Pass) -> None:
    """Pass on the high bid."""
    phase = draft.phase
    assert isinstance(phase, Auction)
    draft.tell(new_passed(seat=seat))
    draft.phase = new_auction(
        item=phase.item,
        lot=phase.lot,
        bids=phase.bids,
        passed=phase.passed | {seat},
        out=phase.out,
        called=phase.called,
    )
    _listen(draft)


def call(draft: Draft, seat: Seat, move: Call) -> None:
    """Call "going once, going twice", which shortens the deadline of the other bidders."""
    phase = draft.phase
    assert isinstance(phase, Auction)
    draft.tell(Called(seat=seat, high=phase.high))
    draft.phase = new_auction(
        item=phase.item,
        lot=phase.lot,
        bids=phase.bids,
        passed=phase.passed,
        out=phase.out,
        called=True,
    )


def to_answer(phase: Auction, seats: int, auctioneer: Seat) -> frozenset[Seat]:
    """Return the bidders who have not passed and do not hold the high bid."""
    return _EVERYBODY[seats].difference(phase.passed, phase.out, (auctioneer, phase.leader))


def _listen(draft: Draft) -> None:
    """Close the auction if no bidder is left to answer."""
    phase = draft.phase
    assert isinstance(phase, Auction)
    if not bid_out(draft, phase) and to_answer(phase, len(draft.holdings), draft.turn):
        return
    draft.limit = None  # DD-42: a limit ends with the auction
    if phase.leader is None:  # DD-11: without a bid the auctioneer takes the item for nothing
        draft.tell(TookFree(seat=draft.turn, item=phase.item))
        take(draft, draft.turn, phase.item)
        return
    draft.tell(HammerFell(item=phase.item, bidder=phase.leader, price=phase.high))
    draft.phase = Deciding(
        item=phase.item, lot=phase.lot, bidder=phase.leader, price=phase.high, out=phase.out
    )


# --- the auctioneer's choice ----------------------------------------------------------------------


def sell(draft: Draft, seat: Seat, move: Sell) -> None:
    """Sell the item to the high bidder, or expose a bluffer who cannot pay."""
    phase = draft.phase
    assert isinstance(phase, Deciding)
    bidder, price = phase.bidder, phase.price  # DD-13: only to the high bidder, at the full price
    draft.tell(Sold(seat=seat, to=bidder, item=phase.item, price=price))
    if draft.money_of(bidder) < price:
        _expose(draft, phase)
    else:
        _owe(draft, phase, payer=bidder, payee=seat)


def _expose(draft: Draft, phase: Deciding) -> None:
    """Show a bluffer's cash, and auction the item again without this bidder (DD-10)."""
    cash, out = draft.holdings[phase.bidder].cash, phase.out | {phase.bidder}
    draft.tell(Exposed(seat=phase.bidder, item=phase.item, price=phase.price, cash=cash))
    again = new_auction(
        item=phase.item, lot=phase.lot, bids=(), passed=NOBODY, out=out, called=False
    )
    draft.phase = again
    if to_answer(again, len(draft.holdings), draft.turn):
        draft.tell(AuctionedAgain(seat=draft.turn, item=phase.item, out=tuple(sorted(out))))
    _listen(draft)


def buy(draft: Draft, seat: Seat, move: Buy) -> None:
    """Keep the item, and pay the high bid to the high bidder."""
    phase = draft.phase
    assert isinstance(phase, Deciding)
    bidder, price = phase.bidder, phase.price
    draft.tell(Bought(seat=seat, instead_of=bidder, item=phase.item, price=price))
    _owe(draft, phase, payer=seat, payee=bidder)


def _owe(draft: Draft, phase: Deciding, *, payer: Seat, payee: Seat) -> None:
    """Pay the price automatically, or ask the payer to pick the cards (DD-45)."""
    owed = Paying(item=phase.item, lot=phase.lot, payer=payer, payee=payee, price=phase.price)
    if payer in draft.ask_me:
        draft.phase = owed
    else:
        house_pays(draft, owed)
