"""How long a table waits for a move."""

from itertools import pairwise

from bot.host.pace import PACES


def test_each_pace_has_its_name():
    assert [name for name, pace in PACES.items() if pace.name != name] == []


def test_a_slower_pace_gives_more_time():
    paces = list(PACES.values())
    for pace, slower in pairwise(paces):
        assert pace.decision < slower.decision
        assert pace.call < slower.call


def test_a_call_is_shorter_than_a_decision():
    assert all(pace.call < pace.decision / 4 for pace in PACES.values())
