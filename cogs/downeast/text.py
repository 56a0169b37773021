"""Text for the board and the hand: items, deck, bids, cash and the final score."""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from bot.ui.panels.panel import Line, Part, Text
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names, listed
from cogs.downeast.pics import row, set_slots
from games.downeast.cash import Cash, card_name, money
from games.downeast.decks import CHEST_PAYS, COPIES, DECKS, Item
from games.downeast.displays import complete, has_thieves, points, scoring_sets
from games.downeast.events import BidsRevealed
from games.downeast.state import Auction, Choosing, Deal, Lot, Over, Sealing
from games.downeast.views import View
from games.rules import Seat

_ITEMS = {item.name: item for deck in DECKS.values() for item in (*deck.items, deck.thief)}
THIEVES = frozenset(deck.thief.name for deck in DECKS.values())
_NUMBERS = ("no", "one", "two", "three", "four")
BIDS_SHOWN = 8
Against: TypeAlias = tuple[tuple[Seat, int], ...]
"""The auctioneer's separate prices for single bidders. 0 means to sell to this bidder."""
ORDINALS = ("", "first", "second", "third", "fourth")


# --- names ----------------------------------------------------------------------------------------


def grouped(hand: Cash) -> str:
    """Write the cash in a hand by kind: `$50 · $10 ×4 · 2 bad checks`."""
    checks = _checks(hand)
    parts = [*(f"${kind}" for kind in kinds(hand)), *([checks] if checks else [])]
    return " · ".join(parts) or "no cash at all"


def in_hand(cash: int) -> str:
    """Write how much cash somebody held: `$80 in hand`, `no cash in hand`."""
    return f"{money(cash) if cash else 'no cash'} in hand"


def laid(cards: Cash) -> str:
    """Describe a payment or an offer: `$80 (50 + 10 ×3)`, `a $50`, `nothing but a bad check`."""
    checks = _checks(cards)
    if not sum(cards):
        return f"nothing but {checks}" if checks else "nothing"
    if len(cards) == 1:
        return card_name(cards[0])
    parts = [*kinds(cards), *([checks] if checks else [])]
    return f"{money(sum(cards))} ({' + '.join(parts)})"


def laid_down(cards: Cash) -> str:
    """Write cash as `laid` does, but without an article before a single bill: `$50`."""
    return money(sum(cards)) if len(cards) == 1 and sum(cards) else laid(cards)


def along(pot: Cash, described: Callable[[Cash], str]) -> str:
    """Add the cash that comes with something: ` and $80`, ` and 3 bad checks`."""
    what = described(pot) if sum(pot) else _checks(pot)
    return f" and {what}" if what else ""


def cards_in(count: int) -> str:
    """Write the number of face-down cards: `no card`, `one card`, `3 cards`."""
    return "no card" if not count else "one card" if count == 1 else f"{count} cards"


def _checks(cards: Cash) -> str:
    count = cards.count(0)
    return "" if not count else "a bad check" if count == 1 else f"{count} bad checks"


def kinds(cards: Cash) -> list[str]:
    """Write bills by kind: `50`, `10 ×3`."""
    return [
        f"{card} ×{count}" if count > 1 else str(card)
        for card, count in sorted(Counter(cards).items(), reverse=True)
        if card
    ]


def item(name: str) -> Item:
    """Return an item of either deck by its name. Decks differ in the items' stars."""
    return _ITEMS[name]


def some(name: str, count: int) -> str:
    """Write a number of items: `a Canoe`, `two Canoes`, `two boxes of Whoopie Pies`."""
    if count > 1:
        return f"{_NUMBERS[count]} {plural(name)}"
    return f"a {name}" if item(name).one == f"the {name}" else item(name).one  # one of four Thieves


def plural(name: str) -> str:
    """Write an item in the plural: `Canoes`, `treasure Chests`, `pairs of Snowshoes`."""
    single = without_article(name)
    measure, is_measured, what = single.partition(" of ")
    if is_measured:
        return f"{measure}{'es' if measure.endswith('x') else 's'} of {what}"
    return f"{single.removesuffix(name)}{item(name).many}"


def without_article(name: str) -> str:
    """Write an item in the singular without an article: `treasure Chest`."""
    return item(name).one.split(" ", 1)[1] if " " in item(name).one else item(name).one


def the(name: str) -> str:
    """Write an item with its definite article: `the Canoe`."""
    return f"the {name}"


def keep_text(most: int | None, against: Against, name: Callable[[Seat], str]) -> str:
    """Write an auctioneer's answer: `keep it for up to $40, but sell it if Ben bids most`."""
    named = [
        f"up to {money(amount)} if {name(seat)} bids most" for seat, amount in against if amount
    ]
    sold = [name(seat) for seat, price in against if not price]
    if most is None:
        return f"keep it for {listed(named)}, but otherwise sell it" if named else "sell it"
    but = [*named, *([f"sell it if {listed(sold, 'or')} bids most"] if sold else [])]
    return f"keep it for up to {money(most)}{f', but {listed(but)}' if but else ''}"


# --- the table ------------------------------------------------------------------------------------


def displays(view: View, names: Names) -> str:
    """Write a line for each seat with its items and its current score."""
    return "\n".join(f"**{name}** · {plain(owned(view, seat))}" for seat, name in enumerate(names))


def owned(view: View, seat: Seat) -> str:
    """Write the items of a seat, complete sets first."""
    display, deck = view.displays[seat], view.cards
    sets: list[str] = []
    parts: list[str] = []
    for name, count in Counter(display).items():
        if count < COPIES:
            many = f" ×{count}" if count > 1 else ""
            parts.append(f"{set_slots(name, count)}{name}{many}")
        elif name == deck.thief.name:  # DD-35: not every seat has a set that it can lose
            four = f"{set_slots(name, count)}**all four {plural(name)}**"
            parts.append(f"{four} (these cost the lowest set, if there is one)")
        else:
            stars = deck.item(name).stars
            sets.append(f"{set_slots(name, count)}**{item(name).many}, complete ({stars}★)**")
    score = points(display, deck)
    shown = ", ".join([*sets, *parts]) or "nothing yet"
    return f"{shown} · {score}★ in all" if len(sets) > 1 or (sets and not score) else shown


def deck_line(view: View) -> str:
    """Write how many cards are left, and what the next treasure pays."""
    come = f"{view.to_come} card{'' if view.to_come == 1 else 's'} left in the deck"
    if not view.to_come:
        only = "there are only deals, until all sets are complete"
        come = f"The deck is empty. From now on {only}"
        if not isinstance(view.phase, Choosing | Deal | Over):
            come = f"This is the last card. After it {only}"
    treasure = view.cards.treasure
    if view.options.short and treasure in (view.options.removed or view.cards.left_out()):
        return f"{come}."
    if view.chests == len(CHEST_PAYS):
        return f"{come} · all {COPIES} {item(treasure).many} found."
    pays = f"pays everybody {money(CHEST_PAYS[view.chests])}"
    return f"{come} · the next {treasure} {pays}."


def bids(view: View, names: Names) -> str:
    """Recap an auction: the last bids and the passes, or the players who have answered."""
    phase = view.phase
    if isinstance(phase, Lot):
        answered = names.all(phase.answered) if phase.answered else "nobody yet"
        return f"Everybody answers once, in secret. Answered so far: {answered}."
    if not isinstance(phase, Auction):
        return ""
    last = [f"{names[bid.seat]} {money(bid.amount)}" for bid in phase.bids[-BIDS_SHOWN:]]
    count = len(phase.bids)
    head = f"The last {BIDS_SHOWN} of {count} bids" if count > BIDS_SHOWN else "Bids"
    parts = [f"{head}: {', '.join(last)}."] if count > 1 else []  # the headline tells the first
    if phase.passed:
        parts.append(f"Passed: {names.all(phase.passed)}.")
    if phase.out:
        parts.append(f"Out, because their bids were bluffs: {names.all(phase.out)}.")
    return " ".join(parts)


def own_payers(view: View, names: Names) -> str:
    """Name the players who pick their own cards when they pay, unless all or none do."""
    if not 0 < len(view.ask_me) < view.seats:
        return ""
    pick = "picks" if len(view.ask_me) == 1 else "pick"
    return f"{names.all(view.ask_me)} {pick} their own cards when they pay. I pick for the others."


def pot(view: View, names: Names) -> str:
    """Recap the tied rounds of sealed bids."""
    phase = view.phase
    if not isinstance(phase, Sealing) or phase.round == 1:
        return ""
    last = [event for event in view.past if isinstance(event, BidsRevealed)][-1]
    shown = ", ".join(f"{names[bid.seat]} {_with_pictures(bid.cards)}" for bid in last.bids)
    return f"In the pot: {_with_pictures(phase.pot)}. The last round's bids: {shown}."


def _with_pictures(cards: Cash) -> str:
    return f"{row(cards)} {laid(cards)}" if cards else laid(cards)


# --- a hand, and the end --------------------------------------------------------------------------


def hand(view: View) -> str:
    """Write a player's cash with its sum, their face-down cash and their items."""
    held = f"{row(view.cash)}\n{grouped(view.cash)} · **{money(sum(view.cash))} in all**"
    if not view.cash:
        held = "You have no cash at all."
    if view.laid is not None:
        mine = f"You laid down {_with_pictures(view.laid)}."
        held += f"\n{mine if view.laid else 'You laid down no cash.'}"
        if isinstance(view.phase, Sealing):
            held += " Nobody else sees it until all bids are in."
    mine = "nothing yet" if view.seat is None else owned(view, view.seat)
    return f"{held}\nYour items: {mine}"


def ending(view: View, names: Names) -> list[Part]:
    """Rank the seats, with the stars of each set. Tied seats share a rank."""
    scores = [points(display, view.cards) for display in view.displays]
    ranked = sorted(range(view.seats), key=lambda seat: -scores[seat])
    lines = [
        f"**{1 + sum(top > scores[seat] for top in scores)}. {names[seat]}** · {_sum(view, seat)}"
        for seat in ranked
    ]
    parts: list[Part] = [Text("\n".join(lines))]
    if isinstance(view.phase, Over) and view.phase.cut_short:
        why = "The deals were going in circles, so incomplete sets score nothing."
        parts += [Line(), Text(why)]
    return parts


def _sum(view: View, seat: Seat) -> str:
    deck, display = view.cards, view.displays[seat]
    sets = scoring_sets(display, deck)
    lost = ""
    if has_thieves(display, deck):
        kept_all = [item.name for item in deck.items if display.count(item.name) == COPIES]
        gone = [name for name in kept_all if name not in sets]
        lost = f" · all four {plural(deck.thief.name)}" + (
            f", so the {item(gone[0]).many} don't count" if gone else ", with no set to lose"
        )
    if not sets:
        return f"{'no set left' if complete(display, deck) else 'no sets'}: **0★**{lost}"
    stars = [deck.item(name).stars for name in sets]
    if len(sets) == 1:
        return f"{item(sets[0]).many}: **{stars[0]}★**{lost}"
    named = ", ".join(
        f"{item(name).many} {worth}★" for name, worth in zip(sets, stars, strict=True)
    )
    sum_of = " + ".join(map(str, stars))
    return f"{named}: ({sum_of}) × {len(sets)} = **{points(display, deck)}★**{lost}"


def winners(names: Names, seats: frozenset[Seat], score: int) -> str:
    """Name the winners and their score."""
    if len(seats) == 1:
        return f"**{names.all(seats)} wins with {score}★.**"
    return f"**{names.all(seats)} share the win with {score}★ each.**"


def left_out(removed: tuple[str, ...]) -> str:
    """Name the sets that a short game leaves out."""
    return f"short game, without {listed([item(name).many for name in removed])}"
