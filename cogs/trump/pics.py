"""Choose the small pictures of properties and kinds of card."""

from bot.ui.panels.pics import pic
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
    """Return the name of a property's picture: `office_building`."""
    return "island" if property == "Tropical Island" else property.lower().replace(" ", "_")


def owned(property: str) -> str:
    """Return a property's picture, to put before its name."""
    return f"{pic(of(property))} "


def on(card: str) -> str:
    """Return the pictures of the properties on a card, or of its kind, to put before its name."""
    return f"{''.join(map(pic, named(CARDS[card])))} "


def first_on(card: str) -> str:
    """Return the name of the one picture that a menu shows for a card."""
    return named(CARDS[card])[0]


def named(kind: Card) -> list[str]:
    """List the names of the pictures on a card. A card that pays by the die also shows a die."""
    if not kind.named:
        return [_OF_SORT[kind.sort]]
    die = ["die_t"] if kind.sort == "die" else []
    return [*map(of, kind.named), *die]
