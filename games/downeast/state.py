"""The whole table: who holds and owns what, the deck, and what is going on.

A *phase* says what is going on, and holds nothing that is not public: views show it as it is. All
the secrets of a game are the cash in the `holdings`, the order of the `deck`, the piles that lie
`face_down`, and the standing bidder's `limit`.
"""

from dataclasses import dataclass, replace
from typing import Literal, NoReturn, TypeAlias, TypeVar

from games.downeast.cash import Cash, card_name, handful, lacking, without
from games.downeast.decks import COPIES, DECKS, Deck, DeckName
from games.downeast.displays import Display, arranged
from games.downeast.events import Event, SetCompleted
from games.rules import IllegalMove, Seat, Step, Told

Outcome: TypeAlias = "Step[State, Event]"


@dataclass(frozen=True, slots=True)
class Options:
    """The terms of a table."""

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


@dataclass(frozen=True, slots=True)
class Holding:
    """What one seat has: cash in hand, and items face up."""

    cash: Cash
    items: Display = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """Cash that somebody laid face down on the table: an offer, or a sealed bid."""

    seat: Seat
    cards: Cash


@dataclass(frozen=True, slots=True)
class Bid:
    """One bid of an auction."""

    seat: Seat
    amount: int


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
    bids: tuple[Bid, ...] = ()
    passed: frozenset[Seat] = frozenset()
    out: frozenset[Seat] = frozenset()
    called: bool = False

    @property
    def high(self) -> int:
        """The standing bid; 0 if there is none."""
        return self.bids[-1].amount if self.bids else 0

    @property
    def leader(self) -> Seat | None:
        """Who made it."""
        return self.bids[-1].seat if self.bids else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    """The hammer has fallen; the auctioneer sells, or buys."""

    kind: Literal["deciding"] = "deciding"
    item: str
    lot: int
    bidder: Seat
    price: int
    out: frozenset[Seat] = frozenset()


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
    """A Downeast Deal. `offer` numbers the offers; it is on the table when `laid`.

    When it is, the target is to answer it or to surrender; when it is not, there was a tie, and the
    challenger is to lay down another. `count` is its number of cards, if it was fanned out.
    """

    kind: Literal["deal"] = "deal"
    item: str
    challenger: Seat
    target: Seat
    stake: int
    offer: int = 1
    laid: bool = True
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealing:
    """The Thief is at the door: `bidders` (in bidding order) seal bids, `sealed` have.

    `pot` is what earlier rounds of the same auction put in, face up. The first round is 1.
    """

    kind: Literal["sealing"] = "sealing"
    item: str
    lot: int
    bidders: tuple[Seat, ...]
    sealed: frozenset[Seat] = frozenset()
    pot: Cash = ()
    round: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over; `cut_short` if the cap on deals ended it (DD-37)."""

    kind: Literal["over"] = "over"
    cut_short: bool = False


Phase: TypeAlias = Choosing | Auction | Deciding | Paying | Deal | Sealing | Over


@dataclass(frozen=True, slots=True)
class State:
    """One position. `lots` counts cards turned over, `end_deals` deals since the deck ran out."""

    options: Options
    holdings: tuple[Holding, ...]
    deck: tuple[str, ...]
    turn: Seat
    phase: Phase
    turns: int = 1
    lots: int = 0
    chests: int = 0
    end_deals: int = 0
    face_down: tuple[Pile, ...] = ()
    limit: int | None = None
    past: tuple[Told[Event], ...] = ()

    @property
    def cards(self) -> Deck:
        """The deck's data."""
        return DECKS[self.options.deck]

    @property
    def displays(self) -> tuple[Display, ...]:
        """Everybody's items."""
        return tuple(holding.items for holding in self.holdings)


# --- telling and refusing -------------------------------------------------------------------------


def public(*events: Event) -> tuple[Told[Event], ...]:
    """Tell everybody."""
    return tuple(Told(event) for event in events)


def secret(event: Event, *seats: Seat) -> tuple[Told[Event], ...]:
    """Tell these seats only."""
    return (Told(event, frozenset(seats)),)


def after(told: tuple[Told[Event], ...], step: Outcome) -> Outcome:
    """Put what was told before in front of what a step tells."""
    return Step(step.state, told + step.told)


def refuse(sentence: str) -> NoReturn:
    """Refuse a move."""
    raise IllegalMove(sentence)


_NOW = {
    "choosing": "the player whose turn it is is choosing between an auction and a deal",
    "auction": "an auction is running",
    "deciding": "the hammer has fallen, and the auctioneer is to sell or to buy",
    "paying": "an item is waiting to be paid",
    "deal": "a Downeast Deal is under way",
    "sealing": "sealed bids are being laid down",
    "over": "the game is over",
}

P = TypeVar("P", bound=Phase)


def phase_of(state: State, kind: type[P], what: str) -> P:
    """Return the phase if it is of this kind; else refuse: `You cannot <what> now: …`."""
    if isinstance(state.phase, kind):
        return state.phase
    refuse(f"You cannot {what} now: {_NOW[state.phase.kind]}.")


def check_lot(asked: int, lot: int) -> None:
    """Refuse a move that was meant for another card."""
    if asked != lot:
        refuse("That was about another card; a new one is up now. Look again.")


# --- handling cards -------------------------------------------------------------------------------


def in_hand(state: State, seat: Seat, cards: Cash) -> Cash:
    """Return these cards, ordered; refuse if the seat does not hold them all."""
    hand = state.holdings[seat].cash
    short = lacking(hand, cards)
    if short is not None:
        many = cards.count(short) > 1 and short in hand
        refuse(f"You do not hold {'so many' if many else card_name(short)}{_kind(short, many)}.")
    return handful(cards)


def _kind(card: int, many: bool) -> str:
    if not many:
        return ""
    return " bad checks" if card == 0 else f" ${card}s"


def with_cash(state: State, seat: Seat, *, gets: Cash = (), gives: Cash = ()) -> State:
    """Move cash into and out of a hand. What is given must be in it."""
    holding = state.holdings[seat]
    left = without(holding.cash, gives)
    assert left is not None, f"seat {seat} does not hold {gives}"
    return _hold(state, seat, replace(holding, cash=handful(left + gets)))


def with_items(state: State, seat: Seat, item: str, number: int) -> State:
    """Give a seat so many of an item, or (below 0) take them."""
    holding = state.holdings[seat]
    others = tuple(name for name in holding.items if name != item)
    count = len(holding.items) - len(others) + number
    assert count >= 0, f"seat {seat} does not own {-number} {item}"
    items = arranged(others + (item,) * count, state.cards)
    return _hold(state, seat, replace(holding, items=items))


def _hold(state: State, seat: Seat, holding: Holding) -> State:
    holdings = (*state.holdings[:seat], holding, *state.holdings[seat + 1 :])
    return replace(state, holdings=holdings)


def completed(state: State, seat: Seat, item: str) -> tuple[Told[Event], ...]:
    """Tell that a set is complete, if it now is."""
    if state.holdings[seat].items.count(item) == COPIES:
        return public(SetCompleted(seat=seat, item=item, stars=state.cards.item(item).stars))
    return ()
