"""The house player of Downeast Dealer: it pays for an item what its set may become worth."""

from games.chance import Chance
from games.downeast.auctions.legal_auction import bids, limits
from games.downeast.auctions.legal_lot import amounts
from games.downeast.cash import Cash, piles
from games.downeast.decks import BID_STEP
from games.downeast.displays import Match, matches
from games.downeast.legal import legal_moves
from games.downeast.moves import (
    Answer,
    AnswerLot,
    Buy,
    Challenge,
    Keep,
    Move,
    Offer,
    Raise,
    Seal,
    TurnOver,
)
from games.downeast.state import Auction, Choosing, Deal, Deciding, Lot, Sealing
from games.downeast.views import View
from games.rules import Player

_SHARES = (15, 25, 45, 90)
"""The percentage of its cash that the house pays for the first, second, third and fourth item."""
_LEAST = 40  # the percentage of that which it pays for the cheapest kind of item
_SPREAD = 21  # its price varies by up to a tenth up and down
_FOR_THE_THIEF = 4  # it pays fewer cards of the smallest value than this to keep the Thief away


class DowneastPlayer(Player[Move, View]):
    """A collector who completes sets."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Choose a move in any phase. Without a better idea, choose the default move."""
        match view.phase:
            case Choosing():
                return _turn(view, luck)
            case Auction() as phase:
                return _bid(view, phase, luck) or _default(view)
            case Lot(item=item):
                return _secret_answer(view, item, luck) or _default(view)
            case Deciding(item=item, price=price):
                buys = price <= _price(view, item, luck) and Buy() in legal_moves(view)
                return Buy() if buys else _default(view)
            case Deal() as phase:
                return _deal(view, phase, luck)
            case Sealing():
                return Seal(cards=_nearest(view.cash, BID_STEP * luck.below(_FOR_THE_THIEF)))
            case _:
                return _default(view)


def _default(view: View) -> Move:
    return next(legal_moves(view))


def _price(view: View, item: str, luck: Chance) -> int:
    """Return the most that the house pays for one more of an item."""
    if view.seat is None or item == view.cards.thief.name:
        return 0
    kinds = [kind.name for kind in view.cards.items]
    share = _SHARES[min(view.displays[view.seat].count(item), len(_SHARES) - 1)]
    rank = 100 - (100 - _LEAST) * kinds.index(item) // (len(kinds) - 1)
    varied = 100 - _SPREAD // 2 + luck.below(_SPREAD)
    worth = sum(view.cash) * share * rank * varied // 100**3
    return max(BID_STEP, worth // BID_STEP * BID_STEP)


def _nearest(cash: Cash, amount: int) -> Cash:
    """Choose cards whose sum is near an amount."""
    return min(piles(cash), key=lambda cards: abs(sum(cards) - amount))


def _turn(view: View, luck: Chance) -> Move:
    """Auction the next item or, now and then, challenge somebody for an item."""
    default = _default(view)
    deals = matches(view.displays, view.turn)
    if not deals or (isinstance(default, TurnOver) and luck.below(4)):
        return default
    best = max(deals, key=lambda match: _progress(view, match))
    cards = _nearest(view.cash, _price(view, best.item, luck))
    return Challenge(item=best.item, target=best.target, cards=cards, fanned=False)


def _progress(view: View, match: Match) -> int:
    """Rate a deal by the items of this kind that it would bring together, and by their stars."""
    together = view.displays[view.turn].count(match.item) + match.stake
    return together * 1000 + view.cards.item(match.item).stars


def _bid(view: View, phase: Auction, luck: Chance) -> Move | None:
    """Bid the next amount, with a secret limit where the table has them, or return None."""
    if view.seat in (view.turn, phase.leader) or view.seat in phase.out:
        return None
    most = min(_price(view, phase.item, luck), sum(view.cash) // BID_STEP * BID_STEP)
    amount = phase.high + BID_STEP
    if amount > most or amount not in bids(view, phase):
        return None
    return Raise(amount=amount, limit=most if most in limits(view, amount) else None)


def _secret_answer(view: View, item: str, luck: Chance) -> Move | None:
    """Name the most to pay for an item, as a bidder or as the auctioneer, or return None."""
    price = _price(view, item, luck)
    if price not in amounts(view):
        return None
    if view.seat == view.turn:
        return Keep(most=price, against=(), ask=False)
    return AnswerLot(most=price, ask=False)


def _deal(view: View, phase: Deal, luck: Chance) -> Move:
    """Offer or answer with cash for a contested item, or give in if it is worth little."""
    cards = _nearest(view.cash, _price(view, phase.item, luck))
    if not phase.laid:
        return Offer(cards=cards, fanned=False)
    return Answer(cards=cards) if sum(cards) > BID_STEP else _default(view)
