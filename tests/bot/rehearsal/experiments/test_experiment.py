"""Tests of the list of experiments."""

from bot.rehearsal.experiments import EXPERIMENTS, NOT_TRIED
from tests.bot.rehearsal.conftest import Rehearsed


def test_every_key_is_in_the_report(whole: Rehearsed) -> None:
    """An assumption that vanished from the table would look as if it held."""
    keys = {key for experiment in EXPERIMENTS for key in experiment.keys}
    assert keys | NOT_TRIED.keys() <= whole.report.findings.keys()


def test_nothing_is_tried_that_is_said_not_to_be() -> None:
    keys = {key for experiment in EXPERIMENTS for key in experiment.keys}
    assert not keys & NOT_TRIED.keys()
