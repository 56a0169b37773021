"""Tests of the person who does by themselves what the rehearsal asks for."""

from playground.tests.rehearsal.conftest import Rehearsed


def test_the_robot_presses_types_and_submits(whole: Rehearsed) -> None:
    """Without one of these the comparison would miss a kind of interaction."""
    kinds = {
        line["body"]["type"]
        for line in whole.recorder.lines
        if line.get("event") == "INTERACTION_CREATE"
    }
    assert kinds == {2, 3, 4, 5}


def test_the_robot_gives_everything_back(whole: Rehearsed) -> None:
    channels = whole.playground.world.channels.values()
    assert not any(channel.overrides.get("send_messages") is False for channel in channels)
