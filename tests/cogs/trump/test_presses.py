"""The number of presses that a bid takes from the board and from the hand."""

from typing import Any

import pytest

from games.trump.moves import OpenBid, Pass, Raise
from tests.cogs.trump.face import ANN, BEN, OPEN
from tests.contract.presses import presses, table_at
from tests.games.trump import selling as sales
from tests.games.trump.selling import BACK, I20, I50, OUT


def bid(amount: int, limit: int | None) -> OpenBid:
    return OpenBid(amount=amount, limit=limit, investors="keep", out="no", back="no")


def opening(**more: Any) -> sales.Sale:
    return sales.Sale([I50, I20], [OUT], [BACK], **more)


def counted(sale: sales.Sale, seat: int, move: Any) -> tuple[int | None, int | None]:
    seen = table_at("trump", sale.state.public.options, sale.state, seat)
    return presses(seen, move, "board"), presses(seen, move, "hand")


def bidding() -> sales.Sale:
    return opening(options=OPEN).open(50, 100, 30)


def unlocked() -> sales.Sale:
    return bidding().raises(ANN, 150, I50)


PRESSES = [
    (opening, ANN, bid(10, 10), 1, 1),
    (opening, ANN, bid(50, 50), 1, 1),
    (opening, ANN, bid(0, None), 1, 1),
    (opening, ANN, bid(70, 70), 4, 4),
    (bidding, ANN, Raise(to=110, investors=(I20,)), 2, 1),
    (bidding, ANN, Raise(to=110, investors=(I50,)), 2, 1),
    (bidding, ANN, Raise(to=120, investors=(I20, I50)), 2, 1),
    (bidding, ANN, Raise(to=150, investors=(I20,)), 3, 3),
    (bidding, ANN, Pass(), 1, 1),
    (unlocked, BEN, Raise(to=160, investors=()), 1, 1),
    (unlocked, BEN, Raise(to=200, investors=()), 1, 1),
]


@pytest.mark.parametrize(("laid_out", "seat", "move", "on_board", "on_hand"), PRESSES)
def test_a_bid_takes_the_expected_number_of_presses(laid_out, seat, move, on_board, on_hand):
    assert counted(laid_out(), seat, move) == (on_board, on_hand)
