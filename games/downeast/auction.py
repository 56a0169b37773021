"""The auction of an item: open bids, the hammer, the auctioneer's choice, the payment.

DD-9: the hammer falls when everybody but the auctioneer and the high bidder has passed since the
last bid. A pass is not final until then. The auctioneer's call is a fact that hurries the others;
that time has run out is for the host to say, by passing for them.
"""

from dataclasses import replace

from games.downeast import thief
from games.downeast.cash import card_name, handful, money, needless
from games.downeast.decks import BID_STEP, CHEST_PAYS
from games.downeast.events import (
    Bought,
    Called,
    ChestFound,
    Exposed,
    HammerFell,
    HandedOver,
    LimitSet,
    Paid,
    Passed,
    Raised,
    Sold,
    TookFree,
    TurnedOver,
)
from games.downeast.moves import Buy, Call, Pass, Pay, Raise, Sell, SetLimit, TurnOver
from games.downeast.state import (
    Auction,
    Bid,
    Choosing,
    Deciding,
    Outcome,
    Paying,
    State,
    after,
    check_lot,
    completed,
    in_hand,
    phase_of,
    public,
    refuse,
    secret,
    with_cash,
    with_items,
)
from games.downeast.turns import next_turn
from games.rules import Seat, Step


def turn_over(state: State, seat: Seat, move: TurnOver) -> Outcome:
    """Turn over the next card; a chest pays everybody before the bidding (DD-16)."""
    phase_of(state, Choosing, "turn over a card")
    if seat != state.turn:
        refuse("It is not your turn: whoever's turn it is turns over the next card.")
    if not state.deck:
        refuse("There is no card left to auction: start a Downeast Deal.")
    check_lot(move.lot, state.lots + 1)
    item, deck = state.deck[0], state.deck[1:]
    state = replace(state, deck=deck, lots=state.lots + 1)
    told = public(TurnedOver(seat=seat, item=item, to_come=len(deck)))
    if item == state.cards.thief.name:
        return after(told, thief.at_the_door(state))
    if item == state.cards.treasure:
        card = CHEST_PAYS[state.chests]
        for one in range(len(state.holdings)):  # DD-16: everybody, the auctioneer too
            state = with_cash(state, one, gets=(card,))
        state = replace(state, chests=state.chests + 1)
        told += public(ChestFound(item=item, number=state.chests, card=card))
    return Step(replace(state, phase=Auction(item=item, lot=state.lots)), told)


# --- bidding --------------------------------------------------------------------------------------


def raise_bid(state: State, seat: Seat, move: Raise) -> Outcome:
    """Bid higher than the standing bid, by hand, perhaps with a secret limit behind it."""
    phase = _as_bidder(state, seat, move.lot, "bid")
    if seat == phase.leader:
        refuse(f"You hold the high bid already, at {money(phase.high)}.")
    least = phase.high + BID_STEP
    if move.over != phase.high:  # DD-12: of two at once, the first one stands
        refuse(f"The bid stands at {money(phase.high)} now. Raise to {money(least)} or more.")
    if move.amount % BID_STEP:
        refuse(f"Bids go in tens: {money(least)} is the least.")
    if move.amount < least:  # DD-12: strictly higher
        refuse(f"{money(move.amount)} is not enough: bid {money(least)} or more.")
    _check_means(state, seat, move.amount)
    if move.limit is not None:
        _check_limit(state, seat, move.limit, least=move.amount)
    bids, limit = _resolved(phase, state.limit, Bid(seat, move.amount), move.limit)
    told = public(*(Raised(seat=bid.seat, amount=bid.amount) for bid in bids))
    if move.limit is not None:
        told += secret(LimitSet(seat=seat, limit=move.limit), seat)
    # DD-9: a raise asks everybody again, and cancels the call
    phase = replace(phase, bids=phase.bids + bids, passed=frozenset(), called=False)
    return after(told, _listen(replace(state, phase=phase, limit=limit)))


def _check_means(state: State, seat: Seat, amount: int) -> None:
    held = sum(state.holdings[seat].cash)
    if not state.options.bluff_bids:
        if amount > held:  # DD-10: told to the bidder alone, so it gives nothing away
            refuse(f"You hold {money(held)}: you cannot bid {money(amount)}.")
        return
    everything = sum(sum(holding.cash) for holding in state.holdings)
    if amount > everything:
        refuse(f"There is only {money(everything)} in the whole game: bid less.")


def _check_limit(state: State, seat: Seat, limit: int, least: int) -> None:
    held = sum(state.holdings[seat].cash)
    if not state.options.limits:
        refuse("This table plays without secret limits.")
    if limit % BID_STEP:
        refuse("Limits go in tens, as bids do.")
    if limit < least:
        refuse(f"Your limit cannot be less than your bid, {money(least)}.")
    if limit > held:  # DD-42: at most the cash one has when it is given
        refuse(f"You hold {money(held)}: your limit cannot be {money(limit)}.")


def _resolved(
    phase: Auction, standing: int | None, bid: Bid, limit: int | None
) -> tuple[tuple[Bid, ...], int | None]:
    """Let a new bid meet the standing one, and their limits meet: the bids that result (DD-42).

    The bids read as if made by hand, in turn, each higher than the last. Returned with them is the
    secret limit of whoever stands then.
    """
    old, most = phase.leader, limit or bid.amount
    held = standing or phase.high
    if old is None or held <= bid.amount:
        return (bid,), limit
    if most < held:
        return (Bid(bid.seat, most), Bid(old, most + BID_STEP)), standing
    if most > held:
        return (bid, Bid(old, held), Bid(bid.seat, held + BID_STEP)), limit
    return (Bid(bid.seat, held - BID_STEP), Bid(old, held)), standing


def set_limit(state: State, seat: Seat, move: SetLimit) -> Outcome:
    """Change or withdraw the limit behind one's own standing bid."""
    phase = phase_of(state, Auction, "set a limit")
    check_lot(move.lot, phase.lot)
    if not state.options.limits:
        refuse("This table plays without secret limits.")
    if seat != phase.leader:
        refuse("You do not hold the high bid: raise, and give your limit with that.")
    if move.bid != phase.high:
        refuse(f"Your bid stands at {money(phase.high)} now. Look again.")
    if move.limit is None:
        if state.limit is None:
            refuse("You have no secret limit to withdraw.")
    else:
        _check_limit(state, seat, move.limit, least=phase.high)
    told = secret(LimitSet(seat=seat, limit=move.limit), seat)
    return Step(replace(state, limit=move.limit), told)


def pass_bid(state: State, seat: Seat, move: Pass) -> Outcome:
    """Let the standing bid stand."""
    phase = _as_bidder(state, seat, move.lot, "pass")
    if seat == phase.leader:
        refuse(f"You hold the high bid, at {money(phase.high)}: there is nothing to pass on.")
    if seat in phase.passed:
        refuse("You have passed already. Until the hammer falls you may still raise.")
    if move.over != phase.high:
        refuse(f"The bid stands at {money(phase.high)} now: do you still pass?")
    phase = replace(phase, passed=phase.passed | {seat})
    return after(public(Passed(seat=seat)), _listen(replace(state, phase=phase)))


def call(state: State, seat: Seat, move: Call) -> Outcome:
    """Going once, going twice: who has not answered is hurried."""
    phase = phase_of(state, Auction, "call")
    check_lot(move.lot, phase.lot)
    if seat != state.turn:
        refuse("Only the auctioneer calls.")
    if phase.called:
        refuse("You have called already.")
    if move.over != phase.high:
        refuse(f"The bid stands at {money(phase.high)} now. Look again.")
    told = public(Called(seat=seat, high=phase.high))
    return Step(replace(state, phase=replace(phase, called=True)), told)


def _as_bidder(state: State, seat: Seat, lot: int, what: str) -> Auction:
    phase = phase_of(state, Auction, what)
    check_lot(lot, phase.lot)
    if seat == state.turn:  # DD-13
        refuse(
            "You are the auctioneer: you do not bid, but you may buy once the hammer has fallen."
        )
    if seat in phase.out:
        refuse("You could not pay your last bid, and are out of this auction.")
    return phase


def to_answer(phase: Auction, seats: int, auctioneer: Seat) -> frozenset[Seat]:
    """Say who has neither passed nor holds the high bid."""
    return frozenset(range(seats)) - phase.passed - phase.out - {auctioneer, phase.leader}


def _listen(state: State) -> Outcome:
    """Let the hammer fall if nobody is left to answer."""
    phase = phase_of(state, Auction, "bid")
    if to_answer(phase, len(state.holdings), state.turn):
        return Step(state)
    state = replace(state, limit=None)  # DD-42: a limit ends with the auction
    if phase.leader is None:  # DD-11: no bids, and it is the auctioneer's for nothing
        told = public(TookFree(seat=state.turn, item=phase.item))
        state = with_items(state, state.turn, phase.item, 1)
        told += completed(state, state.turn, phase.item)
        return after(told, next_turn(state))
    told = public(HammerFell(item=phase.item, bidder=phase.leader, price=phase.high))
    deciding = Deciding(
        item=phase.item, lot=phase.lot, bidder=phase.leader, price=phase.high, out=phase.out
    )
    return Step(replace(state, phase=deciding), told)


# --- the auctioneer's choice, and paying ----------------------------------------------------------


def sell(state: State, seat: Seat, move: Sell) -> Outcome:
    """Sell to the high bidder, who is to pay, or (bluff_bids) is found out."""
    phase = _as_auctioneer(state, seat, move.lot, "sell")
    if (move.to, move.price) != (phase.bidder, phase.price):  # DD-13: to nobody else, for no less
        refuse(f"You can sell to the high bidder only, for {money(phase.price)}.")
    told = public(Sold(seat=seat, to=move.to, item=phase.item, price=phase.price))
    if sum(state.holdings[phase.bidder].cash) < phase.price:
        return after(told, _expose(state, phase))
    paying = Paying(
        item=phase.item, lot=phase.lot, payer=phase.bidder, payee=seat, price=phase.price
    )
    return Step(replace(state, phase=paying), told)


def _expose(state: State, phase: Deciding) -> Outcome:
    """Show a bluffer's cash, and auction the item again without them (DD-10)."""
    cash = state.holdings[phase.bidder].cash
    told = public(Exposed(seat=phase.bidder, item=phase.item, price=phase.price, cash=cash))
    again = Auction(item=phase.item, lot=phase.lot, out=phase.out | {phase.bidder})
    return after(told, _listen(replace(state, phase=again)))


def buy(state: State, seat: Seat, move: Buy) -> Outcome:
    """Keep the item, and pay the high bid to the high bidder."""
    phase = _as_auctioneer(state, seat, move.lot, "buy")
    if (move.instead_of, move.price) != (phase.bidder, phase.price):
        refuse(f"You can buy for the high bid only, {money(phase.price)}.")
    held = sum(state.holdings[seat].cash)
    if held < phase.price:  # DD-13
        refuse(f"You hold {money(held)}: too little to buy at {money(phase.price)}. Sell.")
    told = public(
        Bought(seat=seat, instead_of=phase.bidder, item=phase.item, price=phase.price),
    )
    paying = Paying(
        item=phase.item, lot=phase.lot, payer=seat, payee=phase.bidder, price=phase.price
    )
    return Step(replace(state, phase=paying), told)


def _as_auctioneer(state: State, seat: Seat, lot: int, what: str) -> Deciding:
    phase = phase_of(state, Deciding, what)
    check_lot(lot, phase.lot)
    if seat != state.turn:
        refuse("Only the auctioneer sells or buys.")
    return phase


def pay(state: State, seat: Seat, move: Pay) -> Outcome:
    """Hand over cash for the item: enough, no card more than needed, and no change (DD-14)."""
    phase = phase_of(state, Paying, "pay")
    check_lot(move.lot, phase.lot)
    if seat != phase.payer:
        refuse("It is not yours to pay.")
    if move.price != phase.price:
        refuse(f"The price is {money(phase.price)}.")
    cards = in_hand(state, seat, handful(move.cards))
    if sum(cards) < phase.price:
        refuse(f"That is {money(sum(cards))}, and the price is {money(phase.price)}.")
    spare = needless(cards, phase.price)
    if spare is not None:
        refuse(f"Keep {card_name(spare)}: the rest pays {money(phase.price)} without it.")
    state = with_cash(state, seat, gives=cards)
    state = with_cash(state, phase.payee, gets=cards)
    state = with_items(state, seat, phase.item, 1)
    paid = Paid(payer=seat, payee=phase.payee, item=phase.item, price=phase.price)
    over = HandedOver(payer=seat, payee=phase.payee, price=phase.price, cards=cards)
    # DD-15: the price is public, the cards are between the two
    told = public(paid)
    told += public(over) if state.options.open_payments else secret(over, seat, phase.payee)
    return after(told + completed(state, seat, phase.item), next_turn(state))
