"""Counting cards of several kinds in a form: a menu for each kind, as far as there is room. Pure.

Discord's form takes five entries, and a menu 25 choices. Where there are more kinds than room,
those held fewest share a menu, in which every number of the one stands with every number of the
other: so whatever could be typed can be chosen. Where a menu would have more choices than it takes,
nothing is counted.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from bot.ui.fields import Count
from bot.ui.panel import CHOICE_LIMIT
from bot.ui.words import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Cards that are alike: how they are called, how many there are, and are likely laid down."""

    one: str
    """In a menu that it shares: `$50`."""
    many: str
    """In a menu of its own, or named last: `$50 bills`."""
    held: int
    likely: int
    says: Callable[[int], str]
    """(a number): what would be typed of so many, at least one."""
    pic: str = ""


def in_menus(kinds: Sequence[Kind], room: int) -> Sequence[Count]:
    """Part kinds among at most so many menus; () if there is no way for them all."""
    groups: list[tuple[Kind, ...]] = [(kind,) for kind in kinds]
    while len(groups) > room > 0:
        first, second = sorted(groups, key=_size)[:2]  # of as few, those named first
        groups[groups.index(first)] = tuple(one for one in kinds if one in first + second)
        groups.remove(second)
    if len(groups) > room or any(_size(group) > CHOICE_LIMIT for group in groups):
        return ()
    return [_menu(group) for group in sorted(groups, key=lambda one: kinds.index(one[0]))]


def _size(group: tuple[Kind, ...]) -> int:
    return prod(one.held + 1 for one in group)


def _menu(group: tuple[Kind, ...]) -> Count:
    label = listed([*(one.one for one in group[:-1]), group[-1].many])
    return Count(
        label=f"{label[:1].upper()}{label[1:]}",
        choices=[(_called(group, some), _said(group, some)) for some in _numbers(group)],
        says=_said(group, tuple(one.likely for one in group)),
        pic=group[0].pic if len(group) == 1 else "",
    )


def _numbers(group: tuple[Kind, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(one.held + 1) for one in group))


def _called(group: tuple[Kind, ...], some: tuple[int, ...]) -> str:
    if len(group) == 1:
        return f"{some[0]} of {group[0].held}"
    numbers = zip(group, some, strict=True)
    return ", ".join(f"{number} × {one.one}" for one, number in numbers) if any(some) else "none"


def _said(group: tuple[Kind, ...], some: tuple[int, ...]) -> str:
    numbers = zip(group, some, strict=True)
    return " ".join(one.says(number) for one, number in numbers if number)
