"""Decides what a hand shows at once, and what lies behind *More…*.

What the face declares first is what a player most likely wants.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ui.panels.panel import CHOICE_LIMIT, Button, Menu, Part, Row
from bot.ui.ways.ways import AnyWay

MOST_BUTTONS = 5  # maximum number of buttons that make a move on a hand


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers of a hand: those that it shows at once, and those behind *More…*."""

    at_once: Sequence[Part]
    more: Sequence[Part]


def split(ways: Sequence[AnyWay], parts: Sequence[Part], menus: int) -> Offers:
    """Split the buttons and menus of a hand. At most so many `menus` are shown at once.

    Ways whose style is `quiet` are never shown at once.
    """
    quiet = {way.verb for way in ways if way.style == "quiet"}
    loud = [button for button in _buttons(parts) if button.request.verb not in quiet]
    kept = _first_buttons(loud)
    found = [part for part in parts if isinstance(part, Menu) and part.request.verb not in quiet]
    shown = _first_menus(found, menus)
    at_once: list[Part] = []
    more: list[Part] = []
    for part in parts:
        if isinstance(part, Row):
            rest = [button for button in part.buttons if button not in kept]
            at_once += [Row(kept)] if kept else []
            more += [Row(rest)] if rest else []
        else:
            (at_once if part in shown else more).append(part)
    return Offers(at_once, more)


def _buttons(parts: Sequence[Part]) -> list[Button]:
    return [button for part in parts if isinstance(part, Row) for button in part.buttons]


def _first_buttons(found: Sequence[Button]) -> Sequence[Button]:
    """Choose the first buttons and the last one, which is often the one for passing."""
    return found if len(found) <= MOST_BUTTONS else [*found[: MOST_BUTTONS - 1], found[-1]]


def _first_menus(menus: Sequence[Menu], most: int) -> list[Menu]:
    """Choose menus, preferably of different kinds of move. A long menu counts several times."""
    verbs = [menu.request.verb for menu in menus]
    shown: list[Menu] = []
    for at in sorted(range(len(menus)), key=lambda at: (verbs[at] in verbs[:at], at)):
        needed = -(-len(menus[at].choices) // CHOICE_LIMIT)
        if needed <= most:
            shown.append(menus[at])
            most -= needed
    return shown
