"""The tutorial (docs/adding-a-game.md) builds the game that it says, step by step.

A code block begins with the file that it is for. Python is a whole file, or continues one, and a
diff changes one. Commands are run where they stand, except those of make.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tools.game_tree import ROOT, planted

TUTORIAL = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
STARTER = ROOT / "tests" / "starter"


@dataclass(frozen=True)
class Block:
    """A code block of the tutorial."""

    language: str
    file: str
    """Where it belongs; "" for commands."""
    continues: bool
    text: str


def blocks() -> Iterator[Block]:
    """Read the code blocks in order."""
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL):
        head, _, rest = text.partition("\n")
        found = re.fullmatch(r"# (\S+/\S+\.py)( \(continued\))?", head)
        if found is None:
            yield Block(language, "", False, text)
        else:
            yield Block(language, found[1], bool(found[2]), rest)


def written(block: Block, before: str) -> str:
    """Return the text of a file after a block."""
    if block.language == "python":
        gap = "\n" if block.text.startswith(" ") else "\n\n"
        return f"{before}{gap}{block.text}" if block.continues else block.text
    lines = block.text.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if not line.startswith("+"))
    new = "".join(line[1:] for line in lines if not line.startswith("-"))
    assert before.count(old) == 1, f"{block.file} has no single place for this: {block.text}"
    return before.replace(old, new)


def test_every_block_has_a_file_or_is_a_command():
    assert [block.text for block in blocks() if not block.file and block.language != "sh"] == []
    assert {block.language for block in blocks()} == {"python", "diff", "sh"}


def test_the_game_that_it_builds_is_the_one_that_a_new_game_begins_with():
    """A reader who writes a game with `make new-game` has what they read about."""
    names = {
        **{f"games/lowdie/{name}.py": f"game/{name}.py" for name in ("__init__", "rules", "state")},
        **{f"games/lowdie/{name}.py": f"game/{name}.py" for name in ("moves", "events")},
        "cogs/lowdie/__init__.py": "face/__init__.py",
        "tests/contract/twins/lowdie.py": "twin.py",
    }
    built = dict.fromkeys(names, "")
    for block in blocks():
        if block.language == "python" and block.file in built:
            built[block.file] = written(block, built[block.file])
    for file, original in names.items():
        text = (STARTER / original).read_text(encoding="utf-8")
        ours = text.replace("tests.starter.game", "games.lowdie").replace('"starter"', '"lowdie"')
        assert sorted(words(built[file])) == sorted(words(ours)), f"{file} is not {original}"


def words(text: str) -> list[str]:
    """Take a text apart, whatever its lines; imports have another order under other names."""
    return re.findall(r"[^\s(),]+", text)


@pytest.mark.full
def test_each_step_can_be_taken_as_it_is_written(tmp_path: Path):
    tree = planted(tmp_path)
    for block in blocks():
        if block.file:
            path = tree / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(written(block, path.read_text() if path.exists() else ""), "utf-8")
            continue
        command = re.sub(r"^make .*\n", "", block.text, flags=re.MULTILINE)
        command = command.replace(".venv/bin/python", sys.executable)
        done = subprocess.run(
            ["sh", "-ec", command], cwd=tree, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, f"{block.text}\n{done.stdout}{done.stderr}"
    files = [str(path) for path in tree.rglob("lowdie*/**/*.py")]
    for how in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *how, "--no-cache", "-q", *files]
        done = subprocess.run(ruff, cwd=tree, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout
