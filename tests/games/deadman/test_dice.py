"""Dead Man's Chest: the chart of values and their odds."""

import re
from itertools import product

import pytest

from games.deadman.dice import CHART, DEAD_MAN, RANK, at_least, higher, value_of, what_beats

ODDS = dict(
    zip(
        (31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21),
        (36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2),
        strict=True,
    )
)


def test_the_chart_is_the_printed_one_with_the_odds_of_two_dice():
    assert tuple(ODDS) == CHART  # low to high
    rolls = [value_of((a, b)) for a, b in product(range(1, 7), repeat=2)]
    for value, of_36 in ODDS.items():
        assert at_least(value) == of_36 == sum(RANK[roll] >= RANK[value] for roll in rolls)


def test_printed_a_roll_of_5_and_2_is_52_and_of_4_and_1_is_41():
    assert value_of((5, 2)) == value_of((2, 5)) == 52
    assert value_of((4, 1)) == value_of((1, 4)) == 41


def test_printed_double_ones_are_higher_than_65_and_21_is_the_highest():
    assert RANK[65] < RANK[11] < RANK[22] < RANK[66] < RANK[DEAD_MAN] == 20


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (None, "anything from 31 to Dead Man"),
        (31, "32 to 65, any double, or Dead Man"),
        (63, "64, 65, any double, or Dead Man"),
        (64, "65, any double, or Dead Man"),
        (65, "any double or Dead Man"),  # "11 or higher" would be every number there is
        (11, "a double from 22 to 66, or Dead Man"),
        (44, "55, 66 or Dead Man"),
        (55, "66 or Dead Man"),
        (66, "Dead Man"),
        (DEAD_MAN, "Dead Man"),
    ],
)
def test_dm_5_beating_values_in_words(over: int | None, said: str):
    assert what_beats(over) == said


@pytest.mark.parametrize("over", [None, *CHART])
def test_dm_5_words_name_exactly_the_beating_values(over: int | None):
    said, goes = what_beats(over), set(higher(over))
    named = [int(word) for word in re.findall(r"[0-9]+", said)]
    assert set(named) <= goes
    assert "or higher" not in said
    spans = [range(int(a), int(b) + 1) for a, b in re.findall(r"([0-9]+) to ([0-9]+)", said)]
    double = "double" in said
    for value in goes - {DEAD_MAN} if over is not None else ():
        inside = value in named or any(value in span for span in spans)
        assert inside or (value % 11 == 0 and double), value
    for value in set(CHART) - goes:
        assert value not in named


def test_higher_lists_what_beats_a_bid():
    assert higher(None) == CHART
    assert higher(55) == (66, 21)
    assert higher(66) == higher(21) == (21,)
