"""The pictures of Dealt!: card faces and chips."""

from bot.ui.panels.pics import pic
from games.dealt.cards import Card, Cards, Values


def of(card: Card) -> str:
    """Return the name of a card's picture: `card_7`, `card_x`, `card_stop`."""
    return f"card_{card}".lower()


def faces(cards: Cards) -> str:
    """Draw cards side by side, to put before their description."""
    return "".join(pic(of(card)) for card in cards) + " " if cards else ""


def of_play(play: tuple[int, Cards, Values]) -> str:
    """Return the picture for a combination, which is its highest card: a 7 for a pair of 7s."""
    _, cards, values = play
    return of(cards[0]) if len(cards) == 1 else of(max(values))  # pyright: ignore[reportArgumentType]
