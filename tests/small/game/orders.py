"""The standing orders of Hidden Coins: hide coins last, or guess from a list.

Whether an order acts depends on public facts (which seats have hidden coins, which numbers were
guessed) and on the order itself, never on the coins in a fist.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules import IllegalMove, Orders, Seat
from tests.small.game.moves import Guess, Hide, Move
from tests.small.game.views import View


@dataclass(frozen=True, slots=True, kw_only=True)
class HideLast:
    """When all others have hidden coins, hide this many."""

    kind: Literal["hide_last"] = "hide_last"
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessAhead:
    """On my turn, guess the first of these numbers that is still free."""

    kind: Literal["guess_ahead"] = "guess_ahead"
    totals: tuple[int, ...]


Order: TypeAlias = HideLast | GuessAhead


class SmallOrders(Orders[Order, Move, View]):
    """The standing orders of Hidden Coins."""

    kinds = (HideLast, GuessAhead)

    def offered(self, view: View) -> Iterator[Order]:
        """Offer each number of coins, and each single guess."""
        seen, seat = view.seen, view.seat
        if seat is None or seen.hands is not None:
            return
        if view.own is None:
            for coins in range(seen.options.most + 1):
                yield HideLast(coins=coins)
        if not _has_guessed(view, seat) and seen.guesser != seat:
            for total in seen.totals:
                if total not in seen.guesses:
                    yield GuessAhead(totals=(total,))

    def accept(self, view: View, order: Order) -> Order:
        """Keep the possible guesses, each only once."""
        seen, seat = view.seen, view.seat
        assert seat is not None
        if isinstance(order, HideLast):
            if view.own is not None:
                raise IllegalMove("You have hidden your coins.")
            if order.coins not in range(seen.options.most + 1):
                raise IllegalMove(f"Hide 0 to {seen.options.most} coins.")
            return order
        if _has_guessed(view, seat):
            raise IllegalMove("You have guessed.")
        totals = tuple(dict.fromkeys(order.totals))
        if not totals or any(total not in seen.totals for total in totals):
            raise IllegalMove(f"There can be 0 to {seen.totals[-1]} coins in all.")
        return GuessAhead(totals=totals)

    def answers(self, public: View, seat: Seat, orders: Sequence[Order]) -> bool:
        """Answer for a seat that must hide coins, or guess if one of its numbers is free."""
        seen = public.seen
        if seen.guesser is None:
            others = [ready for other, ready in enumerate(seen.ready) if other != seat]
            return all(others) and any(isinstance(order, HideLast) for order in orders)
        return any(_guess(public, order) is not None for order in orders)

    def obey(self, view: View, orders: Sequence[Order]) -> Move:
        """Return the ordered coins or guess as a move."""
        if view.seen.guesser is None:
            return Hide(coins=next(order.coins for order in orders if isinstance(order, HideLast)))
        return Guess(
            total=next(found for order in orders if (found := _guess(view, order)) is not None)
        )

    def remaining(self, view: View, orders: Sequence[Order]) -> Sequence[Order]:
        """Keep the orders that have not acted yet."""
        seat = view.seat
        assert seat is not None
        done = {HideLast: view.own is not None, GuessAhead: _has_guessed(view, seat)}
        return [order for order in orders if not done[type(order)]]

    def is_lasting(self, order: Order) -> bool:
        """Offer guesses in the next game; coins are chosen anew each time."""
        return isinstance(order, GuessAhead)

    def again(self, view: View, order: Order) -> Order | None:
        """Adopt the guesses that are possible in this game."""
        seat, seen = view.seat, view.seen
        assert seat is not None
        assert isinstance(order, GuessAhead)
        if seen.hands is not None or _has_guessed(view, seat):
            return None
        totals = tuple(total for total in order.totals if total in seen.totals)
        return GuessAhead(totals=totals) if totals else None


def _guess(view: View, order: Order) -> int | None:
    totals = order.totals if isinstance(order, GuessAhead) else ()
    return next((total for total in totals if total not in view.seen.guesses), None)


def _has_guessed(view: View, seat: Seat) -> bool:
    seen = view.seen
    return (seat - seen.first) % len(seen.ready) < len(seen.guesses)
