"""What happened, as it is told at the table.

Every event that moves money says whose, how much and where it goes: from these alone everybody can
reckon every purse and every box (TR-55). Events that only some may know say so.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.maker import maker
from games.rules import Seat
from games.trump.events_deals import (
    DealCountered,
    DealProposed,
    DealRejected,
    DealStruck,
    DealWithdrawn,
    DebtEnded,
    DebtPaid,
    DrawnAtRandom,
    HandedOver,
    NoCardPlayed,
    PromiseEnded,
    PromiseMade,
    PromisePaid,
)
from games.trump.events_sales import (
    BidNoted,
    BidPassed,
    BidSealed,
    BidsOpened,
    CameBack,
    KnockedOut,
    NotSold,
    PlanNoted,
    Raised,
    SaleBegan,
    Sold,
)
from games.trump.state import Rolling

# --- the deal, and turns --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Everybody has `cash` and `cards`; `inside` lies in each box, `pile` cards are left."""

    kind: Literal["dealt"] = "dealt"
    seats: int
    cash: int
    inside: int
    cards: int
    pile: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRoll:
    """One roll for who begins (TR-2); 6 is the T."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledToStart:
    """All rolls for who begins, ties rolled again; `first` won them."""

    kind: Literal["rolled_to_start"] = "rolled_to_start"
    rolls: tuple[OpeningRoll, ...]
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """The cards a player begins with; told to that player."""

    kind: Literal["hand_dealt"] = "hand_dealt"
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """Turn `number` is this player's."""

    kind: Literal["turn_began"] = "turn_began"
    seat: Seat
    number: int
    dealing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """A card was drawn and `left` remain; `added`: on an ADD space, not as the turn began."""

    kind: Literal["drew"] = "drew"
    seat: Seat
    left: int
    added: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrewCard:
    """Which card was drawn; told to who drew it."""

    kind: Literal["drew_card"] = "drew_card"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """The die was rolled; 6 is the T. `left` rolls of a Die Roll card follow."""

    kind: Literal["rolled"] = "rolled"
    seat: Seat
    die: int
    rolling: Rolling
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A pawn moved to this space of the board."""

    kind: Literal["moved"] = "moved"
    seat: Seat
    space: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """A card was taken at random out of `victim`'s hand, for a T or (`start`) on START."""

    kind: Literal["took"] = "took"
    seat: Seat
    victim: Seat
    start: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TookCard:
    """Which card was taken; told to the two."""

    kind: Literal["took_card"] = "took_card"
    seat: Seat
    victim: Seat
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The bank put money into a property; `landed`: because somebody landed on it."""

    kind: Literal["added"] = "added"
    seat: Seat
    property: str
    amount: int
    landed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """The bank paid a player: a profit card's money, or (None) that of the ROLL space."""

    kind: Literal["collected"] = "collected"
    seat: Seat
    amount: int
    card: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A card was played, and lies on the discard pile: not a bidding card.

    `target` is who is taxed, `property` what a Force Sale puts up.
    """

    kind: Literal["played"] = "played"
    seat: Seat
    card: str
    target: Seat | None
    property: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped:
    """On TRADE a player gave `give` for `get`, to its `owner` or (None) to the board."""

    kind: Literal["swapped"] = "swapped"
    seat: Seat
    give: str
    get: str
    owner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """On TRADE a player traded nothing."""

    kind: Literal["kept"] = "kept"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxed:
    """`victim` owed `due`, and paid `amount`: all of it, or all that they had."""

    kind: Literal["taxed"] = "taxed"
    seat: Seat
    victim: Seat
    due: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered:
    """`victim` surrendered a property, with what is inside, for a Tax not paid in full."""

    kind: Literal["surrendered"] = "surrendered"
    victim: Seat
    to: Seat
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A player passed a turn of the Dealing Phase, the `in_row`th in a row."""

    kind: Literal["passed"] = "passed"
    seat: Seat
    in_row: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingBegan:
    """The pile is empty: this player sells all that is unowned (TR-41); later `round`s repeat."""

    kind: Literal["clearing_began"] = "clearing_began"
    broker: Seat
    properties: tuple[str, ...]
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A property that has left the game; the bank has what was inside."""

    property: str
    inside: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingEnded:
    """All that was unowned has been offered: what nobody wanted has `left` the game."""

    kind: Literal["clearing_ended"] = "clearing_ended"
    left: tuple[Left, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealingBegan:
    """The Buying Phase is over."""

    kind: Literal["dealing_began"] = "dealing_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndIsNear:
    """Two circles without a card or a deal: after turn `last`, a third such, the game ends."""

    kind: Literal["end_is_near"] = "end_is_near"
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game is over; `totals` by seat, cash and boxes together."""

    kind: Literal["ended"] = "ended"
    why: Literal["cards", "passes", "circles"]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Dealt
    | RolledToStart
    | HandDealt
    | TurnBegan
    | Drew
    | DrewCard
    | Rolled
    | Moved
    | Took
    | TookCard
    | Added
    | Collected
    | Played
    | Swapped
    | Kept
    | Taxed
    | Surrendered
    | Passed
    | ClearingBegan
    | ClearingEnded
    | DealingBegan
    | EndIsNear
    | Ended
    | SaleBegan
    | BidSealed
    | BidNoted
    | PlanNoted
    | BidsOpened
    | Raised
    | KnockedOut
    | CameBack
    | BidPassed
    | Sold
    | NotSold
    | DealProposed
    | DealCountered
    | DealRejected
    | DealWithdrawn
    | DealStruck
    | DrawnAtRandom
    | NoCardPlayed
    | PromiseMade
    | PromisePaid
    | HandedOver
    | PromiseEnded
    | DebtPaid
    | DebtEnded
)

# those of every turn
new_turn_began = maker(TurnBegan)
new_drew = maker(Drew)
new_drew_card = maker(DrewCard)
new_rolled = maker(Rolled)
new_moved = maker(Moved)
new_played = maker(Played)
