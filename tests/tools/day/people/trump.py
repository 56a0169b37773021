"""How people play TRUMP The Game: by what is in reach, each a little differently.

They bid what a property holds and what their own cards make of it, collect the profits they can,
take from the many-handed, tax whom it hurts, and deal where a property or a card is worth more to
one than to the other (trump_deals.py).
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.trump import legal
from games.trump.cards import BACK, OUT, STEP
from games.trump.deals.legal_deals import related
from games.trump.moves import (
    Add,
    ComeBack,
    ForceSale,
    GiveUp,
    Keep,
    KnockOut,
    Move,
    OpenBid,
    Pass,
    Play,
    PutUp,
    Raise,
    Roll,
    Swap,
    Take,
    Tax,
)
from games.trump.sales.plan import cheapest, investors_in
from games.trump.state import (
    Acting,
    Adding,
    Bidding,
    Clearing,
    Opening,
    Proposed,
    Putting,
    Relating,
    Surrendering,
    Taking,
    Trading,
)
from games.trump.turn.play import plays
from games.trump.views import View
from tests.tools.day.people import trump_deals
from tests.tools.day.people.looking_in import dice
from tests.tools.day.people.trump_worth import gain, limit, use, worth

PLAYS = 0.85  # how often a card that brings something is played rather than the die rolled


def decide(view: View, seed: int) -> Move:
    """Choose a move for the seat whose view this is."""
    public, phase = view.public, view.public.phase
    rng = dice(seed, view.seat, "trump", public.turn, public.sales, phase.kind, len(view.hand))
    match phase:
        case Opening(property=property):
            return _opening_bid(view, property, rng)
        case Bidding() as bidding:
            return _bid(view, bidding, rng)
        case Acting():
            return _act(view, rng)
        case Proposed() as proposed:
            return trump_deals.answer(view, proposed, rng)
        case Relating():
            return _best_card(view, plays(view, related(view)), rng, least=1) or Pass()
        case _:
            return _best(view, rng, _LIKED[type(phase)])


# --- a turn ---------------------------------------------------------------------------------------


def _act(view: View, rng: Random) -> Move:
    """Play a card, or else roll; in the Dealing Phase play, deal or pass."""
    least = 1 if view.public.dealing else 40 * rng.uniform(0.5, 1.5)
    card = _best_card(view, plays(view, view.free), rng, least)
    if card is not None and rng.random() < PLAYS:
        return card
    if not view.public.dealing:
        return Roll()
    return trump_deals.proposal(view, rng) or card or Pass()


def _best_card(
    view: View, cards: Iterator[Play | Tax | ForceSale], rng: Random, least: float
) -> Play | Tax | ForceSale | None:
    found = [(gain(view, move, rng), -at, move) for at, move in enumerate(cards)]
    best, _, move = max(found, key=lambda one: one[:2], default=(0.0, 0, None))
    return move if best >= least else None


def _best(view: View, rng: Random, liked: Callable[[View, Any, Random], float]) -> Move:
    """Choose what is liked best of all that can be chosen; of equals the first."""
    return max(legal.legal_moves(view), key=lambda move: liked(view, move, rng))


def _to_take_from(view: View, move: Any, rng: Random) -> float:
    return view.public.hands[move.seat] + rng.random() * 2 if isinstance(move, Take) else -1


def _to_add_to(view: View, move: Any, rng: Random) -> float:
    return use(view, move.property) + rng.random() * 20 if isinstance(move, Add) else -1


def _to_put_up(view: View, move: Any, rng: Random) -> float:
    if not isinstance(move, PutUp) or view.public.box(move.property).owner == view.seat:
        return -1
    return worth(view, move.property, rng)


def _to_trade(view: View, move: Any, rng: Random) -> float:
    if isinstance(move, Keep):
        return STEP
    if not isinstance(move, Swap):
        return -1000
    box = view.public.box
    better = box(move.get).inside - box(move.give).inside
    return better + use(view, move.get) - use(view, move.give) + rng.uniform(-10, 10)


def _to_give_up(view: View, move: Any, rng: Random) -> float:
    if not isinstance(move, GiveUp):
        return -10_000
    return -view.public.box(move.property).inside - use(view, move.property)


_LIKED: dict[type, Callable[[View, Any, Random], float]] = {
    Taking: _to_take_from,
    Adding: _to_add_to,
    Putting: _to_put_up,
    Clearing: _to_put_up,
    Trading: _to_trade,
    Surrendering: _to_give_up,
}

# --- a sale ---------------------------------------------------------------------------------------


def _opening_bid(view: View, property: str, rng: Random) -> OpenBid:
    most = limit(view, property, rng)
    amount = min(int(most * rng.uniform(0.35, 0.75)), view.cash) // STEP * STEP
    if most >= STEP and view.cash >= STEP:
        amount = max(STEP, amount)
    once = view.options.bidding == "once"
    return OpenBid(
        amount=amount,
        limit=most if once and amount else None,
        investors="use",
        out="yes" if rng.random() < 0.8 else "no",
        back="yes",
    )


def _bid(view: View, bidding: Bidding, rng: Random) -> Move:
    """Answer in one's turn of the bidding, asked as printed."""
    most = limit(view, bidding.property, rng)
    assert view.seat is not None
    bid, leader = bidding.bid_of(view.seat), bidding.leader()
    assert bid is not None, "who made no opening bid is out of the sale"
    if bid.out:
        leads = bid.rank() > leader.rank() and bid.amount <= most
        return ComeBack() if BACK in view.hand and leads else Pass()
    if leader is bid:
        return Pass()
    least = leader.amount + STEP
    if raised := cheapest(bid.amount, least, most, view.cash, investors_in(view.hand)):
        return raised
    if bidding.unlocked and least <= most and least - bid.amount <= view.cash:
        return Raise(to=least, investors=())
    if OUT in view.hand and bid.amount <= most and rng.random() < 0.7:
        return KnockOut(seat=leader.seat)
    return Pass()
