"""How people play Dealt!: ported from the first engine, every draw and branch kept."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from games.dealt.cards import LONGEST, Card, Cards, Values, readings, strength
from games.dealt.events import ReserveTaken
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.orders import DealtOrders, LeadAhead, Order, TakeAhead, TopAhead
from games.dealt.state import FaceUp, to_beat
from games.dealt.views import View
from games.rules import Seat
from tests.tools.day.people.looking_in import dice

if TYPE_CHECKING:
    from tests.tools.day.people import LookIn


def decide(view: View, seed: int) -> Move:
    """Choose a move for the seat whose view this is."""
    up, hand = view.up, view.hand
    assert view.seat is not None
    rng = dice(seed, view.seat, up.round, len(up.discards), len(up.trick), len(hand))
    if view.drawn is not None:
        return Place(gap=_gap(hand, view.drawn))
    options = list(plays(hand, to_beat(up)))
    combos = [option for option in options if isinstance(option, Play)]
    stops = [option for option in options if isinstance(option, PlayStop | PlayRedraw)]
    if combos:
        best = max(combos, key=lambda one: (len(one.cards), -(strength(one.values) % 100)))
        leading = not up.trick
        if leading or len(best.cards) > 1 or not up.reserves[view.seat] or rng.random() < 0.75:
            return best
    if stops and (not combos or not up.reserves[view.seat] or rng.random() < 0.5):
        return stops[0]
    reserve = up.reserves[view.seat]
    if reserve and up.trick:
        return TakeReserve(card=reserve[0], gap=_gap(hand, reserve[0]))
    return combos[0] if combos else options[0]


def plays(hand: Cards, over: Values) -> Iterator[Play | PlayStop | PlayRedraw]:
    """Yield every play from a hand, from left to right, of an X's meanings the highest first.

    The order is that of the first engine: of equals the first is chosen.
    """
    least = strength(over)
    for first, card in enumerate(hand, start=1):
        if card == "Stop":
            yield PlayStop(position=first)
        elif card == "Redraw":
            yield PlayRedraw(position=first)
        for size in range(1, min(LONGEST, len(hand) - first + 1) + 1):
            cards = hand[first - 1 : first - 1 + size]
            for values in reversed(readings(cards)):
                if strength(values) > least:
                    yield Play(first=first, cards=cards, values=values)


def _gap(hand: Cards, card: Card) -> int:
    """Find a place: beside an equal card, else beside a neighbour, else at the right end."""
    best, at = -1, len(hand)
    for gap in range(len(hand) + 1):
        score = 0
        for near in (hand[gap - 1] if gap else None, hand[gap] if gap < len(hand) else None):
            if near is None:
                continue
            if near == card or "X" in (near, card):
                score += 3
            elif isinstance(near, int) and isinstance(card, int) and abs(near - card) == 1:
                score += 2
        if 0 < gap < len(hand):  # does not break what lies together
            a, b = hand[gap - 1], hand[gap]
            if a == b or (isinstance(a, int) and isinstance(b, int) and abs(a - b) == 1):
                score -= 2
        if score > best:
            best, at = score, gap
    return at


# --- what they say ahead --------------------------------------------------------------------------

_ORDERS = DealtOrders()


async def give_order(house: Any, table: int, look: "LookIn") -> None:
    """Say ahead what they would do, if they are of those who do: next lead, this trick."""
    if look.next_turn:
        loaded = await house.store.loaded(table)
        person = loaded.table.players[look.seat].person
        for order in orders(look.view, look.seed):
            await house.give_order(table, person, order, drawn_at=loaded.table.step)


def orders(view: View, seed: int) -> Iterator[Order]:
    """Yield what this seat would do when the trick comes, as things stand, and when it leads then.

    Each is the decision that it would make then: of what still tops the trick by then, the longest
    and lowest is the same as of all that tops it now. The next leader has played to this trick.
    """
    up, seat, hand = view.up, view.seat, view.hand
    kinds = {type(order) for order in _ORDERS.offered(view)}
    if seat is None or not kinds:
        return
    played = 0, 0  # so many cards, from this position on
    if kinds & {TopAhead, TakeAhead}:
        move = decide(replace(view, up=_when_it_comes(up, seat)), seed)
        if not isinstance(move, TakeReserve):
            first, cards, values = _run(hand, move)
            played = first - 1, len(cards)
            yield TopAhead(first=first, cards=cards, values=values, trick="")
        if _a_card_it_is(view, move):
            card = up.reserves[seat][0]
            yield TakeAhead(card=card, gap=_gap(hand, card), trick="")
    at, size = played
    rest = hand[:at] + hand[at + size :]
    if LeadAhead in kinds and rest:
        leading = replace(up, leader=seat, trick=(), drawing=None)
        first, cards, values = _run(
            rest, decide(replace(view, up=leading, hand=rest, drawn=None), seed)
        )
        if first > at:
            first += size
        if hand[first - 1 : first - 1 + len(cards)] == cards:  # or they do not lie together yet
            yield LeadAhead(first=first, cards=cards, values=values, hand=(), trick="")


def _when_it_comes(up: FaceUp, seat: Seat) -> FaceUp:
    """Have all before a seat take a reserve card: nothing is higher then than now."""
    at, led = up.inside.index(seat), up.inside.index(up.leader)
    before = (at - led) % len(up.inside) - len(up.trick)
    taken = ReserveTaken(seat=up.leader, card=1, gap=0)
    return replace(up, trick=(*up.trick, *(taken for _ in range(before))))


def _run(hand: Cards, move: Move) -> tuple[int, Cards, Values]:
    match move:
        case Play(first=first, cards=cards, values=values):
            return first, cards, values
        case PlayStop(position=at) | PlayRedraw(position=at):
            return at, hand[at - 1 : at], ()
        case _:
            raise AssertionError(f"no cards are played by {move}")


def _a_card_it_is(view: View, move: Move) -> bool:
    """Say whether they take a reserve card, even if by then what they could play goes no more.

    Not if they hold a STOP or a REDRAW: that is what they play before they take one.
    """
    assert view.seat is not None
    if not view.up.reserves[view.seat] or "Stop" in view.hand or "Redraw" in view.hand:
        return False
    if not isinstance(move, Play):
        return isinstance(move, TakeReserve)
    return next(plays(view.hand, move.values), None) is None
