"""What happened, as it is told at the table.

Which seats may know an event is said where it is told. Those in `MEMORABLE` an attentive player
goes on remembering: record.py keeps them, and views give them back to whoever was told.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from games.downeast.cash import Cash
from games.maker import maker
from games.rules import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The deck was shuffled and `first` was drawn by lot to begin."""

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
    """New cash: everybody was given one card."""

    kind: Literal["chest_found"] = "chest_found"
    item: str
    number: int
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A bid, by hand or by a secret limit: nobody can tell which."""

    kind: Literal["raised"] = "raised"
    seat: Seat
    amount: int


new_raised = maker(Raised)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSet:
    """A secret limit was given, changed or (None) withdrawn; told to its owner."""

    kind: Literal["limit_set"] = "limit_set"
    seat: Seat
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A player let the standing bid stand."""

    kind: Literal["passed"] = "passed"
    seat: Seat


new_passed = maker(Passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """Going once, going twice."""

    kind: Literal["called"] = "called"
    seat: Seat
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A player has answered a lot; not what. That an answer was changed is not told."""

    kind: Literal["answered"] = "answered"
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LotAnswered:
    """What a bidder answered, at first or in its stead: up to so much, or (None) a pass.

    Told to whoever answered, as is `WordGiven` to the auctioneer.
    """

    kind: Literal["lot_answered"] = "lot_answered"
    seat: Seat
    item: str
    most: int | None
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGiven:
    """The auctioneer's answer: keep it up to `most` (None: sell it), but for those named."""

    kind: Literal["word_given"] = "word_given"
    seat: Seat
    item: str
    most: int | None
    against: tuple[tuple[Seat, int], ...]
    ask: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Everybody has answered: `payer` has the item, and pays `payee`; `others` bid, too.

    `kept`: the payer is the auctioneer, and the payee bid most. `others` are named clockwise from
    the auctioneer's left. `Paid` follows: in the same step (`paid`), or once the payer, who is
    asked for the cards, has laid them down.
    """

    kind: Literal["settled"] = "settled"
    payer: Seat
    payee: Seat
    price: int
    others: tuple[Seat, ...]
    kept: bool
    paid: bool
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMeSet:
    """A player will pick the cards to pay with, or leaves that to the house."""

    kind: Literal["ask_me_set"] = "ask_me_set"
    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HammerFell:
    """Nobody goes higher; the auctioneer is to sell or to buy."""

    kind: Literal["hammer_fell"] = "hammer_fell"
    item: str
    bidder: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TookFree:
    """No bid stands: the auctioneer took the item for nothing.

    Either nobody bid, or whoever did could not pay (`Exposed`).
    """

    kind: Literal["took_free"] = "took_free"
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sold:
    """The auctioneer sold to the high bidder, who is to pay."""

    kind: Literal["sold"] = "sold"
    seat: Seat
    to: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bought:
    """The auctioneer kept the item and is to pay the high bidder."""

    kind: Literal["bought"] = "bought"
    seat: Seat
    instead_of: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposed:
    """A bid could not be paid: all the bidder's cash was shown, and they are out of the auction.

    If others may still bid, it is auctioned again; if not, the auctioneer takes it for nothing.
    """

    kind: Literal["exposed"] = "exposed"
    seat: Seat
    item: str
    price: int
    cash: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionedAgain:
    """After that the item is up once more, for all but those who are `out` of its auction."""

    kind: Literal["auctioned_again"] = "auctioned_again"
    seat: Seat
    item: str
    out: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A price was paid, and the payer has the item."""

    kind: Literal["paid"] = "paid"
    payer: Seat
    payee: Seat
    item: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """The very cards of a payment; told to payer and payee."""

    kind: Literal["handed_over"] = "handed_over"
    payer: Seat
    payee: Seat
    price: int
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCompleted:
    """A player owns all four of an item, worth so many stars."""

    kind: Literal["set_completed"] = "set_completed"
    seat: Seat
    item: str
    stars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A deal began, or was offered again after a tie; `count` only of cash fanned out."""

    kind: Literal["challenged"] = "challenged"
    challenger: Seat
    target: Seat
    item: str
    stake: int
    offer: int
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDown:
    """The very cards of an offer or a sealed bid; told to whoever laid them down."""

    kind: Literal["laid_down"] = "laid_down"
    seat: Seat
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered:
    """The target took the cash and let the challenger have their way."""

    kind: Literal["surrendered"] = "surrendered"
    challenger: Seat
    target: Seat
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What both laid down in a deal (`answer` is None after a surrender); told to the two."""

    kind: Literal["compared"] = "compared"
    challenger: Seat
    target: Seat
    item: str
    offer: Cash
    answer: Cash | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied:
    """Both laid down as much: the challenger offers again."""

    kind: Literal["tied"] = "tied"
    challenger: Seat
    target: Seat
    item: str
    ties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TieDecided:
    """Both laid down as much, and that decides it: the challenger has their way (DD-25, DD-33).

    Because neither has any money (`penniless`), or because it was the last of so many `ties` in a
    row. `DealWon` follows: of a Thief, the target takes the challenger's.
    """

    kind: Literal["tie_decided"] = "tie_decided"
    challenger: Seat
    target: Seat
    item: str
    ties: int
    penniless: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealWon:
    """The staked cards of `loser` went to `winner` (who, in a Thief deal, did not want them)."""

    kind: Literal["deal_won"] = "deal_won"
    winner: Seat
    loser: Seat
    item: str
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A sealed bid is in; not what it is."""

    kind: Literal["sealed"] = "sealed"
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """One sealed bid, turned up."""

    seat: Seat
    cards: Cash


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsRevealed:
    """All sealed bids of a round, in bidding order; `tied` are the lowest if there are several."""

    kind: Literal["bids_revealed"] = "bids_revealed"
    item: str
    round: int
    bids: tuple[Revealed, ...]
    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThiefTaken:
    """The lowest bidder took the Thief, and all the cash that was bid."""

    kind: Literal["thief_taken"] = "thief_taken"
    seat: Seat
    item: str
    pot: Cash
    by_order: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game is over; `cut_short` if it went round in circles and the cap ended it."""

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
