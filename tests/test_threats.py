"""docs/threats.md: every test that it names is there, or it would promise what nobody holds."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMED = re.compile(r"`(test_[a-z0-9_]+)`")


def test_every_test_that_is_named_is_there() -> None:
    page = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
    folders = (ROOT / "tests", ROOT / "playground" / "tests")
    found = [item for folder in folders for item in folder.rglob("test_*.py")]
    own = [item for item in found if ".venv" not in item.parts]
    there = {
        name
        for own_item in own
        for name in re.findall(r"def (test_[a-z0-9_]+)\(", own_item.read_text(encoding="utf-8"))
    }
    named = set(NAMED.findall(page))
    assert len(named) > 40
    assert sorted(named - there) == []


def test_every_row_names_what_shows_it() -> None:
    page = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and " | " in line]
    headings = ("| wants", "| accident", "| happens")
    for row in [row for row in rows if not row.startswith(headings)]:
        assert "test_" in row.split(" | ")[-1], row
