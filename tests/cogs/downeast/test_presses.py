"""The number of presses that each kind of move takes on the board and in the hand."""

from typing import Any

import pytest

from games.downeast.moves import (
    Answer,
    AnswerLot,
    Call,
    Challenge,
    Keep,
    Offer,
    Pass,
    Pay,
    Raise,
    Seal,
    Sell,
    Surrender,
    TurnOver,
)
from tests.cogs.downeast.face import START, bidding, dealing, sealing
from tests.contract.presses import presses, table_at
from tests.games.downeast.table import ANN, BEN, CAT, Table


def counted(table: Table, seat: int, move: Any) -> tuple[int | None, int | None]:
    """Count the presses to a move, starting at the board and at an open hand."""
    seen = table_at("downeast", table.state.options, table.state, seat)
    return presses(seen, move, "board"), presses(seen, move, "hand")


def choosing() -> Table:
    return Table("Canoe Trap / 50 10 0", "Canoe /", "Canoe Trap Trap /", deck="Buoy Buoy")


def rich() -> Table:
    """Return a table where Ann holds all six kinds of cash."""
    cash = "500 200 100 50 50 10 10 10 0 0"
    return Table(f"/ {cash}", f"/ {cash}", START, deck="Thief Buoy", thief=True).turn_over(ANN)


def once() -> Table:
    return Table(START, START, START, deck="Canoe Trap", bidding="once").turn_over(ANN)


def paying(**options: Any) -> Table:
    table = Table("/", "/ 100 50 10 10 10 10", "/", deck="Canoe", **options).turn_over(ANN)
    return table.bid(BEN, 80).passes(CAT).sell(ANN)


def owned() -> Table:
    """Return a table where Ann has too many deals for buttons."""
    return Table("Canoe Trap Buoy /" + " 50 10", "Canoe Trap /", "Buoy Trap /", deck="Quilt Quilt")


def deciding() -> Table:
    return bidding().bid(BEN, 60).passes(CAT, 3)


def deal(item: str, target: int, *cards: int) -> Challenge:
    return Challenge(item=item, target=target, cards=cards, fanned=False)


def offer_again() -> Table:
    return dealing("").answer(BEN, "")


PRESSES = [
    (choosing, ANN, TurnOver(), 1, 1),
    (bidding, BEN, Raise(amount=10, limit=None), 1, 1),
    (bidding, BEN, Raise(amount=50, limit=None), 1, 1),
    (bidding, BEN, Pass(), 1, 1),
    (bidding, ANN, Call(), 1, 1),
    (deciding, ANN, Sell(), 1, 1),
    (once, BEN, AnswerLot(most=20, ask=False), 1, 1),
    (once, BEN, AnswerLot(most=50, ask=False), 1, 1),
    (once, BEN, Pass(), 1, 1),
    (once, ANN, Sell(), 1, 1),
    (once, ANN, Keep(most=20, against=(), ask=False), 2, 1),
    (paying, BEN, Pay(cards=(50, 10, 10, 10)), 2, 1),
    (paying, BEN, Pay(cards=(100,)), 2, 1),
    (choosing, ANN, deal("Canoe", BEN, 10), 2, 2),
    (choosing, ANN, deal("Trap", CAT, 10), 3, 2),
    (owned, ANN, deal("Canoe", BEN, 10), 2, 3),
    (dealing, BEN, Answer(cards=()), 1, 1),
    (dealing, BEN, Answer(cards=(10,)), 2, 2),
    (dealing, BEN, Surrender(), 1, 1),
    (offer_again, ANN, Offer(cards=(10,), fanned=False), 2, 2),
    (sealing, BEN, Seal(cards=(10,)), 2, 2),
    (sealing, BEN, Seal(cards=()), 1, 1),
    (rich, BEN, Seal(cards=(10,)), 2, 2),
    (rich, BEN, Seal(cards=(200, 10)), 4, 4),
    (rich, BEN, Seal(cards=(500, 200, 100, 50, 10, 10, 0)), 12, 12),
]


@pytest.mark.parametrize(("laid_out", "seat", "move", "on_board", "on_hand"), PRESSES)
def test_number_of_presses_of_each_move(
    laid_out: Any, seat: int, move: Any, on_board: int, on_hand: int
):
    assert counted(laid_out(), seat, move) == (on_board, on_hand)
