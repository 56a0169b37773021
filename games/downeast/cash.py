"""The cash of the game: cards of $500, $200, $100, $50 and $10, and bad checks worth $0.

`Cash` is a tuple of card values, largest first. A bad check is 0. Nobody gives change.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Cash: TypeAlias = tuple[int, ...]

CARDS = (500, 200, 100, 50, 10, 0)


def handful(cards: Iterable[int]) -> Cash:
    """Sort cash cards, the largest first."""
    return tuple(sorted(cards, reverse=True))


def without(hand: Cash, cards: Cash) -> Cash:
    """Remove cards from a hand that contains all of them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def missing_card(hand: Cash, cards: Cash) -> int | None:
    """Return the largest card in `cards` that the hand lacks, counting copies, or None."""
    return max((card for card in set(cards) if cards.count(card) > hand.count(card)), default=None)


def unneeded_card(cards: Cash, price: int) -> int | None:
    """Return a card of the payment that is not needed to reach the price, or None (DD-14)."""
    spare = sum(cards) - price
    return next((card for card in sorted(cards) if card <= spare), None)


@lru_cache(maxsize=1024)
def payments(hand: Cash, price: int) -> tuple[Cash, ...]:
    """List every payment that DD-14 allows for a price above 0, the cheapest first.

    The first one is the automatic payment (DD-45). Every listed payment needs all its cards:
    without the smallest one, the rest would be less than the price.
    """
    listed: list[Cash] = []
    held = [(card, hand.count(card)) for card in CARDS if card and card in hand]
    _add_cards((), held, price, sum(hand), listed)
    if len(listed) > 1:
        listed.sort(reverse=True)  # DD-45: of equal payments, prefer the one with larger cards
        listed.sort(key=lambda cards: (sum(cards), len(cards)))
    return tuple(listed)


def _add_cards(
    laid: Cash, held: list[tuple[int, int]], due: int, worth: int, found: list[Cash]
) -> None:
    """Append to `found` each way to complete the payment `laid` with cards from `held`.

    `due` is the part of the price that is still missing. `worth` is the total value of `held`.
    """
    if worth < due:
        return
    (card, count), lower = held[0], held[1:]
    worth -= card * count
    enough = -(-due // card)
    for used in range(max(0, -((worth - due) // card)), min(count, enough - 1) + 1):
        _add_cards(laid + (card,) * used, lower, due - used * card, worth, found)
    if enough <= count:
        found.append(laid + (card,) * enough)


@lru_cache(maxsize=1024)
def piles(hand: Cash) -> tuple[Cash, ...]:
    """Return sample offers of different sizes from a hand, from nothing to all its cards."""
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
    """Format an amount as `$80` or `$1,200`."""
    return f"${amount:,}" if amount >= 0 else f"-${-amount:,}"


def card_name(card: int) -> str:
    """Return the name of one card: `a $50`, `a bad check`."""
    return "a bad check" if card == 0 else f"a {money(card)}"
