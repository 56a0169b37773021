"""What is asked about legality: who asks, and the sentences that every kind of move may need."""

from typing import Protocol

from games.downeast.cash import Cash, card_name, handful, lacking, money
from games.downeast.displays import Display
from games.downeast.state import Options, Phase
from games.rules import Seat


class Asked(Protocol):
    """What a seat knows that decides what it may do: its view, or the draft of its own move."""

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
    def limit(self) -> int | None: ...  # of the high bidder, and looked at for no one else


_NOW = {
    "choosing": "the player whose turn it is is choosing between an auction and a deal",
    "auction": "an auction is running",
    "deciding": "the hammer has fallen, and the auctioneer is to sell or to buy",
    "paying": "an item is waiting to be paid",
    "deal": "a Downeast Deal is under way",
    "sealing": "sealed bids are being laid down",
}


def not_now(view: Asked, what: str) -> str:
    """Say what is going on instead."""
    return f"You cannot {what} now: {_NOW[view.phase.kind]}."


def not_in_hand(view: Asked, cards: Cash) -> str:
    """Say what is wrong with cards that somebody wants to lay down; "" if nothing is."""
    short = lacking(view.cash, cards)
    if short is None:
        return "" if cards == handful(cards) else "Name the cards largest first."
    if cards.count(short) == 1 or short not in view.cash:
        return f"You do not hold {card_name(short)}."
    return f"You do not hold so many {'bad checks' if short == 0 else f'{money(short)}s'}."
