"""The house player of Dead Man's Chest: it bluffs sometimes, and doubts what is unlikely."""

from games.chance import Chance
from games.deadman.dice import DEAD_MAN, RANK, at_least, higher, value_of
from games.deadman.moves import Bid, Challenge, Look, Move, Shake
from games.deadman.views import View
from games.rules import Player

_DOUBTFUL = 15
"""A bid that fewer of 36 rolls would make true is doubted, and the more the fewer they are."""
_UNSEEN = 3  # added to the doubt about a bid on dice that its bidder has not seen
_DOUBTS = 24  # at a doubt of this size every bid is challenged
_STEPS = 3  # a lie goes at most so many steps up the chart


class DeadManPlayer(Player[Move, View]):
    """A pirate who knows the odds."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Choose what to do with the chest."""
        if view.chest == "shaken":
            return Look()
        if view.chest == "passed" and view.over is not None:
            return _answer(view, view.over, luck)
        return Bid(value=_bid(view, luck))


def _answer(view: View, over: int, luck: Chance) -> Move:
    """Answer a bid: challenge it, raise it without a look, or shake."""
    known = None if view.dice is None else value_of(view.dice)
    if known is not None and RANK[known] < RANK[over]:
        return Challenge()
    raises = [value for value in higher(over) if over != DEAD_MAN]
    if known is not None:
        true = [value for value in raises if RANK[value] <= RANK[known]]
        return Bid(value=true[-1]) if true else Shake(look=True)
    doubt = _DOUBTFUL - at_least(over) + _UNSEEN * view.bids[-1].unseen
    if luck.below(_DOUBTS) < doubt:
        return Challenge()
    if raises and at_least(raises[0]) > _DOUBTFUL and not luck.below(4):
        return Bid(value=raises[0])
    return Shake(look=True)


def _bid(view: View, luck: Chance) -> int:
    """Bid the truth or, if it is too low and sometimes otherwise, a little more."""
    values = higher(view.over)
    known = None if view.dice is None else value_of(view.dice)
    if known in values:
        above = [value for value in values if RANK[value] > RANK[known]][:_STEPS]
        if not above or luck.below(4):
            return known
        values = tuple(above)
    return values[luck.below(min(_STEPS, len(values)))]
