"""What lies face up: whose sets are complete, which deals are possible, and what it all scores.

Everything here is public. A display is a tuple of item names, dearest first.
"""

from dataclasses import dataclass
from typing import TypeAlias

from games.downeast.decks import COPIES, Deck
from games.rules import Seat, Standing

Display: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A deal that is possible: for what, with whom, and for how many cards each."""

    item: str
    target: Seat
    stake: int


def arranged(items: Display, deck: Deck) -> Display:
    """Lay cards out in the order of the deck: dearest first, the thief last."""
    kinds = (*deck.items, deck.thief)
    return tuple([name for kind in kinds for name in (kind.name,) * items.count(kind.name)])


def stake(displays: tuple[Display, ...], item: str, challenger: Seat, target: Seat) -> int:
    """Count the cards that each would stake in a deal; 0 if there can be none."""
    mine, theirs = displays[challenger].count(item), displays[target].count(item)
    if challenger == target or mine == 0 or theirs == 0:  # DD-18: both own some of it
        return 0
    return 2 if mine == theirs == 2 else 1  # DD-19: two against two is always for both


def can_deal(displays: tuple[Display, ...], seat: Seat) -> bool:
    """Tell whether a seat owns anything that somebody else owns too."""
    mine = set(displays[seat])
    return any(
        not mine.isdisjoint(display) for other, display in enumerate(displays) if other != seat
    )


def matches(displays: tuple[Display, ...], challenger: Seat) -> tuple[Match, ...]:
    """List the deals that a seat may start; those with the fewest owners to beat come first."""
    found = [
        (displays[target].count(item), Match(item=item, target=target, stake=staked))
        for item in dict.fromkeys(displays[challenger])
        for target in range(len(displays))
        if (staked := stake(displays, item, challenger, target))
    ]
    found.sort(key=lambda one: one[0])
    return tuple(match for _, match in found)


def complete(display: Display, deck: Deck) -> tuple[str, ...]:
    """Name the complete sets of a display, dearest first; the thief's is not one."""
    return tuple(item.name for item in deck.items if display.count(item.name) == COPIES)


def has_thieves(display: Display, deck: Deck) -> bool:
    """Tell whether all four thieves are here."""
    return display.count(deck.thief.name) == COPIES


def counted(display: Display, deck: Deck) -> tuple[str, ...]:
    """Name the sets that score: all complete ones, but for what the thieves take away."""
    sets = complete(display, deck)
    # DD-35: who holds all four thieves loses a set; losing the lowest is always best
    return sets[:-1] if has_thieves(display, deck) else sets


def points(display: Display, deck: Deck) -> int:
    """Score a display: the stars of its sets, added up, times the number of sets."""
    sets = counted(display, deck)
    return sum(deck.item(name).stars for name in sets) * len(sets)


def all_complete(displays: tuple[Display, ...]) -> bool:
    """Tell whether no item is shared out between several seats (the thieves included, DD-34)."""
    owners = [name for display in displays for name in set(display)]
    return len(owners) == len(set(owners))


def standing(displays: tuple[Display, ...], deck: Deck, over: bool) -> Standing:
    """Add up all displays. Cash is worth nothing, and a tie is a shared victory (DD-38)."""
    scores = tuple(points(display, deck) for display in displays)
    best = frozenset(seat for seat, score in enumerate(scores) if score == max(scores))
    return Standing(scores, best if over else frozenset())
