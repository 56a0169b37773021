"""Decide which moves of an open auction are legal: bids, limits, the call, sale and payment."""

from collections.abc import Iterator
from functools import lru_cache

from games.downeast.cash import card_name, missing_card, money, payments, unneeded_card
from games.downeast.decks import BID_STEP, CHEST_PAYS, START_CASH
from games.downeast.moves import Buy, Call, Move, Pass, Pay, Raise, Sell, SetLimit
from games.downeast.refusals import Knowledge, Why, as_auctioneer, as_bidder, not_in_hand, not_now
from games.downeast.state import Auction, Deciding, Paying
from games.downeast.views import View

_STEPS = (1, 2, 3, 5, 10, 20)  # sampled raises above the high bid, in units of $10

_PASS, _CALL, _SELL, _BUY = Pass(), Call(), Sell(), Buy()

# --- bidding --------------------------------------------------------------------------------------


def in_play(view: Knowledge) -> int:
    """Return all the money in the game: the starting cash plus what the chests paid."""
    return len(view.displays) * (sum(START_CASH) + sum(CHEST_PAYS[: view.chests]))


def all_money_bid(view: Knowledge, phase: Auction) -> bool:
    """Return whether the high bid equals all the money, so that no bluff can exceed it (DD-10)."""
    return view.options.bluff_bids and phase.high + BID_STEP > in_play(view)


def bids(view: Knowledge, phase: Auction) -> range:
    """Return the bids that a view's owner can afford, even if it isn't their turn to bid."""
    return range(phase.high + BID_STEP, _highest_bid(view) + 1, BID_STEP)


def _highest_bid(view: Knowledge) -> int:
    # DD-10: at most their own cash; DD-17: a bluff may be as high as all the money in the game
    return in_play(view) if view.options.bluff_bids else sum(view.cash)


def limits(view: Knowledge, bid: int) -> range:
    """Return the secret limits that a view's owner can give with a bid (DD-42)."""
    if not view.options.limits:
        return range(0)
    return range(max(bid, BID_STEP), sum(view.cash) + 1, BID_STEP)


def auction_moves(view: View) -> Iterator[Move]:
    """Yield the moves of a bidder, the high bidder or the auctioneer during an auction."""
    phase = view.phase
    assert isinstance(phase, Auction)
    if view.seat == view.turn:  # check only this role's moves, because refusals are slow to build
        if not no_call(view):
            yield _CALL
    elif view.seat == phase.leader:
        if not _no_limit(view):
            yield from _own_limits(view, phase)
    elif not _not_a_bidder(view, "bid"):
        if not _no_need_to_pass(view, phase):
            yield _PASS
        yield from _raises(phase.high, _highest_bid(view), sum(view.cash), view.options.limits)


@lru_cache(maxsize=1024)
def _raises(high: int, most: int, held: int, limited: bool) -> tuple[Raise, ...]:
    """Return sample raises in small and large steps, one of them with a limit.

    They contain one bluff, the smallest possible one, because it is the most credible.
    """
    least, top = high + BID_STEP, min(most, held)
    amounts = [amount for step in _STEPS if (amount := high + step * BID_STEP) <= top]
    raises = [_raise_to(amount, None) for amount in amounts]
    if raises and least < held and limited:
        raises.insert(1, _raise_to(least, held))
    bluff = max(least, held + BID_STEP)
    if bluff <= most:
        raises.append(_raise_to(bluff, None))
    return tuple(raises)


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


def _not_a_bidder(view: Knowledge, what: str) -> Why:
    phase = view.phase
    if why_not := as_auctioneer(view):
        return why_not
    if not isinstance(phase, Auction):
        return not_now(view, what)
    if view.seat in phase.out:
        return (f"You couldn't pay your bid for the {phase.item}, so you're out of this auction.",)
    return ()


def _no_bid(view: Knowledge) -> Why:
    phase = view.phase
    if isinstance(phase, Auction) and view.seat == phase.leader:
        return (f"You already have the high bid, {money(phase.high)}.",)
    return _not_a_bidder(view, "bid")


def no_raise(view: Knowledge, move: Raise) -> Why:
    """Return why this bid is illegal, or () if it is legal."""
    phase = view.phase
    if why_not := _no_bid(view):
        return why_not
    assert isinstance(phase, Auction)
    may, amount = bids(view, phase), move.amount
    if amount in may:
        return _no_such_limit(view, amount, move.limit)
    return _no_bid_at_all(view, phase) or (_no_such_bid(view, phase, may, amount),)


def _no_bid_at_all(view: Knowledge, phase: Auction) -> Why:
    """Return an error sentence if even the smallest bid is too high for the view's owner."""
    if bids(view, phase):
        return ()
    if view.options.bluff_bids:
        return (f"There's only {money(in_play(view))} in the whole game, so nobody can bid more.",)
    # DD-10, DD-17: only the bidder sees this sentence, so it leaks no secret
    held, least = money(sum(view.cash)), money(phase.high + BID_STEP)
    can = "You've passed" if view.seat in phase.passed else "You can only pass"
    return (f"{can}. You have {held}, and the next bid must be at least {least}.",)


def _no_such_bid(view: Knowledge, phase: Auction, may: range, amount: int) -> str:
    if amount < may[0]:  # DD-12: a bid must be strictly higher; of equal bids the first counts
        high = f" The high bid is {money(phase.high)} now." if phase.bids else ""
        return f"{money(amount)} isn't enough. Bid {_between(may)}.{high}"
    if amount % BID_STEP:
        return f"Bids go in tens. Bid {_between(may)}."
    if view.options.bluff_bids:  # DD-10, DD-17: a bluff is limited by the money in the game
        return f"There's only {money(in_play(view))} in the whole game. Bid {_between(may)}."
    return (
        f"You have {money(sum(view.cash))}, so you can't bid {money(amount)}. Bid {_between(may)}."
    )


def _between(may: range) -> str:
    low, high = money(may[0]), money(may[-1])
    return low if low == high else f"{low} to {high}"


def _no_such_limit(view: Knowledge, bid: int, limit: int | None) -> Why:
    may = limits(view, bid)
    if limit is None or limit in may:
        return ()
    if not view.options.limits:
        return ("This table plays without secret limits.",)
    held = money(sum(view.cash))
    if not may:  # DD-42: a bluff can't have a limit, because limits never exceed the cash
        return (f"You have only {held}, so you can't add a limit to that bid.",)
    if limit < bid:
        return (f"Your limit can't be lower than your bid. Give {_between(may)}.",)
    if limit % BID_STEP:
        return (f"Limits go in tens. Give {_between(may)}.",)
    return (f"You have {held}, so your limit can't be {money(limit)}. Give {_between(may)}.",)


def _no_limit(view: Knowledge) -> Why:
    phase = view.phase
    if why_not := as_auctioneer(view):
        return why_not
    if not isinstance(phase, Auction):
        return not_now(view, "set a limit")
    if not view.options.limits:
        return ("This table plays without secret limits.",)
    if view.seat == phase.leader:
        return ()
    if why_not := _not_a_bidder(view, "set a limit") or _no_bid_at_all(view, phase):
        return why_not
    with_one = limits(view, phase.high + BID_STEP)
    if phase.leader is None:
        give = " Bid, and give it with your bid." if with_one else ""
        return (f"A limit goes with a bid, and there are no bids yet.{give}",)
    give = " Bid more, and give it with your bid." if with_one else ""
    return (f"A limit goes with the high bid, and {{0}} has that.{give}", phase.leader)


def no_set_limit(view: Knowledge, move: SetLimit) -> Why:
    """Return why this limit is illegal, or () if it is legal."""
    phase = view.phase
    if why_not := _no_limit(view):
        return why_not
    assert isinstance(phase, Auction)
    if move.limit is None and view.limit is None:
        return ("You have no secret limit to withdraw.",)
    return _no_such_limit(view, phase.high, move.limit)


def no_pass(view: Knowledge, move: Pass = _PASS) -> Why:
    """Return why this seat cannot pass in an open auction, or () if it can."""
    phase = view.phase
    if why_not := _not_a_bidder(view, "pass"):
        return why_not
    assert isinstance(phase, Auction)
    return _no_need_to_pass(view, phase)


def _no_need_to_pass(view: Knowledge, phase: Auction) -> Why:
    if view.seat == phase.leader:
        return (f"You have the high bid, {money(phase.high)}, so you don't have to pass.",)
    if view.seat in phase.passed:
        still = " You can still bid until the bidding is over." if bids(view, phase) else ""
        return (f"You've passed already.{still}",)
    return ()


def no_call(view: Knowledge, move: Call = _CALL) -> Why:
    """Return why this seat cannot call "going once, going twice", or () if it can."""
    phase = view.phase
    if not isinstance(phase, Auction):
        return not_now(view, "call")
    if view.seat != view.turn:
        return (f"{{0}} is auctioning the {phase.item}, so only {{0}} can call it.", view.turn)
    return ("You've called already.",) if phase.called else ()


# --- the auctioneer's choice, and paying ----------------------------------------------------------


def decision_moves(view: View) -> Iterator[Move]:
    """Yield the auctioneer's moves after an auction closed."""
    if not no_sell(view):
        yield _SELL
    if not no_buy(view):
        yield _BUY


def no_sell(view: Knowledge, move: Sell = _SELL) -> Why:
    """Return why this seat cannot sell after an open auction, or () if it can."""
    if why_not := as_bidder(view):
        return why_not
    return () if isinstance(view.phase, Deciding) else not_now(view, "sell")


def no_buy(view: Knowledge, move: Buy = _BUY) -> Why:
    """Return why this seat cannot buy the item at the high bid, or () if it can."""
    phase = view.phase
    if why_not := as_bidder(view):
        return why_not
    if not isinstance(phase, Deciding):
        return not_now(view, "buy")
    held, price = sum(view.cash), phase.price
    if held < price:  # DD-13: keeping the item needs enough cash
        return (f"You have {money(held)}, too little to keep it at {money(price)}. Sell it.",)
    return ()


def payment_moves(view: View) -> Iterator[Move]:
    """Yield every legal payment."""
    phase = view.phase
    if isinstance(phase, Paying) and not _no_payment(view):
        for cards in payments(view.cash, phase.price):
            yield Pay(cards=cards)


def _no_payment(view: Knowledge) -> Why:
    phase = view.phase
    yours = isinstance(phase, Paying) and view.seat == phase.payer
    return () if yours else not_now(view, "pay")


def no_pay(view: Knowledge, move: Pay) -> Why:
    """Return why this payment is illegal, or () if it is legal."""
    phase, cards = view.phase, move.cards
    if why_not := _no_payment(view):
        return why_not
    assert isinstance(phase, Paying)
    # DD-14: pay at least the price, without unneeded cards, and get no change
    if cards in payments(view.cash, phase.price):
        return ()
    if missing_card(view.cash, cards) is not None:
        return not_in_hand(view, cards)
    if sum(cards) < phase.price:
        return (f"That's {money(sum(cards))}, but the price is {money(phase.price)}. Add cards.",)
    spare = unneeded_card(cards, phase.price)
    if spare is not None:
        return (f"Leave out {card_name(spare)}: the rest is enough for {money(phase.price)}.",)
    return not_in_hand(view, cards)
