"""The state of a game: cash, items, deck and phase.

A phase describes what the game waits for. It contains only public facts, so views show it
unchanged. The secrets are the cash in `holdings`, the order of `deck`, the piles `face_down`, the
high bidder's `limit`, the secret `answers` of an auction, and each seat's private events
(`own_records`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from games.downeast.cash import Cash
from games.downeast.decks import DECKS, Deck, DeckName
from games.downeast.displays import Display
from games.downeast.moves import LotAnswer
from games.downeast.record import records_from_version_1
from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a table.

    An option added by a later release defaults to the old behavior, so that old tables and replays
    don't change. New tables get their defaults from outside this package.
    """

    deck: DeckName = "classified"
    thief: bool = False
    """Play with the four Thieves, which are called Coal in the Yankee Swap deck."""
    short: bool = False
    """Play without two of the sets."""
    removed: tuple[str, ...] = ()
    """The two sets that a short game excludes. If empty, the default sets are excluded (DD-4)."""
    bluff_bids: bool = False
    """Allow bids above a player's own cash, at the risk of having to show all of it (DD-10)."""
    limits: bool = True
    """Allow a secret limit with a bid (DD-42)."""
    open_payments: bool = False
    """Show everybody the cards of each auction payment (DD-15)."""
    bidding: Literal["open", "once"] = "open"
    """`open`: bid openly, as in the printed rules. `once`: give one secret answer (DD-43)."""
    payments: Literal["asked", "house"] = "asked"
    """`asked`: at first, payers pick their cards. `house`: the bot picks them (DD-45)."""


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """The cash in a seat's hand and the items in front of it."""

    cash: Cash
    items: Display


new_holding = constructor_of(Holding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Cash that a seat laid face down on the table: an offer or a sealed bid."""

    seat: Seat
    cards: Cash


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """One bid of an auction."""

    seat: Seat
    amount: int


new_bid = constructor_of(Bid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """The player on turn must choose between an auction and a deal."""

    kind: Literal["choosing"] = "choosing"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """Open bidding for an item. The player on turn is the auctioneer.

    `passed` lists seats that passed since the last bid. `out` lists seats that could not pay.
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
        """The high bid, or 0 if nobody has bid."""
        return self.bids[-1].amount if self.bids else 0

    @property
    def leader(self) -> Seat | None:
        """The high bidder, or None if nobody has bid."""
        return self.bids[-1].seat if self.bids else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """A secret auction (DD-43). `answered` are the seats that have answered.

    The player on turn is the auctioneer, who answers with sell or keep (DD-44).
    """

    kind: Literal["lot"] = "lot"
    item: str
    lot: int
    answered: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    """An auction has closed. The auctioneer must sell the item or buy it."""

    kind: Literal["deciding"] = "deciding"
    item: str
    lot: int
    bidder: Seat
    price: int
    out: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """`payer` must pay `payee` the price of an item in order to get it."""

    kind: Literal["paying"] = "paying"
    item: str
    lot: int
    payer: Seat
    payee: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A Downeast Deal. `offer` is the number of the current offer, counted from 1.

    If `laid` is true, an offer is on the table, and the target must answer or surrender. Otherwise
    there was a tie, and the challenger must offer again. `count` is the number of cards in an offer
    that is fanned out.
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
    """A round of sealed bids to avoid the Thief. Those in `sealed` have already bid.

    `bidders` is in bidding order. `pot` is the cash bid in earlier rounds. Rounds count from 1.
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
    """The game is over. `cut_short` means that the maximum number of deals was reached (DD-37)."""

    kind: Literal["over"] = "over"
    cut_short: bool


Phase: TypeAlias = Choosing | Auction | Lot | Deciding | Paying | Deal | Sealing | Over


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A position. `lots` counts cards turned over, and `end_deals` deals since the deck ran out.

    `answers` has each seat's secret answer in the current auction, or is empty. `ask_me` has the
    seats that pick their own cards when they pay. `record` stores the public events, and
    `own_records` the private events of each seat (see record.py).
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
        """The deck of this table."""
        return DECKS[self.options.deck]

    @property
    def displays(self) -> tuple[Display, ...]:
        """The items in front of each seat."""
        return tuple([holding.items for holding in self.holdings])


def migrated(old: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the JSON of a state from an earlier release to this release.

    Version 1 stored events as `past`, which is converted to records. In games from before automatic
    payment existed, everybody still picks their own cards (DD-45).
    """
    kept = {name: value for name, value in old.items() if name != "past"}
    if "past" in old:
        kept["record"], own_records = records_from_version_1(old["past"], len(old["holdings"]))
        kept["own_records"] = list(own_records)
    return {"answers": [], "ask_me": list(range(len(old["holdings"]))), **kept}
