"""How people deal in TRUMP The Game: for what is worth more to one than to the other."""

from collections.abc import Iterator
from random import Random

from games.trump.cards import CARDS, STEP
from games.trump.deals.legal_deals import no_accept, no_counter, no_propose
from games.trump.moves import (
    Accept,
    Clause,
    Counter,
    Goods,
    Move,
    Play,
    Propose,
    Reject,
)
from games.trump.state import Offer, Proposed
from games.trump.views import View
from tests.tools.day.people.trump_worth import UNSEEN, cards_worth, pays, use

OFFERS = 0.6  # how often somebody who could offer a deal does, while the table is lively

# --- offering -------------------------------------------------------------------------------------


def proposal(view: View, rng: Random) -> Propose | None:
    """Make an offer, if there is a good one; the longer nothing happens, the more seldom."""
    public = view.public
    quiet = (public.turn - public.lively) // public.seats
    if rng.random() > OFFERS / (1 + quiet):
        return None
    ideas = [*_purchases(view, rng), *_sales(view, rng)]
    ideas.sort(key=lambda one: -one[0])
    return next((move for _, move in ideas if not no_propose(view, move)), None)


def _purchases(view: View, rng: Random) -> Iterator[tuple[float, Propose]]:
    """Think of properties of others that would make one's own cards pay."""
    public = view.public
    for to in range(view.seats):
        for property in public.owned(to) if to != view.seat else ():
            pay = _payable_with(view, property)
            if not pay:
                continue
            brings = sum(pays(CARDS[card]) for card in pay)
            price = public.box(property).inside + brings * rng.uniform(0.25, 0.6)
            cash = min(int(price), view.cash) // STEP * STEP
            net = public.box(property).inside + brings - cash
            best = max(pay, key=lambda card: pays(CARDS[card]))
            give = Goods(properties=(), cards=(), random=0, cash=cash)
            get = Goods(properties=(property,), cards=(), random=0, cash=0)
            if net >= STEP and cash:
                yield net, _propose(to, give, get, Play(card=best))


def _payable_with(view: View, property: str) -> tuple[str, ...]:
    """List the profit cards in hand that one more property would make playable."""
    mine = view.public.owned(view.seat)
    with_it = {*mine, property}
    found: list[str] = []
    for name in dict.fromkeys(view.hand):
        card = CARDS[name]
        if not card.profit:
            continue
        named = property in card.named and with_it.issuperset(card.named)
        if named or (not card.named and card.needs == len(with_it)):
            found.append(name)
    return tuple(found)


def _sales(view: View, rng: Random) -> Iterator[tuple[float, Propose]]:
    """Think of cards in hand that another could play, and oneself cannot."""
    public = view.public
    mine = set(public.owned(view.seat))
    for name in dict.fromkeys(view.hand):
        card = CARDS[name]
        if not card.profit or not card.named or mine.intersection(card.named):
            continue
        owners = {public.box(item).owner for item in card.named}
        to = public.box(card.named[0]).owner
        if to is None or len(owners) > 1:
            continue
        cash = int(pays(card) * rng.uniform(0.3, 0.6)) // STEP * STEP
        give = Goods(properties=(), cards=(name,), random=0, cash=0)
        get = Goods(properties=(), cards=(), random=0, cash=cash)
        if STEP <= cash <= public.cash[to]:
            yield cash, _propose(to, give, get, None)


def _propose(to: int, give: Goods, get: Goods, then: Play | None) -> Propose:
    return Propose(to=to, give=give, get=get, promises=(), words="", then=then)


# --- answering ------------------------------------------------------------------------------------


def answer(view: View, proposed: Proposed, rng: Random) -> Move:
    """Accept what is good enough, ask a little more for what nearly is, or reject."""
    offer = proposed.open
    net = _net(view, offer)
    if net >= STEP * rng.uniform(0, 2) and not no_accept(view, Accept()):
        return Accept()
    if proposed.counter is None and net > -60 and rng.random() < 0.4:
        more = _more(offer, int(2 * STEP - net) // STEP * STEP)
        if more is not None and not no_counter(view, more):
            return more
    return Reject()


def _net(view: View, offer: Offer) -> float:
    """Say what an offer that lies before one is worth: what one gets, less what one gives."""
    public, seat = view.public, view.seat
    kept = [property for property in public.owned(seat) if property not in offer.get.properties]
    then = [*kept, *offer.give.properties]
    gets = offer.give.cash + UNSEEN * offer.give.random + cards_worth(view, offer.give.cards, then)
    gives = offer.get.cash + UNSEEN * offer.get.random + cards_worth(view, offer.get.cards, then)
    for property in offer.give.properties:
        gets += public.box(property).inside + use(view, property)
    for property in offer.get.properties:
        gives += public.box(property).inside + use(view, property)
    return gets - gives + sum(_promised(clause, seat) for clause in offer.promises)


def _promised(clause: Clause, seat: int | None) -> float:
    worth = clause.amount * (0.5 if clause.lapses else 0.8) if clause.duty == "pay" else 0
    return -worth if clause.by == seat else worth


def _more(offer: Offer, cash: int) -> Counter | None:
    """Ask the same for more money."""
    if offer.get.cash or offer.promises:
        return None
    get = Goods(
        properties=offer.give.properties,
        cards=offer.give.cards,
        random=offer.give.random,
        cash=offer.give.cash + max(STEP, cash),
    )
    return Counter(give=offer.get, get=get, promises=(), words="")
