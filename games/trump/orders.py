"""Standing orders for TRUMP The Game (TR-79): what a player does on later turns.

An opponent can secretly take a card that a player has queued. If that stopped the order, everybody
would learn which card was taken. Therefore only the order itself and public facts decide whether an
order acts and when it ends. Cards missing from the hand are skipped. If no queued card is left, the
player rolls or passes. An order with "ask" acts only while public facts prove that its card is
still in the hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.rules import IllegalMove, Orders, Seat
from games.trump import legal
from games.trump.ahead.legal_orders import offered_choices, offered_turns, why_not
from games.trump.ahead.ordered import (
    ChoicesAhead,
    Order,
    Since,
    ToPlay,
    TurnsAhead,
    at_a_deal,
    card_of,
    finished_turns,
    meets_promised_play,
    purse,
    queued,
)
from games.trump.moves import Add, Move, Pass, PutUp, Roll, Take
from games.trump.state import Acting, Adding, Clearing, Over, Public, Putting, Taking
from games.trump.turn import play
from games.trump.views import View


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
        if why := why_not(view, order):
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

    def remaining(self, view: View, orders: Sequence[Order]) -> Sequence[Order]:
        """Return the orders that are still valid, judged only by what everybody can see."""
        assert view.seat is not None
        return [order for order in orders if _stands(view, order)]


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


# --- whether an order acts, from public facts and the order ---------------------------------------


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
    return queued(order, name) > played and play.possible(view, card)


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
    if meets_promised_play(view, seat, max(1, len(order.cards)) - done):
        return False
    if order.then == "ask":
        return held == len(since.hand) - done and not at_a_deal(public, seat)
    if order.then == "keep_passing":
        then = len(since.hand), since.purse, since.owned
        return then == (held, purse(public, seat), public.owned(seat))
    return True


def _probably_played(view: View, order: TurnsAhead, card: ToPlay, now: int) -> bool:
    """Return whether an earlier turn probably played a queued card already.

    If a player holds two copies of a card and queues only one, the other stays in the hand.
    """
    name = card_of(card)
    if not now or order.since is None or not _discarded(view, order, name):
        return False
    return view.hand.count(name) <= order.since.hand.count(name) - queued(order, name)


def _discarded(view: View, order: TurnsAhead, name: str) -> int:
    assert order.since is not None, "the order is stored"
    return view.public.discards[order.since.discards :].count(name)


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
