"""Reveal the secrets of a finished game: hands, plans for sales, and cards taken at random.

Bids, deals, promises and cash were public, so they are left out.
"""

from collections.abc import Iterator, Sequence

from bot.ui.face.story import Game, Turn
from bot.ui.panels.pics import plain
from bot.ui.panels.words import Names, listed
from cogs.trump.deal import card_named, cards_named
from cogs.trump.draw import listed_cards
from cogs.trump.finished.past import Sale, held_at_the_end, sales
from cogs.trump.words import money, the, titled, upper
from games.rules import Seat
from games.trump.deals.offers import can_give, lacking, lacking_play
from games.trump.events import (
    DealingBegan,
    DealRejected,
    DrawnAtRandom,
    Event,
    HandDealt,
    Sold,
    TookCard,
)
from games.trump.state import Proposed
from games.trump.views import View


def truth(game: Game, names: Names) -> Sequence[str]:
    """Reveal the first hands, the secrets of each phase, and the last hands."""
    if not game:
        return ()
    dealt = [event for turn in game for event in turn.events if isinstance(event, HandDealt)]
    first = [_hand(names[hand.seat], hand.cards) for hand in dealt]
    chapters = [("The first hands", first)]
    chapters += _phases(game, names)
    seats = range(game[-1].seen(None).seats)
    held = [(names[seat], held_at_the_end(game, seat)) for seat in seats]
    left = [_hand(name, cards) for name, cards in held if cards]
    chapters.append(("Left in hand at the end", left))
    return [line for title, lines in chapters if lines for line in (f"**{title}**", *lines)]


def gaps(game: Game, names: Names) -> list[str]:
    """Name the largest gaps of sales: of a secret limit or the money inside, to the price."""
    found = [*_unspent(game, names), *_overpaid(game, names)]
    found.sort(key=lambda gap: -gap[0])
    return [line for _, line in found]


def _overpaid(game: Game, names: Names) -> list[tuple[int, str]]:
    """Name the sales whose price exceeded the money inside, and by how much it did."""
    return [
        (
            won.price - won.inside,
            f"{names[won.seat]} paid {money(won.price)} for {the(won.property)}, with "
            f"{f'only {money(won.inside)}' if won.inside else 'nothing'} inside.",
        )
        for won in [sale.settled for sale in sales(game)]
        if won.inside is not None and won.price > won.inside
    ]


def _unspent(game: Game, names: Names) -> list[tuple[int, str]]:
    """Name the secret limits that were above the price of a sale, and by how much they were."""
    return [
        (
            limit - sale.settled.price,
            f"{names[seat]} would have paid {money(limit)} for {the(sale.settled.property)}, and "
            f"{_got_by(sale, seat, names)} for {money(sale.settled.price)}.",
        )
        for sale in sales(game)
        for seat, limit in sale.limits.items()
        if limit > sale.settled.price
    ]


def _got_by(sale: Sale, seat: Seat, names: Names) -> str:
    """Say who got the property of a sale, for a sentence about a seat."""
    winner = sale.settled.seat
    return "got it" if winner == seat else f"{names[winner]} got it"


def _hand(name: str, cards: Sequence[str]) -> str:
    """Write a hand without pictures, because there would be too many."""
    return f"{name}: {plain(listed_cards(cards))}."


def _phases(game: Game, names: Names) -> list[tuple[str, list[str]]]:
    """List the secrets of both phases in order."""
    buying: list[str] = []
    dealing: list[str] = []
    lines, bought = buying, {id(sale.settled): sale for sale in sales(game)}
    for turn in game:
        for event in turn.events:
            if isinstance(event, DealingBegan):
                lines = dealing
            elif isinstance(event, Sold):
                lines += _sale(bought[id(event)], names)
            else:
                lines += _secret(event, turn, names)
    return [("The Buying Phase", buying), ("The Dealing Phase", dealing)]


def _sale(sale: Sale, names: Names) -> Iterator[str]:
    """Reveal the plans of a sale that were willing to pay more than its price."""
    won = sale.settled
    plans = [
        f"{names[seat]} {money(limit)}"
        for seat, limit in sorted(sale.limits.items(), key=lambda plan: (-plan[1], plan[0]))
        if limit > won.price
    ]
    if plans:
        sold = f"{upper(the(won.property))} went to {names[won.seat]} for {money(won.price)}."
        yield f"{sold} Secret limits: {listed(plans)}."


def _secret(event: Event, turn: Turn, names: Names) -> Iterator[str]:
    """Reveal what only some players knew about an event."""
    match event:
        case TookCard(seat=seat, victim=victim, card=card):
            yield f"{names[seat]} took {card_named(card)} from {names[victim]}."
        case DrawnAtRandom(seat=seat, giver=giver, cards=cards):
            yield f"{names[seat]} drew {cards_named(cards)} from {names[giver]} in a deal."
        case DealRejected(seat=seat, by=by):
            if request := _asked_in_vain(turn.seen(seat)):
                what, why = request
                yield f"{names[by]} asked {names[seat]} {what}, but {names[seat]} {why}."
        case _:
            return


def _asked_in_vain(view: View) -> tuple[str, str] | None:
    """Say what an offer asked of a player who lacked a card for it, and what was impossible."""
    if not isinstance(view.phase, Proposed) or view.seat is None:
        return None
    offer = view.phase.open
    asked = offer.get.cards
    if (card := lacking(can_give(view, offer.by), asked)) is not None:
        return f"for {card_named(card, asked.count(card))}", "couldn't give it"
    if (card := lacking_play(view, offer)) is not None:
        return f"to promise a play of {titled(card)}", "had no such card to spare"
    return None
