"""How people play Dead Man's Chest: ported from the first engine, every draw and branch kept."""

from games.deadman.dice import DEAD_MAN, RANK, at_least, higher, value_of
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.views import View
from tests.tools.day.people.looking_in import dice


def decide(view: View, seed: int) -> Move:
    """Choose a move for the seat whose view this is."""
    rng = dice(seed, view.seat, view.round, len(view.bids), view.chest)
    over = view.over
    if view.chest == "passed":
        assert over is not None, "a chest is passed with a bid"
        if view.dice is not None and RANK[value_of(view.dice)] < RANK[over]:
            return Challenge()  # dice it has seen itself came round again (DM-10)
        odds = at_least(over)  # of 36
        last = view.bids[-1]
        doubt = 0.9 if odds <= 3 else 0.72 if odds <= 8 else 0.38 if odds <= 14 else 0.1
        if odds > 20:
            doubt = 0.02
        if last.unseen:
            doubt = min(0.95, doubt + 0.15)
        if rng.random() < doubt:
            return Challenge()
        legal = higher(over)
        if over != DEAD_MAN and odds >= 12 and not last.unseen and rng.random() < 0.2:
            return Bid(value=legal[0])  # believed, and passed on as it is
        return Shake(look=True)
    legal = higher(over)
    if view.chest == "shaken":
        return Look()
    if view.chest == "seen":
        assert view.dice is not None, "they have looked"
        truth = value_of(view.dice)
        if truth in legal:
            if RANK[truth] > 14 and len(legal) > 6 and rng.random() < 0.4:
                return Bid(value=legal[rng.randrange(3)])  # keeps it low
            return Bid(value=truth)
        if over is not None and len(legal) > 1 and rng.random() < 0.25:
            return ShakeAgain()
    return Bid(value=legal[min(len(legal) - 1, rng.randrange(3))])
