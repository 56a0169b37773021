"""Hidden Coins: all hide coins in a fist, then guess how many there are.

First all hide some coins at once, in secret. Then each in turn says a number that nobody has said
yet. The fists open, and the nearest guess wins.

HC-… are the rulings of this house.
"""

from tests.small.game.rules import SmallRules as SmallRules
