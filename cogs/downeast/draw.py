"""What Downeast Dealer looks like: displays, deck, what is going on, a hand, and the final sum."""

from collections import Counter

from bot.ui.panel import Line, Part, Text
from bot.ui.words import Names, listed
from games.downeast.cash import Cash, card_name, money
from games.downeast.decks import BID_STEP, CHEST_PAYS, COPIES, DECKS, Item
from games.downeast.displays import counted, has_thieves, matches, points
from games.downeast.events import BidsRevealed
from games.downeast.legal_auction import bids as open_bids
from games.downeast.state import Auction, Choosing, Deal, Deciding, Over, Paying, Sealing
from games.downeast.views import View
from games.rules import Seat

_ITEMS = {item.name: item for deck in DECKS.values() for item in (*deck.items, deck.thief)}
THIEVES = frozenset(deck.thief.name for deck in DECKS.values())
_NUMBERS = ("no", "one", "two", "three", "four")
ORDINALS = ("", "first", "second", "third", "fourth")


# --- words ---------------------------------------------------------------------------------------


def grouped(hand: Cash) -> str:
    """Write a hand by kind: `$50 · $10 ×4 · 2 bad checks`."""
    checks = _checks(hand)
    parts = [*(f"${one}" for one in kinds(hand)), *([checks] if checks else [])]
    return " · ".join(parts) or "no cash at all"


def laid(cards: Cash) -> str:
    """Write cards that were laid down: `$80 (50 + 10 ×3)`, `a $50`, `nothing but a bad check`."""
    checks = _checks(cards)
    if not sum(cards):
        return f"nothing but {checks}" if checks else "nothing"
    if len(cards) == 1:
        return card_name(cards[0])
    parts = [*kinds(cards), *([checks] if checks else [])]
    return f"{money(sum(cards))} ({' + '.join(parts)})"


def cards_in(count: int) -> str:
    """Count cards that lie face down: `no card`, `one card`, `3 cards`."""
    return "no card" if not count else "one card" if count == 1 else f"{count} cards"


def _checks(cards: Cash) -> str:
    count = cards.count(0)
    return "" if not count else "a bad check" if count == 1 else f"{count} bad checks"


def kinds(cards: Cash) -> list[str]:
    """Write the bills by kind: `50`, `10 ×3`."""
    return [
        f"{card} ×{count}" if count > 1 else str(card)
        for card, count in sorted(Counter(cards).items(), reverse=True)
        if card
    ]


def item(name: str) -> Item:
    """Look up how an item is written, in either deck; its stars are its own deck's to say."""
    return _ITEMS[name]


def some(name: str, count: int) -> str:
    """Write `a Canoe`, `two Canoes`."""
    return item(name).one if count == 1 else f"{_NUMBERS[count]} {item(name).many}"


def the(name: str, count: int = 1) -> str:
    """Write `the Canoe`, `the two Canoes`."""
    if count > 1:
        return f"the {_NUMBERS[count]} {item(name).many}"
    return f"the {name}"


# --- the table ------------------------------------------------------------------------------------


def displays(view: View, names: Names) -> str:
    """Write a line for each seat: its items, complete sets first, and what they score by now."""
    return "\n".join(f"**{name}** · {owned(view, seat)}" for seat, name in enumerate(names))


def owned(view: View, seat: Seat) -> str:
    """Write what a seat owns; a complete set is said to be one."""
    display, deck = view.displays[seat], view.cards
    sets: list[str] = []
    rest: list[str] = []
    for name, count in Counter(display).items():
        if count < COPIES:
            rest.append(f"{name} ×{count}")
        elif name == deck.thief.name:
            rest.append(f"**all four {item(name).many}** (they cost a set)")
        else:
            sets.append(f"**{item(name).many}, complete ({deck.item(name).stars}★)**")
    score = points(display, deck)
    shown = ", ".join([*sets, *rest]) or "nothing yet"
    return f"{shown} · makes {score}★" if len(sets) > 1 or (sets and not score) else shown


def deck_line(view: View) -> str:
    """Say what is still to come, and what the next treasure pays."""
    come = f"{view.to_come} card{'' if view.to_come == 1 else 's'} to come"
    if not view.to_come:
        come = "No cards to come: from here on there are deals only, until all sets are complete"
    treasure = view.cards.treasure
    if view.options.short and treasure in (view.options.removed or view.cards.left_out()):
        return f"{come}."
    if view.chests == len(CHEST_PAYS):
        return f"{come} · all {COPIES} {item(treasure).many} are found."
    pays = f"the next pays {money(CHEST_PAYS[view.chests])} to everyone"
    return f"{come} · {view.chests} of {COPIES} {item(treasure).many} found, {pays}."


def bids(view: View, names: Names) -> str:
    """Recap an auction: the last bids, and who has passed since."""
    phase = view.phase
    if not isinstance(phase, Auction):
        return ""
    made = [f"{names[bid.seat]} {money(bid.amount)}" for bid in phase.bids[-8:]]
    parts = [f"Bids: {', '.join(made)}."] if made else []
    if phase.passed:
        parts.append(f"Passed: {names.all(phase.passed)}.")
    if phase.out:
        parts.append(f"Out, for bidding what was not there: {names.all(phase.out)}.")
    return " ".join(parts)


def pot(view: View, names: Names) -> str:
    """Recap the rounds of sealed bids that have been tied so far."""
    phase = view.phase
    if not isinstance(phase, Sealing) or phase.round == 1:
        return ""
    last = [event for event in view.past if isinstance(event, BidsRevealed)][-1]
    shown = ", ".join(f"{names[bid.seat]} {laid(bid.cards)}" for bid in last.bids)
    return f"In the pot: {laid(phase.pot)}. The last bids: {shown}."


# --- what is going on -----------------------------------------------------------------------------


def situation(view: View, names: Names) -> str:
    """Say what is going on, to everybody."""
    match view.phase:
        case Choosing():
            return f"It is {names[view.turn]}'s turn {_may_do(view)}."
        case Auction() as phase:
            return _auction(view, phase, names)
        case Deciding(item=name, bidder=bidder, price=price):
            return (
                f"The hammer fell at {money(price)}, for {names[bidder]}. {names[view.turn]} sells"
                f" {the(name)}, or keeps it and pays {names[bidder]} as much."
            )
        case Paying(item=name, payer=payer, payee=payee, price=price):
            return f"{names[payer]} is to pay {names[payee]} {money(price)} for {the(name)}."
        case Deal() as phase:
            return _deal(view, phase, names)
        case Sealing() as phase:
            return _sealing(view, phase, names)
        case Over():
            return "The game is over."


def _may_do(view: View) -> str:
    if not view.to_come:
        return "to start a Downeast Deal"
    if matches(view.displays, view.turn):
        return "to auction the next item, or to start a Downeast Deal"
    return "to auction the next item"


def _auction(view: View, phase: Auction, names: Names) -> str:
    worth = f"{view.cards.item(phase.item).stars}★ the set"
    said = f"{names[view.turn]} auctions {some(phase.item, 1)} ({worth})."
    if phase.leader is None:
        said += " No bid yet."
    else:
        said += f" High bid **{money(phase.high)}**, {names[phase.leader]}."
    return f"{said} **Going once, going twice …**" if phase.called else said


def _deal(view: View, phase: Deal, names: Names) -> str:
    challenger, target = names[phase.challenger], names[phase.target]
    if phase.item == view.cards.thief.name:
        said = f"{challenger} challenges {target}, {_thieves_at_stake(phase)}, and all the cash."
    elif phase.stake == 1:
        said = f"{challenger} wants {target}'s {phase.item}, one against one."
    else:
        said = f"{challenger} wants {target}'s two {item(phase.item).many}, two against two."
    ties = ("", " Tied once so far.", " Tied twice so far.")
    said += ties[phase.offer - 1] if phase.offer <= 3 else f" Tied {phase.offer - 1} times so far."
    if not phase.laid:
        return f"{said} {challenger} is to offer again."
    return f"{said} Cash is on the table, face down{_count(phase)}; {target} answers or gives in."


def _thieves_at_stake(phase: Deal) -> str:
    if phase.stake == 1:
        return f"{phase.item} against {phase.item}: whoever lays down less takes both"
    return f"two {item(phase.item).many} against two: whoever lays down less takes all four"


def _count(phase: Deal) -> str:
    return "" if phase.count is None else f" ({cards_in(phase.count)})"


def _sealing(view: View, phase: Sealing, names: Names) -> str:
    inside = f"{len(phase.sealed)} of {len(phase.bidders)} bids are in."
    if phase.round > 1:
        tied = names.all(frozenset(phase.bidders))
        return f"{tied} tied for the lowest bid, and seal another. {inside}"
    return (
        f"The {phase.item} is at the door. Everybody seals a bid: the lowest takes"
        f" {the(phase.item)}, and all the cash. {inside}"
    )


def own_situation(view: View, names: Names) -> str:
    """Say what is asked of the owner of a view, or what is going on."""
    seat, phase = view.seat, view.phase
    if isinstance(phase, Choosing) and seat == view.turn:
        return f"It is your turn {_may_do(view)}."
    if isinstance(phase, Auction):
        return f"{_auction(view, phase, names)} {_own_auction(view, phase)}"
    if isinstance(phase, Deciding) and seat == view.turn:
        return _hammered(view, phase, names)
    if isinstance(phase, Paying) and seat == phase.payer:
        return (
            f"You are to pay {names[phase.payee]} {money(phase.price)} for {the(phase.item)}."
            " No change is given."
        )
    if isinstance(phase, Deal) and phase.laid and seat == phase.target:
        return _challenged(view, phase, names)
    if isinstance(phase, Deal) and not phase.laid and seat == phase.challenger:
        return f"You both laid down as much. Offer {names[phase.target]} again, any cash or none."
    if isinstance(phase, Sealing) and seat in phase.bidders and seat not in phase.sealed:
        return (
            f"{_sealing(view, phase, names)} Lay down any cash or none: it is gone, unless you"
            " take all of it."
        )
    return situation(view, names)


def _hammered(view: View, phase: Deciding, names: Names) -> str:
    bidder, held = names[phase.bidder], sum(view.cash)
    fell = f"The hammer fell at {money(phase.price)}, for {bidder}."
    if held < phase.price:
        return f"{fell} Sell {the(phase.item)}: to keep it, {money(held)} is too little."
    return f"{fell} Sell {the(phase.item)}, or keep it and pay {bidder} {money(phase.price)}."


def _own_auction(view: View, phase: Auction) -> str:
    if view.seat == view.turn:
        return "You are the auctioneer: you may buy once the hammer has fallen."
    if view.seat in phase.out:
        return "You are out of this auction."
    if view.seat == phase.leader:
        limit = "" if view.limit is None else f", and your secret limit is {money(view.limit)}"
        return f"That bid is yours{limit}."
    if not open_bids(view, phase):
        held = f"You hold {money(sum(view.cash))}, and the least bid is"
        if view.options.bluff_bids:
            held = "All the money that there is has been bid, and the least bid is"
        can = "you have passed." if view.seat in phase.passed else "pass."
        return f"{held} {money(phase.high + BID_STEP)}: {can}"
    return "You have passed, and may still bid." if view.seat in phase.passed else "Bid, or pass."


def _challenged(view: View, phase: Deal, names: Names) -> str:
    name = names[phase.challenger]
    lot = f"your {phase.item}" if phase.stake == 1 else f"your two {item(phase.item).many}"
    if phase.item == view.cards.thief.name:
        theirs = phase.item if phase.stake == 1 else f"two {item(phase.item).many}"
        return (
            f"{name} has laid cash down{_count(phase)}, {_thieves_at_stake(phase)}, and all the"
            f" cash. Answer with cash of yours; or take it unseen, and {name}'s {theirs} with it."
        )
    return (
        f"{name} wants {lot}, and has laid cash down{_count(phase)}. Take it unseen, and {name}"
        f" gets {'it' if phase.stake == 1 else 'them'}; or answer: you swap cash, and whoever laid"
        " down more gets the other's stake."
    )


# --- a hand, and the end --------------------------------------------------------------------------


def hand(view: View) -> str:
    """Write what its owner holds: the cash and its sum, and what lies face down or up."""
    held = f"{grouped(view.cash)} · **{money(sum(view.cash))} in all**"
    if not view.cash:
        held = "You hold no cash at all."
    if view.laid is not None:
        held += f"\nFace down on the table, yours: {laid(view.laid)}."
        if isinstance(view.phase, Sealing):
            held += " Nobody sees it until all are in."
    mine = "nothing yet" if view.seat is None else owned(view, view.seat)
    return f"{held}\nBefore you: {mine}"


def ending(view: View, names: Names) -> list[Part]:
    """Write the sum of each seat, set by set."""
    lines = [f"**{name}** · {_sum(view, seat)}" for seat, name in enumerate(names)]
    parts: list[Part] = [Text("\n".join(lines))]
    if isinstance(view.phase, Over) and view.phase.cut_short:
        why = "The deals were going round in circles; open sets score nothing."
        parts += [Line(), Text(why)]
    return parts


def _sum(view: View, seat: Seat) -> str:
    deck, display = view.cards, view.displays[seat]
    sets = counted(display, deck)
    lost = ""
    if has_thieves(display, deck):
        kept_all = [one.name for one in deck.items if display.count(one.name) == COPIES]
        gone = [name for name in kept_all if name not in sets]
        lost = f" · all four {deck.thief.many}" + (
            f": the {item(gone[0]).many} are lost" if gone else ", with no set to lose"
        )
    if not sets:
        return f"no sets: **0★**{lost}"
    stars = [deck.item(name).stars for name in sets]
    if len(sets) == 1:
        return f"{item(sets[0]).many}: **{stars[0]}★**{lost}"
    named = ", ".join(
        f"{item(name).many} {worth}★" for name, worth in zip(sets, stars, strict=True)
    )
    sum_of = " + ".join(map(str, stars))
    return f"{named}: ({sum_of}) × {len(sets)} = **{points(display, deck)}★**{lost}"


def winners(names: Names, seats: frozenset[Seat], score: int) -> str:
    """Say who has won."""
    if len(seats) == 1:
        return f"**{names.all(seats)} wins, with {score}★.**"
    return f"**{names.all(seats)} share the win, with {score}★ each.**"


def left_out(removed: tuple[str, ...]) -> str:
    """Say which sets a short game leaves out."""
    return f"short game, without {listed([item(name).many for name in removed])}"
