"""What a player wants to hear at once: what was laid open, and what came of it while away.

The stories of a game that is over are in `moments` and `truth`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bot.ui.story import Reveal
from bot.ui.words import Names, listed
from cogs.trump.deal import goods_named
from cogs.trump.tell import tell
from cogs.trump.words import Voice, all_of, counted, money, upper
from games.rules import Seat
from games.trump.events import (
    BidsOpened,
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
from games.trump.moves import NOTHING
from games.trump.state import Offer

# --- what was laid open ---------------------------------------------------------------------------

_GREAT = 100  # what a card must bring to be a headline
_ROOM = 280  # characters


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Say what a step has laid open: bids, who bought what for how much, a deal, a great card.

    A sale is worth a message of its own once somebody has bought.
    """
    sold = any(isinstance(event, Sold) for event in events)
    said: list[str] = []
    for event in events:
        if line := _laid_open(event, names, settled=sold):
            said.append(line)
    kept = said[:1]  # several sales in one step are rare, and all are told below
    for line in said[1:]:
        if len(" ".join([*kept, line])) > _ROOM:
            break
        kept.append(line)
    return Reveal(" ".join(kept), sold) if kept else None


def _laid_open(event: Event, names: Names, *, settled: bool) -> str:
    match event:
        case BidsOpened(leader=leader) if settled or leader is None:
            return ""  # what came of them says it
        case Sold():
            return f"{tell(event, names, None)}{_others_bid(event, names)}"
        case DealStruck(offer=offer):
            return _deal(offer, Voice(names, None))
        case Collected(amount=amount, card=card) if card is None or amount < _GREAT:
            return ""
        case BidsOpened() | NotSold() | Surrendered() | Collected():
            return tell(event, names, None)
        case _:
            return ""


def _others_bid(event: Sold, names: Names) -> str:
    """Say what the others had bid in the end; who bid more had been knocked out."""
    bids = [
        f"{names[one.seat]} bid {money(one.amount)}"
        + (" and was knocked out" if one.amount > event.price else "")
        for one in event.returned
    ]
    return f" {listed(bids)}." if bids else ""


def _deal(offer: Offer, voice: Voice) -> str:
    """Say a deal in a sentence, what was promised by its number alone."""
    gives = [
        f"{voice.who(seat)} gives {goods_named(goods)}"
        for seat, goods in ((offer.by, offer.give), (offer.to, offer.get))
        if goods != NOTHING
    ]
    more = [counted(len(offer.promises), "promise")] if offer.promises else []
    said = f"{voice.who(offer.by)} and {voice.who(offer.to)} have a deal"
    whole = f"{said}: {', '.join([*gives, *more])}."
    return whole if len(whole) <= _ROOM else f"{said}."


# --- what came of it ------------------------------------------------------------------------------

_Moved: TypeAlias = dict[Seat, Counter[str]]
_PARTS = 4  # what is said of oneself, and of others


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up what a seat has more or less in hand, and who owns what now.

    Money that lies in a bid on the table is not in hand; sealed, it still is.
    """
    more = sum(_came_in(event, to) for event in events)
    moved = _properties(events)
    got, lost = _balance(moved, to)
    taken = sum(isinstance(event, Took) and event.victim == to for event in events)
    mine = [f"have {money(abs(more))} {'more' if more > 0 else 'less'} in hand"] if more else []
    mine += [f"got {_few(got)}"] if got else []
    mine += [f"lost {_few(lost)}"] if lost else []
    said = [f"you {listed(mine)}"] if mine else []
    if taken:
        said.append(
            "a card was taken from you" if taken == 1 else f"{taken} cards were taken from you"
        )
    said += [
        f"{names[seat]} got {_few(won)}"
        for seat in range(len(names))
        if seat != to and (won := _balance(moved, seat)[0])
    ]
    return f"{upper('; '.join(said[:_PARTS]))}." if said else ""


def _few(properties: Sequence[str]) -> str:
    """Name a few properties, and count many."""
    return all_of(properties) if len(properties) <= _PARTS else f"{len(properties)} properties"


def _balance(moved: _Moved, seat: Seat) -> tuple[list[str], list[str]]:
    """List what a seat has got, and what it has lost, of what it did not lose or get again."""
    found = moved.get(seat, Counter[str]())
    return (
        [name for name, count in found.items() if count > 0],
        [name for name, count in found.items() if count < 0],
    )


def _came_in(event: Event, to: Seat) -> int:
    """Reckon what an event has put into a seat's purse, or (less than 0) taken out of it."""
    match event:
        case BidsOpened(bids=bids):
            return -sum(one.amount for one in bids if one.seat == to)
        case Raised(seat=seat, cash=cash):
            return -cash * (seat == to)
        case Sold(seat=seat, owner=owner, price=price, returned=returned):
            back = sum(one.amount for one in returned if one.seat == to)
            return back + price * (owner == to and seat != owner)
        case Collected(seat=seat, amount=amount):
            return amount * (seat == to)
        case Taxed(seat=seat, victim=victim, amount=amount):
            return _paid(victim, seat, amount, to)
        case DealStruck(offer=offer):
            return _paid(offer.by, offer.to, offer.give.cash - offer.get.cash, to)
        case PromisePaid(promise=promise, amount=amount):
            return _paid(promise.by, promise.to, amount, to)
        case HandedOver(promise=promise, amount=amount):
            return _paid(promise.to, promise.by, amount, to)
        case DebtPaid(debt=debt, amount=amount, boxes=boxes):
            return _paid(debt.by, debt.to, amount, to) + (
                sum(one.amount for one in boxes) * (debt.to == to)
            )
        case _:
            return 0


def _paid(payer: Seat, payee: Seat, amount: int, to: Seat) -> int:
    return amount * ((payee == to) - (payer == to))


def _properties(events: Sequence[Event]) -> _Moved:
    """Count the properties that each seat has got, less those that it has lost."""
    found: _Moved = {}
    for giver, receiver, property in (one for event in events for one in _changed_hands(event)):
        if giver != receiver:
            for seat, count in ((giver, -1), (receiver, 1)):
                if seat is not None:
                    found.setdefault(seat, Counter())[property] += count
    return found


def _changed_hands(event: Event) -> Iterator[tuple[Seat | None, Seat | None, str]]:
    """Yield from whom to whom (None: the board) which property went."""
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
