"""Which moves are legal in an auction: bids and limits, the call, the sale, the payment."""

from collections.abc import Iterator
from functools import lru_cache

from games.downeast.asked import Asked, not_in_hand, not_now
from games.downeast.cash import card_name, lacking, money, needless, payments
from games.downeast.decks import BID_STEP, CHEST_PAYS, START_CASH
from games.downeast.moves import Buy, Call, Move, Pass, Pay, Raise, Sell, SetLimit
from games.downeast.state import Auction, Deciding, Paying
from games.downeast.views import View

_STEPS = (1, 2, 3, 5, 10, 20)  # raises by so many tens, in the sample

_PASS, _CALL, _SELL, _BUY = Pass(), Call(), Sell(), Buy()

# --- bidding --------------------------------------------------------------------------------------


def in_play(view: Asked) -> int:
    """Add up all the money that there is: the first cash, and what the chests brought."""
    return len(view.displays) * (sum(START_CASH) + sum(CHEST_PAYS[: view.chests]))


def bids(view: Asked, phase: Auction) -> range:
    """Say which bids the owner of a view could make, if they may bid at all."""
    # DD-10: no more than one holds; a bluff stays within the money that there is, which is public
    most = in_play(view) if view.options.bluff_bids else sum(view.cash)
    return range(phase.high + BID_STEP, most + 1, BID_STEP)


def limits(view: Asked, bid: int) -> range:
    """Say which secret limits the owner of a view could give with a bid (DD-42)."""
    if not view.options.limits:
        return range(0)
    return range(max(bid, BID_STEP), sum(view.cash) + 1, BID_STEP)


def in_auction(view: View) -> Iterator[Move]:
    """Yield what a bidder, the high bidder or the auctioneer may do while an item is up."""
    phase = view.phase
    assert isinstance(phase, Auction)
    if not no_call(view):
        yield _CALL
    if not no_pass(view):
        yield _PASS
    if not _no_bid(view):
        most = bids(view, phase).stop - 1
        yield from _raises(phase.high, most, sum(view.cash), view.options.limits)
    if not _no_limit(view):
        yield from _own_limits(view, phase)


@lru_cache(maxsize=1024)
def _raises(high: int, most: int, held: int, limited: bool) -> tuple[Raise, ...]:
    """Sample the raises over a bid: small steps and large, one of them with a limit behind it."""
    least, found = high + BID_STEP, list[Raise]()
    for amount in (high + step * BID_STEP for step in _STEPS):
        if amount > most or (amount > held and amount > least):
            break
        found.append(_raise_to(amount, None))
        if amount == least and amount < held and limited:
            found.append(_raise_to(amount, held))
    return tuple(found)


@lru_cache(maxsize=4096)
def _raise_to(amount: int, limit: int | None) -> Raise:
    return Raise(amount=amount, limit=limit)


def _own_limits(view: View, phase: Auction) -> Iterator[Move]:
    if view.limit is not None:
        yield SetLimit(limit=None)
    may = limits(view, phase.high)
    if not may:
        return
    for limit in sorted({phase.high + 3 * BID_STEP, may[-1]}):
        if limit in may and limit != view.limit:
            yield SetLimit(limit=limit)


def _not_a_bidder(view: Asked, what: str) -> str:
    phase = view.phase
    if not isinstance(phase, Auction):
        return not_now(view, what)
    if view.seat == view.turn:  # DD-13
        return "You are the auctioneer: you do not bid, but you may buy once the hammer has fallen."
    if view.seat in phase.out:
        return "You could not pay your last bid, and are out of this auction."
    return ""


def _no_bid(view: Asked) -> str:
    phase = view.phase
    if isinstance(phase, Auction) and view.seat == phase.leader:
        return f"You hold the high bid already, at {money(phase.high)}."
    return _not_a_bidder(view, "bid")


def no_raise(view: Asked, move: Raise) -> str:
    """Say why this bid cannot be made."""
    phase = view.phase
    if why_not := _no_bid(view):
        return why_not
    assert isinstance(phase, Auction)
    may, least, amount = bids(view, phase), phase.high + BID_STEP, move.amount
    if amount in may:
        return _no_such_limit(view, amount, move.limit)
    if amount < least:  # DD-12: strictly higher; of two at once, the first one stands
        stands = f" The bid stands at {money(phase.high)} now." if phase.bids else ""
        return f"{money(amount)} is not enough: bid {money(least)} or more.{stands}"
    if amount % BID_STEP:
        return f"Bids go in tens: {money(least)} is the least."
    if view.options.bluff_bids:
        return f"There is only {money(in_play(view))} in the whole game: bid less."
    held = sum(view.cash)  # DD-10: told to the bidder alone, so it gives nothing away
    if held < least:
        return f"You hold {money(held)}, and the least bid is {money(least)}: pass."
    return f"You hold {money(held)}: you cannot bid {money(amount)}."


def _no_such_limit(view: Asked, bid: int, limit: int | None) -> str:
    if limit is None or limit in limits(view, bid):
        return ""
    if not view.options.limits:
        return "This table plays without secret limits."
    if limit < bid:
        return f"Your limit cannot be less than your bid, {money(bid)}."
    if limit % BID_STEP:
        return "Limits go in tens, as bids do."
    # DD-42: at most the cash one has when it is given
    return f"You hold {money(sum(view.cash))}: your limit cannot be {money(limit)}."


def _no_limit(view: Asked) -> str:
    phase = view.phase
    if not isinstance(phase, Auction):
        return not_now(view, "set a limit")
    if not view.options.limits:
        return "This table plays without secret limits."
    if view.seat != phase.leader:
        return "You do not hold the high bid: raise, and give your limit with that."
    return ""


def no_set_limit(view: Asked, move: SetLimit) -> str:
    """Say why this limit cannot be set."""
    phase = view.phase
    if why_not := _no_limit(view):
        return why_not
    assert isinstance(phase, Auction)
    if move.limit is None and view.limit is None:
        return "You have no secret limit to withdraw."
    return _no_such_limit(view, phase.high, move.limit)


def no_pass(view: Asked, move: Pass = _PASS) -> str:
    """Say why this seat cannot pass."""
    phase = view.phase
    if why_not := _not_a_bidder(view, "pass"):
        return why_not
    assert isinstance(phase, Auction)
    if view.seat == phase.leader:
        return f"You hold the high bid, at {money(phase.high)}: there is nothing to pass on."
    if view.seat in phase.passed:
        return "You have passed already. Until the hammer falls you may still raise."
    return ""


def no_call(view: Asked, move: Call = _CALL) -> str:
    """Say why this seat cannot call."""
    phase = view.phase
    if not isinstance(phase, Auction):
        return not_now(view, "call")
    if view.seat != view.turn:
        return "Only the auctioneer calls."
    return "You have called already." if phase.called else ""


# --- the auctioneer's choice, and paying ----------------------------------------------------------


def after_the_hammer(view: View) -> Iterator[Move]:
    """Yield what the auctioneer may do once the hammer has fallen."""
    if not no_sell(view):
        yield _SELL
    if not no_buy(view):
        yield _BUY


def no_sell(view: Asked, move: Sell = _SELL) -> str:
    """Say why this seat cannot sell."""
    if not isinstance(view.phase, Deciding):
        return not_now(view, "sell")
    return "" if view.seat == view.turn else "Only the auctioneer sells or buys."


def no_buy(view: Asked, move: Buy = _BUY) -> str:
    """Say why this seat cannot buy."""
    phase = view.phase
    if not isinstance(phase, Deciding):
        return not_now(view, "buy")
    if view.seat != view.turn:
        return "Only the auctioneer sells or buys."
    held = sum(view.cash)
    if held < phase.price:  # DD-13
        return f"You hold {money(held)}: too little to buy at {money(phase.price)}. Sell."
    return ""


def to_pay(view: View) -> Iterator[Move]:
    """Yield every payment."""
    phase = view.phase
    if isinstance(phase, Paying) and not _no_payment(view):
        for cards in payments(view.cash, phase.price):
            yield Pay(cards=cards)


def _no_payment(view: Asked) -> str:
    if not isinstance(view.phase, Paying):
        return not_now(view, "pay")
    return "" if view.seat == view.phase.payer else "It is not yours to pay."


def no_pay(view: Asked, move: Pay) -> str:
    """Say why this cannot be paid."""
    phase, cards = view.phase, move.cards
    if why_not := _no_payment(view):
        return why_not
    assert isinstance(phase, Paying)
    # DD-14: enough, no card more than needed, and no change
    if cards in payments(view.cash, phase.price):
        return ""
    if lacking(view.cash, cards) is not None:
        return not_in_hand(view, cards)
    if sum(cards) < phase.price:
        return f"That is {money(sum(cards))}, and the price is {money(phase.price)}."
    spare = needless(cards, phase.price)
    if spare is not None:
        return f"Keep {card_name(spare)}: the rest pays {money(phase.price)} without it."
    return not_in_hand(view, cards)
