"""A kind of standing orders for a `TableGame`: what is offered can be given, and stays while it is.

A game says which orders a seat can give, which questions they answer, and with which move.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Generic, get_args, get_origin

from games.rules import DATE, IllegalMove, M, Orders, R
from games.table_game import H, P, View
from games.values import hints_of, same


class TableOrders(Orders[R, M, View[P, H]], Generic[R, M, P, H]):
    """Define standing orders. Subclass as `TableOrders[Order, Move, Public, Hand]`.

    `offered` yields every order that a seat can give now, with its dates (`Date` in games/rules.py)
    filled in. An order whose date is the round is no longer offered in the next round, so it ends.
    """

    def why_not(self, view: View[P, H], order: R) -> IllegalMove:
        """Return the refusal of an order, in a sentence that says what works instead.

        The fields of `order` may hold any value of any type.
        """
        return IllegalMove("You can't plan that now. The menus show what you can plan.")

    def accept(self, view: View[P, H], order: R) -> R:
        """Return the order that is offered, with its dates. Raise IllegalMove if none is."""
        for offered in self.offered(view):
            if same(order, offered) or same(order, _undated(offered)):
                return offered
        raise self.why_not(view, order)

    def remaining(self, view: View[P, H], orders: Sequence[R]) -> Sequence[R]:
        """Keep the orders that are still offered."""
        offered = list(self.offered(view))
        return [order for order in orders if any(same(order, other) for other in offered)]

    def again(self, view: View[P, H], order: R) -> R | None:
        """Give an order of an earlier game this game's dates, if it is offered."""
        wanted = _undated(order)
        return next((new for new in self.offered(view) if same(_undated(new), wanted)), None)


def _undated(order: Any) -> Any:
    """Return an order with its dates empty, as the house makes it from what a player says."""
    hints = hints_of(order.__class__)
    dates = [name for name, hint in hints.items() if get_origin(hint) is Annotated]
    return replace(order, **{name: 0 for name in dates if DATE in get_args(hints[name])})
