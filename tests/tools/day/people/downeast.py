"""How people play Downeast Dealer: ported from the first engine, every draw and branch kept."""

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from games.downeast.cash import Cash, handful, payments
from games.downeast.displays import matches
from games.downeast.moves import (
    Answer,
    AnswerLot,
    Buy,
    Challenge,
    Keep,
    Move,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    Surrender,
    TurnOver,
)
from games.downeast.orders import (
    NEXT_AUCTION,
    KeepList,
    Order,
    Price,
    PriceList,
    TurnAhead,
    chooses,
    no_list,
    to_be_priced,
)
from games.downeast.state import Auction, Choosing, Deal, Deciding, Lot, Paying, Sealing
from games.downeast.views import View
from tests.tools.day.people.looking_in import dice

if TYPE_CHECKING:
    from tests.tools.day.people import LookIn

DEALS = 1.0
WEIGHT = {
    100: 0.42,
    80: 0.36,
    65: 0.32,
    50: 0.26,
    35: 0.20,
    25: 0.16,
    16: 0.12,
    9: 0.09,
    4: 0.06,
    1: 0.04,
}


def decide(view: View, seed: int) -> Move:
    """Choose a move for the seat whose view this is."""
    match view.phase:
        case Choosing():
            return _choice(view, seed)
        case Auction() as auction:
            return _bid(view, seed, auction)
        case Lot() as lot:
            return _answer_once(view, seed, lot)
        case Deciding(item=item, lot=lot, price=price):
            value = worth(view, seed, item, lot)
            return Buy() if sum(view.cash) >= price and value >= 1.5 * price else Sell()
        case Paying(price=price):
            return Pay(cards=payments(view.cash, price)[0])
        case Sealing(lot=lot, round=number):
            rng = dice(seed, view.seat, "seal", lot, number)
            return Seal(cards=_pile(view.cash, sum(view.cash) * rng.uniform(0.05, 0.25)))
        case Deal() as deal:
            return _in_deal(view, seed, deal)
        case _:
            raise AssertionError("the game is over")


def worth(view: View, seed: int, item: str, lot: int) -> int:
    """Say what this seat would pay for one of an item, in tens, never more than it holds."""
    seat, cash = _seat(view), sum(view.cash)
    mine = view.displays[seat].count(item)
    theirs = max(one.count(item) for other, one in enumerate(view.displays) if other != seat)
    stars = view.cards.item(item).stars
    many = (1.0, 1.25, 1.6, 2.3, 0)[mine]
    if not mine:
        many = {0: 1.0, 1: 0.9, 2: 0.6, 3: 0.8}[theirs]  # a fourth card is worth spoiling
    rng = dice(seed, seat, "worth", item, lot)
    value = cash * WEIGHT[stars] * many * math.exp(rng.gauss(0, 0.3))
    tens = int(min(value, cash) // 10 * 10)
    if tens < 10 and cash >= 40 and rng.random() < 0.6:
        tens = 10  # nobody likes to let it go for nothing
    return tens


def _seat(view: View) -> int:
    assert view.seat is not None, "a person sits somewhere"
    return view.seat


def _pile(hand: Cash, amount: float) -> Cash:
    """Choose the bills of a hand that come closest to an amount from below."""
    out: list[int] = []
    left = amount
    for card in sorted((item for item in hand if item), reverse=True):
        if card <= left:
            out.append(card)
            left -= card
    return handful(out)


def _stake_value(view: View, rng: Random, item: str, stake: int) -> float:
    seat, cash = _seat(view), sum(view.cash)
    stars = view.cards.item(item).stars
    mine = view.displays[seat].count(item)
    big = WEIGHT.get(stars, 0.05) * (1, 1.25, 1.6, 2.3, 1)[mine] * stake
    if not view.to_come:
        big *= 1.4  # cash is worth nothing at the end
    return min(cash, cash * big * rng.uniform(0.35, 1.05))


def _choice(view: View, seed: int) -> TurnOver | Challenge:
    """Choose between an auction and a deal."""
    seat = _seat(view)
    rng = dice(seed, seat, "choose", view.turns)
    found = [
        (
            view.displays[seat].count(match.item) + match.stake == 4,
            match.stake == 2,
            0 if match.item == view.cards.thief.name else view.cards.item(match.item).stars,
            match,
        )
        for match in matches(view.displays, seat)
    ]
    found.sort(key=lambda one: (one[0], one[1], one[2]), reverse=True)
    if view.to_come:
        completes, pair, stars, match = found[0] if found else (False, False, 0, None)
        chance = 0.6 if completes else 0.45 if pair else 0.2
        if match is None or sum(view.cash) < 60 or stars < 9 or rng.random() > chance * DEALS:
            return TurnOver()
    else:
        match = found[0][3]
    amount = _stake_value(view, rng, match.item, match.stake)
    if rng.random() < 0.12:
        cards = tuple([card for card in view.cash if not card][:1])  # a shady deal
    else:
        cards = _pile(view.cash, amount)
    return Challenge(item=match.item, target=match.target, cards=cards, fanned=False)


def _bid(view: View, seed: int, auction: Auction) -> Pass | Raise:
    value = worth(view, seed, auction.item, auction.lot)
    least = auction.high + 10
    if value < least:
        return Pass()
    if not view.options.limits:
        jump = int((value - auction.high) * 0.35 // 10 * 10)
        return Raise(amount=max(least, min(value, auction.high + jump)), limit=None)
    return Raise(amount=least, limit=value if value > least else None)


def _answer_once(view: View, seed: int, lot: Lot) -> Pass | AnswerLot | Sell | Keep:
    """Say what it is worth, or pass below $10; the auctioneer keeps it up to that / 1.5."""
    value = worth(view, seed, lot.item, lot.lot)
    if view.seat != view.turn:
        return AnswerLot(most=value, ask=False) if value >= 10 else Pass()
    most = int(value / 1.5 // 10 * 10)
    return Keep(most=most, against=(), ask=False) if most >= 10 else Sell()


def _in_deal(view: View, seed: int, deal: Deal) -> Offer | Answer | Surrender:
    seat = _seat(view)
    rng = dice(seed, seat, "deal", view.turns, deal.offer, deal.laid)
    amount = _stake_value(view, rng, deal.item, deal.stake)
    cards = _pile(view.cash, amount)
    if not deal.laid:
        return Offer(cards=cards, fanned=False)
    stars = view.cards.item(deal.item).stars
    mine = view.displays[seat].count(deal.item)
    if cards and rng.random() < (0.65 if mine >= 2 or stars >= 50 else 0.45):
        return Answer(cards=cards)
    return Surrender()


# --- what they say ahead --------------------------------------------------------------------------


async def give_order(house: Any, table: int, look: "LookIn") -> None:
    """Say the next turn, and keep lists of prices, if they are of those who do."""
    if look.lasting:
        await _say(house, table, look, PriceList)
        await _say(house, table, look, KeepList)
    if look.next_turn:
        await _say(house, table, look, TurnAhead)


async def _say(house: Any, table: int, look: "LookIn", kind: type) -> None:
    """Say what there is to say of one kind now: what was said before may have led on."""
    loaded = await house.store.loaded(table)
    if not loaded.to_move():
        return
    view, person = loaded.view(look.seat), loaded.table.players[look.seat].person
    for order in orders(view, look.seed):
        if type(order) is kind:
            await house.give_order(table, person, order, drawn_at=loaded.table.step)


def orders(view: View, seed: int) -> Iterator[Order]:
    """Yield all that this seat would say: its next turn, and what each kind is worth to it."""
    yield from next_turn(view, seed)
    yield from lists(view, seed)


def next_turn(view: View, seed: int) -> Iterator[TurnAhead]:
    """Yield the turn that this seat would take now, were it its own; nothing if it could not."""
    if chooses(view) or not (view.to_come or matches(view.displays, _seat(view))):
        return
    match _choice(replace(view, phase=Choosing(), turn=_seat(view)), seed):
        case TurnOver():
            yield NEXT_AUCTION
        case Challenge(item=item, target=target, cards=cards, fanned=fanned):
            yield replace(NEXT_AUCTION, item=item, target=target, cards=cards, fanned=fanned)


def lists(view: View, seed: int) -> Iterator[PriceList | KeepList]:
    """Yield what each kind is worth now: the most for it, and what the auctioneer keeps it at."""
    if no_list(view):
        return
    most = {name: worth(view, seed, name, view.lots) for name in to_be_priced(view)}
    keep = {name: int(value / 1.5 // 10 * 10) for name, value in most.items()}
    yield PriceList(prices=_lines(view, most), chests=view.chests)
    yield KeepList(prices=_lines(view, keep), chests=view.chests)


def _lines(view: View, most: dict[str, int]) -> tuple[Price, ...]:
    return tuple(Price(item=name, most=item, chests=view.chests) for name, item in most.items())
