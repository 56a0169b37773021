"""Standing orders for TRUMP The Game (TR-79): what a player does on later turns.

An opponent can secretly take a card that a player has queued. If that stopped the order, everybody
would learn which card was taken. Therefore only the order itself and public facts decide whether an
order acts and when it ends. Cards missing from the hand are skipped. If no queued card is left, the
player rolls or passes. An order with "ask" acts only while public facts prove that its card is
still in the hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.rules import IllegalMove, Orders, Seat
from games.trump import legal
from games.trump.cards import CARDS, DIE_ROLL, FORCE_SALE, INVESTORS, PROPERTIES, TAX
from games.trump.moves import Add, ForceSale, Move, Pass, Play, PutUp, Roll, Take, Tax
from games.trump.refusals import Why, no_property
from games.trump.state import (
    Acting,
    Adding,
    Bidding,
    Clearing,
    Over,
    Proposed,
    Public,
    Putting,
    Taking,
)
from games.trump.turn import play
from games.trump.views import View

ToPlay: TypeAlias = Play | Tax | ForceSale
"""A card to play, together with the player or property it is played on."""
Then: TypeAlias = Literal["roll", "keep_rolling", "pass", "keep_passing", "ask"]
"""What a player does if no queued card can be played. Rolling is for the Buying Phase."""

MOST_CARDS = 6
"""The maximum number of cards in one order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """The turn on which a seat gave an order, and what the seat had at that time.

    `discards` is the size of the discard pile. `purse` is the cash, including money in a bid.
    """

    turn: int
    dealing: bool
    discards: int
    hand: tuple[str, ...]
    purse: int
    owned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsAhead:
    """Play these cards on the next turns, one per turn. If none can be played, do `then` instead.

    The order lasts one turn per card, but at least one turn. A `keep_…` goes on after that. Each
    turn tries its own card first, and then the later ones. `since` is None until the order is
    stored.
    """

    kind: Literal["turns_ahead"] = "turns_ahead"
    cards: tuple[ToPlay, ...]
    then: Then
    since: Since | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesAhead:
    """Choose the first possible option for a sale, an ADD space or a T. Ask if there is none."""

    kind: Literal["choices_ahead"] = "choices_ahead"
    sell: tuple[str, ...]
    add: tuple[str, ...]
    take: tuple[Seat, ...]


Order: TypeAlias = TurnsAhead | ChoicesAhead

_CHOICE_PHASES = (Taking, Adding, Putting, Clearing)


class TrumpOrders(Orders[Order, Move, View]):
    """The standing orders of TRUMP The Game."""

    kinds = (TurnsAhead, ChoicesAhead)

    def offered(self, view: View) -> Iterator[Order]:
        """Yield sample orders: single cards of the hand, several cards, and simple choices."""
        yield from offered_turns(view)
        yield from offered_choices(view)

    def accept(self, view: View, order: Order) -> Order:
        """Return the order to store, with its date. Raise IllegalMove if it can't be given now."""
        if isinstance(view.phase, Over):
            raise IllegalMove("The game is over, so there are no more turns.")
        why = _why_not(view, order)
        if why:
            raise IllegalMove(*why)
        if isinstance(order, TurnsAhead):
            return replace(order, since=_now(view))
        return ChoicesAhead(
            sell=tuple(dict.fromkeys(order.sell)),
            add=tuple(dict.fromkeys(order.add)),
            take=tuple(dict.fromkeys(order.take)),
        )

    def answers(self, public: View, seat: Seat, orders: Sequence[Order]) -> bool:
        """Return whether an order answers this turn or choice. No order answers offers or bids."""
        if public.public.seat != seat:
            return False
        if isinstance(public.phase, Acting):
            turns = _turns_order(orders)
            return turns is not None and _acts(replace(public, seat=seat), turns)
        choices = _choices_order(orders)
        return choices is not None and _chosen(public.public, choices) is not None

    def obey(self, view: View, orders: Sequence[Order]) -> Move:
        """Return the ordered move: a choice, the first playable card, a roll or a pass."""
        if not isinstance(view.phase, Acting):
            choices = _choices_order(orders)
            chosen = None if choices is None else _chosen(view.public, choices)
            assert chosen is not None, "the order answers"
            return chosen
        turns = _turns_order(orders)
        assert turns is not None, "the order answers"
        now = finished_turns(view, turns)
        for card in turns.cards[now:]:
            if not _probably_played(view, turns, card, now) and not play.why_not(view, card):
                return card
        assert turns.then != "ask", "everybody could see that a card can be played"
        return Roll() if turns.then in ("roll", "keep_rolling") else Pass()

    def left(self, view: View, orders: Sequence[Order]) -> Sequence[Order]:
        """Return the orders that are still valid, judged only by what everybody can see."""
        assert view.seat is not None
        return [order for order in orders if _stands(view, order)]


def finished_turns(view: View, order: TurnsAhead) -> int:
    """Count the turns that the owner has finished since giving an order."""
    public, seat, since = view.public, view.seat, order.since
    if since is None:  # the order is not stored yet
        return 0
    assert seat is not None
    first = since.turn + 1 + (seat - public.turn_of(since.turn + 1)) % public.seats
    if public.turn < first:
        return 0
    begun = (public.turn - first) // public.seats + 1
    return begun - 1 if _acts_now(view) else begun


def purse(public: Public, seat: Seat) -> int:
    """Return a seat's cash plus the cash in its bid, but not the money of its investors."""
    cash, phase = public.cash[seat], public.phase
    bid = phase.bid_of(seat) if isinstance(phase, Bidding) else None
    if bid is None:
        return cash
    return cash + bid.amount - sum(INVESTORS.get(card, 0) for card in bid.cards)


# --- whether an order acts, from public facts and the order ---------------------------------------


def _acts_now(view: View) -> bool:
    return isinstance(view.phase, Acting) and view.public.seat == view.seat


def _acts(view: View, order: TurnsAhead) -> bool:
    """Return whether the order acts on this turn. The view needs a seat but no secrets."""
    if not _stands(view, order):
        return False
    now = finished_turns(view, order)
    return order.then != "ask" or any(
        _surely_playable(view, order, card, now) for card in order.cards[now:]
    )


def _surely_playable(view: View, order: TurnsAhead, card: ToPlay, now: int) -> bool:
    """Return whether public facts prove that a queued card can be played now.

    Because `_stands` is true, the hand has changed only by cards that this order played. A
    discarded card of the same name may have been one of them.
    """
    name = card_of(card)
    played = min(now, _discarded(view, order, name))
    return _queued(order, name) > played and play.possible(view, card)


def _stands(view: View, order: Order) -> bool:
    public, seat = view.public, view.seat
    assert seat is not None
    if isinstance(order, ChoicesAhead):
        return not public.dealing or bool(order.take)
    since, done = order.since, finished_turns(view, order)
    if since is None or since.dealing != public.dealing:
        return False
    if order.then not in ("keep_rolling", "keep_passing") and done >= max(1, len(order.cards)):
        return False
    held = public.hands[seat]
    if _meets_promised_play(view, seat, max(1, len(order.cards)) - done):
        return False
    if order.then == "ask":
        return held == len(since.hand) - done and not _at_a_deal(public, seat)
    if order.then == "keep_passing":
        then = len(since.hand), since.purse, since.owned
        return then == (held, purse(public, seat), public.owned(seat))
    return True


def _at_a_deal(public: Public, seat: Seat) -> bool:
    phase = public.phase
    return isinstance(phase, Proposed) and seat in (phase.offer.by, phase.offer.to)


def _meets_promised_play(view: View, seat: Seat, turns: int) -> bool:
    """Return whether the seat has promised to play a card on one of its next turns (TR-81).

    The rules make that play. So the turn would count as one of the order's turns, and the queued
    card of that turn would be lost.
    """
    public = view.public
    last = public.turn + public.seats * (turns - _acts_now(view))  # the present turn is one of them
    return any(
        promise.duty == "play" and promise.by == seat and (promise.turn or 0) <= last
        for promise in public.promises
    )


def _lends_or_borrows(public: Public, seat: Seat) -> bool:
    """Return whether a card will return to the seat or leave it, when a loan ends (TR-80)."""
    return any(
        promise.duty == "give_back" and seat in (promise.by, promise.to)
        for promise in public.promises
    )


def _probably_played(view: View, order: TurnsAhead, card: ToPlay, now: int) -> bool:
    """Return whether an earlier turn probably played a queued card already.

    If a player holds two copies of a card and queues only one, the other stays in the hand.
    """
    name = card_of(card)
    if not now or order.since is None or not _discarded(view, order, name):
        return False
    return view.hand.count(name) <= order.since.hand.count(name) - _queued(order, name)


def _discarded(view: View, order: TurnsAhead, name: str) -> int:
    assert order.since is not None, "the order is stored"
    return view.public.discards[order.since.discards :].count(name)


def _queued(order: TurnsAhead, name: str) -> int:
    return [card_of(card) for card in order.cards].count(name)


def card_of(move: ToPlay) -> str:
    """Return the name of the card that a move plays."""
    if isinstance(move, Play):
        return move.card
    return TAX if isinstance(move, Tax) else FORCE_SALE


def _chosen(public: Public, order: ChoicesAhead) -> Move | None:
    """Return the first listed choice that is possible according to public facts."""
    phase = public.phase
    if isinstance(phase, Taking):
        can = legal.to_take_from(public)
        return next((Take(seat=seat) for seat in order.take if seat in can), None)
    if isinstance(phase, Adding):
        free = public.owned(None)
        return next((Add(property=name) for name in order.add if name in free), None)
    if isinstance(phase, Putting | Clearing):
        mine = public.owned(public.seat)  # the player may have bought it since giving the order
        some = [name for name in legal.to_put_up(public) if name not in mine]
        return next((PutUp(property=name) for name in order.sell if name in some), None)
    return None


def _turns_order(orders: Sequence[Order]) -> TurnsAhead | None:
    return next((order for order in orders if isinstance(order, TurnsAhead)), None)


def _choices_order(orders: Sequence[Order]) -> ChoicesAhead | None:
    return next((order for order in orders if isinstance(order, ChoicesAhead)), None)


# --- orders to offer ------------------------------------------------------------------------------


def _now(view: View) -> Since:
    public, seat = view.public, view.seat
    assert seat is not None
    return Since(
        turn=public.turn,
        dealing=public.dealing,
        discards=len(public.discards),
        hand=view.hand,
        purse=purse(public, seat),
        owned=public.owned(seat),
    )


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
            if not _why_not(view, order):
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


def _why_not(view: View, order: Order) -> Why:
    if isinstance(order, TurnsAhead):
        return _why_no_turns(view) or _why_not_turns(view, order)
    return _why_no_choices(view) or _why_not_choices(view, order)


def _why_no_turns(view: View) -> Why:
    if _acts_now(view):
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
    if order.then == "ask" and view.seat is not None and _at_a_deal(view.public, view.seat):
        return ("You're in a deal right now. Set this once it's been answered.",)
    if view.seat is not None:
        if order.then == "ask" and _lends_or_borrows(view.public, view.seat):
            return ("A card is on loan to you or from you. Set this once it's back.",)
        if _meets_promised_play(view, view.seat, max(1, len(order.cards))):
            return ("You've promised a play on one of those turns. Plan fewer turns.",)
    if len(order.cards) > MOST_CARDS:
        return (f"Name at most {MOST_CARDS} cards.",)
    for card in order.cards:
        if why := _why_not_card(view, card):
            return why
        name = card_of(card)
        if _queued(order, name) > view.free.count(name):
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
