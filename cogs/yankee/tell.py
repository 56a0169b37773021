"""Write each event of Yankee Swap in a sentence or two."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.ui.panels.words import Names, listed
from games.gifts import COAL, Card, gift, in_order
from games.rules import Seat
from games.yankee.events import (
    Dealt,
    Declined,
    Event,
    Given,
    Looked,
    Lost,
    Received,
    Saw,
    Unwrapped,
)
from games.yankee.record import Reason
from games.yankee.state import LIMIT, Loss, ThreeAlike, TooMany


def because(reason: Reason, declared: Card) -> str:
    """Write a reason for declining: `It isn't a Wreath`."""
    if reason == "coal":
        return "It is Coal"
    verb = "is" if reason == "is" else "isn't"
    return f"It {verb} {gift(declared).one}"


def why_lost(losses: Iterable[Loss]) -> str:
    """Write the reasons why a player lost: `a third Mug and nothing left to give`."""
    parts: list[str] = []
    for loss in losses:
        if isinstance(loss, ThreeAlike):
            card = "Coal card" if loss.card == COAL else gift(loss.card).one.removeprefix("a ")
            parts.append(f"a third {card}")
        elif isinstance(loss, TooMany):
            parts.append(f"{loss.total}★ ({LIMIT}★ or more loses)")
        else:
            parts.append("nothing left to give")
    return listed(parts)


def called(seat: Seat, names: Names, you: Seat | None) -> str:
    """Return how a sentence refers to a seat: `you` or the player's name."""
    return "you" if seat == you else str(names[seat])


def sentence(event: Event, names: Names, to: Seat | None) -> str:
    """Write an event in a sentence or two."""
    match event:
        case Dealt():
            return _dealt(event, names, to)
        case Received(seat=seat, cards=cards):
            if seat == to:
                return ""  # the hand shows it
            counted = Counter(in_order(cards)).items()
            kinds = [f"{gift(card).name} ×{n}" if n > 1 else gift(card).name for card, n in counted]
            return f"{names[seat]} was dealt {listed(kinds)}."
        case Given():
            return _given(event, names, to)
        case Looked(seat=seat):
            return "" if seat == to else f"{names[seat]} looked at it."
        case Saw(seat=seat, card=card):
            if seat == to:
                return f"You looked: it's {gift(card).one}."
            return f"{names[seat]} looked and saw {gift(card).one}."
        case Declined():
            return _declined(event, names, to)
        case Unwrapped(seat=seat, card=card):
            who = "you" if seat == to else names[seat]
            return (
                f"Coal comes with a gift from under the tree, so {who} took {gift(card).one} too."
            )
        case Lost(seat=seat, losses=losses):
            lose = "You lose" if seat == to else f"{names[seat]} loses"
            return f"{lose} with {why_lost(losses)}. {_who_wins(seat, names, to)}."


def sentences(events: Sequence[Event], names: Names, to: Seat | None) -> list[str]:
    """Write events without the claim about the offered gift, which the headline shows."""
    lines = [sentence(event, names, to) for event in events]
    for at in reversed(range(len(events))):
        event = events[at]
        if isinstance(event, Given):
            lines[at] = f"{_gave(event, names, to)}."
        if isinstance(event, Given | Declined):
            break
    return [line for line in lines if line]


def _who_wins(loser: Seat, names: Names, to: Seat | None) -> str:
    if len(names) > 2:
        return "Everybody else wins"
    return "You win" if to == 1 - loser else f"{names[1 - loser]} wins"


def _dealt(event: Dealt, names: Names, to: Seat | None) -> str:
    cards = listed([str(size) for size in sorted(set(event.hands))], "or")
    first = "You give" if event.first == to else f"{names[event.first]} gives"
    return (
        f"Everybody has {cards} cards, {event.coal_each} of them Coal. {event.tree} gifts are under"
        f" the tree. {first} first."
    )


def _given(event: Given, names: Names, to: Seat | None) -> str:
    return f"{_gave(event, names, to)}: “It's {gift(event.declared).one}.”"


def _gave(event: Given, names: Names, to: Seat | None) -> str:
    who = "You" if event.giver == to else names[event.giver]
    whom = called(event.to, names, to)
    return f"{who} passed it on to {whom}" if event.again else f"{who} gave {whom} a gift"


def _declined(event: Declined, names: Names, to: Seat | None) -> str:
    who = "You" if event.seat == to else names[event.seat]
    taker = called(event.taker, names, to)
    verdict = "Wrong: it was"
    end = f"so {taker} took it"
    if event.taker == event.giver:
        verdict, end = "Right: it was", f"{end} back"
    elif event.card == COAL and event.reason == "isnt":
        verdict, end = "It was", f"and for Coal “it isn't” counts as wrong, {end}"  # YS-9
    said = because(event.reason, event.declared)
    return f"{who} declined: “{said}.” {verdict} {gift(event.card).one}, {end}."
