"""The operator's commands, as they are typed."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.upkeep.commands.operator_commands import COMMANDS, add_commands, run
from db.base.problems import DatabaseProblem
from tests.bot.upkeep.filled import settings_for


def parser() -> argparse.ArgumentParser:
    built = argparse.ArgumentParser()
    add_commands(built.add_subparsers(dest="command"))
    return built


def test_a_command_that_does_not_exist_is_refused():
    with pytest.raises(SystemExit):
        parser().parse_args(["tidy"])


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help(name: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        parser().parse_args([name, "--help"])
    assert end.value.code == 0
    assert COMMANDS[name].summary.split()[0] in capsys.readouterr().out


@pytest.mark.parametrize("line", [["restore", "{}"], ["restore", "{}", "--yes"], ["backup", "{}"]])
def test_a_file_in_a_closed_folder_is_refused_in_a_sentence(
    line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Such as in a home folder. Not with real rights, because root may enter every folder."""
    closed = tmp_path / "home"
    settings = settings_for(tmp_path / "downeast.sqlite3")
    settings.file.touch()
    arguments = parser().parse_args([part.format(closed / "backup.sqlite3") for part in line])
    monkeypatch.setattr("os.stat", _closed(closed, os.stat))
    monkeypatch.setattr("os.lstat", _closed(closed, os.lstat))
    with pytest.raises(DatabaseProblem, match=f"My account may not use {closed}"):
        run(arguments, settings)


def _closed(folder: Path, look: Callable[..., Any]) -> Callable[..., Any]:
    """Return a way to look at files that refuses whatever is in a folder."""

    def looked(path: Any, *how: Any, **more: Any) -> Any:
        if isinstance(path, str | Path) and str(path).startswith(str(folder)):
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, *how, **more)

    return looked
