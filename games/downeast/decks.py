"""The two decks and all fixed numbers of the game, in one place so that they are easy to correct.

*Printed* numbers come from the rules or from the publisher. The others are *assumed*, and the help
pages say so. The star values are one tenth of those in Kuhhandel, an older game on which this one
is based. They match the two star values that are printed.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.gifts import GIFTS, LUMP, gift

DeckName: TypeAlias = Literal["classified", "yankee"]

COPIES = 4
"""The number of cards of each item. All of them together make a set."""


@dataclass(frozen=True, slots=True)
class Item:
    """One kind of card. `name` identifies it everywhere, even in stored games."""

    name: str
    one: str
    many: str
    stars: int
    name_assumed: bool = False
    stars_assumed: bool = True


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: ten items sorted by stars, the name of the treasure item, and the Thief card."""

    title: str
    items: tuple[Item, ...]
    treasure: str
    thief: Item

    def item(self, name: str) -> Item:
        """Return the item or Thief with this name. Raises KeyError if there is none."""
        for item in (*self.items, self.thief):
            if item.name == name:
                return item
        raise KeyError(name)

    def left_out(self) -> tuple[str, ...]:
        """Return the two sets that a short game excludes by default, which are the cheapest.

        The treasure is never excluded by default, because it gives each player $850 (DD-4).
        """
        return tuple(item.name for item in self.items if item.name != self.treasure)[-2:]


CLASSIFIED = Deck(
    title="Classified deck",
    items=(
        Item("Trophy", "a Trophy", "Trophies", 100, stars_assumed=False),
        Item("Canoe", "a Canoe", "Canoes", 80),
        Item("Chest", "a treasure Chest", "Chests", 65),
        Item("Trap", "a Trap", "Traps", 50, stars_assumed=False),
        Item("Outboard", "an Outboard", "Outboards", 35, name_assumed=True),
        Item("Quilt", "a Quilt", "Quilts", 25, name_assumed=True),
        Item("Snowshoes", "a pair of Snowshoes", "Snowshoes", 16, name_assumed=True),
        Item("Lantern", "a Lantern", "Lanterns", 9, name_assumed=True),
        Item("Decoy", "a Decoy", "Decoys", 4, name_assumed=True),
        Item("Buoy", "a Buoy", "Buoys", 1, name_assumed=True),
    ),
    treasure="Chest",
    thief=Item("Thief", "the Thief", "Thieves", 0, stars_assumed=False),
)

YANKEE = Deck(  # DD-41: the cards of Yankee Swap, with four Coal instead of ten
    title="Yankee Swap deck",
    items=tuple(
        Item(
            name=present.name,
            one=present.one,
            many=present.name if present.name.endswith("s") else f"{present.name}s",
            stars=present.points,
            name_assumed=present.key not in ("wreath", "scratch"),
        )
        for present in reversed(GIFTS)  # most stars first
    ),
    treasure=gift("scratch").name,
    thief=Item(LUMP.name, "a lump of Coal", LUMP.name, 0, stars_assumed=False),
)

DECKS: dict[DeckName, Deck] = {"classified": CLASSIFIED, "yankee": YANKEE}

# numbers printed in the rules
START_CASH = (50, 10, 10, 10, 10, 0, 0)  # one $50, four $10 and two bad checks ($90 in total)
CHEST_PAYS = (50, 100, 200, 500)  # dollars that each player gets for the first to fourth chest

# numbers that the rules don't state, so this project chose them
BID_STEP = 10  # dollars by which bids rise, the value of the smallest card
TIE_CAP = 10  # number of consecutive ties after which a rule decides (DD-25, DD-30)
END_DEAL_CAP = 200  # maximum number of deals after the deck has run out (DD-37)
