"""Tests of the private answers."""

from discord_playground.rehearsal.experiments import ephemeral

from playground.tests.rehearsal.conftest import Rehearsed


def test_private_answers_are_edited_and_deleted_by_their_tokens(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in ephemeral.KEYS]
    for key in (
        "ephemeral-edit-by-token",
        "ephemeral-delete-by-token",
        "ephemeral-press-token",
        "ephemeral-press-delete",
        "ephemeral-no-rest",
        "ephemeral-dismissed",
    ):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
