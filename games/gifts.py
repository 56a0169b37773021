"""The Yankee deck: ten gifts, four of each, and ten lumps of Coal.

Two games are played with it: Yankee Swap, and Downeast Dealer when it borrows the deck. Facts of
the printed rules stand plain; what they leave open and we had to choose is marked [A], assumed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Card: TypeAlias = str
"""The key of a gift, or COAL."""


@dataclass(frozen=True, slots=True)
class Gift:
    """One of the ten: its name alone ("Mug") and in a sentence ("a Mug"), and its points."""

    key: Card
    name: str
    one: str
    points: int


COAL: Card = "coal"
COPIES = 4  # of each gift
COALS = 10

# The printed rules name the Wreath and the Scratch-off only. [A]: the other eight names, and all
# ten values, which are the star values of the yard-sale deck that this one can stand in for.
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
LUMP = Gift(COAL, "Coal", "Coal", 0)  # [A]: Coal is nowhere given a value

KEYS: tuple[Card, ...] = tuple(gift.key for gift in GIFTS)
_BY_KEY = {gift.key: gift for gift in (*GIFTS, LUMP)}


def gift(card: Card) -> Gift:
    """Look a card up; Coal too."""
    return _BY_KEY[card]


def points(cards: Iterable[Card]) -> int:
    """Add up what the gifts are worth."""
    return sum(_BY_KEY[card].points for card in cards)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort as players hold them: the small gifts first, Coal last."""
    return tuple(sorted(cards, key=tuple(_BY_KEY).index))
