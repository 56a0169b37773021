"""The Yankee deck: ten gifts, four of each, and ten Coal cards.

Yankee Swap uses this deck, and so does Downeast Dealer when it borrows it. The printed rules don't
give all point values: those marked [A] are assumed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Card: TypeAlias = str
"""The key of a gift, or COAL."""


@dataclass(frozen=True, slots=True)
class Gift:
    """A kind of gift: its name ("Mug"), its name in a sentence ("a Mug") and its points."""

    key: Card
    name: str
    one: str
    points: int


COAL: Card = "coal"
COPIES = 4  # copies of each gift in the deck
COALS = 10

GIFTS = (
    Gift("fruitcake", "Fruitcake", "a Fruitcake", 1),
    Gift("mittens", "Mittens", "a pair of Mittens", 4),
    Gift("candle", "Candle", "a Candle", 9),
    Gift("mug", "Mug", "a Mug", 16),
    Gift("syrup", "Maple Syrup", "a jug of Maple Syrup", 25),
    Gift("wreath", "Wreath", "a Wreath", 35),
    Gift("flannel", "Flannel", "a Flannel", 50),
    Gift("scratch", "Scratch-off", "a Scratch-off", 65),
    Gift("pies", "Whoopie Pies", "a box of Whoopie Pies", 80),
    Gift("snowshoes", "Snowshoes", "a pair of Snowshoes", 100),
)
LUMP = Gift(COAL, "Coal", "Coal", 0)  # [A]: the printed rules give Coal no value

KEYS: tuple[Card, ...] = tuple(gift.key for gift in GIFTS)
_BY_KEY = {gift.key: gift for gift in (*GIFTS, LUMP)}


def gift(card: Card) -> Gift:
    """Return the gift (or Coal) that a card shows."""
    return _BY_KEY[card]


def points(cards: Iterable[Card]) -> int:
    """Add up the points of these cards."""
    return sum(_BY_KEY[card].points for card in cards)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards the way players hold them: the gift with the fewest points first, Coal last."""
    return tuple(sorted(cards, key=tuple(_BY_KEY).index))
