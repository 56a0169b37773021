"""Tests of the command line: it asks before it begins, and its exit code says what it found."""

import asyncio
from pathlib import Path

import pytest
from discord_playground import Playground
from discord_playground.rehearsal import command_line
from discord_playground.rehearsal.address import on_discord
from discord_playground.rehearsal.command_line import DIFFERENT, DONE
from discord_playground.rehearsal.place import CannotRehearse, Place
from discord_playground.rehearsal.recorder import Recorder
from discord_playground.rehearsal.report import Report
from discord_playground.rehearsal.stage import Where

from playground.tests.rehearsal.conftest import Rehearsed

PLACES = [Place(Where("1", "2", "3"), "#games on Test"), Place(Where("1", "2", "4"), "#b on Test")]


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    """Replace what talks to Discord; the rehearsal finds what is in this report."""
    made = Report()

    async def look(*_: object) -> list[Place]:
        return PLACES

    async def rehearsed(*_: object) -> Report:
        return made

    monkeypatch.setattr(command_line, "_look", look)
    monkeypatch.setattr(command_line, "rehearse", rehearsed)
    return made


def run(tmp_path: Path, *answers: str, different: bool = False) -> tuple[int, str]:
    said: list[str] = []
    left = list(answers)

    def ask(question: str) -> str:
        said.append(question)
        if not left:
            raise EOFError
        return left.pop(0)

    given = ["--recording", str(tmp_path / "r.jsonl")]
    code = command_line.main(given, lambda: on_discord("token"), said.append, ask)
    return code, "\n".join(said)


def test_it_says_what_it_will_do_and_asks(report: Report, tmp_path: Path) -> None:
    code, said = run(tmp_path, "2", "y")
    assert code == DONE
    assert "about five minutes in #b on Test" in said
    assert (tmp_path / "r.jsonl").exists()


@pytest.mark.parametrize("answers", [(), ("0",), ("3",), ("x",), ("1",), ("1", "n")])
def test_without_a_yes_nothing_is_done(
    answers: tuple[str, ...], report: Report, tmp_path: Path
) -> None:
    with pytest.raises(CannotRehearse, match="Nothing was done"):
        run(tmp_path, *answers)
    assert not (tmp_path / "r.jsonl").exists()


def test_a_difference_has_an_exit_code(report: Report, tmp_path: Path) -> None:
    report.note("planted", False, "something else")
    assert run(tmp_path, "1", "y")[0] == DIFFERENT


def nowhere() -> None:
    """Fail like a playground that doesn't answer. A comparison needs none."""
    raise ConnectionError


@pytest.mark.parametrize("same", [True, False])
def test_a_comparison_has_an_exit_code(
    same: bool, whole: Rehearsed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole.recorder.save(tmp_path / "r.jsonl")
    recorder = Recorder()
    recorder.lines = list(whole.recorder.lines) if same else [{**whole.recorder.lines[0]}]

    async def alone(_: Playground) -> tuple[Report, Recorder]:
        await asyncio.sleep(0)
        return Report(), recorder

    monkeypatch.setattr(command_line, "rehearse_alone", alone)
    said: list[str] = []
    code = command_line.main(["--against", str(tmp_path / "r.jsonl")], nowhere, said.append)
    assert code == (DONE if same else DIFFERENT)
    assert len(said) == 1 if same else len(said) > 1


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotRehearse, match="isn't a recording"):
        command_line.main(["--against", str(tmp_path / "none")], nowhere, print)


def test_without_a_token_there_is_nothing_to_rehearse_on() -> None:
    with pytest.raises(CannotRehearse, match="There is no DISCORD_TOKEN"):
        command_line.main([], lambda: None, print)
