"""Tests of a cut connection."""

from bot.rehearsal.experiments import reconnect
from tests.bot.rehearsal.conftest import Rehearsed


def test_a_press_during_the_cut_is_replayed(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in reconnect.KEYS]
    for key in (
        "hello-heartbeat",
        "ready-then-guild",
        "resume-replays",
        "resume-replays-interactions",
    ):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
