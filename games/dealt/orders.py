"""What can be said ahead in Dealt!: a reserve card in this trick, cards that top it, the next lead.

A trick is known by its number, as its question is: each takes at least its leader's card away.
Whether an order acts depends on whose turn it is, on what is to be beaten, which everybody sees,
and on what was said. Within a trick a hand does not change before its turn, so where its cards lie
is known; a lead may be several tricks off. It stands as long as its cards lie side by side, and can
be told from others like them: a hand is changed by nobody but its player.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.dealt.cards import LONGEST, Card, Cards, Values, place, readings, strength
from games.dealt.moves import Move, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import FaceUp, mover, to_beat, turn
from games.dealt.views import View
from games.rules import IllegalMove, Orders, Seat

_SPECIAL: tuple[Cards, ...] = (("Stop",), ("Redraw",))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAhead:
    """When this trick comes to me: take this card of my reserve, into this gap of my hand.

    `trick` is the one in which it is to be done; what is asked for may have ``""``, which is now.
    """

    kind: Literal["take_ahead"] = "take_ahead"
    card: Card
    gap: int
    trick: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TopAhead:
    """When this trick comes to me: play these, if they are still higher; else ask me.

    `values` are empty for a Stop and a Redraw, which go whatever is to be beaten.
    """

    kind: Literal["top_ahead"] = "top_ahead"
    first: int
    cards: Cards
    values: Values
    trick: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadAhead:
    """When I lead next, in this round: play these.

    `first` is where they lie in `hand`, the one in which it was said, in the trick of that number;
    what is asked for may have an empty hand, which is what is held now.
    """

    kind: Literal["lead_ahead"] = "lead_ahead"
    first: int
    cards: Cards
    values: Values
    hand: Cards
    trick: str


Order: TypeAlias = TakeAhead | TopAhead | LeadAhead


class DealtOrders(Orders[Order, Move, View]):
    """What can be said ahead in Dealt!."""

    kinds = (TakeAhead, TopAhead, LeadAhead)

    def offered(self, view: View) -> Iterator[Order]:
        """Offer each reserve card, all that tops the trick as it is, and all that can be led."""
        up, seat, hand = view.up, view.seat, view.hand
        if seat is None or mover(up) is None or seat not in up.inside:
            return
        trick = trick_of(up)
        if _comes_to(up, seat) and turn(up) != seat:
            for card in dict.fromkeys(up.reserves[seat]):
                for gap in range(len(hand), -1, -1):  # the right end first
                    yield TakeAhead(card=card, gap=gap, trick=trick)
            for first, cards, values in _runs(hand):
                if _tops(up, values):
                    yield TopAhead(first=first, cards=cards, values=values, trick=trick)
        if not _leads_now(up, seat):
            for first, cards, values in _runs(hand):
                yield LeadAhead(first=first, cards=cards, values=values, hand=hand, trick=trick)

    def taken(self, view: View, order: Order) -> Order:
        """Take what lies in the hand or the reserve; date it."""
        up, seat, hand, trick = view.up, view.seat, view.hand, trick_of(view.up)
        assert seat is not None
        _check_in_time(up, seat, hand, order)
        if isinstance(order, TakeAhead):
            if order.card not in up.reserves[seat]:
                raise IllegalMove("That card is not in your reserve.")
            if order.gap not in range(len(hand) + 1):
                raise IllegalMove(f"It can go to A to {place(len(hand) + 1)} of your hand.")
            return TakeAhead(card=order.card, gap=order.gap, trick=trick)
        _check_cards(hand, order.first, order.cards, order.values)
        first, cards, values = order.first, order.cards, order.values
        if isinstance(order, LeadAhead):
            return LeadAhead(first=first, cards=cards, values=values, hand=hand, trick=trick)
        if not _tops(up, values):
            raise IllegalMove("Those are not higher than what is to be beaten already.")
        return TopAhead(first=first, cards=cards, values=values, trick=trick)

    def answers(self, public: View, seat: Seat, orders: Sequence[Order]) -> bool:
        """Answer a turn in the trick that was meant, or a lead; never where a drawn card goes."""
        return _answer(public.up, seat, orders) is not None

    def obey(self, view: View, orders: Sequence[Order]) -> Move:
        """Play what was said, from where it lies now, or take the card."""
        assert view.seat is not None
        order = _answer(view.up, view.seat, orders)
        assert order is not None, "it answers"
        if isinstance(order, TakeAhead):
            return TakeReserve(card=order.card, gap=order.gap)
        first = order.first if isinstance(order, TopAhead) else lies_now(view.hand, order)
        assert first is not None, "it stands"
        if order.cards in _SPECIAL:
            special = PlayStop if order.cards == ("Stop",) else PlayRedraw
            return special(position=first)
        return Play(first=first, cards=order.cards, values=order.values)

    def left(self, view: View, orders: Sequence[Order]) -> Sequence[Order]:
        """Keep what this trick may still need, and a lead whose cards still lie side by side."""
        up, seat = view.up, view.seat
        assert seat is not None
        return [one for one in orders if _stands(up, seat, view.hand, one)]


def trick_of(up: FaceUp) -> str:
    """Number a trick, by its round and the cards that lay away when it began."""
    return f"{up.round}.{len(up.discards)}"


def _answer(up: FaceUp, seat: Seat, orders: Sequence[Order]) -> Order | None:
    """Find the order that answers: cards before a reserve card, if both were said."""
    if turn(up) != seat:  # while cards are drawn for a trick, it is nobody's
        return None
    said = {type(one): one for one in orders}
    if not up.trick:
        return said.get(LeadAhead)
    top = said.get(TopAhead)
    if isinstance(top, TopAhead) and _tops(up, top.values):
        return top
    return said.get(TakeAhead)


def _stands(up: FaceUp, seat: Seat, hand: Cards, order: Order) -> bool:
    trick = trick_of(up)
    if isinstance(order, LeadAhead):
        led = bool(up.trick) and up.leader == seat and trick != order.trick  # since it was said
        in_round = order.trick.startswith(f"{up.round}.")
        return in_round and not led and lies_now(hand, order) is not None
    if trick != order.trick or not _comes_to(up, seat):
        return False
    return isinstance(order, TakeAhead) or _tops(up, order.values)


def _comes_to(up: FaceUp, seat: Seat) -> bool:
    """Say whether a trick comes now, or may still come, to a seat that does not lead it."""
    if seat not in up.inside or up.leader == seat or up.drawing is not None:
        return False
    return all(act.seat != seat for act in up.trick)


def _leads_now(up: FaceUp, seat: Seat) -> bool:
    return not up.trick and up.leader == seat


def _tops(up: FaceUp, values: Values) -> bool:
    return not values or strength(values) > strength(to_beat(up))


# --- where cards lie ------------------------------------------------------------------------------


def lying(hand: Cards, cards: Cards) -> tuple[int, ...]:
    """List where these cards lie side by side in a hand, each by the position of the first."""
    size = len(cards)
    return tuple(at + 1 for at in range(len(hand) - size + 1) if hand[at : at + size] == cards)


def lies_now(hand: Cards, order: LeadAhead) -> int | None:
    """Find what is to be led; None if it has gone, or could be meant by others like it."""
    then, now = lying(order.hand, order.cards), lying(hand, order.cards)
    return now[then.index(order.first)] if len(then) == len(now) else None


def _runs(hand: Cards) -> Iterator[tuple[int, Cards, Values]]:
    """Yield what can be played from a hand, each as the most it can mean, the longest first."""
    for size in range(LONGEST, 0, -1):
        for first in range(1, len(hand) - size + 2):
            cards = hand[first - 1 : first - 1 + size]
            if cards in _SPECIAL:
                yield first, cards, ()
            elif readings(cards):
                yield first, cards, readings(cards)[-1]


# --- why not --------------------------------------------------------------------------------------


def _check_in_time(up: FaceUp, seat: Seat, hand: Cards, order: Order) -> None:
    """Check that there is still something to say ahead, and that it was meant for now."""
    if mover(up) is None:
        raise IllegalMove("The game is over; no more cards are played.")
    if seat not in up.inside:
        raise IllegalMove("You are out of this round, and safe.")
    if _leads_now(up, seat):
        raise IllegalMove("You lead now, so play what you want to lead.")
    if isinstance(order, LeadAhead):
        if order.hand not in ((), hand):
            raise IllegalMove("Your hand has changed since. Say anew what you want to lead.")
        return
    if order.trick not in ("", trick_of(up)):
        raise IllegalMove("That was meant for a trick that is over.")
    if _comes_to(up, seat) and turn(up) == seat:
        raise IllegalMove("It is your turn now: there is nothing to say ahead for this trick.")
    if not _comes_to(up, seat):
        raise IllegalMove("This trick does not come to you any more.")


def _check_cards(hand: Cards, first: int, cards: Cards, values: Values) -> None:
    """Check that cards lie there, and can mean that."""
    if not cards or first not in lying(hand, cards):  # DL-5
        raise IllegalMove("Those cards do not lie there, side by side, in your hand.")
    if cards in _SPECIAL:
        if values:
            raise IllegalMove("STOP and REDRAW have no value: each is played as what it is.")
    elif values not in readings(cards):  # DL-4, DL-7
        raise IllegalMove("Those cards are no combination, or cannot count as that.")
