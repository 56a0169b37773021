"""Helper functions for the error sentences of illegal moves.

A sentence says what is wrong and, if useful, what works instead. `{0}` and `{1}` are filled with
the names of the seats listed after the sentence. The moving player is called "you".
"""

from collections.abc import Iterable
from typing import TypeAlias

from games.rules import Seat
from games.trump.cards import AT
from games.trump.state import (
    Acting,
    Adding,
    Bidding,
    Clearing,
    Opening,
    Over,
    Proposed,
    Putting,
    Relating,
    Surrendering,
    Taking,
)
from games.trump.views import View, movers

Why: TypeAlias = tuple[()] | tuple[str, *tuple[Seat, ...]]
"""An error sentence and the seats named in it, or () if the move is legal."""


def money(amount: int) -> str:
    """Format an amount of money: `$120M`, `$1,250M`."""
    return f"${amount:,}M"


def listing(seats: Iterable[Seat], at: int = 0) -> str:
    """Format placeholders for seat names, numbered from `at`: `{0}, {1} and {2}`."""
    return _and([f"{{{number}}}" for number, _ in enumerate(seats, at)])


def named(properties: Iterable[str]) -> str:
    """Format a list of properties: `the Hotel, the Casino and the Airline`."""
    return _and([f"the {name}" for name in properties])


def _and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def not_now(view: View, what: str) -> Why:
    """Return an error sentence that says what the game waits for: `You can't … now: …`."""
    going_on, *seats = _situation(view)
    return (f"You can't {what} now: {going_on}.", *seats)


def not_on_turn(view: View, what: str) -> Why:
    """Return an error sentence for a move that a player makes on their own turn.

    Other players aren't told to wait for a sale or a deal, because even then it won't be their
    turn. Only a player for whom that sale or deal waits is told so.
    """
    public = view.public
    outside = isinstance(public.phase, Acting | Opening | Bidding | Proposed | Surrendering)
    if outside and view.seat != public.seat and view.seat not in movers(public):
        return ("It's {0}'s turn, not yours.", public.seat)
    return not_now(view, what)


def no_card(title: str) -> str:
    """Return an error sentence for a player who doesn't have such a card."""
    return f"You have no {title} card."


def no_property(property: str) -> Why:
    """Return an error sentence if no property has this name."""
    if property not in AT:
        return ("There's no such property.",)
    return ()


def _situation(view: View) -> tuple[str, *tuple[Seat, ...]]:
    public, mine = view.public, view.seat == view.public.seat
    match public.phase:
        case Over():
            return ("the game is over",)
        case Surrendering(victim=victim):
            if view.seat == victim:
                return ("you have to choose a property to surrender",)
            return ("{0} is choosing a property to surrender", victim)
        case Opening(property=property, asked=asked, answered=answered):
            left = [seat for seat in asked if seat not in answered]
            if view.seat in left:
                return (f"the sale of the {property} is waiting for your bid",)
            return (f"the sale of the {property} is waiting for {listing(left)} to bid", *left)
        case Bidding(property=property, turn=turn):
            if view.seat == turn:
                return (f"it's your turn in the sale of the {property}",)
            return (f"it's {{0}}'s turn in the sale of the {property}", turn)
        case Proposed() as proposed:
            by, to = proposed.open.by, proposed.open.to
            if view.seat == to:
                return ("you haven't answered {0}'s offer yet", by)
            if view.seat == by:
                return ("{0} hasn't answered your offer yet", to)
            return ("{0} hasn't answered {1}'s offer yet", to, by)
        case Acting():
            what = "play a card, offer a deal or pass" if public.dealing else "roll or play a card"
        case Taking():
            what = "take a card from somebody"
        case Adding():
            what = "put money into a property"
        case Putting() | Clearing():
            what = "put a property up for sale"
        case Relating():
            what = "play a card after the deal, or none"
        case _:
            what = "trade a property or keep everything"
    return (f"it's your turn to {what}",) if mine else (f"it's {{0}}'s turn to {what}", public.seat)
