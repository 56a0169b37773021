"""Tests of messages that need nobody."""

from discord_playground.rehearsal.experiments import texts

from playground.tests.rehearsal.conftest import Rehearsed


def test_nonces_and_the_flag_of_components_are_tried(whole: Rehearsed) -> None:
    assert "not tried" not in [
        whole.verdict(key) for key in set(texts.KEYS) - {"rate-bucket-shared"}
    ]
    for key in ("nonce-enforced", "v2-no-content", "v2-flag-stays"):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
