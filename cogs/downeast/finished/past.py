"""A finished game as a list of its auctions, deals and chests.

Each of these objects combines the separate events, public and private, with the outcome.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.ui.face.story import By, Game, Turn
from cogs.downeast.text import THIEVES
from games.downeast.cash import Cash
from games.downeast.events import (
    AuctionedAgain,
    BidsRevealed,
    Bought,
    Challenged,
    ChestFound,
    Compared,
    DealWon,
    Exposed,
    HandedOver,
    LimitSet,
    LotAnswered,
    Paid,
    Raised,
    Settled,
    ThiefTaken,
    TookFree,
    TurnedOver,
    WordGiven,
)
from games.rules import Seat


@dataclass(slots=True)
class Sale:
    """One auction. `taker` got the item and paid `payee`, or got it for nothing (None).

    `most` is each bidder's secret answer (None: a pass) or secret limit. `bluffs` are bids above
    the bidder's cash, as seat -> (bid, cash). `last` means that the deck was empty afterwards.
    """

    item: str
    auctioneer: Seat
    last: bool
    most: dict[Seat, int | None] = field(default_factory=dict[Seat, int | None])
    word: WordGiven | None = None
    bluffs: dict[Seat, tuple[int, int]] = field(default_factory=dict[Seat, tuple[int, int]])
    exposed: list[Exposed] = field(default_factory=list[Exposed])
    kept: bool = False
    taker: Seat = 0
    payee: Seat | None = None
    price: int = 0
    cards: Cash = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One offer of a deal with its answer, which is None after a surrender.

    `count` is the number of cards if the offer was fanned out. `by` says what ended the round.
    """

    offer: Cash
    answer: Cash | None
    count: int | None
    by: By

    @property
    def worthless(self) -> bool:
        """Return whether the offer was worth nothing and only its maker could see that."""
        return not sum(self.offer) and self.count != 0


@dataclass(slots=True)
class Bargain:
    """One Downeast Deal with all its offers. The last offer decided it."""

    item: str
    challenger: Seat
    target: Seat
    stake: int
    count: int | None
    rounds: list[Round] = field(default_factory=list[Round])
    winner: Seat = 0
    loser: Seat = 0

    @property
    def last(self) -> Round:
        """Return the deciding offer with its answer."""
        return self.rounds[-1]

    @property
    def over_thieves(self) -> bool:
        """Return whether the deal was about Thieves or Coal."""
        return self.item in THIEVES

    def pile(self, seat: Seat) -> Cash:
        """Return the cash of the last round that this seat laid down."""
        return self.last.offer if seat == self.challenger else self.last.answer or ()

    @property
    def gave_in(self) -> bool:
        """Return whether the target surrendered."""
        return self.last.answer is None

    @property
    def ties(self) -> int:
        """Count the offers that ended in a tie."""
        answered = [trade for trade in self.rounds if trade.answer is not None]
        return sum(sum(trade.offer) == sum(trade.answer or ()) for trade in answered)

    @property
    def payer(self) -> Seat:
        """Return the seat that won the items or, in a Thief deal, got rid of the Thief."""
        return self.loser if self.over_thieves else self.winner

    @property
    def cost(self) -> int:
        """Return the cash that the deal cost `payer` (DD-23; DD-31: a Thief gets all the cash)."""
        other = self.target if self.payer == self.challenger else self.challenger
        mine, theirs = sum(self.pile(self.payer)), sum(self.pile(other))
        if not self.over_thieves:
            return mine - theirs
        return 0 if mine == theirs and not self.gave_in else mine  # DD-33


@dataclass(slots=True)
class ThiefAuction:
    """All rounds of sealed bids against one Thief. `taken` is the event that ended them."""

    rounds: list[BidsRevealed]
    taken: ThiefTaken

    @property
    def from_others(self) -> int:
        """Return how much of the other players' cash the taker got."""
        own = (bid.cards for r in self.rounds for bid in r.bids if bid.seat == self.taken.seat)
        return sum(self.taken.pot) - sum(map(sum, own))


Episode: TypeAlias = Sale | Bargain | ThiefAuction | ChestFound


def episodes(game: Game) -> list[Episode]:
    """List the auctions, deals and chests of a game in order. A chest comes before its auction."""
    return list(_Reader().read(game))


class _Reader:
    """Collects events into auctions and deals. At most one of each is open at a time."""

    def __init__(self) -> None:
        self._sale = Sale("", 0, last=False)
        self._bargain = Bargain("", 0, 0, 0, None)
        self._rounds: list[BidsRevealed] = []

    def read(self, game: Game) -> Iterator[Episode]:
        """Yield each auction or deal once it is decided."""
        for turn in game:
            for event in turn.events:
                episode = self._read_sale(event, turn) or self._read_deal_event(event, turn)
                if episode is not None:
                    yield episode

    def _read_sale(self, event: Any, turn: Turn) -> Episode | None:
        sale = self._sale
        match event:
            case TurnedOver(seat=seat, item=item, to_come=to_come):
                self._sale, self._rounds = Sale(item, seat, last=not to_come), []
            case ChestFound() as chest:
                return chest
            case LotAnswered(seat=seat, most=most):
                sale.most[seat] = most
            case LimitSet(seat=seat, limit=limit):
                sale.most[seat] = limit
            case WordGiven() as word:
                sale.word = word
            case Raised(seat=seat, amount=amount):
                held = sum(turn.seen(seat).cash)
                if amount > held:
                    sale.bluffs[seat] = (amount, held)
            case AuctionedAgain():
                sale.most.clear()  # DD-42: a limit ends with its auction
            case Exposed() as shown:
                sale.exposed.append(shown)
            case TookFree(seat=seat):
                sale.taker = seat
                return sale
            case Settled(kept=kept):
                sale.kept = kept
            case Bought():
                sale.kept = True
            case Paid(payer=payer, payee=payee, price=price):
                sale.taker, sale.payee, sale.price = payer, payee, price
            case HandedOver(cards=cards):
                sale.cards = cards
                return sale
            case _:
                pass
        return None

    def _read_deal_event(self, event: Any, turn: Turn) -> Episode | None:
        match event:
            case Challenged(offer=1) as new:
                self._bargain = Bargain(new.item, new.challenger, new.target, new.stake, new.count)
            case Challenged(count=count):
                self._bargain.count = count
            case Compared(offer=offer, answer=answer):
                trade = Round(offer, answer, self._bargain.count, turn.by)
                self._bargain.rounds.append(trade)
            case DealWon(winner=winner, loser=loser):
                self._bargain.winner, self._bargain.loser = winner, loser
                return self._bargain
            case BidsRevealed() as bids:
                self._rounds.append(bids)
            case ThiefTaken() as taken:
                return ThiefAuction(self._rounds, taken)
            case _:
                pass
        return None
