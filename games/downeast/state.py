"""The whole table: who holds and owns what, the deck, and what is going on.

A *phase* says what is going on, and holds nothing that is not public: views show it as it is. All
the secrets of a game are the cash in the `holdings`, the order of the `deck`, the piles that lie
`face_down`, the standing bidder's `limit`, the `answers` to a lot that is answered once, and what
each seat alone was told (`own_records`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from games.downeast.cash import Cash
from games.downeast.decks import DECKS, Deck, DeckName
from games.downeast.displays import Display
from games.downeast.moves import LotAnswer
from games.downeast.record import recorded
from games.maker import maker
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The terms of a table.

    What later releases have added is, unless it is said, as it was before: so old tables go on, and
    old games are dealt again, as they were dealt. What is usual at a new table its face says.
    """

    deck: DeckName = "classified"
    thief: bool = False
    """Play with the four Thieves (the Yankee Swap deck: Coal)."""
    short: bool = False
    """Leave two sets out."""
    removed: tuple[str, ...] = ()
    """In a short game: which two; if none are named, the two cheapest (DD-4)."""
    bluff_bids: bool = False
    """Let players bid more than they hold, at the risk of showing all their cash (DD-10)."""
    limits: bool = True
    """Let players give a secret limit with a bid (DD-42)."""
    open_payments: bool = False
    """Show everybody the very cards that pay for an auction (DD-15)."""
    bidding: Literal["open", "once"] = "open"
    """Bid in the open, as printed, or answer each lot once, in secret (DD-43)."""
    payments: Literal["asked", "house"] = "asked"
    """Begin with everybody being asked how they pay, or with the house paying for all (DD-45)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What one seat has: cash in hand, and items face up."""

    cash: Cash
    items: Display


new_holding = maker(Holding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Cash that somebody laid face down on the table: an offer, or a sealed bid."""

    seat: Seat
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """One bid of an auction."""

    seat: Seat
    amount: int


new_bid = maker(Bid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """The player whose turn it is chooses between an auction and a deal."""

    kind: Literal["choosing"] = "choosing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """An item is up; the player whose turn it is is the auctioneer.

    `passed` are those who passed since the last bid; `out` could not pay an earlier bid on it.
    """

    kind: Literal["auction"] = "auction"
    item: str
    lot: int
    bids: tuple[Bid, ...]
    passed: frozenset[Seat]
    out: frozenset[Seat]
    called: bool

    @property
    def high(self) -> int:
        """The standing bid; 0 if there is none."""
        return self.bids[-1].amount if self.bids else 0

    @property
    def leader(self) -> Seat | None:
        """Who made it."""
        return self.bids[-1].seat if self.bids else None


new_auction = maker(Auction)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """An item is up, and everybody answers once, in secret (DD-43); `answered` have.

    The player whose turn it is is the auctioneer, and answers whether to sell or to keep (DD-44).
    """

    kind: Literal["lot"] = "lot"
    item: str
    lot: int
    answered: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    """The hammer has fallen; the auctioneer sells, or buys."""

    kind: Literal["deciding"] = "deciding"
    item: str
    lot: int
    bidder: Seat
    price: int
    out: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """Somebody owes cash for an item; `payer` gets it."""

    kind: Literal["paying"] = "paying"
    item: str
    lot: int
    payer: Seat
    payee: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A Downeast Deal. `offer` numbers the offers, from 1; it is on the table when `laid`.

    When it is, the target is to answer it or to surrender; when it is not, there was a tie, and the
    challenger is to lay down another. `count` is its number of cards, if it was fanned out.
    """

    kind: Literal["deal"] = "deal"
    item: str
    challenger: Seat
    target: Seat
    stake: int
    offer: int
    laid: bool
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealing:
    """The Thief is at the door: `bidders` (in bidding order) seal bids, `sealed` have.

    `pot` is what earlier rounds of the same auction put in, face up. The first round is 1.
    """

    kind: Literal["sealing"] = "sealing"
    item: str
    lot: int
    bidders: tuple[Seat, ...]
    sealed: frozenset[Seat]
    pot: Cash
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over; `cut_short` if the cap on deals ended it (DD-37)."""

    kind: Literal["over"] = "over"
    cut_short: bool


Phase: TypeAlias = Choosing | Auction | Lot | Deciding | Paying | Deal | Sealing | Over


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One position. `lots` counts cards turned over, `end_deals` deals since the deck ran out.

    `answers` are those to the lot that is open, by seat; there are none when none is. `ask_me` are
    those who pick the cards when they pay, for all to know; for the others the house does.
    `record` is what everybody remembers, `own_records` what each seat does beside (see record.py).
    """

    options: Options
    holdings: tuple[Holding, ...]
    deck: tuple[str, ...]
    turn: Seat
    phase: Phase
    turns: int
    lots: int
    chests: int
    end_deals: int
    face_down: tuple[Pile, ...]
    limit: int | None
    answers: tuple[LotAnswer | None, ...]
    ask_me: frozenset[Seat]
    record: str
    own_records: tuple[str, ...]

    @property
    def cards(self) -> Deck:
        """The deck's data."""
        return DECKS[self.options.deck]

    @property
    def displays(self) -> tuple[Display, ...]:
        """Everybody's items."""
        return tuple([holding.items for holding in self.holdings])


new_state = maker(State)


def migrated(old: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the JSON of a state as an earlier release wrote it into this one's.

    Version 1 kept what was told as `past`, which becomes the records. Until there was a choice
    everybody was asked how they pay, and so they still are (DD-45).
    """
    kept = {name: value for name, value in old.items() if name != "past"}
    if "past" in old:
        kept["record"], own_records = recorded(old["past"], len(old["holdings"]))
        kept["own_records"] = list(own_records)
    return {"answers": [], "ask_me": list(range(len(old["holdings"]))), **kept}
