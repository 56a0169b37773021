"""Each docstring's examples are tried, so that what a reader copies works."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)


def with_examples() -> list[str]:
    """Return the names of the product's modules whose docstrings hold examples."""
    paths = [
        path for room in ("games", "db", "bot", "cogs") for path in (ROOT / room).rglob("*.py")
    ]
    shown = [path for path in paths if EXAMPLE.search(path.read_text(encoding="utf-8"))]
    return sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in shown)


@pytest.mark.parametrize("name", with_examples())
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    tried = doctest.testmod(import_module(name))
    assert tried.attempted > 0, "an example stands where doctest doesn't look"
    assert tried.failed == 0
