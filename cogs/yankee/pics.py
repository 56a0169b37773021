"""The pictures of Yankee Swap: of each gift and of Coal, wrapped and under the tree."""

from bot.ui.pics import pic
from games.gifts import Card

WRAPPED, TREE = pic("gift"), pic("tree")


def of(card: Card) -> str:
    """Name the picture of a card: `wreath`, `coal`."""
    return "scratch_off" if card == "scratch" else card


def some(card: Card, count: int = 1) -> str:
    """Draw a kind of gift as often as it is there, before its name."""
    return f"{pic(of(card)) * count} "
