"""A game of Downeast Dealer that is laid open, as its auctions and its deals.

What was told piece by piece, to some or to all, is put together again: what each had answered or
laid down beside what came of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.ui.story import By, Game, Turn
from cogs.downeast.draw import THIEVES
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
    """The auction of an item; `taker` has it, for a price to `payee` or (None) for nothing.

    `most` is what each bidder would have paid: the answer to the lot (None: a pass), or a secret
    limit. `bluffs` are bids above what their makers held: seat -> bid and cash. `last`: no card was
    to come after it.
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
    """What both laid down (`answer` is None where the target gave in), and by what it was met.

    `count` are the cards of an offer that was fanned out.
    """

    offer: Cash
    answer: Cash | None
    count: int | None
    by: By

    @property
    def worthless(self) -> bool:
        """Say whether the offer was worth nothing, and nobody but its maker could see that."""
        return not sum(self.offer) and self.count != 0


@dataclass(slots=True)
class Bargain:
    """A Downeast Deal, all its offers until the items were won; the last of them decided it."""

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
        """Return the offer that decided it, and its answer."""
        return self.rounds[-1]

    @property
    def over_thieves(self) -> bool:
        """Say whether it was about what nobody wants."""
        return self.item in THIEVES

    def pile(self, seat: Seat) -> Cash:
        """Return what one of the two laid down last."""
        return self.last.offer if seat == self.challenger else self.last.answer or ()

    @property
    def gave_in(self) -> bool:
        """Say whether the target took the offer without an answer."""
        return self.last.answer is None

    @property
    def ties(self) -> int:
        """Count the offers that were met with just as much."""
        met = [one for one in self.rounds if one.answer is not None]
        return sum(sum(one.offer) == sum(one.answer or ()) for one in met)

    @property
    def payer(self) -> Seat:
        """Say who had their way: won the items, or was rid of the Thief."""
        return self.loser if self.over_thieves else self.winner

    @property
    def cost(self) -> int:
        """Reckon what it cost who had their way (DD-23; DD-31: a Thief comes with all the cash)."""
        other = self.target if self.payer == self.challenger else self.challenger
        mine, theirs = sum(self.pile(self.payer)), sum(self.pile(other))
        if not self.over_thieves:
            return mine - theirs
        return 0 if mine == theirs and not self.gave_in else mine  # DD-33


@dataclass(slots=True)
class Door:
    """The sealed bids against a Thief, round by round; `taken` says who had to take it."""

    rounds: list[BidsRevealed]
    taken: ThiefTaken

    @property
    def from_others(self) -> int:
        """Reckon how much of the others' money went to the taker."""
        own = (bid.cards for one in self.rounds for bid in one.bids if bid.seat == self.taken.seat)
        return sum(self.taken.pot) - sum(map(sum, own))


Affair: TypeAlias = Sale | Bargain | Door | ChestFound


def affairs(game: Game) -> list[Affair]:
    """List what a game consisted of, in order; a chest before its auction."""
    return list(_Reader().read(game))


class _Reader:
    """Reads events on end: an auction and a deal are never under way together."""

    def __init__(self) -> None:
        self._sale = Sale("", 0, last=False)
        self._bargain = Bargain("", 0, 0, 0, None)
        self._rounds: list[BidsRevealed] = []

    def read(self, game: Game) -> Iterator[Affair]:
        """Yield each affair once it is settled."""
        for turn in game:
            for event in turn.events:
                found = self._of_a_sale(event, turn) or self._of_a_deal(event, turn)
                if found is not None:
                    yield found

    def _of_a_sale(self, event: Any, turn: Turn) -> Affair | None:
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
                sale.most.clear()  # a limit ends with its auction (DD-42)
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

    def _of_a_deal(self, event: Any, turn: Turn) -> Affair | None:
        match event:
            case Challenged(offer=1) as one:
                self._bargain = Bargain(one.item, one.challenger, one.target, one.stake, one.count)
            case Challenged(count=count):
                self._bargain.count = count
            case Compared(offer=offer, answer=answer):
                found = Round(offer, answer, self._bargain.count, turn.by)
                self._bargain.rounds.append(found)
            case DealWon(winner=winner, loser=loser):
                self._bargain.winner, self._bargain.loser = winner, loser
                return self._bargain
            case BidsRevealed() as bids:
                self._rounds.append(bids)
            case ThiefTaken() as taken:
                return Door(self._rounds, taken)
            case _:
                pass
        return None
