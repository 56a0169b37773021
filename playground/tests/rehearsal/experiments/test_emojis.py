"""Tests of the emojis."""

from discord_playground.rehearsal.experiments import emojis

from playground.tests.rehearsal.conftest import Rehearsed


def test_a_taken_name_is_tried(whole: Rehearsed) -> None:
    assert "not tried" not in [whole.verdict(key) for key in emojis.KEYS]
    for key in ("emoji-name-taken", "emoji-no-permission"):
        assert whole.verdict(key) == "as assumed", whole.report.findings[key]


def test_the_emoji_is_gone_at_the_end(whole: Rehearsed) -> None:
    routes = [line.get("route") for line in whole.recorder.lines]
    assert routes.count(f"DELETE {emojis.EMOJIS}/{{emoji}}") == 1
