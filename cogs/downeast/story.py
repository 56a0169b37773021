"""Announcements of single steps, and the summary for a player who was away.

The stories of a finished game are in `moments` and `truth`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.ui.face.story import Reveal
from bot.ui.panels.words import Names, listed
from cogs.downeast.finished.moments import moments
from cogs.downeast.finished.truth import gaps, truth
from cogs.downeast.tell import sentence
from cogs.downeast.text import THIEVES, along, item, laid, plural, some, the
from games.downeast.cash import Cash, money
from games.downeast.decks import CHEST_PAYS
from games.downeast.events import (
    BidsRevealed,
    ChestFound,
    Compared,
    DealWon,
    Event,
    Exposed,
    HandedOver,
    Paid,
    SetCompleted,
    Settled,
    Surrendered,
    ThiefTaken,
    Tied,
    TieDecided,
    TookFree,
)
from games.rules import Seat

__all__ = ["gaps", "moments", "net", "reveal", "truth"]

# --- announcements --------------------------------------------------------------------------------


def reveal(events: Sequence[Event], names: Names) -> Reveal | None:
    """Announce what a step revealed: sealed bids, the new owner of an item, a chest.

    A completed set, the Thief's new owner and the last chest get their own message.
    """
    lines = [line for event in events if (line := _announcement(event, names))]
    ends = any(
        isinstance(event, SetCompleted | ThiefTaken)
        or (isinstance(event, ChestFound) and event.number == len(CHEST_PAYS))
        for event in events
    )
    return Reveal(" ".join(lines), ends) if lines else None


def _announcement(event: Event, names: Names) -> str:
    match event:
        case BidsRevealed(item=name, bids=bids, tied=tied):
            shown = ", ".join(f"{names[bid.seat]} {short_cash(bid.cards)}" for bid in bids)
            tie = f" {names.all(frozenset(tied))} tied for the lowest." if tied else ""
            return f"The sealed bids to avoid {the(name)}: {shown}.{tie}"
        case ThiefTaken(seat=seat, item=name, pot=pot, by_order=by_order):
            why = f"{names[seat]} bid lowest and takes"
            if by_order:
                why = f"The tie can't be broken, so {names[seat]}, first in bidding order, takes"
            return f"{why} {the(name)}{along(pot, short_cash)}."
        case _:
            return sentence(event, names, None) if isinstance(event, _ANNOUNCED) else ""


_ANNOUNCED = (
    Settled,
    TookFree,
    Exposed,
    Surrendered,
    Tied,
    TieDecided,
    DealWon,
    SetCompleted,
    ChestFound,
)
"""Events whose usual sentence is enough of an announcement."""


def short_cash(cards: Cash) -> str:
    """Describe a payment or an offer by its sum: `$80`, `nothing but a bad check`."""
    return money(sum(cards)) if sum(cards) else laid(cards)


# --- summary --------------------------------------------------------------------------------------


def net(events: Sequence[Event], names: Names, to: Seat) -> str:
    """Sum up what a seat won and lost, and what the other players gained.

    Cash in an open offer still counts as its owner's, until the two players see each other's cash.
    """
    more = sum(_cash_gained(event, to) for event in events)
    sets = [event for event in events if isinstance(event, SetCompleted)]
    won = _items_moved(events)
    mine = [f"{'gained' if more > 0 else 'lost'} {money(abs(more))}"] if more else []
    mine += [f"completed a set of {item(full.item).many}" for full in _of(to, sets, thieves=False)]
    mine += [f"have all four {plural(full.item)} now" for full in _of(to, sets, thieves=True)]
    done = {full.item for full in sets}
    mine += _got_and_lost(won, to, done)
    parts = [f"you {listed(mine)}"] if mine else []
    parts += [
        line for seat in range(len(names)) if seat != to for line in _others(seat, sets, won, names)
    ]
    summed = "; ".join(parts[:_MOST_FACTS])
    return f"{summed[:1].upper()}{summed[1:]}." if summed else ""


_MOST_FACTS = 4  # the most facts in a summary
_MOST_NAMED = 4  # the most kinds of items to name


def _cash_gained(event: Event, to: Seat) -> int:
    """Return by how much an event changed a seat's money, as far as this seat was told."""
    match event:
        case ChestFound(card=card):
            return card
        case HandedOver(payer=payer, payee=payee, cards=cards):
            return sum(cards) * ((payee == to) - (payer == to))
        case Compared(challenger=challenger, target=target) if to in (challenger, target):
            to_challenger = _challengers_gain(event)
            return to_challenger if to == challenger else -to_challenger
        case BidsRevealed(bids=bids):
            return -sum(sum(bid.cards) for bid in bids if bid.seat == to)
        case ThiefTaken(seat=seat, pot=pot):
            return sum(pot) * (seat == to)
        case _:
            return 0


def _challengers_gain(event: Compared) -> int:
    """Return the challenger's gain in cash from a deal (DD-22, DD-23, DD-31, DD-33)."""
    offer, answer = sum(event.offer), sum(event.answer or ())
    if event.answer is None or event.item not in THIEVES:
        return answer - offer
    return 0 if offer == answer else answer if offer < answer else -offer


def _items_moved(events: Sequence[Event]) -> dict[Seat, Counter[str]]:
    """Count the items that each seat won, minus those it lost."""
    moved: dict[Seat, Counter[str]] = {}

    def moves(seat: Seat, name: str, count: int) -> None:
        moved.setdefault(seat, Counter())[name] += count

    for event in events:
        match event:
            case Paid(payer=seat, item=name) | TookFree(seat=seat, item=name):
                moves(seat, name, 1)
            case ThiefTaken(seat=seat, item=name):
                moves(seat, name, 1)
            case DealWon(winner=winner, loser=loser, item=name, stake=stake):
                moves(winner, name, stake)
                moves(loser, name, -stake)
            case _:
                pass
    return moved


def _of(seat: Seat, sets: Sequence[SetCompleted], *, thieves: bool) -> list[SetCompleted]:
    return [full for full in sets if full.seat == seat and (full.item in THIEVES) is thieves]


def _got_and_lost(got: dict[Seat, Counter[str]], seat: Seat, done: set[str]) -> list[str]:
    """Describe the items that a seat won and lost, except those of its new sets."""
    some_more = [(name, count) for name, count in got.get(seat, Counter[str]()).items() if count]
    gained = [some(name, count) for name, count in some_more if count > 0 and name not in done]
    lost = [some(name, -count) for name, count in some_more if count < 0]
    return [f"{verb} {_name_few(some)}" for verb, some in (("got", gained), ("lost", lost)) if some]


def _name_few(things: list[str]) -> str:
    """Name up to four things. If there are more, only count them."""
    return listed(things) if len(things) <= _MOST_NAMED else f"{len(things)} kinds of items"


def _others(
    seat: Seat, sets: Sequence[SetCompleted], got: dict[Seat, Counter[str]], names: Names
) -> Iterator[str]:
    """Describe another seat's new sets, and the items of which it won two or more."""
    for full in _of(seat, sets, thieves=False):
        yield f"{names[seat]} completed a set of {item(full.item).many}"
    for full in _of(seat, sets, thieves=True):
        yield f"{names[seat]} has all four {plural(full.item)}"
    done = {full.item for full in sets}
    for name, count in got.get(seat, Counter[str]()).items():
        if count > 1 and name not in done:
            yield f"{names[seat]} got {some(name, count)}"
