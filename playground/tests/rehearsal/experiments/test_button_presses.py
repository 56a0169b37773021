"""Tests of the presses."""

from discord_playground.rehearsal.experiments import button_presses

from playground.tests.rehearsal.conftest import Rehearsed


def test_one_press_tries_both_answers_and_the_callback(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in button_presses.KEYS]
    for key in (
        "unanswered-token",
        "callback-message",
        "answer-to-press-type",
        "second-answer",
        "press-while-pending",
    ):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
