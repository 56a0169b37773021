"""Rows hold a value for each seat."""

import pytest

from games.rows import in_play, next_in_play, replaced


def test_one_value_of_a_row_is_replaced():
    assert replaced((3, 3, 3), 1, 2) == (3, 2, 3)
    assert replaced(("a", "b"), 1, "c") == ("a", "c")


def test_seats_in_play_are_those_with_something_left():
    assert in_play((3, 0, 1)) == (0, 2)
    assert in_play((False, True)) == (1,)
    assert in_play(((), (5,))) == (1,)


def test_the_next_in_play_is_to_the_left_and_may_be_the_same():
    assert next_in_play((3, 0, 1), 0) == 2
    assert next_in_play((3, 0, 1), 2) == 0
    assert next_in_play((3, 0, 1), 1) == 2
    assert next_in_play((0, 4, 0), 1) == 1
    with pytest.raises(StopIteration):
        next_in_play((0, 0), 0)
