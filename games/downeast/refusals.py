"""Error sentences shared by several kinds of move, and the protocol that provides their facts.

A sentence says what is wrong and, if useful, what the player can do instead. `{0}` and `{1}` are
filled with the names of the seats that are listed after the sentence.
"""

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from games.downeast.cash import Cash, card_name, handful, missing_card, money
from games.downeast.decks import BID_STEP, DECKS
from games.downeast.displays import Display, has_deal
from games.downeast.moves import LotAnswer
from games.downeast.state import (
    Auction,
    Choosing,
    Deal,
    Deciding,
    Lot,
    Options,
    Over,
    Paying,
    Phase,
)
from games.rules import Seat

Why: TypeAlias = tuple[()] | tuple[str, *tuple[Seat, ...]]
"""An error sentence and the seats that it names, or () if the move is legal."""


class Knowledge(Protocol):
    """The facts needed to check a move. Both View and StepBuilder provide them."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def options(self) -> Options: ...
    @property
    def displays(self) -> tuple[Display, ...]: ...
    @property
    def to_come(self) -> int: ...
    @property
    def chests(self) -> int: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def cash(self) -> Cash: ...
    @property
    def limit(self) -> int | None: ...  # set only if this seat is the high bidder
    @property
    def answer(self) -> LotAnswer | None: ...
    @property
    def ask_me(self) -> frozenset[Seat]: ...


# --- names ----------------------------------------------------------------------------------------


def placeholders(seats: Iterable[Seat], at: int = 0) -> str:
    """Return placeholders for seat names, numbered from `at`: `{0}, {1} and {2}`."""
    places = [f"{{{number}}}" for number, _ in enumerate(seats, at)]
    return " and ".join([", ".join(places[:-1]), places[-1]] if places[1:] else places)


def named(view: Knowledge, item: str) -> str:
    """Return the name of an item with its article: `a Canoe`, `a pair of Snowshoes`."""
    return DECKS[view.options.deck].item(item).one


# --- shared refusals ------------------------------------------------------------------------------


def as_auctioneer(view: Knowledge) -> Why:
    """Return why an auctioneer can't bid, however the others bid, or () for anybody else."""
    phase = view.phase
    if not isinstance(phase, Auction | Lot) or view.seat != view.turn:
        return ()
    can = " You can call it." if isinstance(phase, Auction) and not phase.called else ""
    return (f"You're auctioning the {phase.item}, so only the others bid.{can}",)  # DD-13


def as_bidder(view: Knowledge) -> Why:
    """Return why a bidder can't sell or keep the item, or () for the auctioneer."""
    phase = view.phase
    if not isinstance(phase, Auction | Lot | Deciding) or view.seat == view.turn:
        return ()
    does = "auctioned" if isinstance(phase, Deciding) else "is auctioning"
    return (f"{{0}} {does} the {phase.item}, so only {{0}} can sell it or keep it.", view.turn)


def not_now(view: Knowledge, what: str) -> Why:
    """Return an error sentence for a move that does not fit the current phase."""
    going_on, *seats = _going_on(view)
    return (f"You can't {what} now, because {going_on}.", *seats)


def _going_on(view: Knowledge) -> tuple[str, *tuple[Seat, ...]]:
    match view.phase:
        case Choosing():
            return _a_turn(view)
        case Auction(item=item):
            if view.seat == view.turn:
                return (f"you're auctioning {named(view, item)}",)
            return (f"{{0}} is auctioning {named(view, item)}", view.turn)
        case Lot() as lot:
            return _a_lot(view, lot)
        case Deciding(item=item, price=price):
            if view.seat != view.turn:
                return (f"{{0}} has to sell the {item} or keep it", view.turn)
            keep = " or keep it" if sum(view.cash) >= price else ""
            return (f"you have to sell the {item}{keep}",)
        case Paying(item=item, payer=payer, payee=payee):
            if view.seat == payer:
                return (f"you have to pay {{0}} for the {item}", payee)
            if view.seat == payee:
                return (f"{{0}} has to pay you for the {item}", payer)
            return (f"{{0}} has to pay {{1}} for the {item}", payer, payee)
        case Deal() as deal:
            return _a_deal(view, deal)
        case Over():
            return ("the game is over",)
        case sealing:
            left = [seat for seat in sealing.bidders if seat not in sealing.sealed]
            if view.seat in left:
                return (f"you have to seal a bid to keep the {sealing.item} away",)
            have = "has" if len(left) == 1 else "have"
            return (
                f"{placeholders(left)} {have} to seal a bid to keep the {sealing.item} away",
                *left,
            )


def _a_turn(view: Knowledge) -> tuple[str, *tuple[Seat, ...]]:
    can = ["auction the next item"] if view.to_come else []
    can += ["start a Downeast Deal"] if has_deal(view.displays, view.turn) else []
    may = " or ".join(can)
    return (f"you have to {may}",) if view.seat == view.turn else (f"{{0}} has to {may}", view.turn)


def _a_lot(view: Knowledge, lot: Lot) -> tuple[str, *tuple[Seat, ...]]:
    """Describe who must still answer in a secret auction, from this reader's point of view."""
    if view.seat == view.turn and view.seat not in lot.answered:
        if sum(view.cash) < BID_STEP:
            return (f"you have to sell the {lot.item}",)
        return (f"you have to sell the {lot.item}, or name the most you'd pay to keep it",)
    if view.seat not in lot.answered:
        if sum(view.cash) < BID_STEP:
            return (f"you have to pass on {named(view, lot.item)}",)
        return (f"you have to name the most you'd pay for {named(view, lot.item)}, or pass",)
    left = [seat for seat in range(len(view.displays)) if seat not in lot.answered]
    have = "hasn't" if len(left) == 1 else "haven't"
    return (f"{placeholders(left)} {have} answered for the {lot.item} yet", *left)


def _a_deal(view: Knowledge, deal: Deal) -> tuple[str, *tuple[Seat, ...]]:
    """Describe who has to act in a deal, from this reader's point of view."""
    doer, other, what = deal.challenger, deal.target, "make {0} another offer after the tie"
    if deal.laid:
        doer, other, what = other, doer, "answer {0}'s offer or give in"
    if view.seat == doer:
        return (f"you have to {what}", other)
    if view.seat == other:
        mine = what.replace("{0}'s", "your").replace("{0}", "you")
        return (f"{{0}} has to {mine}", doer)
    return (f"{{1}} has to {what}", other, doer)


def not_in_hand(view: Knowledge, cards: Cash) -> Why:
    """Return what is wrong with the cards that a player wants to lay down, or ()."""
    short = missing_card(view.cash, cards)
    if short is None:
        return () if cards == handful(cards) else ("Name the cards largest first.",)
    if cards.count(short) == 1 or short not in view.cash:
        return (f"You don't have {card_name(short)}.",)
    return (f"You don't have that many {'bad checks' if short == 0 else f'{money(short)}s'}.",)
