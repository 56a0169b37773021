"""Pick the most memorable moments of a finished game: the dearest buy, the harshest Tax."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from bot.ui.face.story import Game, Turn
from bot.ui.panels.words import Names, listed
from cogs.trump.deal import card_named, goods_named
from cogs.trump.finished.past import Sale, held_at_the_end, sales
from cogs.trump.words import counted, money, the
from games.rules import Seat
from games.trump.cards import CARDS, T
from games.trump.events import (
    Collected,
    DealStruck,
    DebtEnded,
    PromiseEnded,
    Rolled,
    Surrendered,
    Taxed,
    TookCard,
    TurnBegan,
)
from games.trump.moves import NOTHING

E = TypeVar("E")

MOST = 3
_NOTABLE_GAP = 50  # fewest millions between a price and the next bid that are worth mentioning
_NOTABLE_PAY = 100  # fewest millions that a notable card pays
_NOTABLE_CARDS = 3  # fewest You're Out and I'm Back cards in a notable sale
_NOTABLE_TS = 2  # fewest Ts in a notable turn


def moments(game: Game, names: Names) -> Sequence[str]:
    """Return up to three moments, the best first."""
    if not game:
        return ()
    return [line for kind in _KINDS if (line := kind(game, names))][:MOST]


def _events(game: Game, kind: type[E]) -> Iterator[tuple[Turn, E]]:
    """Yield the events of one type with the turn of each."""
    for turn in game:
        for event in turn.events:
            if isinstance(event, kind):
                yield turn, event


def _inside_before(turn: Turn, property: str) -> int:
    """Return the money inside a property before a turn."""
    return turn.seen(None).public.box(property).inside


# --- sales ----------------------------------------------------------------------------------------


def _widest_gap(game: Game, names: Names) -> str:
    """Find the sale whose price was furthest above the next bid."""

    def gap(sale: Sale) -> int:
        return sale.settled.price - sale.next_bid

    best = max(sales(game), key=gap, default=None)
    if best is None or gap(best) < _NOTABLE_GAP:
        return ""
    won = best.settled
    bought = f"{names[won.seat]} bid {money(won.price)} for {the(won.property)}"
    if not won.returned:
        return f"**Loneliest bid:** {bought}, and nobody else bid."
    return f"**Dearest property:** {bought}, and the next bid was only {money(best.next_bid)}."


def _best_buy(game: Game, names: Names) -> str:
    """Find the property whose contents exceeded its price by most."""

    def gain(sale: Sale) -> int:
        return (sale.settled.inside or 0) - sale.settled.price

    best = max(sales(game), key=gain, default=None)
    if best is None or gain(best) <= 0:
        return ""
    won = best.settled
    bought = f"{names[won.seat]} got {the(won.property)} for {money(won.price)}"
    return f"**Best buy:** {bought}, with {money(won.inside or 0)} inside."


def _fiercest(game: Game, names: Names) -> str:
    """Find the sale with the most You're Out and I'm Back cards."""
    best = max(sales(game), key=lambda sale: sale.outs + sale.backs, default=None)
    if best is None or best.outs + best.backs < _NOTABLE_CARDS:
        return ""
    won = best.settled
    played = ((best.outs, "You're Out"), (best.backs, "I'm Back"))
    cards = listed([counted(count, f"{card} card") for count, card in played if count])
    bought = f"{names[won.seat]} got {the(won.property)} for {money(won.price)}"
    return f"**Fiercest sale:** it took {cards} before {bought}."


def _investors_gift(game: Game, names: Names) -> str:
    """Find the losing bid that brought its bidder the most investors' money (TR-37)."""
    lost = [
        (brought, sale, seat)
        for sale in sales(game)
        for seat, brought in sale.invested.items()
        if brought and seat != sale.settled.seat
    ]
    if not lost:
        return ""
    brought, sale, seat = max(lost, key=lambda loss: loss[0])
    lost_it = f"{names[seat]} didn't get {the(sale.settled.property)}"
    return f"**Sweetest defeat:** {lost_it} but took home {money(brought)} of investors' money."


# --- cards and dice -------------------------------------------------------------------------------


def _harshest_tax(game: Game, names: Names) -> str:
    """Find the property with the most money that was surrendered for a Tax."""
    worst: tuple[int, str] = (0, "")
    tax: Taxed | None = None
    for turn in game:
        for event in turn.events:
            if isinstance(event, Taxed):
                tax = event
            elif isinstance(event, Surrendered) and tax is not None:
                inside = _inside_before(turn, event.property)
                owed = f"{names[event.victim]} was {money(tax.due - tax.amount)} short"
                gave = f"gave up {the(event.property)}, with {money(inside)} inside"
                worst = max(worst, (inside, f"**Harshest Tax:** {owed} and {gave}."))
    return worst[1]


def _best_catch(game: Game, names: Names) -> str:
    """Find the best card taken at random from a hand."""
    taken = [event for _, event in _events(game, TookCard)]
    best = max(taken, key=lambda event: CARDS[event.card].pays, default=None)
    if best is None or CARDS[best.card].pays < _NOTABLE_PAY:
        return ""
    worth = money(CARDS[best.card].pays)
    card = f"{card_named(best.card)} ({worth})"
    return f"**Best catch:** {names[best.seat]} drew {card} from {names[best.victim]}'s hand."


def _luckiest_die(game: Game, names: Names) -> str:
    """Find the turn with the most Ts."""
    count: Counter[tuple[int, Seat]] = Counter()
    number = 0
    for turn in game:
        for event in turn.events:
            if isinstance(event, TurnBegan):
                number = event.number
            elif isinstance(event, Rolled) and event.die == T:
                count[number, event.seat] += 1
    (_, seat), times = max(count.items(), key=lambda item: item[1], default=((0, 0), 0))
    if times < _NOTABLE_TS:
        return ""
    return f"**Luckiest die:** {names[seat]} rolled {times} Ts in one turn."


def _payday(game: Game, names: Names) -> str:
    """Find the card that paid the most."""
    best = max(
        (event for _, event in _events(game, Collected) if event.card is not None),
        key=lambda event: event.amount,
        default=None,
    )
    if best is None or best.amount < _NOTABLE_PAY:
        return ""
    played = f"{names[best.seat]} played {CARDS[best.card or ''].title}"
    return f"**Biggest payday:** {played} and got {money(best.amount)}."


def _got_away(game: Game, names: Names) -> str:
    """Find the best profit card left in a hand at the end."""
    left = [
        (CARDS[card].pays, seat, card)
        for seat in range(game[-1].seen(None).seats)
        for card in held_at_the_end(game, seat)
        if CARDS[card].pays >= _NOTABLE_PAY
    ]
    if not left:
        return ""
    pays, seat, card = max(left)
    held = f"{names[seat]} still held {card_named(card)} ({money(pays)})"
    return f"**The one that got away:** {held} when the game ended."


# --- deals ----------------------------------------------------------------------------------------


def _best_loan(game: Game, names: Names) -> str:
    """Find the borrowed card that paid its borrower the most."""
    best: tuple[int, str] = (0, "")
    lent: dict[tuple[Seat, str | None], Seat] = {}
    for turn in game:
        for event in turn.events:
            if isinstance(event, PromiseEnded) and event.why == "played":
                lent[event.promise.by, event.promise.card] = event.promise.to
            elif isinstance(event, Collected) and (event.seat, event.card) in lent:
                lender = names[lent.pop((event.seat, event.card))]
                borrowed = f"{names[event.seat]} borrowed {card_named(event.card or '')}"
                made = f"{borrowed} from {lender} and made {money(event.amount)} with it"
                best = max(best, (event.amount, f"**Best loan:** {made}."))
    return best[1]


def _never_paid(game: Game, names: Names) -> str:
    """Find the greatest debt left unpaid at the end."""
    owed = [event.debt for _, event in _events(game, DebtEnded) if not event.released]
    best = max(owed, key=lambda debt: debt.amount, default=None)
    if best is None:
        return ""
    owed = f"{names[best.by]} still owed {names[best.to]} {money(best.amount)}"
    return f"**Unpaid bill:** {owed} when the game ended."


def _kindest(game: Game, names: Names) -> str:
    """Find the largest gift of properties without a promise in return."""
    best: tuple[int, str] = (0, "")
    for turn, event in _events(game, DealStruck):
        offer: Any = event.offer
        for giver, receiver, goods, back in (
            (offer.by, offer.to, offer.give, offer.get),
            (offer.to, offer.by, offer.get, offer.give),
        ):
            if back != NOTHING or offer.promises or not goods.properties:
                continue
            inside = sum(_inside_before(turn, property) for property in goods.properties)
            gift = f"{names[giver]} gave {names[receiver]} {goods_named(goods)} for nothing"
            best = max(best, (inside, f"**Kindest deal:** {gift}, with {money(inside)} inside."))
    return best[1]


_KINDS: Sequence[Callable[[Game, Names], str]] = (
    _widest_gap,
    _harshest_tax,
    _best_catch,
    _best_loan,
    _never_paid,
    _kindest,
    _best_buy,
    _fiercest,
    _luckiest_die,
    _got_away,
    _investors_gift,
    _payday,
)
"""Every kind of moment, the best first."""
