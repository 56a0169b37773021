"""Choose what the board picture shows, and describe it in its alt text.

A `Shop` holds everything that is painted. It comes only from the public view. Equal shops give the
same picture.
"""

from collections import Counter
from dataclasses import dataclass

from bot.ui.paint.sheet import fitted_names
from bot.ui.panels.panel import ALT_LIMIT
from bot.ui.panels.words import Names, listed, short
from cogs.downeast.pics import picture_name
from cogs.downeast.text import item
from games.downeast import Downeast
from games.downeast.cash import money
from games.downeast.decks import CHEST_PAYS, COPIES
from games.downeast.displays import points, scoring_sets
from games.downeast.state import Auction, Choosing, Deal, Deciding, Lot, Over, Paying, Sealing
from games.downeast.views import View
from games.rules import Seat

NAME_WIDTH = 178  # pixels for a name at the beginning of its shelf
ALT_NAME_LIMIT = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The items of one kind on a shelf: their picture, how many, and whether the set scores."""

    picture: str
    count: int
    scores: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """One player's items and score. `turn` marks the player on turn."""

    name: str
    kinds: tuple[Kind, ...]
    score: int
    turn: bool
    wins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """The content of the board picture.

    `block` is the picture of the item in question, and `stars` what its set is worth. `pays` is
    what everybody gets for the next treasure, 0 if no more will come. `left` counts the cards to
    come, and is None after the end.
    """

    title: str
    block: str
    item: str
    stars: int
    says: str
    left: int | None
    treasure: str
    pays: int
    shelves: tuple[Shelf, ...]


def shop_of(view: View, names: Names) -> Shop:
    """Build the content of the board picture from a public view."""
    called = fitted_names(names, view.seats, NAME_WIDTH)
    name = _item(view)
    winners = Downeast().standing(view).winners
    return Shop(
        title="The end" if isinstance(view.phase, Over) else f"Turn {view.turns}",
        block=picture_name(name) if name else "",
        item=name,
        stars=view.cards.item(name).stars if name else 0,
        says=_says(view, called),
        left=None if isinstance(view.phase, Over) else view.to_come,
        treasure=picture_name(view.cards.treasure),
        pays=_pays(view),
        shelves=tuple(
            Shelf(
                name=shown,
                kinds=_kinds(view, seat),
                score=points(view.displays[seat], view.cards),
                turn=seat == view.turn and not isinstance(view.phase, Over),
                wins=seat in winners,
            )
            for seat, shown in enumerate(called)
        ),
    )


def _item(view: View) -> str:
    return "" if isinstance(view.phase, Choosing | Over) else view.phase.item


def _pays(view: View) -> int:
    """Return what the next treasure pays everybody, or 0 if none is still to come."""
    treasure = view.cards.treasure
    out = view.options.short and treasure in (view.options.removed or view.cards.left_out())
    return 0 if out or view.chests == len(CHEST_PAYS) else CHEST_PAYS[view.chests]


def _kinds(view: View, seat: Seat) -> tuple[Kind, ...]:
    display = view.displays[seat]
    scoring = scoring_sets(display, view.cards)
    return tuple(
        Kind(picture=picture_name(name), count=count, scores=name in scoring)
        for name, count in Counter(display).items()
    )


def _says(view: View, called: tuple[str, ...] | list[str]) -> str:
    """Say in a few words what is happening to the item in question."""
    match view.phase:
        case Choosing():
            return f"{called[view.turn]}'s turn"
        case Auction() as sale:
            if sale.leader is None:
                return "No bids yet"
            return f"{called[sale.leader]} bids {money(sale.high)}"
        case Lot(answered=answered):
            return f"Secret answers: {len(answered)} of {view.seats}"
        case Deciding(bidder=bidder, price=price):
            return f"Sell to {called[bidder]} for {money(price)}?"
        case Paying(payer=payer, payee=payee, price=price):
            return f"{called[payer]} pays {called[payee]} {money(price)}"
        case Deal(challenger=challenger, target=target):
            return f"{called[challenger]} deals with {called[target]}"
        case Sealing(sealed=sealed, bidders=bidders):
            return f"Sealed bids: {len(sealed)} of {len(bidders)}"
        case Over():
            winners = sorted(Downeast().standing(view).winners)
            win = "wins" if len(winners) == 1 else "win"
            return f"{listed([called[seat] for seat in winners])} {win}"


# --- alt text -------------------------------------------------------------------------------------


def alt_of(view: View, names: Names) -> str:
    """Describe the board picture for players who cannot see it, in as much detail as fits."""
    called = [short(names.plain(seat), ALT_NAME_LIMIT) for seat in range(view.seats)]
    over = isinstance(view.phase, Over)
    head = f"The shelves {'at the end' if over else f'on turn {view.turns}'}."
    name = _item(view)
    if name:
        stars = view.cards.item(name).stars
        head += f" {name} on the block{f', {stars}★ a set' if stars else ''}."
    come = "1 card" if view.to_come == 1 else f"{view.to_come or 'No'} cards"
    rows = [f"{shown}: {_has(view, seat)}." for seat, shown in enumerate(called)]
    says = f"{_says(view, called)}.".replace("?.", "?")
    return short(" ".join([head, says, *rows, f"{come} left."]), ALT_LIMIT)


def _has(view: View, seat: Seat) -> str:
    score = points(view.displays[seat], view.cards)
    shown = [
        f"all {item(name).many}" if count == COPIES else f"{name} ×{count}"
        for name, count in Counter(view.displays[seat]).items()
    ]
    return (", ".join(shown) or "nothing yet") + (f"; {score}★" if score else "")
