"""Low Die: roll a die under a cup, and don't be the lowest.

In turn, each player keeps their die, rolls it again, or duels somebody. The lowest die loses a
life, and the last player with a life wins. LD-… are the rulings of this house.
"""

from tests.starter.game.rules import LowDie as LowDie
