"""Tests that a standing order can be given, and stays, for as long as it is offered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from games.rules import Date, IllegalMove, Seat
from games.table_game import View
from games.table_orders import TableOrders


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    round: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAt:
    kind: Literal["stop_at"] = "stop_at"
    amount: int
    round: Date


class StopOrders(TableOrders[StopAt, str, Public, None]):
    kinds = (StopAt,)

    def offered(self, view: View[Public, None]) -> Iterator[StopAt]:
        for amount in range(1, view.public.most):
            yield StopAt(amount=amount, round=view.public.round)

    def answers(self, public: View[Public, None], seat: Seat, orders: Sequence[StopAt]) -> bool:
        return bool(orders)

    def obey(self, view: View[Public, None], orders: Sequence[StopAt]) -> str:
        return "stop"


ORDERS = StopOrders()


def view(number: int = 2, most: int = 5) -> View[Public, None]:
    return View(seat=0, public=Public(round=number, most=most), hand=None, asked=7)


def test_what_a_player_says_gets_its_date():
    assert ORDERS.accept(view(), StopAt(amount=3, round=0)) == StopAt(amount=3, round=2)
    assert ORDERS.accept(view(), StopAt(amount=3, round=2)) == StopAt(amount=3, round=2)


@pytest.mark.parametrize(
    ("amount", "number"), [(3, 1), (5, 0), (0, 0), (True, 0), ("3", 0), (3, None), (None, 2)]
)
def test_what_is_not_offered_is_refused_in_a_sentence(amount: Any, number: Any):
    with pytest.raises(IllegalMove, match=r"You can't plan that now\."):
        ORDERS.accept(view(), StopAt(amount=amount, round=number))


def test_an_order_ends_once_it_is_no_longer_offered():
    given = [StopAt(amount=3, round=2)]
    assert list(ORDERS.remaining(view(), given)) == given
    assert list(ORDERS.remaining(view(number=3), given)) == []
    assert list(ORDERS.remaining(view(most=3), given)) == []


def test_an_order_of_an_earlier_game_gets_the_date_of_this_one():
    assert ORDERS.again(view(number=1), StopAt(amount=3, round=9)) == StopAt(amount=3, round=1)
    assert ORDERS.again(view(most=3), StopAt(amount=3, round=9)) is None


def test_a_game_words_its_refusals():
    class Gentle(StopOrders):
        def why_not(self, view: View[Public, None], order: StopAt) -> IllegalMove:
            return IllegalMove(f"Choose a number below {view.public.most}.")

    with pytest.raises(IllegalMove, match="below 5"):
        Gentle().accept(view(), StopAt(amount=9, round=0))
