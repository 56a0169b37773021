"""The events of a game of Downeast Dealer.

The code that sends an event names the seats that may know it. Events in `MEMORABLE` are stored by
record.py, so that a view can return the past events that its owner was told.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from games.downeast.cash import Cash
from games.fast_frozen import fast_frozen
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The deck was shuffled, and the seat `first` was randomly chosen to begin."""

    kind: Literal["dealt"] = "dealt"
    first: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOver:
    """A card was turned over for auction."""

    kind: Literal["turned_over"] = "turned_over"
    seat: Seat
    item: str
    to_come: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChestFound:
    """A chest was turned over, and every player got one new card of cash."""

    kind: Literal["chest_found"] = "chest_found"
    item: str
    number: int
    card: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A player bid by hand or through a secret limit. The event does not show which."""

    kind: Literal["raised"] = "raised"
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSet:
    """A player set or changed a secret limit, or withdrew it (None). Only this player is told."""

    kind: Literal["limit_set"] = "limit_set"
    seat: Seat
    limit: int | None


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A player declined to exceed the high bid."""

    kind: Literal["passed"] = "passed"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """The auctioneer called "going once, going twice"."""

    kind: Literal["called"] = "called"
    seat: Seat
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A player answered the secret auction. Later changes of the answer are not announced."""

    kind: Literal["answered"] = "answered"
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LotAnswered:
    """The secret answer of a bidder: the highest price they would pay, or None for a pass.

    Only this bidder is told. `WordGiven` is the same event for the auctioneer.
    """

    kind: Literal["lot_answered"] = "lot_answered"
    seat: Seat
    item: str
    most: int | None
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGiven:
    """The auctioneer's secret answer: keep the item up to the price `most`, or sell it (None).

    `against` lists bidders for whom the auctioneer named other prices.
    """

    kind: Literal["word_given"] = "word_given"
    seat: Seat
    item: str
    most: int | None
    against: tuple[tuple[Seat, int], ...]
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A secret auction was settled: `payer` gets the item and pays `payee`.

    `kept` means that the auctioneer keeps the item and pays the highest bidder. `others` lists the
    remaining bidders, clockwise from the auctioneer's left. The event `Paid` follows in the same
    step if `paid` is true. Otherwise it follows when the payer has picked the cards.
    """

    kind: Literal["settled"] = "settled"
    payer: Seat
    payee: Seat
    price: int
    others: tuple[Seat, ...]
    kept: bool
    paid: bool
    item: str


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class AskMeSet:
    """A player chose to pay automatically or, if `on`, to pick the cards for each payment."""

    kind: Literal["ask_me_set"] = "ask_me_set"
    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HammerFell:
    """An auction closed. The auctioneer must sell the item or buy it."""

    kind: Literal["hammer_fell"] = "hammer_fell"
    item: str
    bidder: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TookFree:
    """The auctioneer got the item for free: nobody bid, or no bidder could pay (`Exposed`)."""

    kind: Literal["took_free"] = "took_free"
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold:
    """The auctioneer sold the item to the high bidder, who must now pay."""

    kind: Literal["sold"] = "sold"
    seat: Seat
    to: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bought:
    """The auctioneer kept the item and must now pay the high bidder."""

    kind: Literal["bought"] = "bought"
    seat: Seat
    instead_of: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposed:
    """A bidder could not pay, had to show all their cash, and is out of this auction.

    If other bidders remain, the item is auctioned again. Otherwise the auctioneer gets it for free.
    """

    kind: Literal["exposed"] = "exposed"
    seat: Seat
    item: str
    price: int
    cash: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionedAgain:
    """The auction of an item started again without the bidders who could not pay (`out`)."""

    kind: Literal["auctioned_again"] = "auctioned_again"
    seat: Seat
    item: str
    out: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """The price of an item was paid, and the payer got the item."""

    kind: Literal["paid"] = "paid"
    payer: Seat
    payee: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """The cards of a payment. Only the payer and the payee are told."""

    kind: Literal["handed_over"] = "handed_over"
    payer: Seat
    payee: Seat
    price: int
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCompleted:
    """A player completed a set of four equal items. `stars` is the value of the set."""

    kind: Literal["set_completed"] = "set_completed"
    seat: Seat
    item: str
    stars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A challenger made a first or new offer. `count` is set if the cards are fanned out."""

    kind: Literal["challenged"] = "challenged"
    challenger: Seat
    target: Seat
    item: str
    stake: int
    offer: int
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDown:
    """The cards of an offer or a sealed bid. Only the player who laid them down is told."""

    kind: Literal["laid_down"] = "laid_down"
    seat: Seat
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered:
    """The target of a deal took the cash and surrendered."""

    kind: Literal["surrendered"] = "surrendered"
    challenger: Seat
    target: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The cash of both players in a deal. Only they are told. A surrender has no `answer`."""

    kind: Literal["compared"] = "compared"
    challenger: Seat
    target: Seat
    item: str
    offer: Cash
    answer: Cash | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied:
    """Both players of a deal laid down equal amounts, so the challenger must make a new offer."""

    kind: Literal["tied"] = "tied"
    challenger: Seat
    target: Seat
    item: str
    ties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TieDecided:
    """A rule decided a deal for the challenger after a tie (DD-25, DD-33).

    Either both players have $0 (`penniless`), or there were too many `ties` in a row. The event
    `DealWon` follows. In a Thief deal the target takes the challenger's card.
    """

    kind: Literal["tie_decided"] = "tie_decided"
    challenger: Seat
    target: Seat
    item: str
    ties: int
    penniless: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWon:
    """The cards staked by `loser` moved to `winner`, even if they are unwanted Thieves."""

    kind: Literal["deal_won"] = "deal_won"
    winner: Seat
    loser: Seat
    item: str
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A player sealed a bid. Its amount stays secret."""

    kind: Literal["sealed"] = "sealed"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """One of the sealed bids that were revealed together."""

    seat: Seat
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsRevealed:
    """All sealed bids of a round, in bidding order. `tied` lists the bidders tied for lowest."""

    kind: Literal["bids_revealed"] = "bids_revealed"
    item: str
    round: int
    bids: tuple[Revealed, ...]
    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThiefTaken:
    """The lowest bidder took the Thief and all the cash of the sealed bids."""

    kind: Literal["thief_taken"] = "thief_taken"
    seat: Seat
    item: str
    pot: Cash
    by_order: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game ended. `cut_short` means that the maximum number of deals was reached."""

    kind: Literal["ended"] = "ended"
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    cut_short: bool


Event: TypeAlias = (
    Dealt
    | TurnedOver
    | ChestFound
    | Raised
    | LimitSet
    | Passed
    | Called
    | Answered
    | LotAnswered
    | WordGiven
    | Settled
    | AskMeSet
    | HammerFell
    | TookFree
    | Sold
    | Bought
    | Exposed
    | AuctionedAgain
    | Paid
    | HandedOver
    | SetCompleted
    | Challenged
    | LaidDown
    | Surrendered
    | Compared
    | Tied
    | TieDecided
    | DealWon
    | Sealed
    | BidsRevealed
    | ThiefTaken
    | Ended
)

Memorable: TypeAlias = (
    TookFree
    | Settled
    | Exposed
    | Paid
    | HandedOver
    | Challenged
    | Surrendered
    | Compared
    | Tied
    | TieDecided
    | DealWon
    | BidsRevealed
    | ThiefTaken
)
MEMORABLE: tuple[type[Memorable], ...] = get_args(Memorable)
