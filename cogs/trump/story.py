"""Summarize events for a player: headlines when they happen, and changes while they were away.

`moments` and `truth` tell the story of a finished game.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.ui.face.story import Reveal
from bot.ui.panels.words import Names, listed
from cogs.trump.deal import goods_named, shares
from cogs.trump.finished.moments import moments
from cogs.trump.finished.truth import gaps, truth
from cogs.trump.tell import sentence
from cogs.trump.words import Voice, all_of, money
from games.rules import Seat
from games.trump.cards import in_order
from games.trump.events import (
    BidsOpened,
    CardGivenBack,
    Collected,
    DealStruck,
    DebtPaid,
    Event,
    HandedOver,
    NotSold,
    PromisePaid,
    Raised,
    Sold,
    Surrendered,
    Swapped,
    Taxed,
    Took,
)
from games.trump.moves import NOTHING, Goods
from games.trump.state import Offer

__all__ = ["gaps", "moments", "net", "reveal", "truth"]

# --- headlines ------------------------------------------------------------------------------------

_HEADLINE_PAY = 100  # fewest millions that a headline card pays
_HEADLINE_LIMIT = 280  # characters of a headline


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Write a headline about opened bids, a sale, a deal or a valuable card, or return None.

    A completed sale is announced in its own message.
    """
    sold = any(isinstance(event, Sold) for event in events)
    lines: list[str] = []
    for event in events:
        if line := _headline(event, names, settled=sold):
            lines.append(line)
    kept = lines[:1]  # the first part always fits, and the board has the rest
    for line in lines[1:]:
        if len(" ".join([*kept, line])) > _HEADLINE_LIMIT:
            break
        kept.append(line)
    return Reveal(" ".join(kept), sold) if kept else None


def _headline(event: Event, names: Names, *, settled: bool) -> str:
    match event:
        case BidsOpened(leader=leader) if settled or leader is None:
            return ""  # the sale's own sentence includes the bids
        case Sold():
            return f"{sentence(event, names, None)}{_others_bid(event, names)}"
        case DealStruck(offer=offer):
            return _deal(offer, Voice(names, None))
        case Collected(amount=amount, card=card) if card is None or amount < _HEADLINE_PAY:
            return ""
        case BidsOpened() | NotSold() | Surrendered() | Collected():
            return sentence(event, names, None)
        case _:
            return ""


def _others_bid(event: Sold, names: Names) -> str:
    """Write the other bidders' last bids. A bid above the price belongs to a knocked-out bidder."""
    bids = [
        f"{names[bid.seat]} bid {money(bid.amount)}"
        + (" (knocked out)" if bid.amount > event.price else "")
        for bid in event.returned
    ]
    return f" {listed(bids)}." if bids else ""


def _deal(offer: Offer, voice: Voice) -> str:
    """Summarize a deal in a sentence, with the number of promises instead of their terms."""
    headline = f"{voice.who(offer.by)} and {voice.who(offer.to)} have a deal"
    whole = f"{headline}: {shares(offer, voice)}."
    return whole if len(whole) <= _HEADLINE_LIMIT else f"{headline}."


# --- changes while away ---------------------------------------------------------------------------

_Moved: TypeAlias = dict[Seat, Counter[str]]
_MOST_PARTS = (
    4  # sentences in a summary, and how many properties it names before it only counts them
)


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up how a player's cash changed, and who gained or lost properties.

    Money in an open bid no longer counts as cash, but money in a sealed bid does.
    """
    more = sum(_cash_change(event, to) for event in events)
    moved = _properties(events)
    got, lost = _balance(moved, to)
    taken = sum(isinstance(event, Took) and event.victim == to for event in events)
    mine = [f"You're {'up' if more > 0 else 'down'} {money(abs(more))} in cash"] if more else []
    mine += [f"{'' if mine else 'You '}got {_named_or_counted(got)}"] if got else []
    mine += [f"{'' if mine else 'You '}lost {_named_or_counted(lost)}"] if lost else []
    sentences = [listed(mine)] if mine else []
    sentences += [
        f"You gave back {goods_named(goods)}"
        if by == to
        else f"{names[by]} gave you back {goods_named(goods)}"
        for by, goods in _given_back(events, to)
    ]
    if taken:
        sentences.append(
            "A card was taken from you" if taken == 1 else f"{taken} cards were taken from you"
        )
    sentences += [
        f"{names[seat]} got {_named_or_counted(won)}"
        for seat in range(len(names))
        if seat != to and (won := _balance(moved, seat)[0])
    ]
    return " ".join(f"{text}." for text in sentences[:_MOST_PARTS])


def _given_back(events: Sequence[Event], to: Seat) -> Iterator[tuple[Seat, Goods]]:
    """Yield the borrowed cards that a player gave or got back, by the player who gave them."""
    back = [event.promise for event in events if isinstance(event, CardGivenBack)]
    for by in dict.fromkeys(promise.by for promise in back):
        cards = [
            promise.card
            for promise in back
            if promise.by == by and to in (promise.by, promise.to) and promise.card is not None
        ]
        if cards:
            yield by, replace(NOTHING, cards=in_order(cards))


def _named_or_counted(properties: Sequence[str]) -> str:
    """Name a few properties, or only count them if there are many."""
    return all_of(properties) if len(properties) <= _MOST_PARTS else f"{len(properties)} properties"


def _balance(moved: _Moved, seat: Seat) -> tuple[list[str], list[str]]:
    """List the properties that a seat gained, and those that it lost."""
    counts = moved.get(seat, Counter[str]())
    return (
        [name for name, count in counts.items() if count > 0],
        [name for name, count in counts.items() if count < 0],
    )


def _cash_change(event: Event, to: Seat) -> int:
    """Return how much an event changed a seat's cash."""
    match event:
        case BidsOpened(bids=bids):
            return -sum(bid.amount for bid in bids if bid.seat == to)
        case Raised(seat=seat, cash=cash):
            return -cash * (seat == to)
        case Sold(seat=seat, owner=owner, price=price, returned=returned):
            back = sum(bid.amount for bid in returned if bid.seat == to)
            return back + price * (owner == to and seat != owner)
        case Collected(seat=seat, amount=amount):
            return amount * (seat == to)
        case Taxed(seat=seat, victim=victim, amount=amount):
            return _paid(victim, seat, amount, to)
        case DealStruck(offer=offer):
            return _paid(offer.by, offer.to, offer.give.cash - offer.get.cash, to)
        case PromisePaid(promise=promise, amount=amount):
            return _paid(promise.by, promise.to, amount, to)
        case (
            HandedOver(promise=promise, amount=amount)
            | CardGivenBack(promise=promise, amount=amount)
        ):
            return _paid(promise.to, promise.by, amount, to)
        case DebtPaid(debt=debt, amount=amount, boxes=boxes):
            return _paid(debt.by, debt.to, amount, to) + (
                sum(box.amount for box in boxes) * (debt.to == to)
            )
        case _:
            return 0


def _paid(payer: Seat, payee: Seat, amount: int, to: Seat) -> int:
    return amount * ((payee == to) - (payer == to))


def _properties(events: Sequence[Event]) -> _Moved:
    """For each seat and property, count how often it was gained minus how often it was lost."""
    moved: _Moved = {}
    for event in events:
        for giver, receiver, property in _changed_hands(event):
            for seat, count in ((giver, -1), (receiver, 1)):
                if seat is not None and giver != receiver:
                    moved.setdefault(seat, Counter())[property] += count
    return moved


def _changed_hands(event: Event) -> Iterator[tuple[Seat | None, Seat | None, str]]:
    """Yield each property that changed hands, with its old and new owner. None is the board."""
    match event:
        case Sold(seat=seat, owner=owner, property=property):
            yield owner, seat, property
        case Swapped(seat=seat, give=give, get=get, owner=owner):
            yield seat, owner, give
            yield owner, seat, get
        case Surrendered(victim=victim, to=to, property=property):
            yield victim, to, property
        case DealStruck(offer=offer):
            for property in offer.give.properties:
                yield offer.by, offer.to, property
            for property in offer.get.properties:
                yield offer.to, offer.by, property
        case HandedOver(promise=promise):
            yield promise.by, promise.to, promise.property or ""
        case _:
            return
