"""The standing orders themselves, and the public facts that decide about them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import Seat
from games.trump.cards import FORCE_SALE, INVESTORS, TAX
from games.trump.moves import ForceSale, Play, Tax
from games.trump.state import Acting, Bidding, Proposed, Public
from games.trump.views import View

ToPlay: TypeAlias = Play | Tax | ForceSale
"""A card to play, together with the player or property it is played on."""
Then: TypeAlias = Literal["roll", "keep_rolling", "pass", "keep_passing", "ask"]
"""What a player does if no queued card can be played. Rolling is for the Buying Phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """The turn on which a seat gave an order, and what the seat had at that time.

    `discards` is the size of the discard pile. `purse` is the cash, including money in a bid.
    """

    turn: int
    dealing: bool
    discards: int
    hand: tuple[str, ...]
    purse: int
    owned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsAhead:
    """Play these cards on the next turns, one per turn. If none can be played, do `then` instead.

    The order lasts one turn per card, but at least one turn. A `keep_…` goes on after that. Each
    turn tries its own card first, and then the later ones. `since` is None until the order is
    stored.
    """

    kind: Literal["turns_ahead"] = "turns_ahead"
    cards: tuple[ToPlay, ...]
    then: Then
    since: Since | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesAhead:
    """Choose the first possible option for a sale, an ADD space or a T. Ask if there is none."""

    kind: Literal["choices_ahead"] = "choices_ahead"
    sell: tuple[str, ...]
    add: tuple[str, ...]
    take: tuple[Seat, ...]


Order: TypeAlias = TurnsAhead | ChoicesAhead

# --- the cards of an order ------------------------------------------------------------------------


def card_of(move: ToPlay) -> str:
    """Return the name of the card that a move plays."""
    if isinstance(move, Play):
        return move.card
    return TAX if isinstance(move, Tax) else FORCE_SALE


def queued(order: TurnsAhead, name: str) -> int:
    """Count how often an order queues a card of this name."""
    return [card_of(card) for card in order.cards].count(name)


# --- public facts ---------------------------------------------------------------------------------


def finished_turns(view: View, order: TurnsAhead) -> int:
    """Count the turns that the owner has finished since giving an order."""
    public, seat, since = view.public, view.seat, order.since
    if since is None:  # the order is not stored yet
        return 0
    assert seat is not None
    first = since.turn + 1 + (seat - public.turn_of(since.turn + 1)) % public.seats
    if public.turn < first:
        return 0
    begun = (public.turn - first) // public.seats + 1
    return begun - 1 if acts_now(view) else begun


def purse(public: Public, seat: Seat) -> int:
    """Return a seat's cash plus the cash in its bid, but not the money of its investors."""
    cash, phase = public.cash[seat], public.phase
    bid = phase.bid_of(seat) if isinstance(phase, Bidding) else None
    if bid is None:
        return cash
    return cash + bid.amount - sum(INVESTORS.get(card, 0) for card in bid.cards)


def acts_now(view: View) -> bool:
    """Return whether the seat that owns the view is on turn and must act."""
    return isinstance(view.phase, Acting) and view.public.seat == view.seat


def at_a_deal(public: Public, seat: Seat) -> bool:
    """Return whether the seat is a party to the open offer."""
    phase = public.phase
    return isinstance(phase, Proposed) and seat in (phase.offer.by, phase.offer.to)


def meets_promised_play(view: View, seat: Seat, turns: int) -> bool:
    """Return whether the seat has promised to play a card on one of its next turns (TR-81).

    The rules make that play. So the turn would count as one of the order's turns, and the queued
    card of that turn would be lost.
    """
    public = view.public
    last = public.turn + public.seats * (turns - acts_now(view))  # the present turn is one of them
    return any(
        promise.duty == "play" and promise.by == seat and (promise.turn or 0) <= last
        for promise in public.promises
    )


def lends_or_borrows(public: Public, seat: Seat) -> bool:
    """Return whether a card will return to the seat or leave it, when a loan ends (TR-80)."""
    return any(
        promise.duty == "give_back" and seat in (promise.by, promise.to)
        for promise in public.promises
    )
