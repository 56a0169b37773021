"""The house player of Hidden Coins: it hides and guesses at random, but nothing that was said."""

from games.chance import Chance
from games.rules import Player
from tests.small.game.moves import Guess, Hide, Move
from tests.small.game.views import View


class SmallPlayer(Player[Move, View]):
    """A player without a plan."""

    version = 1

    def choose(self, view: View, luck: Chance) -> Move:
        """Hide coins, or guess a number that nobody has said."""
        seen = view.seen
        if not all(seen.ready):
            return Hide(coins=luck.below(seen.options.most + 1))
        unsaid = [total for total in seen.totals if total not in seen.guesses]
        return Guess(total=unsaid[luck.below(len(unsaid))])
