"""The state of a table: its public facts (`Public`) and its secrets.

Only hands, the pile, sealed opening bids, plans and the card chosen with a proposal are secret.
Cash and boxes can be computed from public events (TR-55). The *phase*, which is public, says what
the game waits for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.fast_frozen import constructor_of, fast_frozen
from games.rules import Seat
from games.trump.cards import AT, PROPERTIES
from games.trump.moves import Clause, Duty, Goods, Plan, Then


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a table."""

    bidding: Literal["once", "open"] = "once"
    """`once`: an opening bid includes a plan for the sale. `open`: players bid in turn (TR-62)."""
    books: Literal["closed", "open"] = "closed"
    """`closed`: players see only their own money. `open`: they see all money (TR-55)."""


OPEN_DUTIES: tuple[Duty, ...] = ("give_back", "play")
"""The duties about a card in the promisor's hand: from the deal on, everybody sees it (TR-80)."""

# --- parts of the state ---------------------------------------------------------------------------


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A property: the money inside, and its owner or None. `gone` means that it left the game."""

    inside: int
    owner: Seat | None
    gone: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A promise in force (TR-69), made by seat `by` to seat `to`. See Clause for the other fields.

    `number` is unique in the game. A debt that follows from the promise has the same number. If
    the duty is one of OPEN_DUTIES, the promise stands for one card of the promisor's hand, which
    lies open.
    """

    number: int
    by: Seat
    to: Seat
    duty: Duty
    amount: int
    property: str | None
    card: str | None
    turn: int | None
    lapses: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """Money that a player failed to pay for a promise (TR-70), with the promise's `number`."""

    number: int
    by: Seat
    to: Seat
    amount: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A deal offered by seat `by` to seat `to`. `by` gives `give` and gets `get`."""

    by: Seat
    to: Seat
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str


new_offer = constructor_of(Offer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearance:
    """The sale of all unowned properties by the player who drew the last card (TR-41).

    `to_offer` lists the properties not yet offered in this `round`, and `unsold` those that got no
    bid, in the order in which they were offered. `sold` is True if the round sold any property. In
    round 1 the Broker chooses the order. Later rounds repeat it.
    """

    round: int
    to_offer: tuple[str, ...]
    unsold: tuple[str, ...]
    sold: bool


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """The bid of one player, with the bidding cards in front of them.

    If two bids are equal, the one with the lower `reached` ranks first (TR-59). `cards` lists the
    I'm Back and investor cards of the bidder and each You're Out played on them, in order. `out`
    means that the bidder is knocked out, and `stayed` that they had a turn after that. `passed`
    means that they passed after the last action.
    """

    seat: Seat
    amount: int
    reached: int
    cards: tuple[str, ...]
    out: bool
    stayed: bool
    passed: bool

    def rank(self) -> tuple[int, int]:
        """Return the sort key of this bid. The bid with the greatest key leads (TR-59)."""
        return self.amount, -self.reached


new_bid = constructor_of(Bid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The result of a sale: `seat` bought for `price`, or `seat` is None if nobody bid.

    `owner` is the previous owner. `inside` is the announced sum in the box (TR-17). `bids` shows
    the final bids, whose money and cards have already been moved.
    """

    property: str
    owner: Seat | None
    seat: Seat | None
    price: int
    inside: int | None
    bids: tuple[Bid, ...]


SaleBy: TypeAlias = Literal["space", "card", "clearing"]
"""What started a sale: a FOR SALE space, a Force Sale card or the end of the pile (TR-41)."""
Rolling: TypeAlias = Literal["move", "space", "card", "five"]
"""The reason for a roll: a move, the ROLL space, a die card or a Die Roll card (TR-20)."""

# --- phases ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """The player on turn must choose an action, such as a roll, a card, a deal or a pass."""

    kind: Literal["acting"] = "acting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """The player on turn rolled a T and must choose an opponent to take a card from.

    `card` is the die card that was played, if any. `left` is the number of rolls that remain for a
    Die Roll card. `number` is 1 for the first such choice, 2 for the next, and so on.
    """

    kind: Literal["taking"] = "taking"
    rolling: Rolling
    card: str | None
    left: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adding:
    """The player on turn must choose an unowned property for the money of an ADD space."""

    kind: Literal["adding"] = "adding"
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Putting:
    """The player on turn must put up an unowned property or, if `any` is True, any property."""

    kind: Literal["putting"] = "putting"
    any: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trading:
    """The player on turn may swap a property on the TRADE space."""

    kind: Literal["trading"] = "trading"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendering:
    """`victim` could not pay a Tax in full and must choose a property to surrender."""

    kind: Literal["surrendering"] = "surrendering"
    victim: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearing:
    """The pile is empty, and the Broker must choose the next property to offer (TR-41)."""

    kind: Literal["clearing"] = "clearing"


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The first part of a sale, in which the seats in `asked` seal opening bids.

    `asked` is clockwise from the Broker. `number` counts the sales of the game from 1. `owner` is
    None if the property is unowned.
    """

    kind: Literal["opening"] = "opening"
    number: int
    property: str
    broker: Seat
    owner: Seat | None
    by: SaleBy
    asked: tuple[Seat, ...]
    answered: frozenset[Seat]


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding:
    """The second part of a sale: the players who made an opening bid act in turn.

    `bids` are clockwise from the Broker. `unlocked` means that an investor was played, so cash
    alone may raise a bid (TR-29). `said` counts the turns so far, including turns without a choice.
    """

    kind: Literal["bidding"] = "bidding"
    number: int
    property: str
    broker: Seat
    owner: Seat | None
    by: SaleBy
    bids: tuple[Bid, ...]
    turn: Seat
    unlocked: bool
    said: int

    def leader(self) -> Bid:
        """Return the highest-ranked bid still in the bidding. There always is one (TR-36)."""
        leader = None
        for bid in self.bids:  # this loop runs often, and max() would take three times as long
            if bid.out or (leader is not None and bid.amount < leader.amount):
                continue
            if leader is None or bid.rank() > leader.rank():
                leader = bid
        assert leader is not None, "somebody is always in the bidding"
        return leader

    def bid_of(self, seat: Seat) -> Bid | None:
        """Return a seat's bid, or None if it made no opening bid."""
        for bid in self.bids:
            if bid.seat == seat:
                return bid
        return None


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """An offer is open. If there is a `counter`, the proposer must answer it."""

    kind: Literal["proposed"] = "proposed"
    offer: Offer
    counter: Offer | None

    @property
    def open(self) -> Offer:
        """Return the offer that its recipient (`to`) must answer now."""
        return self.counter or self.offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Relating:
    """The player on turn made a deal and may play one related card (TR-46).

    `properties` and `cards` list what they got, without cards that they promised to play later.
    `random` is how many cards they got unseen.
    """

    kind: Literal["relating"] = "relating"
    other: Seat
    properties: tuple[str, ...]
    cards: tuple[str, ...]
    random: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over because nobody had a card, all passed, or three circles had no action."""

    kind: Literal["over"] = "over"
    why: Literal["cards", "passes", "circles"]


Phase: TypeAlias = (
    Acting
    | Taking
    | Adding
    | Putting
    | Trading
    | Surrendering
    | Clearing
    | Opening
    | Bidding
    | Proposed
    | Relating
    | Over
)

# --- the whole state ------------------------------------------------------------------------------


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """The public facts of a table. `cash` includes sealed bids, but not opened bids.

    `boxes` has the order of PROPERTIES. `cash`, `pawns` and `hands` are indexed by seat. `turn` is
    the number of the turn, and `seat` takes it. `hands` and `pile` count cards. The last of
    `discards` is on top. `passes` counts passes in a row (TR-49). `lively` is the last turn with a
    card or a deal, or the last one of the Buying Phase. `sales` and `promised` count all sales and
    promises of the game. `settled` has the sales that ended in the last public move.
    """

    options: Options
    turn: int
    seat: Seat
    dealing: bool
    cash: tuple[int, ...]
    boxes: tuple[Box, ...]
    pawns: tuple[int, ...]
    hands: tuple[int, ...]
    pile: int
    discards: tuple[str, ...]
    promises: tuple[Promise, ...]
    debts: tuple[Debt, ...]
    passes: int
    lively: int
    sales: int
    promised: int
    clearance: Clearance | None
    settled: tuple[Settled, ...]
    phase: Phase

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.cash)

    def box(self, property: str) -> Box:
        """Return the box of a property."""
        return self.boxes[AT[property]]

    def owned(self, seat: Seat | None) -> tuple[str, ...]:
        """List the properties of a seat, or the unowned ones if the seat is None."""
        return owned(self.boxes, seat)

    def open_cards(self, seat: Seat) -> tuple[str, ...]:
        """List the cards that lie open beside a seat. They are part of its hand (TR-80, TR-81)."""
        return open_cards(self.promises, seat)

    def hidden(self, seat: Seat) -> int:
        """Return how many hidden cards a seat has. Only these can be taken or dealt away."""
        return self.hands[seat] - len(self.open_cards(seat))

    def turn_of(self, number: int) -> Seat:
        """Return the seat that takes the turn with this number. No turn is ever skipped (TR-56)."""
        return (self.seat + number - self.turn) % len(self.cash)


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The whole state of a table: the public facts and the secrets.

    `hands`, `sealed` and `plans` are indexed by seat. `pile` has the top card first. `sealed` has
    the opening bids until they are opened (None: not answered, 0: no bid). `plans` are for the
    current sale. `then` is the card chosen with the open proposal (TR-78). `drawn` has the random
    cards that the player on turn just got in a deal.
    """

    public: Public
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    sealed: tuple[int | None, ...]
    plans: tuple[Plan | None, ...]
    then: Then | None
    drawn: tuple[str, ...]


def open_cards(
    promises: Sequence[Promise], seat: Seat, duties: tuple[Duty, ...] = OPEN_DUTIES
) -> tuple[str, ...]:
    """List the cards that a seat has promised to give back or to play. They lie open beside it."""
    if not promises:
        return ()
    return tuple(
        [
            promise.card
            for promise in promises
            if promise.by == seat and promise.duty in duties and promise.card is not None
        ]
    )


def owned(boxes: Sequence[Box], seat: Seat | None) -> tuple[str, ...]:
    """List the properties of a seat in board order, or the unowned ones if the seat is None."""
    return tuple(
        [
            PROPERTIES[at]
            for at, box in enumerate(boxes)  # a strict zip() takes 50% longer
            if box.owner == seat and not box.gone
        ]
    )
