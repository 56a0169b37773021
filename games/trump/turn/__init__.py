"""A turn: the roll, the space, and the card that is played."""
