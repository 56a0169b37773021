"""The pictures of Yankee Swap: every gift, Coal, and the wrapped gift."""

from bot.ui.panels.pics import pic
from games.gifts import Card

WRAPPED = pic("gift")


def of(card: Card) -> str:
    """Return the name of a card's picture: `wreath`, `coal`."""
    return "scratch_off" if card == "scratch" else card


def some(card: Card, count: int = 1) -> str:
    """Draw a gift's picture once for each copy, to put before its name."""
    return f"{pic(of(card)) * count} "
