"""Cash: cards of $500, $200, $100, $50, $10, and bad checks worth nothing. Nobody makes change.

A handful of cash is a tuple of card values, largest first; a bad check is a 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

Cash: TypeAlias = tuple[int, ...]

CARDS = (500, 200, 100, 50, 10, 0)


def handful(cards: Iterable[int]) -> Cash:
    """Order cards, largest first."""
    return tuple(sorted(cards, reverse=True))


def without(hand: Cash, cards: Cash) -> Cash | None:
    """Take cards out of a hand; None if they are not all in it."""
    left = Counter(hand)
    left.subtract(cards)
    if any(count < 0 for count in left.values()):
        return None
    return handful(left.elements())


def lacking(hand: Cash, cards: Cash) -> int | None:
    """Name a card that was asked for but is not in the hand (often enough)."""
    short = Counter(cards) - Counter(hand)
    return max(short, default=None)


def needless(cards: Cash, price: int) -> int | None:
    """Name a card that could stay at home and the price would still be paid (DD-14)."""
    spare = sum(cards) - price
    return next((card for card in sorted(cards) if card <= spare), None)


def payments(hand: Cash, price: int) -> tuple[Cash, ...]:
    """List every payment of a price (above 0) that DD-14 allows, the cheapest first.

    Laid down largest card first, such a payment reaches the price only with its last card.
    """
    counts = Counter(card for card in hand if card > 0)
    found = _payments(tuple(sorted(counts.items(), reverse=True)), price)
    return tuple(sorted(found, key=lambda cards: (sum(cards), len(cards))))


def _payments(piles: tuple[tuple[int, int], ...], due: int) -> Iterator[Cash]:
    if not piles:
        return
    (card, count), rest = piles[0], piles[1:]
    for used in range(count + 1):
        if used * card >= due:
            yield (card,) * used
            return
        for others in _payments(rest, due - used * card):
            yield (card,) * used + others


def money(amount: int) -> str:
    """Write an amount as players say it: $80, $1,200."""
    return f"${amount:,}"


def card_name(card: int) -> str:
    """Name one card: `a $50`, `a bad check`."""
    return "a bad check" if card == 0 else f"a {money(card)}"
