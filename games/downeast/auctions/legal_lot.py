"""Decide which secret answers in an auction are legal, for bidders and for the auctioneer."""

from collections.abc import Iterator
from functools import lru_cache

from games.downeast.cash import money
from games.downeast.decks import BID_STEP
from games.downeast.moves import AnswerLot, Keep, Move, Pass, Sell
from games.downeast.refusals import Knowledge, Why, as_auctioneer, as_bidder, not_now
from games.downeast.state import Lot
from games.downeast.views import View
from games.rules import Seat

_PASS, _SELL = Pass(), Sell()
_AMOUNTS = (10, 20, 30, 50, 80, 150, 300, 600)  # sampled amounts in dollars


def amounts(view: Knowledge) -> range:
    """Return the amounts a view's owner can name: from $10 to all their cash, in steps of $10."""
    return range(BID_STEP, sum(view.cash) + 1, BID_STEP)


def lot_answers(view: View) -> Iterator[Move]:
    """Yield a bidder's or the auctioneer's answers, the default answer first (DD-43, DD-44)."""
    if view.seat == view.turn:
        if not no_sell_in_lot(view):
            yield _SELL
        yield from _keeps(sum(view.cash), view.turn, view.seats)
    else:
        if not no_pass_in_lot(view):
            yield _PASS
        yield from _answers(sum(view.cash))


@lru_cache(maxsize=256)
def _some_amounts(held: int) -> tuple[int, ...]:
    most = held // BID_STEP * BID_STEP
    some = [amount for amount in _AMOUNTS if amount <= most]
    return tuple(dict.fromkeys([*some, *([most] * (most > 0))]))


@lru_cache(maxsize=256)
def _answers(held: int) -> tuple[AnswerLot, ...]:
    """Return sample answers of a bidder: several amounts, and the largest also with `ask`."""
    some = _some_amounts(held)
    return (
        *(AnswerLot(most=most, ask=False) for most in some),
        *(AnswerLot(most=most, ask=True) for most in some[-1:]),
    )


@lru_cache(maxsize=1024)
def _keeps(held: int, auctioneer: Seat, seats: int) -> tuple[Keep, ...]:
    """Return sample `Keep` answers against all bidders, against all but one, or against one."""
    some = _some_amounts(held)
    if not some:
        return ()
    low, high = some[0], some[-1]
    others = [seat for seat in range(seats) if seat != auctioneer]
    first, last = others[0], others[-1]
    keeps = [Keep(most=most, against=(), ask=False) for most in some]
    keeps.append(Keep(most=high, against=(), ask=True))
    keeps.append(Keep(most=None, against=((last, high),), ask=False))
    keeps.append(Keep(most=high, against=((first, 0),), ask=False))
    if low < high:
        keeps.append(Keep(most=low, against=((first, high), (last, 0)), ask=False))
    return tuple(keeps)


# --- refusals -------------------------------------------------------------------------------------


def _not_a_bidder(view: Knowledge, what: str) -> Why:
    return as_auctioneer(view) or (() if isinstance(view.phase, Lot) else not_now(view, what))


def no_answer_lot(view: Knowledge, move: AnswerLot) -> Why:
    """Return why this secret amount is illegal, or () if it is legal."""
    if why_not := _not_a_bidder(view, "name the most you'd pay"):
        return why_not
    if not amounts(view):  # only this player sees the sentence, so it may mention the cash
        can = "You've passed" if view.answer == _PASS else "You can only pass"
        return (f"{can}. You have {money(sum(view.cash))}.",)
    return _no_such_amount(view, move.most)


def _no_such_amount(view: Knowledge, amount: int) -> Why:
    may = amounts(view)
    if amount in may:
        return ()
    limits = money(may[0]) if len(may) == 1 else f"{money(may[0])} to {money(may[-1])}"
    if amount > may[-1]:
        held = money(sum(view.cash))
        return (f"You have {held}, so you can't name {money(amount)}. Name {limits}.",)
    return (f"Amounts go in tens. Name {limits}.",)


def no_pass_in_lot(view: Knowledge, move: Pass = _PASS) -> Why:
    """Return why this seat cannot pass in a secret auction, or () if it can."""
    if why_not := _not_a_bidder(view, "pass"):
        return why_not
    if view.answer == move:
        still = (
            " You can still name an amount until everybody has answered." if amounts(view) else ""
        )
        return (f"You've passed already.{still}",)
    return ()


def _not_the_auctioneer(view: Knowledge, what: str) -> Why:
    return as_bidder(view) or (() if isinstance(view.phase, Lot) else not_now(view, what))


def no_sell_in_lot(view: Knowledge, move: Sell = _SELL) -> Why:
    """Return why this seat cannot answer a secret auction with a sale, or () if it can."""
    if why_not := _not_the_auctioneer(view, "sell"):
        return why_not
    if view.answer == move:
        still = " You can still keep it until everybody has answered." if amounts(view) else ""
        return (f"You've said that already.{still}",)
    return ()


def no_keep(view: Knowledge, move: Keep) -> Why:
    """Return why this `Keep` answer is illegal, or () if it is legal."""
    if why_not := _not_the_auctioneer(view, "keep it up to a price"):
        return why_not
    if not amounts(view):
        return (f"You have {money(sum(view.cash))}, too little to keep it. Sell it.",)
    if move.most is not None and (why_not := _no_such_amount(view, move.most)):
        return why_not
    named = [seat for seat, _ in move.against]
    others = {seat for seat in range(len(view.displays)) if seat != view.turn}
    if not others.issuperset(named):
        return ("Name some of the other players.",)
    if named != sorted(set(named)):
        return ("Name each of the others once, in the order of seats.",)
    for seat, amount in move.against:
        if amount and (why_not := _no_such_amount(view, amount)):
            return why_not
        if amount == (move.most or 0):
            return ("That's your price for everybody, so you don't need to name {0}.", seat)
    if move.most is None and not named:
        return ("Say up to what price you keep it.",)
    return ()


def near_keeps(view: View) -> Iterator[Move]:
    """Yield `Keep` answers for tests: some are legal, others have a wrong seat or amount."""
    held = sum(view.cash) // BID_STEP * BID_STEP
    for most in (None, 0, 10, held, held + 10, 15):
        for against in (
            (),
            ((view.turn, 10),),
            ((0, 10), (1, 10)),
            ((1, 0), (0, held)),
            ((1, 10), (1, 10)),
            ((2, held + 10),),
            ((view.seats, 10),),
        ):
            yield Keep(most=most, against=against, ask=False)
