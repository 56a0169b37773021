"""Decide which moves are legal in a sale: opening bids, plans and actions in the bidding."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from games.trump.cards import BACK, INVESTORS, OUT, STEP, in_order
from games.trump.moves import (
    Answer,
    ComeBack,
    DropPlan,
    Investors,
    KnockOut,
    Move,
    OpenBid,
    Pass,
    Plan,
    Raise,
)
from games.trump.refusals import Why, money, not_now
from games.trump.sales.plan import cheapest, investors_in, money_of
from games.trump.state import Bid, Bidding, Opening
from games.trump.views import View

MOST = 10_000
"""The highest limit of a plan. No player can ever have this much money."""

# TR-53: the default moves of an absent player are no bid and a plan that always passes
_NO_BID = OpenBid(amount=0, limit=None, investors="keep", out="no", back="no")
_STAND_BY = Plan(limit=0, investors="keep", out="no", back="no")
_PASS, _COME_BACK, _DROP = Pass(), ComeBack(), DropPlan()
_KNOCK_OUT = tuple(KnockOut(seat=seat) for seat in range(4))

# --- opening bids ---------------------------------------------------------------------------------


def in_opening(view: View) -> Iterator[Move]:
    """Yield opening bids for a seat that may bid, and plans if it has already sealed a bid."""
    public, seat, phase = view.public, view.seat, view.phase
    if seat is None or not isinstance(phase, Opening) or seat not in phase.asked:
        return
    varied = public.turn + public.sales + len(phase.answered) + seat
    yield from _opening_bids(view.cash, varied % len(_ANSWERS))
    if view.sealed:
        yield from _plans(view.sealed, view.cash, varied % len(_ANSWERS))
    if view.plan is not None:
        yield _DROP


def no_open_bid(view: View, move: OpenBid) -> Why:
    """Return why the player cannot make this opening bid."""
    phase = view.phase
    if not isinstance(phase, Opening):
        return not_now(view, "make an opening bid")
    if view.seat not in phase.asked:
        return _too_poor()
    # TR-24: a bid is any multiple of ten up to the player's cash; 0 is no bid
    if not 0 <= move.amount <= view.cash or move.amount % STEP:
        return (f"Bid {_tens(STEP, view.cash)}, or nothing.",)
    return () if move.limit is None else _no_limit(move.limit)


def _too_poor() -> Why:
    return (f"You have less than {money(STEP)}, the lowest bid, so you're out of this sale.",)


def _tens(least: int, most: int) -> str:
    return money(least) if least == most else f"{money(least)} to {money(most)}, in tens"


# --- plans ----------------------------------------------------------------------------------------


def no_plan(view: View, move: Plan) -> Why:
    """Return why the player cannot make this plan for the sale."""
    return _no_planning(view) or _no_limit(move.limit)


def _no_planning(view: View) -> Why:
    phase, seat = view.phase, view.seat
    if isinstance(phase, Bidding):
        return _no_bidder(view, phase)
    if not isinstance(phase, Opening):
        return not_now(view, "plan your bidding")
    if seat not in phase.asked:
        return _too_poor()
    if view.sealed is None:
        return ("A plan starts from an opening bid. Seal your bid first.",)
    if not view.sealed:
        return ("A plan starts from an opening bid, and you chose not to bid. Bid first.",)
    return ()


def _no_limit(limit: int) -> Why:
    if 0 <= limit <= MOST and not limit % STEP:
        return ()
    return (f"Your limit can be {_tens(0, MOST)}.",)


def no_drop_plan(view: View, move: DropPlan) -> Why:
    """Return why the player can't withdraw a plan."""
    if view.plan is not None:
        return ()
    if isinstance(view.phase, Opening | Bidding):
        return ("You have no plan for this sale.",)
    return not_now(view, "withdraw a plan")


# --- the bidding ----------------------------------------------------------------------------------


def in_bidding(view: View) -> Iterator[Move]:
    """Yield a bidder's moves: plans at any time, and other actions on their own turn only."""
    public, phase, seat = view.public, view.phase, view.seat
    bid = phase.bid_of(seat) if isinstance(phase, Bidding) and seat is not None else None
    if bid is None or not isinstance(phase, Bidding):
        return
    if seat == phase.turn:
        yield _STAND_BY
        yield _PASS
        if not bid.out:
            yield from _raises(view, phase, bid)
            if OUT in view.hand:
                for other in phase.bids:
                    if not other.out and other is not bid:
                        yield _KNOCK_OUT[other.seat]
        elif BACK in view.hand:
            yield _COME_BACK
    varied = public.turn + public.sales + phase.said + bid.seat
    yield from _plans(phase.leader().amount, view.cash, varied % len(_ANSWERS))
    if view.plan is not None:
        yield _DROP


def no_pass(view: View, move: Pass) -> Why:
    """Return why the player cannot pass in the bidding."""
    return _no_turn(view, "pass")


def no_raise(view: View, move: Raise) -> Why:
    """Return why the player cannot raise their bid like this."""
    phase, why = view.phase, _no_turn(view, "raise a bid")
    if why or not isinstance(phase, Bidding):
        return why
    bid = _own(view, phase)
    if bid.out:  # TR-33: a knocked-out bidder must come back first
        return (f"You've been knocked out. Only {BACK} lets you bid again.",)
    # TR-30: a raise must exceed the highest active bid, even if that is the player's own
    least = phase.leader().amount + STEP
    why = _no_raise_at_all(view, phase, bid, least) or _no_such_investors(view, move.investors)
    if why:
        return why
    if move.to < least or move.to % STEP:
        return _too_low(phase, bid, least)
    return _no_such_cash(view, phase, move, move.to - bid.amount - money_of(move.investors))


def _no_raise_at_all(view: View, phase: Bidding, bid: Bid, least: int) -> Why:
    held = investors_in(view.hand)
    if not held and not phase.unlocked:  # TR-29: cash alone is not enough yet
        return (
            "You can't raise with cash alone until somebody plays an Outside Investor in this "
            "sale, and you have none. You can still pass.",
        )
    most = bid.amount + money_of(held) + view.cash
    if most < least:
        return (
            f"The lowest raise is to {money(least)}, and you can only reach {money(most)}. "
            "You can still pass.",
        )
    return ()


def _no_such_investors(view: View, investors: tuple[str, ...]) -> Why:
    for card in investors:
        if card not in INVESTORS:
            return ("You can only raise with cash and Outside Investors.",)
        held = view.hand.count(card)
        if investors.count(card) > held:
            many = f"only {held}" if held else "no"
            return (f"You have {many} {card}. Name investors that you hold.",)
    if investors != in_order(investors):
        return ("Name your investors in the order of your hand.",)
    return ()


def _too_low(phase: Bidding, bid: Bid, least: int) -> Why:
    leader = phase.leader()
    go = f"Raise your bid to {money(least)} or more, in tens"
    if leader is bid:
        return (f"You lead with {money(leader.amount)}. {go}.",)
    return (f"{{0}} leads with {money(leader.amount)}. {go}.", leader.seat)


def _no_such_cash(view: View, phase: Bidding, move: Raise, cash: int) -> Why:
    if not phase.unlocked and not move.investors:  # TR-29: cash alone is not enough yet
        return (
            "You can't raise with cash alone until somebody plays an Outside Investor in this "
            "sale. Play one of your own with this raise.",
        )
    if cash < 0:
        brings = money(move.to - cash)
        return (f"These investors alone bring your bid to {brings}, so raise it to that.",)
    if cash > view.cash:
        return (
            f"That raise takes {money(cash)} in cash, and you have {money(view.cash)} in hand.",
        )
    return ()


def no_knock_out(view: View, move: KnockOut) -> Why:
    """Return why the player cannot play You're Out on this seat."""
    phase, why = view.phase, _no_turn(view, "knock anybody out")
    if why or not isinstance(phase, Bidding):
        return why
    if _own(view, phase).out:  # TR-32: only active bidders play You're Out
        return (f"You've been knocked out. Only {BACK} lets you act again.",)
    if OUT not in view.hand:
        return (f"You have no {OUT} card. You can still pass.",)
    target = phase.bid_of(move.seat)
    if move.seat == view.seat or not 0 <= move.seat < view.seats:
        return (f"Play {OUT} on another bidder who's still in.",)
    if target is None:
        return ("{0} made no opening bid and is out of this sale anyway.", move.seat)
    if target.out:
        return ("{0} is already knocked out.", move.seat)
    return ()


def no_come_back(view: View, move: ComeBack) -> Why:
    """Return why the player cannot play I'm Back."""
    phase, why = view.phase, _no_turn(view, "come back")
    if why or not isinstance(phase, Bidding):
        return why
    if not _own(view, phase).out:  # TR-33: I'm Back undoes a knock-out
        return ("You're still in the bidding, so there's nothing to come back from.",)
    if BACK not in view.hand:
        return (f"You have no {BACK} card, so you stay out.",)
    return ()


def _no_turn(view: View, what: str) -> Why:
    phase = view.phase
    if not isinstance(phase, Bidding):
        return not_now(view, what)
    if why := _no_bidder(view, phase):
        return why
    if view.seat != phase.turn:
        return ("It's {0}'s turn in this sale. You can make a plan for your turns.", phase.turn)
    return ()


def _no_bidder(view: View, phase: Bidding) -> Why:
    if view.seat is None or phase.bid_of(view.seat) is None:  # TR-24
        return ("You made no opening bid, so you're out of this sale.",)
    return ()


def _own(view: View, phase: Bidding) -> Bid:
    bid = None if view.seat is None else phase.bid_of(view.seat)
    assert bid is not None, "the caller checked that the seat is a bidder"
    return bid


# --- samples --------------------------------------------------------------------------------------

_INVESTORS: tuple[Investors, ...] = ("use", "keep")
_ANSWER: tuple[Answer, ...] = ("yes", "ask", "no")
_ANSWERS = tuple(product(_INVESTORS, _ANSWER, _ANSWER))


@lru_cache(maxsize=2048)
def _opening_bids(cash: int, varied: int) -> tuple[OpenBid, ...]:
    """Return sample opening bids, from no bid to all the player's cash, most with a plan."""
    third, half = cash // 3 // STEP * STEP, cash // 2 // STEP * STEP
    bids = [
        _NO_BID,
        _open_bid(STEP, None, varied),
        _open_bid(STEP, 3 * STEP, varied),
        _open_bid(half, half, varied + 5),
        _open_bid(min(5 * STEP, cash), cash + 5 * STEP, varied + 7),
        _open_bid(third, None, varied + 1),
        _open_bid(third, half + 6 * STEP, varied + 11),
        _open_bid(cash, MOST, varied + 3),
    ]
    return tuple(dict.fromkeys(bids))


def _open_bid(amount: int, limit: int | None, varied: int) -> OpenBid:
    investors, out, back = _ANSWERS[varied % len(_ANSWERS)]
    return OpenBid(amount=amount, limit=limit, investors=investors, out=out, back=back)


@lru_cache(maxsize=4096)
def _plans(high: int, cash: int, varied: int) -> tuple[Plan, ...]:
    """Return two sample plans for the rest of the sale, with different limits."""
    some: list[Plan] = []
    most = high + 2 * STEP, MOST, high + cash // 2 // STEP * STEP, high
    for limit, shift in ((most[varied % 4], 0), (most[(varied + 1) % 4], 7)):
        investors, out, back = _ANSWERS[(varied + shift) % len(_ANSWERS)]
        some.append(Plan(limit=min(limit, MOST), investors=investors, out=out, back=back))
    return tuple(dict.fromkeys(some))


def _raises(view: View, phase: Bidding, bid: Bid) -> Iterator[Raise]:
    """Yield sample raises with cash, one investor or several, starting with the lowest raise."""
    held, least = investors_in(view.hand), phase.leader().amount + STEP
    if not held and not phase.unlocked:
        return
    most = bid.amount + view.cash  # the highest raise without investors
    raises: dict[Raise, None] = {}
    if phase.unlocked and least <= most:
        tens = (most - least) // STEP
        for more in (0, min(tens, 1 + phase.said % 4), tens):
            raises[Raise(to=least + more * STEP, investors=())] = None
    if held:
        low = cheapest(bid.amount, least, least + most, view.cash, held)
        ways = [*((card,) for card in held[:1] + held[-1:]), held, held[phase.said % 2 :]]
        for investors in ([low.investors] if low else []) + [some for some in ways if some]:
            brings = bid.amount + money_of(investors)
            to = max(least, brings)
            for raised in (to, to + STEP):
                if raised - brings <= view.cash:
                    raises[Raise(to=raised, investors=investors)] = None
    yield from raises


# --- for tests ------------------------------------------------------------------------------------


def near_misses(view: View) -> Iterator[Move]:
    """Yield raises, opening bids and plans for tests: some are legal, others barely illegal."""
    phase = view.phase
    if isinstance(phase, Opening):
        for amount in (-STEP, 0, 5, STEP, view.cash, view.cash + STEP):
            for limit in (None, -STEP, 5, MOST, MOST + STEP):
                yield OpenBid(amount=amount, limit=limit, investors="use", out="ask", back="yes")
    if isinstance(phase, Opening | Bidding):
        for limit in (-STEP, 0, 5, MOST, MOST + STEP):
            yield Plan(limit=limit, investors="use", out="no", back="ask")
    if not isinstance(phase, Bidding):
        return
    held, least = investors_in(view.hand), phase.leader().amount + STEP
    bid = None if view.seat is None else phase.bid_of(view.seat)
    own = bid.amount if bid else 0
    for investors in dict.fromkeys(((), held, held[:1], held[::-1], (*held, *held), (OUT,))):
        brings = money_of(investors) if investors != (OUT,) else 0
        for to in dict.fromkeys(
            (least, least - STEP, least + 5, own + brings, own + brings + view.cash, MOST)
        ):
            yield Raise(to=to, investors=investors)
            yield Raise(to=to + STEP, investors=investors)
