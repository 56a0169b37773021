"""Every file of the bot has its mirror among the tests: one looks there for what it promises."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path.relative_to(ROOT)
    for path in (ROOT / "bot").rglob("*.py")
    if path.name != "__init__.py"  # of which the bot's say what a room is, and no more
)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_file_of_the_bot_has_its_mirror(file: Path):
    """Who changes it would otherwise search for the tests that hold it."""
    mirror = ROOT / "tests" / file.parent / f"test_{file.stem.strip('_')}.py"
    assert "def test_" in mirror.read_text(), f"{mirror} holds no test"
