"""The events of the game. An event describes what happened, for everybody or for some seats.

Every event that moves money names the payer, the amount and the receiver. Everybody can therefore
compute all cash and boxes from public events (TR-55). Private events say who is told.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.fast_frozen import fast_frozen
from games.rules import Seat
from games.trump.events_deals import (
    CardGivenBack,
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

# --- the start and the turns ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Cash and cards were dealt. Each property's box starts with `inside`; `pile` cards remain."""

    kind: Literal["dealt"] = "dealt"
    seats: int
    cash: int
    inside: int
    cards: int
    pile: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRoll:
    """One roll of the contest for the first turn (TR-2). A `die` of 6 means the T."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledToStart:
    """All rolls that decided who goes first, including re-rolls of ties. `first` rolled highest."""

    kind: Literal["rolled_to_start"] = "rolled_to_start"
    rolls: tuple[OpeningRoll, ...]
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """The cards that a player starts with. Only that player is told."""

    kind: Literal["hand_dealt"] = "hand_dealt"
    seat: Seat
    cards: tuple[str, ...]


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A player's turn began. `number` counts the turns of the game."""

    kind: Literal["turn_began"] = "turn_began"
    seat: Seat
    number: int
    dealing: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Drew:
    """A player drew a card; `left` cards remain. `added` is True if an ADD space gave the card."""

    kind: Literal["drew"] = "drew"
    seat: Seat
    left: int
    added: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class DrewCard:
    """The card that a player drew. Only that player is told."""

    kind: Literal["drew_card"] = "drew_card"
    seat: Seat
    card: str


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A player rolled the die (6 is the T). `left` is how many rolls of a Die Roll card remain."""

    kind: Literal["rolled"] = "rolled"
    seat: Seat
    die: int
    rolling: Rolling
    left: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A player's pawn moved to this space of the board."""

    kind: Literal["moved"] = "moved"
    seat: Seat
    space: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """A player took a random card from `victim` for a T or, if `start` is True, on START."""

    kind: Literal["took"] = "took"
    seat: Seat
    victim: Seat
    start: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TookCard:
    """The card that a player took from `victim`. Only these two players are told."""

    kind: Literal["took_card"] = "took_card"
    seat: Seat
    victim: Seat
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The bank put money into a property's box. `landed` is True if a pawn landed on it."""

    kind: Literal["added"] = "added"
    seat: Seat
    property: str
    amount: int
    landed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """The bank paid a player for a profit card, or for the ROLL space if `card` is None."""

    kind: Literal["collected"] = "collected"
    seat: Seat
    amount: int
    card: str | None


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player played a card and discarded it. Bidding cards have their own events.

    `target` is the player taxed by a Tax. `property` is the property put up by a Force Sale.
    """

    kind: Literal["played"] = "played"
    seat: Seat
    card: str
    target: Seat | None
    property: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped:
    """A player on TRADE swapped `give` for `get`, which `owner` owned (None: it was unowned)."""

    kind: Literal["swapped"] = "swapped"
    seat: Seat
    give: str
    get: str
    owner: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A player on TRADE kept all their properties."""

    kind: Literal["kept"] = "kept"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxed:
    """`victim` owed `due` for a Tax and paid `amount`, which is less if their cash ran out."""

    kind: Literal["taxed"] = "taxed"
    seat: Seat
    victim: Seat
    due: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered:
    """`victim` could not pay a Tax in full, and gave a property and its box to `to`."""

    kind: Literal["surrendered"] = "surrendered"
    victim: Seat
    to: Seat
    property: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A player passed in the Dealing Phase. `in_row` counts the passes in a row."""

    kind: Literal["passed"] = "passed"
    seat: Seat
    in_row: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingBegan:
    """The pile is empty, so this player begins a `round` of sales of unowned properties (TR-41)."""

    kind: Literal["clearing_began"] = "clearing_began"
    broker: Seat
    properties: tuple[str, ...]
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A property that left the game. The bank took the money `inside` its box."""

    property: str
    inside: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingEnded:
    """All unowned properties were offered for sale. Those in `left` got no bid and are removed."""

    kind: Literal["clearing_ended"] = "clearing_ended"
    left: tuple[Left, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealingBegan:
    """The Buying Phase ended and the Dealing Phase began."""

    kind: Literal["dealing_began"] = "dealing_began"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndIsNear:
    """Two circles passed without a card or a deal. A third would end the game with turn `last`."""

    kind: Literal["end_is_near"] = "end_is_near"
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game ended. `totals` adds up the cash and the boxes of each seat."""

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
    | CardGivenBack
    | PromiseEnded
    | DebtPaid
    | DebtEnded
)
