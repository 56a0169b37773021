"""Tests of a withdrawn permission."""

from discord_playground.rehearsal.experiments import withdrawn_permission

from playground.tests.rehearsal.conftest import Rehearsed


def test_a_withdrawn_permission_is_tried(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in withdrawn_permission.KEYS]
    for key in (
        "app-permissions",
        "answer-without-permission",
        "permission-missing",
        "permission-edit-own",
        "permission-regained",
        "channel-hidden",
        "channel-hidden-nulls",
        "channel-hidden-press",
        "channel-hidden-list",
        "channel-shown",
    ):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]
