"""Highlights of a finished game: the boldest offer, the dearest buy, the closest deal.

Each highlight is the most extreme of its kind. A kind without an example is left out.
"""

from collections.abc import Callable, Sequence

from bot.ui.face.story import Game
from bot.ui.panels.words import Names
from cogs.downeast.finished.past import Bargain, Episode, Sale, ThiefAuction, episodes
from cogs.downeast.text import in_hand, laid, laid_down, some, the
from games.downeast.cash import money
from games.downeast.decks import Deck
from games.rules import Seat

MOST = 3
DEAR = 50  # smallest price worth mentioning, in dollars
_VALUABLE = 50  # fewest stars of an item worth mentioning
_NEAR = 10  # largest difference of a close deal, in dollars
_STUBBORN = 2  # fewest ties in a row worth mentioning


def moments(game: Game, names: Names) -> Sequence[str]:
    """Return up to three highlights of a game, the best first."""
    if not game:
        return ()
    past, deck = episodes(game), game[0].seen(None).cards
    return [line for kind in _KINDS if (line := kind(past, deck, names))][:MOST]


def _bargains(past: Sequence[Episode]) -> list[Bargain]:
    return [affair for affair in past if isinstance(affair, Bargain)]


def _sales(past: Sequence[Episode]) -> list[Sale]:
    return [affair for affair in past if isinstance(affair, Sale)]


def _stars(deck: Deck, item: str) -> str:
    return f"{some(item, 1)} (a set is worth {deck.item(item).stars}★)"


# --- deals ----------------------------------------------------------------------------------------


def _boldest(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the boldest worthless offer that a player accepted by hand."""
    taken = [deal for deal in _bargains(past) if deal.gave_in and deal.last.by == "hand"]
    bold = [deal for deal in taken if deal.last.worthless]
    if not bold:
        return ""
    best = max(bold, key=lambda d: (d.stake * deck.item(d.item).stars, len(d.last.offer)))
    challenger, target = names[best.challenger], names[best.target]
    offer = laid(best.last.offer) if best.last.offer else "no cash at all"
    lot = some(best.item, best.stake)
    if best.over_thieves:
        got = f"{challenger} got {target} to take {lot}"
    else:
        got = f"{challenger} got {lot} from {target}"
    return f"**Boldest offer:** {got} by offering {offer}, face down."


def _dearest_deal(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the deal with the highest cost compared with the value of its items."""

    def relative_cost(deal: Bargain) -> float:
        return deal.cost**2 / (deal.stake * (deck.item(deal.item).stars or _VALUABLE))

    dear = [deal for deal in _bargains(past) if deal.cost >= DEAR]
    if not dear:
        return ""
    best = max(dear, key=relative_cost)
    other = best.target if best.payer == best.challenger else best.challenger
    payer, cost, lot = names[best.payer], money(best.cost), some(best.item, best.stake)
    if best.over_thieves:
        return f"**Priciest deal:** {payer} paid {cost}, so {names[other]} had to take {lot}."
    worth = f"(a set is worth {deck.item(best.item).stars}★)"
    if best.gave_in:
        return f"**Priciest deal:** {payer} paid {names[other]} {cost} for {lot} {worth}."
    mine, theirs = (money(sum(best.pile(seat))) for seat in (best.payer, other))
    return (
        f"**Priciest deal:** {payer} laid down {mine} against {names[other]}'s {theirs} for {lot}"
        f" {worth}."
    )


def _closest(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe a deal that was decided by $10."""
    answered = [deal for deal in _bargains(past) if not (deal.gave_in or deal.over_thieves)]
    near = [deal for deal in answered if deal.cost == _NEAR]
    if not near:
        return ""
    best = max(near, key=lambda deal: deal.stake * deck.item(deal.item).stars)
    mine, theirs = (money(sum(best.pile(seat))) for seat in (best.winner, best.loser))
    beat = f"{names[best.winner]}'s {mine} beat {names[best.loser]}'s {theirs}"
    return f"**Closest deal:** {beat} for {some(best.item, best.stake)}."


def _most_stubborn(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the deal with the most ties."""
    best = max(_bargains(past), key=lambda deal: deal.ties, default=None)
    if best is None:
        return ""
    ties = best.ties
    if ties < _STUBBORN:
        return ""
    two = f"{names[best.challenger]} and {names[best.target]}"
    lot = some(best.item, best.stake)
    return f"**Most stubborn deal:** {two} tied {ties} times in a row over {lot}."


# --- auctions -------------------------------------------------------------------------------------


def _tallest(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the exposed bid that was furthest above its bidder's cash."""
    exposed = [event for sale in _sales(past) for event in sale.exposed]
    if not exposed:
        return ""
    best = max(exposed, key=lambda event: event.price - sum(event.cash))
    bid = f"{names[best.seat]} bid {money(best.price)} for {some(best.item, 1)}"
    return f"**Wildest bid:** {bid} with {laid_down(best.cash)} in hand."


def _bluff(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the highest bid above its bidder's cash that was never exposed."""
    bluffs = [(*sale.bluffs[seat], sale, seat) for sale in _sales(past) for seat in bluffers(sale)]
    if not bluffs:
        return ""
    bid, held, sale, seat = max(bluffs, key=lambda bluff: bluff[0] - bluff[1])
    claim = f"{names[seat]} bid {money(bid)} for {some(sale.item, 1)} with {in_hand(held)}"
    return f"**Best bluff:** {claim}, and nobody noticed."


def bluffers(sale: Sale) -> list[Seat]:
    """List the bidders who bid above their cash and were never exposed."""
    called = {event.seat for event in sale.exposed}
    return [seat for seat in sale.bluffs if seat not in called]


def _dearest_buy(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the buy with the highest cost compared with the value of the item."""
    dear = [sale for sale in _sales(past) if sale.price >= DEAR]
    if not dear:
        return ""
    best = max(dear, key=lambda sale: sale.price**2 / deck.item(sale.item).stars)
    price, what = money(best.price), _stars(deck, best.item)
    return f"**Priciest buy:** {names[best.taker]} paid {price} for {what}."


def _luckiest(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the buy whose price was furthest below the buyer's secret limit or answer."""
    best, spared = None, DEAR - 1
    for sale in _sales(past):
        most = sale.most.get(sale.taker)
        if most is not None and most - sale.price > spared:
            best, spared = sale, most - sale.price
    if best is None:
        return ""
    most, price = money(best.price + spared), money(best.price)
    would = f"{names[best.taker]} would have gone up to {most} for {some(best.item, 1)}"
    return f"**Luckiest buy:** {would}, but got it for {price}."


def _gift(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the most valuable item that nobody bid for."""
    free = [
        sale
        for sale in _sales(past)
        if sale.payee is None
        and not sale.bluffs  # no bluffs, so nobody was exposed either
        and deck.item(sale.item).stars >= _VALUABLE
    ]
    if not free:
        return ""
    best = max(free, key=lambda sale: deck.item(sale.item).stars)
    what = _stars(deck, best.item)
    return f"**Best bargain:** nobody bid for {what}, so {names[best.taker]} got it for free."


def _no_change(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the payment that was furthest above its price."""
    best = max(_sales(past), key=lambda sale: sum(sale.cards) - sale.price, default=None)
    if best is None or sum(best.cards) - best.price < DEAR:
        return ""
    paid, price = money(sum(best.cards)), money(best.price)
    what = some(best.item, 1)
    return (
        f"**No change given:** {names[best.taker]} handed over {paid} for {what} that cost {price}."
    )


def _fattest_pot(past: Sequence[Episode], deck: Deck, names: Names) -> str:
    """Describe the Thief that brought its taker most of the other players' cash."""
    doors = [affair for affair in past if isinstance(affair, ThiefAuction)]
    best = max(doors, key=lambda door: door.from_others, default=None)
    if best is None or best.from_others < 2 * DEAR:
        return ""
    taker, thief = names[best.taken.seat], the(best.taken.item)
    others = money(best.from_others)
    return f"**Fattest pot:** {taker} had to take {thief} but got {others} of the others' cash."


_KINDS: Sequence[Callable[[Sequence[Episode], Deck, Names], str]] = (
    _boldest,
    _tallest,
    _dearest_deal,
    _bluff,
    _fattest_pot,
    _luckiest,
    _dearest_buy,
    _closest,
    _most_stubborn,
    _no_change,
    _gift,
)
"""The kinds of highlights, best first."""
