"""Cash: cards of $500, $200, $100, $50 and $10, and bad checks worth nothing. No change is given.

`Cash` is a tuple of card values, largest first. A bad check has the value 0.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Cash: TypeAlias = tuple[int, ...]

CARDS = (500, 200, 100, 50, 10, 0)


def handful(cards: Iterable[int]) -> Cash:
    """Sort cards, largest first."""
    return tuple(sorted(cards, reverse=True))


def without(hand: Cash, cards: Cash) -> Cash:
    """Remove cards from a hand that contains all of them."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def missing_card(hand: Cash, cards: Cash) -> int | None:
    """Return the largest card in `cards` of which the hand has too few, or None."""
    return max((card for card in set(cards) if cards.count(card) > hand.count(card)), default=None)


def unneeded_card(cards: Cash, price: int) -> int | None:
    """Return a card of the payment that is not needed to reach the price, or None (DD-14)."""
    spare = sum(cards) - price
    return next((card for card in sorted(cards) if card <= spare), None)


@lru_cache(maxsize=1024)
def payments(hand: Cash, price: int) -> tuple[Cash, ...]:
    """List every payment that DD-14 allows for a price above 0, the cheapest first.

    The first payment is the automatic one (DD-45). When its cards are added up from the largest
    down, only the last card reaches the price.
    """
    listed: list[Cash] = []
    held = [(card, hand.count(card)) for card in CARDS if card and card in hand]
    _add_cards((), held, price, sum(hand), listed)
    if len(listed) > 1:
        listed.sort(reverse=True)  # DD-45: in a tie, the largest card decides
        listed.sort(key=lambda cards: (sum(cards), len(cards)))
    return tuple(listed)


def _add_cards(
    laid: Cash, held: list[tuple[int, int]], due: int, worth: int, found: list[Cash]
) -> None:
    """Append to `found` each way to complete the payment `laid` with cards from `held`.

    `due` is the part of the price still missing, `worth` the total value of `held`.
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
    """Return some sample offers from a hand: nothing, only checks, small, medium and everything."""
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
