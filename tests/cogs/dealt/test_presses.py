"""Dealt!: how many presses it takes, from the hand and from a notice in a DM."""

from games.dealt.cards import Card
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import Options
from tests.cogs.dealt.face import drawing_table
from tests.contract.presses import Start, presses, table_at
from tests.games.dealt.table import ANN, BEN, CAT, Table


def counted(table: Table, seat: int, move: Move) -> dict[Start, int | None]:
    assert move in table.legal(seat)
    seen = table_at("dealt", Options(), table.state, seat)
    return {start: presses(seen, move, start) for start in ("hand", "notice", "board")}


def test_likeliest_play_takes_one_press_and_others_two():
    table = Table("9 8 8 2 2 5 12", "1 1", "3 3")
    for move in table.legal(ANN):
        count = counted(table, ANN, move)
        likely = move.first in (1, 4) and len(move.cards) == 2  # type: ignore
        assert count["hand"] == (1 if likely else 2), move
        assert count["notice"] == (1 if likely else 3), move
        assert count["board"] == (2 if likely else 3), move


def test_any_value_of_an_x_takes_two_presses_and_three_if_there_are_very_many():
    for hand, most in (("9 X 1 1 5 7 2 2", 2), ("9 X 1 1 5 7 X 2", 3)):
        table = Table(hand, "12 12", "3 3")
        for move in table.legal(ANN):
            assert isinstance(move, Play)
            if "X" in move.cards:
                assert counted(table, ANN, move)["hand"] in (2, most), move


def test_a_stop_and_a_redraw_are_one_press_and_one_of_two_is_two():
    table = Table("7 Stop Redraw", "1 1", "2 2")
    assert counted(table, ANN, PlayStop(position=2))["hand"] == 1
    assert counted(table, ANN, PlayRedraw(position=3))["notice"] == 1
    two = Table("Stop 7 Stop", "1 1", "2 2")
    assert [counted(two, ANN, PlayStop(position=at))["hand"] for at in (1, 3)] == [2, 2]


def test_a_reserve_card_is_two_presses_wherever_it_goes_and_one_into_few_cards():
    """The menu of a second card is behind *More…* if the plays have a menu."""
    table = Table("10 1", "9 8 7 4 5", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    cards: tuple[tuple[Card, int], ...] = ((12, 2), ("X", 3))
    for card, count in cards:
        for gap in range(6):
            assert counted(table, BEN, TakeReserve(card=card, gap=gap))["hand"] == count
    assert counted(table, BEN, TakeReserve(card=12, gap=5))["notice"] == 2, "to the right end"
    few = Table("10 1", "9 5", "2 2", reserves=("", "12", "")).play(ANN, 1)
    assert [counted(few, BEN, TakeReserve(card=12, gap=at))["hand"] for at in range(3)] == [1, 1, 1]


def test_a_drawn_card_is_placed_with_one_press_among_few_and_two_among_many():
    few = drawing_table()
    assert [counted(few, ANN, Place(gap=gap))["hand"] for gap in range(3)] == [1, 1, 1]
    many = Table("9 8 3 7 7", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    many.play(ANN, 1).redraw(BEN).take(CAT, 1)
    assert [counted(many, ANN, Place(gap=gap))["hand"] for gap in range(5)] == [2] * 5
    assert counted(many, ANN, Place(gap=2))["notice"] == 2, "beside the 3, and above the 7s"
