"""Draw docstrings and comments for a blind reading test: ours mixed with two well-known libraries.

`python -m tests.tools.reading sheet.txt key.txt` writes 60 passages of ours (bot, cogs, games, db)
and 60 of the installed discord.py and pydantic in one shuffled order. Give a reader the sheet
alone and ask which numbers need a second reading; the key then tells whose they are. The draw
follows from the hash of HEAD, so nobody can pick a favourable one.
"""

import argparse
import ast
import importlib.util
import inspect
import io
import random
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("bot", "cogs", "games", "db")
THEIRS = ("discord", "pydantic")
DRAWN = 60
FEWEST_WORDS = 5
SECTION = re.compile(r"\n\s*(?:\.\. |-{3,}|\w[\w ]*\n\s*-{3,}|!!!|```|>>>|\w+:\s*\n)")
NO_PROSE = re.compile(r"#+\s*(?:noqa|type:|pyright|pragma|-{3}|={3}|!|fmt:)")


def docstrings(source: str) -> Iterator[str]:
    """Yield the prose of each docstring: what comes before its first section or directive."""
    nodes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, nodes) and (text := ast.get_docstring(node)):
            yield SECTION.split(inspect.cleandoc(text), maxsplit=1)[0].strip()


def comments(source: str) -> Iterator[str]:
    """Yield each comment; comments on lines of their own that follow each other count as one."""
    block: list[str] = []
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or NO_PROSE.match(token.string):
            continue
        text, row = token.string.lstrip("# "), token.start[0]
        alone = token.line.strip().startswith("#")
        if alone and row == last + 1:
            block.append(text)
        else:
            if block:
                yield "\n".join(block)
            block = [text]
        last = row if alone else -1
    if block:
        yield "\n".join(block)


def passages(folders: list[Path]) -> list[str]:
    """List every passage of at least five words, sorted so that a seed draws the same ones."""
    drawn: set[str] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            drawn.update(docstrings(source))
            drawn.update(comments(source))
    return sorted(text for text in drawn if len(text.split()) >= FEWEST_WORDS)


def installed(package: str) -> Path:
    """Find the folder of an installed package."""
    spec = importlib.util.find_spec(package)
    assert spec is not None, f"{package} is not installed"
    assert spec.origin is not None
    return Path(spec.origin).parent


def main() -> None:
    """Write the sheet for the reader and the key to it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("key", type=Path)
    parser.add_argument("--draw", type=int, default=1, help="1, 2 or 3: which draw of this commit")
    chosen = parser.parse_args()
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    luck = random.Random(f"{head} {chosen.draw}")
    ours = luck.sample(passages([ROOT / room for room in OURS]), DRAWN)
    theirs = luck.sample(passages([installed(package) for package in THEIRS]), DRAWN)
    mixed = [("ours", text) for text in ours] + [("theirs", text) for text in theirs]
    luck.shuffle(mixed)
    numbered = list(enumerate(mixed, start=1))
    chosen.sheet.write_text("".join(f"[{number}]\n{text}\n\n" for number, (_, text) in numbered))
    chosen.key.write_text("".join(f"{number} {whose}\n" for number, (whose, _) in numbered))


if __name__ == "__main__":
    main()
