"""Decide which standing orders a player can give now, and offer some of them."""

from collections.abc import Iterator, Sequence

from games.trump.ahead.ordered import (
    ChoicesAhead,
    Order,
    Then,
    ToPlay,
    TurnsAhead,
    acts_now,
    at_a_deal,
    card_of,
    lends_or_borrows,
    meets_promised_play,
    queued,
)
from games.trump.cards import CARDS, DIE_ROLL, FORCE_SALE, PROPERTIES, TAX
from games.trump.moves import ForceSale, Play, Tax
from games.trump.refusals import Why, no_property
from games.trump.state import Adding, Clearing, Over, Putting, Taking
from games.trump.turn import play
from games.trump.views import View

MOST_CARDS = 6
"""The maximum number of cards in one order."""
_CHOICE_PHASES = (Taking, Adding, Putting, Clearing)

# --- orders to offer ------------------------------------------------------------------------------


def offered_turns(view: View) -> Iterator[TurnsAhead]:
    """Yield sample orders for the next turns, with no card, one card or several."""
    if not _plays(view) or _why_no_turns(view):
        return
    moves = cards_to_queue(view)
    others = list(dict.fromkeys(card_of(move) for move in moves))
    firsts = tuple(next(move for move in moves if card_of(move) == name) for name in others)[:2]
    several = [firsts] if len(firsts) > 1 else []
    lists: list[tuple[ToPlay, ...]] = [(), *((move,) for move in moves), *several]
    for then in thens(view):
        for cards in lists:
            order = TurnsAhead(cards=cards, then=then, since=None)
            if not why_not(view, order):
                yield order


def thens(view: View) -> tuple[Then, ...]:
    """List the possible values of `then` in this phase, the usual one first."""
    return ("pass", "keep_passing", "ask") if view.public.dealing else ("roll", "keep_rolling")


def cards_to_queue(view: View) -> list[ToPlay]:
    """List all ways in which the cards of a hand can ever be played."""
    moves: list[ToPlay] = []
    for name in dict.fromkeys(view.free):
        if name == TAX:
            moves += [Tax(seat=seat) for seat in range(view.seats)]
        elif name == FORCE_SALE:
            moves += [ForceSale(property=name) for name in PROPERTIES]
        else:
            moves.append(Play(card=name))
    return [move for move in moves if not _why_not_card(view, move)]


def offered_choices(view: View) -> Iterator[ChoicesAhead]:
    """Yield sample orders for later choices."""
    if not _plays(view) or _why_no_choices(view):
        return
    public = view.public
    others = tuple(seat for seat in range(view.seats) if seat != view.seat)
    if not public.dealing:
        free = public.owned(None)
        for name in free:
            yield ChoicesAhead(sell=(name,), add=(), take=())
            yield ChoicesAhead(sell=(), add=(name,), take=())
        yield ChoicesAhead(sell=free[:3], add=free[:-3:-1], take=others)
    if not public.dealing or any(_rolls(card) for card in view.hand):
        for seat in others:
            yield ChoicesAhead(sell=(), add=(), take=(seat,))
        yield ChoicesAhead(sell=(), add=(), take=others[::-1])


def _plays(view: View) -> bool:
    return view.seat is not None and not isinstance(view.phase, Over)


def _rolls(card: str) -> bool:
    """Return whether playing this card rolls the die, which can show a T."""
    return card == DIE_ROLL or CARDS[card].sort == "die"


# --- refusals -------------------------------------------------------------------------------------


def why_not(view: View, order: Order) -> Why:
    """Return why an order can't be given now, or ()."""
    if isinstance(order, TurnsAhead):
        return _why_no_turns(view) or _why_not_turns(view, order)
    return _why_no_choices(view) or _why_not_choices(view, order)


def _why_no_turns(view: View) -> Why:
    if acts_now(view):
        return ("It's your turn now. Make your move first, then set your next turns.",)
    return ()


def _why_not_turns(view: View, order: TurnsAhead) -> Why:
    can, dealing = thens(view), view.public.dealing
    if order.then not in can:
        if dealing:
            return ("Nobody rolls in the Dealing Phase. Choose to pass, keep passing or be asked.",)
        return ("Nobody passes in the Buying Phase. Choose to roll or keep rolling.",)
    if order.then == "ask" and not order.cards:
        return ("You'll be asked anyway. Name a card to play first.",)
    if order.then == "keep_passing" and order.cards:
        return ("If you keep passing, you play no cards. Name no card, or pass just once.",)
    if order.then == "ask" and view.seat is not None and at_a_deal(view.public, view.seat):
        return ("You're in a deal right now. Set this once it's been answered.",)
    if view.seat is not None:
        if order.then == "ask" and lends_or_borrows(view.public, view.seat):
            return ("A card is on loan to you or from you. Set this once it's back.",)
        if meets_promised_play(view, view.seat, max(1, len(order.cards))):
            return ("You've promised a play on one of those turns. Plan fewer turns.",)
    if len(order.cards) > MOST_CARDS:
        return (f"Name at most {MOST_CARDS} cards.",)
    for card in order.cards:
        if why := _why_not_card(view, card):
            return why
        name = card_of(card)
        if queued(order, name) > view.free.count(name):
            return (f"You don't have that many {CARDS[name].title} cards.",)
    return ()


def _why_not_card(view: View, move: ToPlay) -> Why:
    """Return why a card can never be played like this, or () if it may be possible later."""
    name = card_of(move)
    card = CARDS.get(name)
    if card is None:
        return ("There's no such card.",)
    if isinstance(move, Play) and name == TAX:
        return ("Say whom to tax.",)
    if isinstance(move, Play) and name == FORCE_SALE:
        return ("Say which property to put up for sale.",)
    if name not in view.free:
        return play.not_held(view, name)
    if card.bidding:
        return (f"You can only play {name} in a sale.",)  # TR-5: not on a normal turn
    if isinstance(move, Tax) and (move.seat == view.seat or move.seat not in range(view.seats)):
        return ("Tax one of the other players.",)
    named = (move.property,) if isinstance(move, ForceSale) else card.named
    return _why_gone(view, named)


def _why_gone(view: View, properties: Sequence[str]) -> Why:
    for name in properties:
        if no_such := no_property(name):
            return no_such
        if view.public.box(name).gone:  # TR-64: it can't be chosen any more
            return (f"The {name} has left the game.",)
    return ()


def _why_no_choices(view: View) -> Why:
    if isinstance(view.phase, _CHOICE_PHASES) and view.public.seat == view.seat:
        return ("It's your choice now. Set this once you've made it.",)
    return ()


def _why_not_choices(view: View, order: ChoicesAhead) -> Why:
    if not (order.sell or order.add or order.take):
        return ("Name a property to sell or to add to, or a player to take a card from.",)
    if view.public.dealing and (order.sell or order.add):
        return ("In the Dealing Phase no roll lets you pick a property. Name players only.",)
    if why := _why_gone(view, (*order.sell, *order.add)):
        return why
    if any(seat == view.seat or seat not in range(view.seats) for seat in order.take):
        return ("Take a card from one of the other players.",)
    return ()
