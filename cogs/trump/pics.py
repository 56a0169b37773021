"""The pictures of TRUMP The Game: of each property, and of each kind of card."""

from bot.ui.pics import pic
from games.trump.cards import CARDS, Card

_OF_SORT = {
    "any": "any_property",
    "multi": "properties",
    "tax": "tax",
    "force_sale": "force_sale",
    "die_roll": "die_roll",
    "investor": "investor",
    "out": "youre_out",
    "back": "im_back",
}


def of(property: str) -> str:
    """Name the picture of a property: `office_building`."""
    return "island" if property == "Tropical Island" else property.lower().replace(" ", "_")


def owned(property: str) -> str:
    """Draw a property, before what is said of it."""
    return f"{pic(of(property))} "


def on(card: str) -> str:
    """Draw what stands on a card, before what is said of it: the properties it names, its kind."""
    return f"{''.join(map(pic, named(CARDS[card])))} "


def first_on(card: str) -> str:
    """Name the one picture of a card in a menu."""
    return named(CARDS[card])[0]


def named(kind: Card) -> list[str]:
    """Name the pictures on a kind of card; a card that the die pays has the die on it, too."""
    if not kind.named:
        return [_OF_SORT[kind.sort]]
    die = ["die_t"] if kind.sort == "die" else []
    return [*map(of, kind.named), *die]
