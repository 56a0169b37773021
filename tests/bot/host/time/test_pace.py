from itertools import pairwise

from bot.host.time.pace import PACES


def test_a_slower_pace_gives_more_time_and_a_call_is_short():
    for pace, slower in pairwise(PACES.values()):
        assert pace.decision < slower.decision
        assert pace.call < slower.call
    assert all(pace.name == name and pace.call < pace.decision / 4 for name, pace in PACES.items())
