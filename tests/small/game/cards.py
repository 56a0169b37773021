"""What the game is played with: every number in it that is not a rule."""

HANDS = range(1, 6)
"""How many coins a fist may be allowed to hide."""

USUAL = 3
"""As it is played in pubs."""
