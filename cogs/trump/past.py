"""A game of TRUMP The Game that is laid open, as its sales: what each bid, planned and played."""

from collections import Counter
from dataclasses import dataclass, field

from bot.ui.story import Game
from games.rules import Seat
from games.trump.cards import INVESTORS
from games.trump.events import (
    BidsOpened,
    CameBack,
    Ended,
    Event,
    KnockedOut,
    PlanNoted,
    Raised,
    SaleBegan,
    Sold,
)


@dataclass(slots=True)
class Sale:
    """A sale that somebody has won.

    `opened` are the opening bids by seat, `limits` how far each had planned to go at last, in
    secret. `invested` is the bank's money in each bid; `cards` counts Outs and Backs.
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
        """Return how it ended."""
        assert self.sold is not None, "only sales that are settled are found"
        return self.sold

    @property
    def next_bid(self) -> int:
        """Return the highest bid but the winner's, 0 if there was none.

        It may be the higher one: then it had been knocked out.
        """
        return max((one.amount for one in self.settled.returned), default=0)


def sales(game: Game) -> list[Sale]:
    """List the sales in which somebody bought, in order."""
    found: list[Sale] = []
    sale: Sale | None = None
    for turn in game:
        for event in turn.events:
            if isinstance(event, SaleBegan):
                sale = Sale(event)
            elif sale is not None:
                _notes(sale, event)
                if isinstance(event, Sold):
                    found.append(sale)
                    sale = None
    return found


def _notes(sale: Sale, event: Event) -> None:
    match event:
        case BidsOpened(bids=bids):
            sale.opened = {one.seat: one.amount for one in bids}
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
    """Return the hand of a seat when the game was over.

    Where it did not end because nobody held a card any more (TR-50), the last move played none.
    """
    last = game[-1]
    cards = any(isinstance(event, Ended) and event.why == "cards" for event in last.events)
    return () if cards else last.seen(seat).hand
