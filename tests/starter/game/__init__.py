"""Low Die: everybody rolls a die under a cup, and the lowest loses a life.

In turn, each player keeps their die, rolls it again, or duels somebody. The last one with a life
wins. LD-… are the rulings of this house.
"""

from tests.starter.game.rules import LowDie as LowDie
