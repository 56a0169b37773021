"""Collect the sales of a finished game: what each player bid, planned and played."""

from collections import Counter
from dataclasses import dataclass, field

from bot.ui.face.story import Game, Turn
from games.rules import Seat
from games.trump.cards import INVESTORS, in_order, without
from games.trump.events import (
    BidsOpened,
    CameBack,
    CardGivenBack,
    Ended,
    Event,
    KnockedOut,
    PlanNoted,
    Raised,
    SaleBegan,
    Sold,
)
from games.trump.state import Bidding
from games.trump.views import View


@dataclass(slots=True)
class Sale:
    """One sale that ended with a buyer.

    `opened` has the opening bids, `limits` the last limits of the secret plans, as far as the
    bidders could pay them, and `invested` the investors' money in each bid. `outs` and `backs`
    count the You're Out and I'm Back cards.
    """

    began: SaleBegan
    opened: dict[Seat, int] = field(default_factory=dict[Seat, int])
    limits: dict[Seat, int] = field(default_factory=dict[Seat, int])
    invested: Counter[Seat] = field(default_factory=Counter[Seat])
    outs: int = 0
    backs: int = 0
    sold: Sold | None = None

    @property
    def settled(self) -> Sold:
        """The event that ended this sale."""
        assert self.sold is not None, "only sales that are settled are found"
        return self.sold

    @property
    def next_bid(self) -> int:
        """The highest bid of the other bidders, or 0.

        It is above the price if its bidder was knocked out.
        """
        return max((bid.amount for bid in self.settled.returned), default=0)


def sales(game: Game) -> list[Sale]:
    """List the sales that ended with a buyer, in order."""
    won: list[Sale] = []
    sale: Sale | None = None
    for turn in game:
        for event in turn.events:
            if isinstance(event, SaleBegan):
                sale = Sale(event)
            elif sale is not None:
                _record(sale, event)
                if isinstance(event, Sold):
                    sale.limits = {
                        seat: min(limit, _means(turn, seat)) for seat, limit in sale.limits.items()
                    }
                    won.append(sale)
                    sale = None
    return won


def _means(turn: Turn, seat: Seat) -> int:
    """Return the highest bid that a seat could pay for in a sale, with all its investors."""
    view: View = turn.seen(seat)
    bids = view.phase.bids if isinstance(view.phase, Bidding) else ()
    bid = sum([bid.amount for bid in bids if bid.seat == seat])
    return view.cash + bid + sum([INVESTORS.get(card, 0) for card in view.hand])


def _record(sale: Sale, event: Event) -> None:
    match event:
        case BidsOpened(bids=bids):
            sale.opened = {bid.seat: bid.amount for bid in bids}
        case PlanNoted(seat=seat, limit=limit):
            sale.limits.pop(seat, None)
            if limit is not None:
                sale.limits[seat] = limit
        case Raised(seat=seat, investors=investors):
            sale.invested[seat] += sum(INVESTORS[card] for card in investors)
        case KnockedOut():
            sale.outs += 1
        case CameBack():
            sale.backs += 1
        case Sold():
            sale.sold = event
        case _:
            pass


def held_at_the_end(game: Game, seat: Seat) -> tuple[str, ...]:
    """Return a seat's hand at the end of the game.

    It is empty if the game ended because nobody held a card (TR-50). Otherwise the last move played
    no card, so the view before that move shows the hand, except for cards that were given back.
    """
    last = game[-1]
    if any(isinstance(event, Ended) and event.why == "cards" for event in last.events):
        return ()
    hand: tuple[str, ...] = last.seen(seat).hand
    for event in last.events:
        if isinstance(event, CardGivenBack) and event.promise.card is not None:
            promise, card = event.promise, event.promise.card
            if promise.by == seat:
                hand = without(hand, (card,))
            elif promise.to == seat:
                hand = in_order((*hand, card))
    return hand
