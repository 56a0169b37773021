"""Choose what the board picture shows, and describe it in its alt text.

A `Scene` holds everything that is painted. It comes only from the public view. Equal scenes give
the same picture.
"""

from dataclasses import dataclass

from bot.ui.paint.sheet import fitted_names
from bot.ui.panels.words import Names, listed, short
from games.deadman.dice import Dice, spoken, value_of
from games.deadman.state import Showdown, gems_each, survivors
from games.deadman.views import View
from games.rules import Seat

NAME_WIDTH = 196  # pixels for a name beside its gems
ALT_NAME_LIMIT = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The content of the board picture.

    `claim` is the bid to beat, or "" before the first one. `dice` are those that the last challenge
    revealed, while nothing has been bid after it, and `above` is the bid that it was about. `below`
    says how the bid was made, or how the challenge ended. `marked` has the chest, or has won if the
    game is `over`.
    """

    title: str
    note: str
    claim: str
    dice: Dice | None
    above: str
    below: tuple[str, ...]
    names: tuple[str, ...]
    gems: tuple[int, ...]
    of: int
    marked: Seat
    over: bool


def scene_of(view: View, names: Names) -> Scene:
    """Build the content of the board picture from a public view."""
    called = fitted_names(names, len(view.gems), NAME_WIDTH)
    over = survivors(view.gems) == 1
    last = None if view.bids or not view.showdowns else view.showdowns[-1]
    return Scene(
        title="The end" if over else f"Round {view.round}",
        note=f"{called[view.holder]} {_doing(view, over)}",
        claim=spoken(view.bids[-1].value) if view.bids else "",
        dice=None if last is None else last.dice,
        above="" if last is None else f"{called[last.bidder]} said {spoken(last.bid)}",
        below=_below(view, called, last),
        names=called,
        gems=view.gems,
        of=gems_each(len(view.gems)),
        marked=view.holder,
        over=over,
    )


def _doing(view: View, over: bool) -> str:
    if over:
        return "wins"
    if not view.bids:
        return "opens"
    return "answers" if view.chest == "passed" else "accepts it"


def _below(view: View, called: tuple[str, ...], last: Showdown | None) -> tuple[str, ...]:
    """Say who made the bid, or how the last challenge ended."""
    if last is not None:
        return f"It was {spoken(value_of(last.dice))}", f"{called[last.loser]} lost a gem"
    if not view.bids:
        return ("No bids yet",)
    bid = view.bids[-1]
    return f"{'raised by' if bid.unseen else 'says'} {called[bid.seat]}", _shaken(view)


def _shaken(view: View) -> str:
    shaken = {
        "passed": "True, or a lie?",
        "shaken": "Shaken, no look yet",
        "seen": "Shaken and looked at",
        "blind": "Shaken again, no look",
    }
    return shaken[view.chest]


# --- alt text -------------------------------------------------------------------------------------


def alt_of(view: View, names: Names) -> str:
    """Describe the board picture for players who cannot see it."""
    called = [short(names.plain(seat), ALT_NAME_LIMIT) for seat in range(len(view.gems))]
    over = survivors(view.gems) == 1
    gems = [_gems(name, left) for name, left in zip(called, view.gems, strict=True)]
    when = "at the end" if over else f"in round {view.round}"
    return f"The chest {when}. {_chest(view, called, over)} Gems: {listed(gems)}."


def _gems(name: str, left: int) -> str:
    return f"{name} {left or 'out'}"


def _chest(view: View, called: list[str], over: bool) -> str:
    holder = called[view.holder]
    if view.bids:
        bid = view.bids[-1]
        unseen = " without shaking" if bid.unseen else ""
        doing = "has it" if view.chest == "passed" else _shaken(view).lower()
        who = f"{holder} {doing}" if view.chest == "passed" else f"{holder} has it, {doing}"
        return f"It's closed. {called[bid.seat]} said {spoken(bid.value)}{unseen}. {who}."
    opens = f"{holder} wins." if over else f"{holder} opens."
    if not view.showdowns:
        return f"It's closed, and there are no bids yet. {opens}"
    last = view.showdowns[-1]
    return (
        f"It's open. {called[last.bidder]} said {spoken(last.bid)}, the dice showed "
        f"{spoken(value_of(last.dice))}, and {called[last.loser]} lost a gem. {opens}"
    )
