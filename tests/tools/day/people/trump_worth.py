"""What things are worth to a player of TRUMP The Game, as they see them; in $ millions."""

from collections.abc import Iterable
from random import Random

from games.trump.cards import CARDS, DIE_PAYS, DIE_ROLL, INVESTORS, STEP, TAX_EACH, Card
from games.trump.moves import ForceSale, Move, Play, Tax
from games.trump.views import View

TO_COME = 30
"""What one property more is worth to who holds no card for it yet: cards are drawn, and dealt."""
ROLL_PAYS = 3 * DIE_PAYS  # on average
UNSEEN = 15  # a card that is drawn at random


def pays(card: Card) -> int:
    """Say what a profit card pays, the die at its average."""
    return card.pays or ROLL_PAYS


def use(view: View, property: str) -> int:
    """Add up what one's own cards make of a property, if one had it; half of what wants more."""
    seat, mine = view.seat, view.public.owned(view.seat)
    with_it = {*mine, property}
    if view.public.box(property).owner == seat:
        mine = tuple([own for own in mine if own != property])
    found = 0.0
    for name in view.hand:
        card = CARDS[name]
        if not card.profit:
            continue
        if property in card.named:
            found += pays(card) * (1 if with_it.issuperset(card.named) else 0.5)
        elif not card.named and card.needs == len(with_it):
            found += pays(card)
        elif not card.named and card.needs > len(with_it):
            found += pays(card) * 0.3
    return int(found)


def worth(view: View, property: str, rng: Random) -> float:
    """Say what a property is worth: what lies inside, what one's cards make of it, what may come.

    To who draws no card any more, a property brings what can be played.
    """
    to_come = 0 if view.public.dealing else TO_COME
    own_cards = use(view, property) + to_come
    return view.public.box(property).inside + own_cards * rng.uniform(0.6, 1.3)


def limit(view: View, property: str, rng: Random) -> int:
    """Say how high to go in a sale, in tens, within one's means."""
    value = worth(view, property, rng)
    if view.public.box(property).owner == view.seat:  # one's own bid would lie in one's own box
        value += view.public.box(property).inside * rng.uniform(0.3, 1)
    means = view.cash + sum(INVESTORS.get(card, 0) for card in view.hand)
    return int(min(value, means)) // STEP * STEP


def gain(view: View, move: Move, rng: Random) -> float:
    """Say what a card that one can play on one's turn brings."""
    match move:
        case Play(card=name) if name == DIE_ROLL:
            return UNSEEN * 5 / 6
        case Play(card=name):
            return pays(CARDS[name])
        case Tax(seat=seat):
            owned = view.public.owned(seat)
            due = TAX_EACH * len(owned)
            if view.public.cash[seat] >= due:
                return due if len(owned) > 1 else 0  # for one property it is too good a card
            return view.public.cash[seat] + min(
                view.public.box(property).inside for property in owned
            )
        case ForceSale(property=property):
            box = view.public.box(property)
            if box.owner == view.seat or view.cash < box.inside + 2 * STEP:
                return 0
            return use(view, property) * rng.uniform(0.4, 0.9)
        case _:
            return 0


def cards_worth(view: View, cards: Iterable[str], mine: Iterable[str]) -> float:
    """Say what cards are worth in the Dealing Phase to who owns these properties."""
    owned, found = set(mine), 0.0
    for name in cards:
        card = CARDS[name]
        if not card.profit:
            found += UNSEEN if not card.bidding else 5
            continue
        able = owned.issuperset(card.named) if card.named else len(owned) >= card.needs
        near = bool(owned.intersection(card.named)) or (not card.named and bool(owned))
        found += pays(card) * (1 if able else 0.3 if near else 0.1)
    return found
