"""The pictures of Dealt!: the faces of its cards, and chips."""

from bot.ui.pics import beside, pic
from games.dealt.cards import Card, Cards, Values, place


def of(card: Card) -> str:
    """Name the picture of a card: `card_7`, `card_x`, `card_stop`."""
    return f"card_{card}".lower()


def faces(cards: Cards) -> str:
    """Draw cards side by side, before what is said of them."""
    return "".join(pic(of(card)) for card in cards) + " " if cards else ""


def lettered(hand: Cards) -> str:
    """Draw a hand as a row of faces, each with its letter before it, on a line of its own."""
    row = (f"{beside(f'{place(at)} ')}{pic(of(card))}" for at, card in enumerate(hand, 1))
    return " ".join(row) + "\n"


def of_play(play: tuple[int, Cards, Values]) -> str:
    """Name the picture of what is played, as its highest card: a pair of 7s is a 7."""
    _, cards, values = play
    return of(cards[0]) if len(cards) == 1 else of(max(values))  # pyright: ignore[reportArgumentType]
