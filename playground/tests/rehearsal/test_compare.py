"""Tests of the comparison: what the stand-in does otherwise is found, shape by shape."""

from typing import Any

import pytest
from discord_playground import Playground
from discord_playground.rehearsal.command_line import rehearse_alone
from discord_playground.rehearsal.compare import differences
from discord_playground.rehearsal.experiments import thread_states
from discord_playground.world import json_shapes

from playground.tests.rehearsal.conftest import Rehearsed, plan_for


def event(body: Any, name: str = "GUILD_CREATE") -> list[dict[str, Any]]:
    return [{"direction": "event", "event": name, "body": body}]


def test_the_same_shape_with_other_values_is_no_difference() -> None:
    assert not differences(event({"a": "x", "b": [1]}), event({"a": "y", "b": [2, 3]}))


def test_missing_and_additional_keys_and_other_types_are_found() -> None:
    found = differences(event({"a": {"b": 1}, "c": "x"}), event({"a": {}, "c": 1, "d": 1}))
    assert found == [
        "GUILD_CREATE: a.b is missing in the stand-in",
        "GUILD_CREATE: c is text, in the stand-in number",
        "GUILD_CREATE: d is in the stand-in alone",
    ]


def test_a_list_and_an_object_differ_and_null_may_be_anything() -> None:
    assert differences(event({"a": []}), event({"a": {}}))
    assert not differences(event({"a": None}), event({"a": "x"}))


def test_another_status_is_found_but_what_was_skipped_is_not() -> None:
    line = {"direction": "rest", "route": "GET /x", "status": 400, "body": {}}
    assert differences([line], [line | {"status": 403}]) == [
        "GET /x → 400: the stand-in never sends this"
    ]
    assert not differences([], [line])


async def test_a_planted_difference_in_the_stand_in_is_found(
    whole: Rehearsed, stand_in: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_shape = json_shapes.channel

    def planted(*given: Any, **more: Any) -> Any:
        return {**true_shape(*given, **more), "planted": 1}

    plan = plan_for(stand_in, experiments=thread_states.EXPERIMENTS)
    monkeypatch.setattr(json_shapes, "channel", planted)
    _, changed = await rehearse_alone(stand_in, plan)
    found = differences(whole.recorder.lines, changed.lines)
    assert any("planted is in the stand-in alone" in text for text in found)
    assert not any("planted" in str(line) for line in whole.recorder.lines)


async def test_two_rehearsals_on_the_same_stand_in_agree(stand_in: Playground) -> None:
    plan = plan_for(stand_in, experiments=(thread_states.EXPERIMENTS[0],))
    _, first = await rehearse_alone(stand_in, plan)
    _, second = await rehearse_alone(stand_in, plan)
    assert not differences(first.lines, second.lines)
    assert not differences(second.lines, first.lines)
