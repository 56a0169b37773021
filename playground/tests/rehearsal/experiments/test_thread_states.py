"""Tests of the threads."""

from discord_playground.rehearsal.experiments import thread_states

from playground.tests.rehearsal.conftest import Rehearsed


def test_archived_threads_are_tried(whole: Rehearsed) -> None:
    keys = [key for experiment in thread_states.EXPERIMENTS for key in experiment.keys]
    assert "not tried" not in [whole.verdict(key) for key in keys]
    for key in set(keys) - {"thread-rename-limit"}:  # the limit is off here
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]


def test_no_thread_is_left_open(whole: Rehearsed) -> None:
    left = [item for item in whole.playground.world.channels.values() if item.is_thread]
    assert all(item.archived for item in left)
