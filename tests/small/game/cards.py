"""The equipment of Hidden Coins: every number that is not a rule."""

HANDS = range(1, 6)
"""The possible limits of coins in a fist."""

USUAL = 3
"""The usual limit of coins."""
