"""Build the menus in which a form asks how many cards of each kind a player chooses.

A Discord form has at most five entries, and a menu has at most 25 choices. If there are more kinds
than entries, the kinds with the fewest cards share a menu that lists every combination of their
numbers. So every number that can be typed can also be chosen. If a menu would need more than 25
choices, the form has no counting menus at all.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from bot.ui.panels.panel import CHOICE_LIMIT
from bot.ui.panels.words import listed
from bot.ui.ways.fields import Count


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Identical cards that a form counts in one menu."""

    one: str
    """The kind's name in a menu that it shares with other kinds: `$50`."""
    many: str
    """The kind's name in its own menu, or as the last name of a shared menu: `$50 bills`."""
    held: int
    likely: int
    says: Callable[[int], str]
    """Takes a number of at least one and returns the text a player would type for it."""
    pic: str = ""


def in_menus(kinds: Sequence[Kind], room: int) -> Sequence[Count]:
    """Distribute the kinds of cards among at most `room` menus, or return () if they don't fit."""
    groups: list[tuple[Kind, ...]] = [(kind,) for kind in kinds]
    while len(groups) > room > 0:
        first, second = sorted(groups, key=_size)[:2]  # the two smallest; sorting is stable
        groups[groups.index(first)] = tuple(kind for kind in kinds if kind in first + second)
        groups.remove(second)
    if len(groups) > room or any(_size(group) > CHOICE_LIMIT for group in groups):
        return ()
    return [_menu(group) for group in sorted(groups, key=lambda group: kinds.index(group[0]))]


def _size(group: tuple[Kind, ...]) -> int:
    return prod(kind.held + 1 for kind in group)


def _menu(group: tuple[Kind, ...]) -> Count:
    label = listed([*(kind.one for kind in group[:-1]), group[-1].many])
    return Count(
        label=f"{label[:1].upper()}{label[1:]}",
        choices=[
            (_label_of(group, some), _typed_text(group, some)) for some in _combinations(group)
        ],
        says=_typed_text(group, tuple(kind.likely for kind in group)),
        pic=group[0].pic if len(group) == 1 else "",
    )


def _combinations(group: tuple[Kind, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(kind.held + 1) for kind in group))


def _label_of(group: tuple[Kind, ...], some: tuple[int, ...]) -> str:
    if len(group) == 1:
        return f"{some[0]} of {group[0].held}"
    numbers = zip(group, some, strict=True)
    return ", ".join(f"{number} × {kind.one}" for kind, number in numbers) if any(some) else "none"


def _typed_text(group: tuple[Kind, ...], some: tuple[int, ...]) -> str:
    numbers = zip(group, some, strict=True)
    return " ".join(kind.says(number) for kind, number in numbers if number)
