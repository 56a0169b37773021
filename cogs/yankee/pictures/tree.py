"""Choose what the board picture shows, and describe it in its alt text.

A `Tree` holds everything that is painted. It comes only from the public view. Equal trees give the
same picture.
"""

from collections import Counter
from dataclasses import dataclass

from bot.ui.paint.sheet import fitted_names
from bot.ui.panels.panel import ALT_LIMIT
from bot.ui.panels.words import Names, short
from cogs.yankee.pics import of
from games.gifts import gift, in_order, points
from games.rules import Seat
from games.yankee.state import Giving, Offer, Over, counts_points
from games.yankee.views import View

NAME_WIDTH = 216  # pixels for a name at the beginning of its place
ALT_NAME_LIMIT = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What one player has. Gifts are the names of their pictures, with the number of each.

    `stars` is None if points don't count at this table. `asked` marks the player who must answer,
    and `lost` the loser.
    """

    name: str
    gifts: tuple[tuple[str, int], ...]
    held: int
    stars: int | None
    asked: bool
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The content of the board picture.

    `says` is a line about the offer, and `declared` the picture of what the gift is said to be, or
    "" if nothing is offered. `left` counts the gifts under the tree.
    """

    title: str
    says: str
    named: str
    declared: str
    left: int
    places: tuple[Place, ...]


def tree_of(view: View, names: Names) -> Tree:
    """Build the content of the board picture from a public view."""
    called = fitted_names(names, view.seats, NAME_WIDTH)
    phase = view.phase
    return Tree(
        title="The end" if isinstance(phase, Over) else f"Round {view.rounds + 1}",
        says=_says(view, called),
        named=gift(phase.declared).name if isinstance(phase, Offer) else "",
        declared=of(phase.declared) if isinstance(phase, Offer) else "",
        left=view.tree,
        places=tuple(_place(view, seat, name) for seat, name in enumerate(called)),
    )


def _place(view: View, seat: Seat, name: str) -> Place:
    phase, display = view.phase, view.displays[seat]
    asked = phase.seat if isinstance(phase, Giving) else None
    asked = phase.to if isinstance(phase, Offer) else asked
    return Place(
        name=name,
        gifts=tuple((of(card), count) for card, count in Counter(in_order(display)).items()),
        held=view.hands[seat],
        stars=points(display) if counts_points(view.seats) else None,
        asked=seat == asked,
        lost=isinstance(phase, Over) and seat == phase.loser,
    )


def _says(view: View, called: tuple[str, ...] | list[str]) -> str:
    match view.phase:
        case Giving(seat=seat):
            return f"{called[seat]} picks a gift"
        case Over(loser=loser):
            return f"{called[loser]} loses"
        case Offer(looked=True, to=to):
            return f"{called[to]} must pass it on"
        case Offer(giver=giver, to=to):
            return f"{called[giver]} offers {called[to]}"


# --- alt text -------------------------------------------------------------------------------------


def alt_of(view: View, names: Names) -> str:
    """Describe the board picture for players who cannot see it, in as much detail as fits."""
    called = [short(names.plain(seat), ALT_NAME_LIMIT) for seat in range(view.seats)]
    when = "at the end" if isinstance(view.phase, Over) else f"in round {view.rounds + 1}"
    said = _says(view, called)
    if isinstance(view.phase, Offer):
        what = "" if view.phase.looked else " a gift"
        said += f"{what}. The claim is “{gift(view.phase.declared).one}”"
    gifts = "1 gift" if view.tree == 1 else f"{view.tree or 'no'} gifts"
    head = f"The presents {when}. {said}. Under the tree: {gifts}."
    rows = [f"{name}: {_has(view, seat)}." for seat, name in enumerate(called)]
    return short(" ".join([head, *rows]), ALT_LIMIT)


def _has(view: View, seat: Seat) -> str:
    counted = Counter(in_order(view.displays[seat]))
    shown = [
        gift(card).name if count == 1 else f"{gift(card).name} ×{count}"
        for card, count in counted.items()
    ]
    held = view.hands[seat]
    return f"{', '.join(shown) or 'nothing'} face up, {held or 'none'} in hand"
