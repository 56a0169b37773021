"""Tests of the private answer with a picture."""

from discord_playground.rehearsal.experiments import private_picture

from playground.tests.rehearsal.conftest import Rehearsed


def test_a_private_picture_is_sent_kept_and_removed(whole: Rehearsed) -> None:
    for key in private_picture.KEYS:
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
