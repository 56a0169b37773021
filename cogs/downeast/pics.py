"""The pictures of Downeast Dealer: of each item, sets as slots, and cash in a row."""

from bot.ui.pics import pic, slots
from games.downeast.cash import CARDS, Cash
from games.downeast.decks import COPIES
from games.downeast.state import Choosing, Over, Phase

_OTHERWISE = {"maple_syrup": "syrup", "whoopie_pies": "pies"}
ROW = 16  # cards in a row; of more, one of each kind is shown


def of(name: str) -> str:
    """Name the picture of an item: `canoe`."""
    word = name.lower().replace(" ", "_").replace("-", "_")
    return _OTHERWISE.get(word, word)


def some_of_four(name: str, count: int) -> str:
    """Draw how many of a set there are, and how many are missing; a complete one is one picture."""
    return f"{pic(of(name)) if count == COPIES else slots(of(name), count, COPIES)} "


def of_cash(card: int) -> str:
    """Name the picture of a bill, or of a bad check."""
    return f"bill_{card}" if card else "bad_check"


def row(cards: Cash) -> str:
    """Draw cash as a row of bills, largest first, bad checks last; "" of none."""
    if len(cards) > ROW:
        cards = tuple(card for card in CARDS if card in cards)
    return "".join(pic(of_cash(card)) for card in cards)


def up(phase: Phase) -> str:
    """Draw the item that a question is about, before what is said of it; "" where there is none."""
    return "" if isinstance(phase, Choosing | Over) else f"{pic(of(phase.item))} "
