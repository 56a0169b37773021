"""All fixed data of the game: properties, cards and board spaces. Money is in millions of dollars.

The publisher printed only some of these figures. We chose the others so that they fit the printed
ones. They are marked *assumed* here and in the game's help.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

START_CASH = 400
START_CARDS = 5
START_INSIDE = 50
STEP = 10
"""The unit of money: every sum is a multiple of this (TR-1)."""
LANDED = 10
"""The money added to a property's box when a player's pawn lands on the property (TR-11)."""
TAX_EACH = 20
DIE_PAYS = 20
"""The money that a player gets for each point shown by the die (TR-14, TR-21)."""
DIE_ROLLS = 5
"""The number of rolls that a Die Roll card gives (TR-20)."""
T = 6
"""The number that represents the T, which the die has in place of the 6."""

# --- properties -----------------------------------------------------------------------------------

PROPERTIES = (  # all properties, in board order
    "Hotel",
    "Casino",
    "Tropical Island",
    "Cruise Line",
    "Convention Center",
    "Office Building",  # this name is assumed
    "Airline",
    "Sports Complex",
)
AT: Mapping[str, int] = {name: at for at, name in enumerate(PROPERTIES)}
"""Maps each property to its index in PROPERTIES, which is also the index of its box in `boxes`."""

# --- cards ----------------------------------------------------------------------------------------

Sort: TypeAlias = Literal[
    "single",
    "die",
    "pair",
    "any",
    "multi",
    "tax",
    "force_sale",
    "die_roll",
    "investor",
    "out",
    "back",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A kind of card, with the number of its `copies` in the deck.

    `pays` is the fixed profit of a profit card or the money of an investor card, and otherwise 0.
    `named` lists the properties on the card. `needs` is how many properties its player must own.
    """

    name: str
    sort: Sort
    copies: int
    pays: int
    named: tuple[str, ...]
    needs: int

    @property
    def title(self) -> str:
        """Return the name that players read: a card of two properties is `Hotel + Casino`."""
        return " + ".join(self.named) if self.sort == "pair" else self.name

    @property
    def profit(self) -> bool:
        """Return whether this is one of the five kinds of profit card."""
        return self.sort in PROFITS

    @property
    def bidding(self) -> bool:
        """Return whether this card can be played only during a sale."""
        return self.sort in BIDDING


PROFITS: tuple[Sort, ...] = ("single", "die", "pair", "any", "multi")
BIDDING: tuple[Sort, ...] = ("investor", "out", "back")

TAX, FORCE_SALE, DIE_ROLL = "Tax", "Force Sale", "Die Roll"
OUT, BACK = "You're Out", "I'm Back"

_SINGLE = (60, 60, 50, 50, 40, 40, 30, 30)  # assumed, except for the 1st, 5th and last value
_PAIR = (120, 110, 100, 90, 80, 70, 60, 90)  # assumed, except for the 1st and 3rd value


def _kinds() -> Iterable[Card]:
    for name, pays in zip(PROPERTIES, _SINGLE, strict=True):
        yield _card(f"{name} Profits", "single", 1, pays, (name,))
    for name in PROPERTIES:
        yield _card(f"{name} Roll", "die", 1, 0, (name,))
    for at, pays in enumerate(_PAIR):
        two = PROPERTIES[at], PROPERTIES[(at + 1) % len(PROPERTIES)]
        yield _card(f"{two[0]} and {two[1]}", "pair", 1, pays, two)
    yield _card("Any 40", "any", 4, 40, needs=1)  # the number of copies is assumed
    yield _card("Any 50", "any", 4, 50, needs=1)
    yield _card("3 Properties", "multi", 2, 160, needs=3)
    yield _card("4 Properties", "multi", 1, 200, needs=4)  # the profit is assumed
    yield _card(TAX, "tax", 5, 0)
    yield _card(FORCE_SALE, "force_sale", 4, 0)
    yield _card(DIE_ROLL, "die_roll", 2, 0)
    for pays, copies in ((20, 1), (30, 2), (40, 2), (50, 2), (60, 1)):  # the copies are assumed
        yield _card(f"Investor {pays}", "investor", copies, pays)
    yield _card(OUT, "out", 13, 0)
    yield _card(BACK, "back", 5, 0)


def _card(
    name: str, sort: Sort, copies: int, pays: int, named: tuple[str, ...] = (), needs: int = 0
) -> Card:
    return Card(
        name=name, sort=sort, copies=copies, pays=pays, named=named, needs=needs or len(named)
    )


CARDS: Mapping[str, Card] = {card.name: card for card in _kinds()}
"""All 38 kinds of card by name, in the order in which hands are sorted."""
DECK: tuple[str, ...] = tuple(card.name for card in CARDS.values() for _ in range(card.copies))
"""The names of all 72 cards of the deck, one for each copy."""
RANK: Mapping[str, int] = {name: at for at, name in enumerate(CARDS)}
"""Maps the name of each kind of card to its position in CARDS."""
INVESTORS: Mapping[str, int] = {
    card.name: card.pays for card in CARDS.values() if card.sort == "investor"
}
"""The money that each Outside Investor card adds to a bid."""
PROFIT_CARDS: frozenset[str] = frozenset(card.name for card in CARDS.values() if card.profit)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards sorted in the order of CARDS, like the cards of a hand."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def without(hand: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """Return a hand without these cards, each of which removes one copy from it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


# --- the board ------------------------------------------------------------------------------------

SpaceSort: TypeAlias = Literal[
    "start", "property", "for_sale", "any_for_sale", "roll", "add", "trade"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A space of the board, with its property or, on an ADD space, its amount of money."""

    sort: SpaceSort
    property: str | None
    amount: int


def _space(sort: SpaceSort, property: str | None = None, amount: int = 0) -> Space:
    return Space(sort=sort, property=property, amount=amount)


BOARD: tuple[Space, ...] = (  # the number, order and amounts of the spaces are assumed
    _space("start"),
    _space("property", "Hotel"),
    _space("for_sale"),
    _space("property", "Casino"),
    _space("for_sale"),
    _space("property", "Tropical Island"),
    _space("roll"),
    _space("property", "Cruise Line"),
    _space("for_sale"),
    _space("add", amount=30),
    _space("property", "Convention Center"),
    _space("any_for_sale"),
    _space("property", "Office Building"),
    _space("trade"),
    _space("property", "Airline"),
    _space("for_sale"),
    _space("property", "Sports Complex"),
    _space("add", amount=40),
)
