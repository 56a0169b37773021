"""Cash: cards of $500, $200, $100, $50, $10, and bad checks worth nothing. Nobody makes change.

A handful of cash is a tuple of card values, largest first; a bad check is a 0.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Cash: TypeAlias = tuple[int, ...]

CARDS = (500, 200, 100, 50, 10, 0)


def handful(cards: Iterable[int]) -> Cash:
    """Order cards, largest first."""
    return tuple(sorted(cards, reverse=True))


def without(hand: Cash, cards: Cash) -> Cash:
    """Take cards out of a hand that holds them all."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def lacking(hand: Cash, cards: Cash) -> int | None:
    """Name the largest card that was asked for but is not in the hand (often enough)."""
    return max((one for one in set(cards) if cards.count(one) > hand.count(one)), default=None)


def needless(cards: Cash, price: int) -> int | None:
    """Name a card that could stay at home and the price would still be paid (DD-14)."""
    spare = sum(cards) - price
    return next((card for card in sorted(cards) if card <= spare), None)


@lru_cache(maxsize=1024)
def payments(hand: Cash, price: int) -> tuple[Cash, ...]:
    """List every payment of a price (above 0) that DD-14 allows, the cheapest first.

    The first is what the house pays (DD-45). Laid down largest card first, such a payment reaches
    the price only with its last card.
    """
    found: list[Cash] = []
    held = [(card, hand.count(card)) for card in CARDS if card and card in hand]
    _lay_on((), held, price, sum(hand), found)
    if len(found) > 1:
        found.sort(reverse=True)  # DD-45: of as cheap and as few, the largest card first
        found.sort(key=lambda cards: (sum(cards), len(cards)))
    return tuple(found)


def _lay_on(
    laid: Cash, held: list[tuple[int, int]], due: int, worth: int, found: list[Cash]
) -> None:
    """Lay cards onto a payment until it reaches the price, from what is held, worth so much."""
    if worth < due:
        return
    (card, count), rest = held[0], held[1:]
    worth -= card * count
    enough = -(-due // card)
    for used in range(max(0, -((worth - due) // card)), min(count, enough - 1) + 1):
        _lay_on(laid + (card,) * used, rest, due - used * card, worth, found)
    if enough <= count:
        found.append(laid + (card,) * enough)


@lru_cache(maxsize=1024)
def piles(hand: Cash) -> tuple[Cash, ...]:
    """Choose some handfuls to lay face down: nothing, checks only, small, medium, all."""
    bills = tuple(card for card in hand if card)
    checks = hand[len(bills) :]
    some = (
        (),
        checks[:1],
        bills[-1:],
        bills[-1:] + checks[:1],
        bills[:1],
        bills[1::2],
        bills,
        hand,
    )
    return tuple(dict.fromkeys(some))


def money(amount: int) -> str:
    """Write an amount as players say it: $80, $1,200."""
    return f"${amount:,}" if amount >= 0 else f"-${-amount:,}"


def card_name(card: int) -> str:
    """Name one card: `a $50`, `a bad check`."""
    return "a bad check" if card == 0 else f"a {money(card)}"
