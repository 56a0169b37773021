"""The standing orders of Dealt!: take a reserve card, beat this trick, lead the next trick.

Each trick has a number, which also identifies its question. Whether an order acts depends on the
turn, on the combination to beat (which everybody sees) and on the order itself. A hand does not
change between two turns of its player, so the positions of its cards are known for this trick. A
lead may be several tricks away. Its order stays valid while the cards lie side by side and can't be
confused with equal cards elsewhere in the hand.
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
    """On my turn in this trick, take this card of my reserve into this gap of my hand.

    `trick` is the number of the trick to act in. A request may leave it empty, meaning this trick.
    """

    kind: Literal["take_ahead"] = "take_ahead"
    card: Card
    gap: int
    trick: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TopAhead:
    """On my turn in this trick, play these cards if they are still higher; otherwise ask me.

    `values` is empty for a Stop or a Redraw, because either can be played on any combination.
    """

    kind: Literal["top_ahead"] = "top_ahead"
    first: int
    cards: Cards
    values: Values
    trick: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadAhead:
    """When I next lead in this round, play these cards.

    `first` is their position in `hand`. `hand` and `trick` record the player's hand and the trick
    at the time of the order. A request may leave `hand` empty, meaning the current hand.
    """

    kind: Literal["lead_ahead"] = "lead_ahead"
    first: int
    cards: Cards
    values: Values
    hand: Cards
    trick: str


Order: TypeAlias = TakeAhead | TopAhead | LeadAhead


class DealtOrders(Orders[Order, Move, View]):
    """The standing orders of Dealt!: TakeAhead, TopAhead and LeadAhead."""

    kinds = (TakeAhead, TopAhead, LeadAhead)

    def offered(self, view: View) -> Iterator[Order]:
        """Offer each reserve card, every play that beats the current trick, and every lead."""
        up, seat, hand = view.up, view.seat, view.hand
        if seat is None or mover(up) is None or seat not in up.inside:
            return
        trick = trick_of(up)
        if _turn_comes_to(up, seat) and turn(up) != seat:
            for card in dict.fromkeys(up.reserves[seat]):
                for gap in range(len(hand), -1, -1):  # the right end of the hand comes first
                    yield TakeAhead(card=card, gap=gap, trick=trick)
            for first, cards, values in _runs(hand):
                if _beats_trick(up, values):
                    yield TopAhead(first=first, cards=cards, values=values, trick=trick)
        if not _leads_now(up, seat):
            for first, cards, values in _runs(hand):
                yield LeadAhead(first=first, cards=cards, values=values, hand=hand, trick=trick)

    def accept(self, view: View, order: Order) -> Order:
        """Check that the cards are in the hand or the reserve; add the current trick's number."""
        up, seat, hand, trick = view.up, view.seat, view.hand, trick_of(view.up)
        assert seat is not None
        _check_timing(up, seat, hand, order)
        if isinstance(order, TakeAhead):
            if order.card not in up.reserves[seat]:
                raise IllegalMove("That card isn't in your reserve.")
            if order.gap not in range(len(hand) + 1):
                raise IllegalMove(
                    f"It can go anywhere from A to {place(len(hand) + 1)} in your hand."
                )
            return TakeAhead(card=order.card, gap=order.gap, trick=trick)
        _check_cards(hand, order.first, order.cards, order.values)
        first, cards, values = order.first, order.cards, order.values
        if isinstance(order, LeadAhead):
            return LeadAhead(first=first, cards=cards, values=values, hand=hand, trick=trick)
        if not _beats_trick(up, values):
            raise IllegalMove("That doesn't beat what has been played already.")
        return TopAhead(first=first, cards=cards, values=values, trick=trick)

    def answers(self, public: View, seat: Seat, orders: Sequence[Order]) -> bool:
        """Answer a turn in the order's trick, or a lead. Never decide where a drawn card goes."""
        return _answer(public.up, seat, orders) is not None

    def obey(self, view: View, orders: Sequence[Order]) -> Move:
        """Return the ordered play from its cards' current position, or take the reserve card."""
        assert view.seat is not None
        order = _answer(view.up, view.seat, orders)
        assert order is not None, "an order answers this turn"
        if isinstance(order, TakeAhead):
            return TakeReserve(card=order.card, gap=order.gap)
        first = order.first if isinstance(order, TopAhead) else lies_now(view.hand, order)
        assert first is not None, "the order is still valid"
        if order.cards in _SPECIAL:
            special = PlayStop if order.cards == ("Stop",) else PlayRedraw
            return special(position=first)
        return Play(first=first, cards=order.cards, values=order.values)

    def remaining(self, view: View, orders: Sequence[Order]) -> Sequence[Order]:
        """Keep orders that can still act in this trick, and a lead whose cards are still held."""
        up, seat = view.up, view.seat
        assert seat is not None
        return [order for order in orders if _is_valid(up, seat, view.hand, order)]


def trick_of(up: FaceUp) -> str:
    """Return the number of a trick: its round, and how many cards were discarded before it."""
    return f"{up.round}.{len(up.discards)}"


def _answer(up: FaceUp, seat: Seat, orders: Sequence[Order]) -> Order | None:
    """Return the order that answers the current question. A play goes before a reserve card."""
    if turn(up) != seat:  # it is nobody's turn while a player draws cards for a trick
        return None
    said = {type(order): order for order in orders}
    if not up.trick:
        return said.get(LeadAhead)
    top = said.get(TopAhead)
    if isinstance(top, TopAhead) and _beats_trick(up, top.values):
        return top
    return said.get(TakeAhead)


def _is_valid(up: FaceUp, seat: Seat, hand: Cards, order: Order) -> bool:
    trick = trick_of(up)
    if isinstance(order, LeadAhead):
        led = bool(up.trick) and up.leader == seat and trick != order.trick
        in_round = order.trick.startswith(f"{up.round}.")
        return in_round and not led and lies_now(hand, order) is not None
    if trick != order.trick or not _turn_comes_to(up, seat):
        return False
    return isinstance(order, TakeAhead) or _beats_trick(up, order.values)


def _turn_comes_to(up: FaceUp, seat: Seat) -> bool:
    """Return whether a seat still has a turn in a trick that another seat leads."""
    if seat not in up.inside or up.leader == seat or up.drawing is not None:
        return False
    return all(act.seat != seat for act in up.trick)


def _leads_now(up: FaceUp, seat: Seat) -> bool:
    return not up.trick and up.leader == seat


def _beats_trick(up: FaceUp, values: Values) -> bool:
    return not values or strength(values) > strength(to_beat(up))


# --- where cards lie ------------------------------------------------------------------------------


def lying(hand: Cards, cards: Cards) -> tuple[int, ...]:
    """List each position of a hand where exactly these cards begin, side by side."""
    size = len(cards)
    return tuple(at + 1 for at in range(len(hand) - size + 1) if hand[at : at + size] == cards)


def lies_now(hand: Cards, order: LeadAhead) -> int | None:
    """Return the position of the cards to lead, or None if they are gone or not unique."""
    then, now = lying(order.hand, order.cards), lying(hand, order.cards)
    return now[then.index(order.first)] if len(then) == len(now) else None


def _runs(hand: Cards) -> Iterator[tuple[int, Cards, Values]]:
    """Yield every play of a hand at its highest value, the longest plays first."""
    for size in range(LONGEST, 0, -1):
        for first in range(1, len(hand) - size + 2):
            cards = hand[first - 1 : first - 1 + size]
            if cards in _SPECIAL:
                yield first, cards, ()
            elif readings(cards):
                yield first, cards, readings(cards)[-1]


# --- refusals -------------------------------------------------------------------------------------


def _check_timing(up: FaceUp, seat: Seat, hand: Cards, order: Order) -> None:
    """Refuse an order that comes too late, or was given for an earlier trick or hand."""
    if mover(up) is None:
        raise IllegalMove("The game is over.")
    if seat not in up.inside:
        raise IllegalMove("You're out of cards and safe this round.")
    if _leads_now(up, seat):
        raise IllegalMove("You're leading now, so just play your cards.")
    if isinstance(order, LeadAhead):
        if order.hand not in ((), hand):
            raise IllegalMove("Your hand has changed since then. Choose again what to lead.")
        return
    if order.trick not in ("", trick_of(up)):
        raise IllegalMove("That was for a trick that's already over.")
    if _turn_comes_to(up, seat) and turn(up) == seat:
        raise IllegalMove("It's your turn now, so just play.")
    if not _turn_comes_to(up, seat):
        raise IllegalMove("You have no more turns in this trick.")


def _check_cards(hand: Cards, first: int, cards: Cards, values: Values) -> None:
    """Check that the cards are at this position and can have these values."""
    if not cards or first not in lying(hand, cards):  # DL-5
        raise IllegalMove("You don't have those cards side by side there.")
    if cards in _SPECIAL:
        if values:
            raise IllegalMove("A STOP or a REDRAW has no value and is always played alone.")
    elif values not in readings(cards):  # DL-4, DL-7
        raise IllegalMove("Those cards aren't a combination, or can't count as that.")
