"""The house player of Dealt!: it plays the most cards that it can, and builds its hand for more."""

from games.chance import Chance
from games.dealt.cards import LONGEST, Cards, readings, strength
from games.dealt.legal import moves_of
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.views import View
from games.rules import Player

_SPECIAL = 100  # what a STOP or a REDRAW is worth in a hand, to play it late


class DealtPlayer(Player[Move, View]):
    """A player who gets rid of many cards at a time."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Play cards, take a reserve card, or place a drawn card."""
        moves = moves_of(view.up, view.seat, view.hand)
        best = max(_value(view, move) for move in moves)
        likely = [move for move in moves if _value(view, move) == best]
        return likely[luck.below(len(likely))]


def _value(view: View, move: Move) -> int:
    """Rate the hand that a move leaves: few cards, and these in long combinations."""
    match move:
        case Play(first=first, cards=cards, values=values):
            left = view.hand[: first - 1] + view.hand[first - 1 + len(cards) :]
            return _hand_value(left) - strength(values) // 100
        case PlayStop(position=at) | PlayRedraw(position=at):
            return _hand_value(view.hand[: at - 1] + view.hand[at:]) - _SPECIAL
        case TakeReserve(card=card, gap=gap):
            return _hand_value((*view.hand[:gap], card, *view.hand[gap:])) - _SPECIAL
        case Place(gap=gap):
            assert view.drawn is not None, "only a player who drew a card places one"
            return _hand_value((*view.hand[:gap], view.drawn, *view.hand[gap:]))


def _hand_value(hand: Cards) -> int:
    """Rate a hand: each card costs, and each combination of neighbours helps to get rid of some."""
    runs = (hand[at : at + size] for at in range(len(hand)) for size in range(2, LONGEST + 1))
    return sum(strength(readings(run)[-1]) // 100 for run in runs if readings(run)) - 5 * len(hand)
