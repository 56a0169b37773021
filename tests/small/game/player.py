"""The house player of Hidden Coins."""

from games.chance import Chance
from games.rules import Player
from tests.small.game.moves import Guess, Hide, Move
from tests.small.game.views import View


class SmallPlayer(Player[Move, View]):
    """Hides and guesses at random, but says nothing that was said before."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Hide coins, or guess a number that nobody has said."""
        seen = view.seen
        if not all(seen.ready):
            return Hide(coins=luck.below(seen.options.most + 1))
        unsaid = [total for total in seen.totals if total not in seen.guesses]
        return Guess(total=unsaid[luck.below(len(unsaid))])
