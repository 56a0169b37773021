"""The house player of TRUMP The Game. It never proposes a deal.

It uses only its own view. It bids at most what a property is worth to it, plays every profit card
that it can, uses Tax where it costs most, and rejects every offer.
"""

from collections.abc import Iterator

from games.chance import Chance
from games.rules import Player, Seat
from games.trump import legal
from games.trump.cards import CARDS, DIE_PAYS, DIE_ROLL, INVESTORS, STEP, Card
from games.trump.moves import ForceSale, Move, OpenBid, Plan, Play, Propose, PutUp, Release, Tax
from games.trump.state import Acting, Bidding, Clearing, Opening, Putting, Relating
from games.trump.views import View

_DIE_ON_AVERAGE = 3 * DIE_PAYS
_FUTURE_VALUE = 30
"""The value of owning one more property, even without a card that names it."""
_OPENING_SHARE = 2
"""The opening bid is the property's value divided by this."""


class TrumpPlayer(Player[Move, View]):
    """A buyer who knows what a property is worth to their cards."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Choose a move. The same view always chooses the same move, whatever the luck."""
        return _chosen(view)


def _chosen(view: View) -> Move:
    match view.public.phase:
        case Opening(property=property):
            return _opening_bid(view, property)
        case Bidding(property=property):
            return _plan(_limit(view, property))
        case Acting() | Relating():
            return max(_candidates(view), key=lambda move: _value_of_move(view, move))
        case Putting() | Clearing():
            return max(_candidates(view), key=lambda move: _appeal(view, move))
        case _:  # choose the default move: reject, keep, take, add or surrender
            return next(legal.legal_moves(view))


def _candidates(view: View) -> Iterator[Move]:
    """Yield the moves a house player may choose. The default move comes first and wins ties."""
    for move in legal.legal_moves(view):
        if not isinstance(move, Propose | Release):
            yield move


# --- cards ----------------------------------------------------------------------------------------


def _value_of_move(view: View, move: Move) -> int:
    """Estimate how much money a move on the player's own turn brings immediately."""
    match move:
        case Play(card=card) if card == DIE_ROLL:
            return STEP if view.public.dealing else 0  # a roll is better in the Buying Phase
        case Play(card=card):
            return _profit(CARDS[card])
        case Tax(seat=seat):
            return _tax(view, seat)
        case ForceSale(property=property):
            return _force_sale(view, property)
        case _:
            return 0


def _profit(card: Card) -> int:
    return card.pays or _DIE_ON_AVERAGE


def _tax(view: View, seat: Seat) -> int:
    owned = view.public.owned(seat)
    due = len(owned) * 20
    if view.public.cash[seat] >= due:
        return due if len(owned) > 1 else 0  # save the card for a victim with more properties
    least = min(view.public.box(name).inside for name in owned)
    return view.public.cash[seat] + least


def _force_sale(view: View, property: str) -> int:
    """Estimate the gain from buying an opponent's property for the sum in its box."""
    if view.public.box(property).owner == view.seat:
        return 0
    worth = _value(view, property) - view.public.box(property).inside
    return max(0, worth - _FUTURE_VALUE) // 2 if view.cash >= _value(view, property) else 0


# --- sales ----------------------------------------------------------------------------------------


def _value(view: View, property: str) -> int:
    """Return a property's value: the sum in its box plus what the seat's cards may earn."""
    public, seat = view.public, view.seat
    mine = {*public.owned(seat), property}
    worth = public.box(property).inside + _FUTURE_VALUE
    for name in view.hand:
        card = CARDS[name]
        if property in card.named:
            # count half the profit of a card whose other property the seat does not own
            worth += _profit(card) if mine.issuperset(card.named) else _profit(card) // 2
        elif card.profit and not card.named and card.needs == len(mine):
            worth += card.pays
    return worth


def _limit(view: View, property: str) -> int:
    """Return the highest bid to make: the property's value, or all that the seat can afford."""
    own = view.public.box(property).owner == view.seat
    worth = _value(view, property) + (view.public.box(property).inside if own else 0)
    investors = sum(INVESTORS.get(card, 0) for card in view.hand)
    return min(worth, view.cash + investors) // STEP * STEP


def _opening_bid(view: View, property: str) -> OpenBid:
    limit = _limit(view, property)
    amount = min(max(STEP, limit // _OPENING_SHARE // STEP * STEP), view.cash // STEP * STEP)
    return OpenBid(amount=amount, limit=limit, investors="use", out="yes", back="yes")


def _plan(limit: int) -> Plan:
    return Plan(limit=limit, investors="use", out="yes", back="yes")


def _appeal(view: View, move: Move) -> int:
    """Rate how much the seat wants to buy the property that a move puts up (-1: its own)."""
    assert isinstance(move, PutUp), "only PutUp moves are compared"
    public = view.public
    if public.box(move.property).owner == view.seat:
        return -1
    return _value(view, move.property)
