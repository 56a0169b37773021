"""A transcript is checked by anybody, with a file and this program and nothing else."""

import json
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot import __main__ as program
from bot.verify import NotProven, verify, verify_file
from games import GAMES
from games.rules import Refusal
from tests.bot.toy import ANN, BEN, Guess, Hide, House, Toy, house_on

TOY = {"toy": Toy()}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path / "downeast.sqlite3") as opened:
        yield opened


async def finished(house: House, **terms: Any) -> int:
    """Play a table to its end, partly by the clock."""
    table = await house.dealt(ANN, BEN, **terms)
    await house.play(table, ANN, Hide(coins=1))
    house.time += 10**6
    assert await house.host.play_absent(table, 1)
    await house.play(table, ANN, Guess(total=1))
    await house.play(table, BEN, Guess(total=4, after=1))
    return table


async def test_a_table_of_the_house_is_proven_from_its_transcript(house: House):
    table = await finished(house)
    written = await house.host.transcript(table)
    sentence = verify(json.loads(json.dumps(written)), TOY)
    assert f"table {table}" in sentence
    assert "all 5 steps" in sentence
    assert "Won by Ann" in sentence


async def test_a_transcript_says_who_sat_where_and_what_was_agreed(house: House):
    written = await house.host.transcript(await finished(house, most=2))
    assert (written["players"], written["options"]) == (["Ann", "Ben"], {"most": 2})
    assert [step["seat"] for step in written["steps"]] == [None, 0, 1, 0, 1]


async def test_ids_and_persons_are_not_in_a_transcript(house: House):
    """It may be published: names as they were at the table, and nobody's account."""
    table = await finished(house)
    written = await house.host.transcript(table)
    assert set(written) == {
        *("transcript", "game", "version", "table", "players", "options"),
        *("seal", "sealed_by", "secret", "steps"),
    }
    assert all(set(step) == {"rev", "seat", "move", "told"} for step in written["steps"])


async def test_there_is_no_transcript_before_the_end_or_against_the_terms(house: House):
    playing, closed = await house.dealt(ANN, BEN), await finished(house, laid_open=False)
    with pytest.raises(Refusal, match="once the game is over"):
        await house.host.transcript(playing)
    with pytest.raises(Refusal, match="closed for good"):
        await house.host.transcript(closed)


async def test_another_secret_under_the_same_seal_is_found_out(house: House):
    """Whoever runs the bot cannot exchange the luck afterwards and reseal it unseen."""
    written = await house.host.transcript(await finished(house))
    written["secret"] = "ab" * 32
    with pytest.raises(NotProven, match="does not open the seal"):
        verify(written, TOY)


async def test_a_move_against_the_rules_is_found_out(house: House):
    written = await house.host.transcript(await finished(house))
    written["steps"][1]["move"]["coins"] = 99
    with pytest.raises(NotProven, match="against the rules"):
        verify(written, TOY)


async def test_a_move_that_was_told_otherwise_is_found_out(house: House):
    written = await house.host.transcript(await finished(house))
    written["steps"][1]["move"]["coins"] = 2
    with pytest.raises(NotProven, match="told otherwise"):
        verify(written, TOY)


async def test_a_transcript_that_stops_early_is_found_out(house: House):
    written = await house.host.transcript(await finished(house))
    written["steps"].pop()
    with pytest.raises(NotProven, match="stops before"):
        verify(written, TOY)


# --- as a program ---------------------------------------------------------------------------------


async def test_a_transcript_is_read_from_a_file(house: House, tmp_path: Path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(await house.host.transcript(await finished(house))))
    assert "Won by Ann" in verify_file(file, TOY)


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
    house: House,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(await house.host.transcript(await finished(house))))
    monkeypatch.setattr(program, "GAMES", TOY)
    monkeypatch.setattr(sys, "argv", ["bot", "verify", str(file)])
    assert program.main() == 0
    assert "the seal opens" in capsys.readouterr().out
