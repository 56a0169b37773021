"""A game in play: the deal, moves and standing orders."""
