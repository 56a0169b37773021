"""The whole table: what everybody knows (`Public`), and what is hidden.

Secret are hands, the pile, sealed opening bids, plans and what was said with a proposal, and
nothing else (TR-55): purses and boxes follow from what everybody was told. A *phase* says what is
going on; it is public too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.maker import maker
from games.rules import Seat
from games.trump.cards import AT, PROPERTIES
from games.trump.moves import Clause, Duty, Goods, Plan, Then


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The terms of a table."""

    bidding: Literal["once", "open"] = "once"
    """Whether all say with their opening bid how they go on, or are asked in turn (TR-62)."""
    books: Literal["closed", "open"] = "closed"
    """Whether everybody's money is drawn, or one's own alone; everybody may know it (TR-55)."""


# --- parts ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One property: the money inside, and whose it is (None: unowned); `gone` has left the game."""

    inside: int
    owner: Seat | None
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A promise that is to be kept (TR-69), by seat `by` to seat `to`; the rest is as in a Clause.

    `number` is its own for all the game, and is also that of the debt that may come of it.
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
    """What could not be paid when it fell due (TR-70); numbered as the promise it comes of."""

    number: int
    by: Seat
    to: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A deal that seat `by` offers to seat `to`: `give` is what `by` gives."""

    by: Seat
    to: Seat
    give: Goods
    get: Goods
    promises: tuple[Clause, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearance:
    """The last player to draw sells what is unowned (TR-41), round after round.

    `to_offer` is what has not been offered in this `round`, `unsold` what got no bid in it, in the
    order in which it was offered; `sold` says whether the round has sold anything. The first round
    is 1: in it the Broker names the order; later rounds keep it.
    """

    round: int
    to_offer: tuple[str, ...]
    unsold: tuple[str, ...]
    sold: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """What lies on the table before one bidder, and how they stand.

    `reached` says when this amount was reached (TR-59): of equal bids the lower ranks first.
    `cards` are the bidding cards before them, in the order in which they were laid: their own
    investors, Outs played on them, their Backs. `out`: knocked out; then `stayed` says whether they
    have had a turn since. `passed`: they have passed since the last action.
    """

    seat: Seat
    amount: int
    reached: int
    cards: tuple[str, ...]
    out: bool
    stayed: bool
    passed: bool

    def rank(self) -> tuple[int, int]:
        """Return what bids are ranked by, the greatest first (TR-59)."""
        return self.amount, -self.reached


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How a sale has just ended: `seat` has bought for `price`, or (None) nobody has bid.

    `owner` is whose the property was; `inside` is what has been told of its box (TR-17). `bids` lie
    as they did in the end: money back to whoever lost, the cards before them discarded.
    """

    property: str
    owner: Seat | None
    seat: Seat | None
    price: int
    inside: int | None
    bids: tuple[Bid, ...]


SaleBy: TypeAlias = Literal["space", "card", "clearing"]
"""What put a property up: a FOR SALE space, a Force Sale card, or the pile's end (TR-41)."""
Rolling: TypeAlias = Literal["move", "space", "card", "five"]
"""What the die is rolled for: to move, on the ROLL space, for a die card, or five times (TR-20)."""

# --- what is going on -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """The player whose turn it is rolls or plays; in the Dealing Phase plays, deals or passes."""

    kind: Literal["acting"] = "acting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """A T was rolled: the player whose turn it is chooses whom to take a card from.

    `card` is the die card that was played, if one was; `left` is how many rolls of a Die Roll card
    follow. `number` counts the Ts of this turn that were asked about, from 1.
    """

    kind: Literal["taking"] = "taking"
    rolling: Rolling
    card: str | None
    left: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adding:
    """On an ADD space: choose an unowned property."""

    kind: Literal["adding"] = "adding"
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Putting:
    """On a FOR SALE space: choose what is put up, an unowned property or (`any`) any."""

    kind: Literal["putting"] = "putting"
    any: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trading:
    """On the TRADE space: swap a property, or keep all."""

    kind: Literal["trading"] = "trading"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendering:
    """`victim` could not pay a Tax in full and chooses a property to surrender."""

    kind: Literal["surrendering"] = "surrendering"
    victim: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearing:
    """The pile is at its end: the Broker names what is offered next (see `Public.clearance`)."""

    kind: Literal["clearing"] = "clearing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A sale, and opening bids are sealed: by those `asked`, from the Broker clockwise.

    `number` counts the sales of the game, from 1. `owner` is whose the property is.
    """

    kind: Literal["opening"] = "opening"
    number: int
    property: str
    broker: Seat
    owner: Seat | None
    by: SaleBy
    asked: tuple[Seat, ...]
    answered: frozenset[Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding:
    """A sale, and the bidding goes round. `bids` are clockwise from the Broker, `turn` is next.

    `unlocked`: an investor has been played, so cash may be raised (TR-29). `said` counts the turns
    of this sale that were taken, asked for or not.
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
        """Return the bid that ranks first of those still in; somebody always is (TR-36)."""
        found = None
        for bid in self.bids:  # a max() takes thrice as long, and this is asked often
            if bid.out or (found is not None and bid.amount < found.amount):
                continue
            if found is None or bid.rank() > found.rank():
                found = bid
        assert found is not None, "who knocks another out is in"
        return found

    def bid_of(self, seat: Seat) -> Bid | None:
        """Return a seat's bid, if it made an opening bid."""
        for bid in self.bids:
            if bid.seat == seat:
                return bid
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A deal is offered; with a `counter`, it is the proposer who is to answer."""

    kind: Literal["proposed"] = "proposed"
    offer: Offer
    counter: Offer | None

    @property
    def open(self) -> Offer:
        """The offer that is to be answered, by its `to`."""
        return self.counter or self.offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Relating:
    """A deal was struck: the player whose turn it is may play one related card (TR-46).

    `properties` and `cards` are what came to them by name, `random` how many cards were drawn.
    """

    kind: Literal["relating"] = "relating"
    other: Seat
    properties: tuple[str, ...]
    cards: tuple[str, ...]
    random: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over: nobody held a card, everybody passed, or it went round in circles."""

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

# --- all of it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """What everybody knows. Money that is sealed is still in `cash`; bids on the table are not.

    `boxes` are in the order of PROPERTIES, all else that is one each is by seat. `turn` is the
    number of the turn, `seat` whose it is. `hands` and `pile` are how many cards. `discards` are
    the played cards, the last on top. `passes` counts passes in a row (TR-49); `lively` is the last
    turn with a card played or a deal made in it, or the last of the Buying Phase. `sales` and
    `promised` count the sales and the promises of the game. `settled` are the sales that the last
    public move has brought to their end.
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
        """How many play."""
        return len(self.cash)

    def box(self, property: str) -> Box:
        """Return a property's box."""
        return self.boxes[AT[property]]

    def owned(self, seat: Seat | None) -> tuple[str, ...]:
        """List the properties of a seat, or (None) the unowned ones."""
        return owned(self.boxes, seat)

    def turn_of(self, number: int) -> Seat:
        """Say whose turn a number is: none is ever skipped (TR-56)."""
        return (self.seat + number - self.turn) % len(self.cash)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One position: what is public, and what is hidden.

    `pile` is the draw pile, the top card first. By seat: `hands`, in the order of a hand; `sealed`
    opening bids (None: has not said, 0: no bid), until they are opened; `plans` for the sale that
    is on. `then` was said with the proposal that is on the table (TR-78). `drawn` are the random
    cards that a deal has just brought to the player who may play one (`Relating`).
    """

    public: Public
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    sealed: tuple[int | None, ...]
    plans: tuple[Plan | None, ...]
    then: Then | None
    drawn: tuple[str, ...]


def owned(boxes: Sequence[Box], seat: Seat | None) -> tuple[str, ...]:
    """List the properties of a seat, or (None) the unowned ones, as they lie around the board."""
    return tuple(
        [
            PROPERTIES[at]
            for at, box in enumerate(boxes)  # a strict zip() takes half as long again
            if box.owner == seat and not box.gone
        ]
    )


new_public = maker(Public)
new_state = maker(State)
new_bid = maker(Bid)
new_bidding = maker(Bidding)
new_opening = maker(Opening)
new_promise = maker(Promise)
new_offer = maker(Offer)
new_proposed = maker(Proposed)
