"""The items that lie face up, and computations on them: sets, possible deals and the score.

A display is the tuple of a seat's item names, most stars first. All displays are public.
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.downeast.decks import COPIES, Deck
from games.rules import Seat, Standing

Display: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A possible deal: the item, the target seat, and how many cards each player stakes."""

    item: str
    target: Seat
    stake: int


def arranged(items: Display, deck: Deck) -> Display:
    """Sort item names in deck order: most stars first, the Thief last."""
    kinds = (*deck.items, deck.thief)
    return tuple([name for kind in kinds for name in (kind.name,) * items.count(kind.name)])


def stake(displays: tuple[Display, ...], item: str, challenger: Seat, target: Seat) -> int:
    """Return how many cards each player stakes in a deal, or 0 if this deal is impossible."""
    mine, theirs = displays[challenger].count(item), displays[target].count(item)
    if challenger == target or mine == 0 or theirs == 0:  # DD-18: both must own the item
        return 0
    return 2 if mine == theirs == 2 else 1  # DD-19: if both own two, both stake two


def has_deal(displays: tuple[Display, ...], seat: Seat) -> bool:
    """Return whether a seat owns an item that another seat also owns."""
    mine = set(displays[seat])
    return any(
        not mine.isdisjoint(display) for other, display in enumerate(displays) if other != seat
    )


def matches(displays: tuple[Display, ...], challenger: Seat) -> tuple[Match, ...]:
    """List the deals a seat may start, sorted by how many of the item the target owns."""
    deals = [
        (displays[target].count(item), Match(item=item, target=target, stake=staked))
        for item in dict.fromkeys(displays[challenger])
        for target in range(len(displays))
        if (staked := stake(displays, item, challenger, target))
    ]
    deals.sort(key=lambda entry: entry[0])
    return tuple(match for _, match in deals)


def complete(display: Display, deck: Deck) -> tuple[str, ...]:
    """Return the complete sets of a display, most stars first. Thieves don't count as a set."""
    return tuple(item.name for item in deck.items if display.count(item.name) == COPIES)


def has_thieves(display: Display, deck: Deck) -> bool:
    """Return whether a display contains all four Thieves."""
    return display.count(deck.thief.name) == COPIES


def scoring_sets(display: Display, deck: Deck) -> tuple[str, ...]:
    """Return the complete sets that score. Four Thieves cost their owner one set."""
    sets = complete(display, deck)
    # DD-35: the owner would always choose to lose the lowest set
    return sets[:-1] if has_thieves(display, deck) else sets


def points(display: Display, deck: Deck) -> int:
    """Return the score of a display: the sum of its sets' stars times the number of sets."""
    sets = scoring_sets(display, deck)
    return sum(deck.item(name).stars for name in sets) * len(sets)


def all_complete(displays: tuple[Display, ...]) -> bool:
    """Return whether each kind of item, Thieves included, belongs to one seat only (DD-34)."""
    owners = [name for display in displays for name in set(display)]
    return len(owners) == len(set(owners))


def standing(displays: tuple[Display, ...], deck: Deck, over: bool) -> Standing:
    """Score all displays. Cash doesn't count, and tied players share the victory (DD-38)."""
    scores = tuple(points(display, deck) for display in displays)
    best = frozenset(seat for seat, score in enumerate(scores) if score == max(scores))
    return Standing(scores, best if over else frozenset())
