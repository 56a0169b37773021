"""A transcript is checked by anybody, with a file and this program and nothing else."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bot import __main__ as program
from bot.host.verify import NotProven, verify, verify_file
from games import GAMES
from games.rules import AnyRules
from tests.bot.host.test_transcript import finished
from tests.bot.house import House
from tests.small.game import SmallRules

SMALL: dict[str, AnyRules] = {"small": SmallRules()}


class Newer(SmallRules):
    """The rules of a later release."""

    version = 2


@pytest.fixture
async def made(idle_house: House) -> dict[str, Any]:
    """Write a finished table down."""
    house = idle_house
    return json.loads(json.dumps(await house.queries.transcript(await finished(house))))


async def test_a_table_of_the_house_is_proven_from_its_transcript(made: dict[str, Any]):
    sentence = verify(made, SMALL)
    assert f"table {made['table']}" in sentence
    assert "all 5 steps" in sentence
    assert "Won by Ann" in sentence


async def test_another_secret_under_the_same_seal_is_found_out(made: dict[str, Any]):
    """Whoever runs the bot cannot exchange the luck afterwards and reseal it unseen."""
    made["secret"] = "ab" * 32
    with pytest.raises(NotProven, match="does not open the seal"):
        verify(made, SMALL)


async def test_a_move_against_the_rules_is_found_out(made: dict[str, Any]):
    made["steps"][1]["move"]["coins"] = 99
    with pytest.raises(NotProven, match="against the rules"):
        verify(made, SMALL)


async def test_a_move_that_was_told_otherwise_is_found_out(made: dict[str, Any]):
    made["steps"][1]["move"]["coins"] = 2
    with pytest.raises(NotProven, match="told otherwise"):
        verify(made, SMALL)


async def test_a_transcript_that_stops_early_is_found_out(made: dict[str, Any]):
    made["steps"].pop()
    with pytest.raises(NotProven, match="stops before"):
        verify(made, SMALL)


@pytest.mark.parametrize(
    "key", ["game", "version", "players", "options", "seal", "sealed_by", "secret", "steps"]
)
async def test_a_transcript_with_a_page_torn_out_proves_nothing(made: dict[str, Any], key: str):
    del made[key]
    with pytest.raises(NotProven):
        verify(made, SMALL)


# --- of other versions ----------------------------------------------------------------------------


async def test_a_transcript_of_older_rules_names_the_release_that_checks_it(made: dict[str, Any]):
    with pytest.raises(NotProven, match=r"version 1 .*this release has version 2\. Release 0\.1"):
        verify(made, {"small": Newer()})


async def test_a_transcript_of_newer_rules_asks_for_a_newer_release(made: dict[str, Any]):
    made["version"] = 7
    with pytest.raises(NotProven, match="A newer release can check it"):
        verify(made, SMALL)


@pytest.mark.parametrize("rules", [SmallRules(), Newer()], ids=["older", "newer"])
async def test_a_game_that_was_finished_under_other_rules_is_no_one_release_s(
    made: dict[str, Any], rules: AnyRules
):
    made["finished_under"] = 2
    with pytest.raises(NotProven, match="no one release can deal it"):
        verify(made, {"small": rules})


async def test_a_game_that_is_not_ours_is_said(made: dict[str, Any]):
    with pytest.raises(NotProven, match="does not know that game"):
        verify(made, GAMES)


# --- as a program ---------------------------------------------------------------------------------


async def test_a_transcript_is_read_from_a_file(made: dict[str, Any], tmp_path: Path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(made))
    assert "Won by Ann" in verify_file(file, SMALL)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[]", b"7", b'{"game": []}'])
def test_a_file_that_is_no_transcript_proves_nothing(tmp_path: Path, content: bytes):
    file = tmp_path / "table.json"
    file.write_bytes(content)
    with pytest.raises(NotProven):
        verify_file(file, GAMES)


def test_a_file_that_is_not_there_proves_nothing(tmp_path: Path):
    for path in (tmp_path / "nowhere.json", tmp_path):
        with pytest.raises(NotProven, match="cannot be read"):
            verify_file(path, GAMES)


def test_the_program_says_what_is_wrong_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", ["bot", "verify", str(tmp_path / "nowhere.json")])
    assert program.main() == 1
    assert "Not proven" in capsys.readouterr().err


async def test_the_program_says_what_was_proven(
    made: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(made))
    monkeypatch.setattr(program, "GAMES", SMALL)
    monkeypatch.setattr(sys, "argv", ["bot", "verify", str(file)])
    assert program.main() == 0
    assert "the seal opens" in capsys.readouterr().out
