"""Picture names of Downeast Dealer: items, sets as four slots, and rows of cash."""

from bot.ui.panels.pics import pic, slots
from games.downeast.cash import CARDS, Cash
from games.downeast.decks import COPIES
from games.downeast.state import Choosing, Over, Phase

_SPECIAL_NAMES = {"maple_syrup": "syrup", "whoopie_pies": "pies"}
ROW = 16  # the most cards in a row; a larger hand shows one card of each kind


def picture_name(name: str) -> str:
    """Return the picture name of an item: `canoe`."""
    word = name.lower().replace(" ", "_").replace("-", "_")
    return _SPECIAL_NAMES.get(word, word)


def set_slots(name: str, count: int) -> str:
    """Draw a set as four slots, some of them empty. Draw a complete set as one picture."""
    picture = picture_name(name)
    return f"{pic(picture) if count == COPIES else slots(picture, count, COPIES)} "


def cash_picture(card: int) -> str:
    """Return the picture name of a bill or a bad check."""
    return f"bill_{card}" if card else "bad_check"


def row(cards: Cash) -> str:
    """Draw cash as a row of bills, largest first, with bad checks last. Return "" without cash."""
    if len(cards) > ROW:
        cards = tuple(card for card in CARDS if card in cards)
    return "".join(pic(cash_picture(card)) for card in cards)


def item_picture(phase: Phase) -> str:
    """Draw the item of the current phase, or "" if the phase has none."""
    return "" if isinstance(phase, Choosing | Over) else f"{pic(picture_name(phase.item))} "
