"""What people of the simulated day say ahead in TRUMP The Game: their next turn, and their choices.

Each is the decision that they would make as things stand; who would offer a deal wants to be asked.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from games.rules import Seat
from games.trump.ahead.ordered import ChoicesAhead, Order, TurnsAhead
from games.trump.moves import ForceSale, Pass, Play, Roll, Tax
from games.trump.orders import TrumpOrders
from games.trump.state import Acting, Public
from games.trump.views import View
from tests.tools.day.people.looking_in import dice
from tests.tools.day.people.trump import decide
from tests.tools.day.people.trump_worth import use, worth

if TYPE_CHECKING:
    from tests.tools.day.people import LookIn

_ORDERS = TrumpOrders()


async def give_order(house: Any, table: int, look: "LookIn") -> None:
    """Say ahead what they would do next, if they are of those who do; take back what they said."""
    if not look.next_turn:
        return
    loaded = await house.store.loaded(table)
    person = loaded.table.players[look.seat].person
    wanted = list(orders(look.view, look.seed))
    kinds = {order.kind for order in wanted}
    for old in loaded.orders.get(look.seat, ()):
        if old.kind not in kinds:
            await house.host.orders.cancel(table, person, old.kind)
    for order in wanted:
        await house.give_order(table, person, order, drawn_at=loaded.table.step)


def orders(view: View, seed: int) -> Iterator[Order]:
    """Yield what this seat would do on its next turn, and choose if it were asked."""
    kinds = {type(order) for order in _ORDERS.offered(view)}
    if TurnsAhead in kinds and (turn := _next_turn(view, seed)) is not None:
        yield turn
    if ChoicesAhead in kinds:
        yield _choices(view, seed)


def _next_turn(view: View, seed: int) -> TurnsAhead | None:
    assert view.seat is not None
    move = decide(replace(view, public=_on_turn(view.public, view.seat)), seed)
    match move:
        case Roll():
            return TurnsAhead(cards=(), then="roll", since=None)
        case Pass():
            return TurnsAhead(cards=(), then="pass", since=None)
        case Play() | Tax() | ForceSale():
            then = "pass" if view.public.dealing else "roll"
            return TurnsAhead(cards=(move,), then=then, since=None)
        case _:
            return None


def _on_turn(public: Public, seat: Seat) -> Public:
    """Have it be a seat's next turn, with all as it is now."""
    later = range(public.turn + 1, public.turn + 1 + public.seats)
    turn = next(number for number in later if public.turn_of(number) == seat)
    return replace(public, turn=turn, seat=seat, phase=Acting(), clearance=None)


def _choices(view: View, seed: int) -> ChoicesAhead:
    public, seat = view.public, view.seat
    rng = dice(seed, seat, "trump ahead", public.turn, public.sales)
    free = () if public.dealing else public.owned(None)
    taken = [public.owned(number) for number in range(view.seats) if number != seat]
    others = () if public.dealing else tuple(move for some in taken for move in some)
    return ChoicesAhead(
        sell=_liked({item: worth(view, item, rng) for item in (*free, *others)}),
        add=_liked({item: use(view, item) + rng.random() * 20 for item in free}),
        take=_many_handed(view, rng),
    )


def _liked(how: dict[str, float]) -> tuple[str, ...]:
    return tuple(sorted(how, key=lambda one: -how[one]))


def _many_handed(view: View, rng: Random) -> tuple[Seat, ...]:
    held = {item: count + rng.random() * 2 for item, count in enumerate(view.public.hands)}
    return tuple(card for card in sorted(held, key=lambda one: -held[one]) if card != view.seat)
