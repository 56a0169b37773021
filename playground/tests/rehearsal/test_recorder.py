"""Tests of the recording."""

import json
from pathlib import Path

import pytest
from discord_playground.rehearsal.recorder import Recorder, read_recording

from playground.tests.rehearsal.conftest import Rehearsed


def test_a_whole_rehearsal_names_nobody(whole: Rehearsed) -> None:
    text = json.dumps(whole.recorder.lines)
    world = whole.playground.world
    names = [person.name for person in world.people.values()]
    ids = [*world.people, world.bot_id, world.guild_id, *world.channels]
    assert len(whole.recorder.lines) > 200
    for secret in (*ids, world.bot_token, world.guild_name, world.bot_name, "hello"):
        assert secret not in text, secret
    for name in names:
        assert f'"{name}"' not in text


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    recorder = Recorder()
    recorder.answer("GET /x/{id}", None, 200, {}, {"type": 1})
    recorder.event("READY", {"v": 10})
    recorder.save(tmp_path / "r.jsonl")
    assert read_recording(tmp_path / "r.jsonl") == recorder.lines


@pytest.mark.parametrize("text", ["", "{}", "no json"])
def test_another_file_is_no_recording(text: str, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError):
        read_recording(tmp_path / "r.jsonl")
