"""Write the files of a new game: a copy of the starter (tests/starter) with a new name.

    make new-game name=skull title="Skull"

The copy can be played at once and passes every contract test. docs/adding-a-game.md explains the
next steps.
"""

import argparse
import keyword
import re
import subprocess
import sys
import zlib
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.game_choice import OWN_COMMANDS
from tests.starter.face import LowDieFace

ROOT = Path(__file__).parents[2]
HOUSE = OWN_COMMANDS | {"any", "small", "starter"}
"""Names that are taken: the bot's own commands, and names whose class would clash with another."""

LONGEST_NAME, LONGEST_TITLE = 20, 32


class CannotBe(Exception):
    """A game cannot have this name or title; `str()` says why."""


@dataclass(frozen=True)
class NewGame:
    """The name of a new game, in each form in which the files use it."""

    name: str
    title: str
    root: Path

    @property
    def camel(self) -> str:
        """The prefix of the names of its classes: `SkullKing`."""
        return "".join(word.capitalize() for word in self.name.split("_"))

    @property
    def rulings(self) -> str:
        """The letters before the numbers of its rulings: `SK`, as in SK-7."""
        return self.name.replace("_", "")[:2].upper()

    @property
    def files(self) -> dict[Path, Path]:
        """Return the new path of each file of the starter."""
        name, root = self.name, self.root
        starter = root / "tests" / "starter"
        return {
            **{
                path: root / "games" / name / path.name
                for path in sorted(starter.glob("game/*.py"))
            },
            **{
                path: root / "cogs" / name / path.name for path in sorted(starter.glob("face/*.py"))
            },
            starter / "test_rules.py": root / "tests" / "games" / name / "test_rules.py",
            starter / "test_face.py": root / "tests" / "cogs" / name / "test_face.py",
            starter / "twin.py": root / "tests" / "contract" / "twins" / f"{name}.py",
            starter / "golden.txt": root / "tests" / "golden" / f"{name}.txt",
        }

    def colour(self) -> int:
        """Derive a colour from the name that no other face uses."""
        taken = set(_colours(self.root))
        for salt in range(1000):
            mixed = zlib.crc32(f"{self.name}{salt or ''}".encode()) & 0xFFFFFF | 0x202020
            if mixed not in taken:
                return mixed
        raise CannotBe("Every colour that I tried is taken.")

    def renamed(self, text: str, colour: int) -> str:
        """Replace the starter's names in a text with this game's."""
        for old, new in {
            "tests.starter.game": f"games.{self.name}",
            "tests.starter.face": f"cogs.{self.name}",
            "LowDieFace": f"{self.camel}Face",
            "LowDie": f"{self.camel}Rules",
            'name = "starter"': f'name = "{self.name}"',
            "Low Die": self.title,
            "0x123456": f"0x{colour:06X}",
            "LD-": f"{self.rulings}-",
            "_ld_": f"_{self.rulings.lower()}_",
        }.items():
            text = text.replace(old, new)
        return text


def _colours(root: Path) -> Iterator[int]:
    for path in (root / "cogs").rglob("*.py"):
        for found in re.findall(r"colour = (0x[0-9A-Fa-f]{6})\b", path.read_text("utf-8")):
            yield int(found, 16)


def check(game: NewGame) -> None:
    """Raise CannotBe if a game cannot have this name or title."""
    name, title = game.name, game.title
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise CannotBe(
            "A game's name is one word in small letters, as in `make new-game name=skull`"
            + (f"; {name!r} is not." if name else ".")
        )
    if len(name) > LONGEST_NAME:
        raise CannotBe(f"{name!r} is too long to type; {LONGEST_NAME} letters are the most.")
    taken = {
        path.stem
        for room in ("games", "cogs")
        for path in (game.root / room).iterdir()
        if path.is_file()
        or any(path.glob("*.py"))  # a folder with nothing but leftovers is no game
    }
    offered = (game.root / "games" / "__init__.py").read_text("utf-8")
    if name in HOUSE | taken or f" {game.camel}Rules\n" in offered:
        raise CannotBe(f"The name {name!r} is taken.")
    for path in game.files.values():
        if path.exists():
            raise CannotBe(f"The name {name!r} is taken: there is {path.relative_to(game.root)}.")
    if not re.fullmatch(r"[^\W_][\w '!?.,:&-]*", title) or len(title) > LONGEST_TITLE:
        raise CannotBe(
            f"A title is at most {LONGEST_TITLE} letters, figures, spaces and '!?.,:&-; "
            f"{title!r} is not."
        )


def new_game(name: str, title: str = "", root: Path = ROOT) -> list[Path]:
    """Write a new game's files and register the game; return the written and changed files.

    Raises CannotBe, and then writes nothing.
    """
    game = NewGame(name, title or name.replace("_", " ").strip().title(), root)
    check(game)
    colour = game.colour()
    offer, readme = root / "games" / "__init__.py", root / "README.md"
    texts = {
        **{new: game.renamed(old.read_text("utf-8"), colour) for old, new in game.files.items()},
        offer: _offered(offer.read_text("utf-8"), game),
        readme: _listed(readme.read_text("utf-8"), game),
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    _put_in_order([path for path in texts if path.suffix == ".py"], root)
    return list(texts)


def _offered(text: str, game: NewGame) -> str:
    """Add a game's import and its line to GAMES."""
    head, start, rest = text.partition("    for rules in [\n")
    body, end, tail = rest.partition("    ]\n")
    assert start, "games/__init__.py does not look as it did"
    assert end, "games/__init__.py does not look as it did"
    lines = body.splitlines(keepends=True)
    line = f"        {game.camel}Rules(),\n"
    lines.insert(bisect(lines, line), line)
    brought = f"from games.{game.name} import {game.camel}Rules\nfrom games.rules import"
    head = head.replace("from games.rules import", brought, 1)
    return "".join([head, start, *lines, end, tail])


def _listed(text: str, game: NewGame) -> str:
    """Add a row to the README's table of games."""
    rows = list(re.finditer(r"^\| \*\*.*\| `/.*\n", text, re.MULTILINE))
    assert rows, "the README has no table of games"
    row = f"| **{game.title}** | `/{game.name}` | 2 to 6 | {LowDieFace.pitch} |\n"
    return text[: rows[-1].end()] + row + text[rows[-1].end() :]


def _put_in_order(paths: list[Path], root: Path) -> None:
    """Sort imports and wrap lines again, because the new name changes their order and length."""
    for command in (["check", "--select", "I", "--fix"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--quiet", "--no-cache", *map(str, paths)]
        subprocess.run(ruff, cwd=root, check=True)


def main() -> None:
    """Write a new game, and print the next steps."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.new_game", description=__doc__)
    parser.add_argument(
        "name", nargs="?", default="", help="its slash command and its folders: skull"
    )
    parser.add_argument("--title", default="", help="what players read: Skull")
    asked = parser.parse_args()
    try:
        written = new_game(asked.name, asked.title)
    except CannotBe as problem:
        sys.exit(str(problem))
    for path in written:
        print(path.relative_to(ROOT))
    print(
        f"\n`make check test` is green, and /{asked.name} can be played in `make play`: it is "
        "Low Die by another name.\nMake your game of it: docs/adding-a-game.md says how.\nPlay "
        f"whole tables: .venv/bin/python -m tests.tools.drive {asked.name} --tables 5"
    )


if __name__ == "__main__":
    main()
