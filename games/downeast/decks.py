"""The two decks and every figure of the game: the one table to change when better ones are known.

Each figure says how far it can be trusted. *Printed* stands in the rules or was published by the
makers; what is not printed is *assumed*, and the game's help says so. The star values are those of
the old game that this one descends from, divided by ten: both printed values are among them.
The gifts of the Yankee Swap deck are in games/gifts.py, with what is assumed there.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.gifts import GIFTS, LUMP, gift

DeckName: TypeAlias = Literal["classified", "yankee"]

COPIES = 4
"""Cards of each item: four make a set."""


@dataclass(frozen=True, slots=True)
class Item:
    """One kind of card. `name` stands for it everywhere, also in a stored game."""

    name: str
    one: str
    many: str
    stars: int
    name_assumed: bool = False
    stars_assumed: bool = True


@dataclass(frozen=True, slots=True)
class Deck:
    """Ten items, dearest first; the one that brings new cash, and the one nobody wants."""

    title: str
    items: tuple[Item, ...]
    treasure: str
    thief: Item

    def item(self, name: str) -> Item:
        """Look an item up, the thief too. Raises KeyError."""
        for item in (*self.items, self.thief):
            if item.name == name:
                return item
        raise KeyError(name)

    def left_out(self) -> tuple[str, ...]:
        """Name the two sets that a short game leaves out if nobody chooses: the cheapest.

        DD-4: never the treasure, it would take $850 a player out of the game.
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

YANKEE = Deck(  # DD-41: the deck of Yankee Swap, and four of its ten Coal
    title="Yankee Swap deck",
    items=tuple(
        Item(
            name=present.name,
            one=present.one,
            many=present.name if present.name.endswith("s") else f"{present.name}s",
            stars=present.points,
            name_assumed=present.key not in ("wreath", "scratch"),
        )
        for present in reversed(GIFTS)  # dearest first
    ),
    treasure=gift("scratch").name,
    thief=Item(LUMP.name, "a lump of Coal", LUMP.name, 0, stars_assumed=False),
)

DECKS: dict[DeckName, Deck] = {"classified": CLASSIFIED, "yankee": YANKEE}

# Printed, all of it.
START_CASH = (50, 10, 10, 10, 10, 0, 0)  # a fifty, four tens, two bad checks: $90
CHEST_PAYS = (50, 100, 200, 500)  # to everybody, for the first, second, third, fourth chest

# Ours.
BID_STEP = 10  # the smallest card that is worth anything
TIE_CAP = 10  # DD-25, DD-30: so many ties in a row, and the rules decide
END_DEAL_CAP = 200  # DD-37: so many deals after the last auction, and the game is over
