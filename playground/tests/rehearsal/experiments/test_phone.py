"""Tests of what a phone shows."""

from discord_playground.rehearsal.experiments import phone

from playground.tests.rehearsal.conftest import Rehearsed


def test_the_person_is_asked_what_the_phone_showed(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in phone.KEYS]
    for key in ("push-shows-content", "push-names-mentions", "silent-no-push", "timestamp-markup"):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
