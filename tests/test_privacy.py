"""The privacy page names every column of the file, what it holds and how long it's kept."""

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from db.database import Database
from db.upkeep.deletion import OF_SERVERS, OF_TABLES

PAGE = Path(__file__).parents[1] / "docs" / "privacy.md"
HEADING = "## Every column, and how long it's kept"
OVER = "the game ends"
SOONER = {  # rows that go before the record does, with the words for that
    "slips": OVER,
    "orders": OVER,
    "meetings": OVER,
    "meeting_people": OVER,
    "rematch_people": "a day at most",
    "watchers": "until they were told",
    "out_of_reach": "until people can reach it again",
}


@dataclass(frozen=True)
class Row:
    """A line of the page: columns of a table, what they hold, and how long they're kept."""

    columns: tuple[str, ...]
    holds: str
    kept: str


def documented(text: str) -> dict[str, list[Row]]:
    """Read the lines of the page, by the table of the file that they are about."""
    section = text.partition(HEADING)[2].partition("\n## ")[0]
    found: dict[str, list[Row]] = {}
    for part in section.split("\n### ")[1:]:
        [name] = re.findall(r"^`(\w+)`\n", part)
        assert name not in found, f"{name} has two headings"
        lines = [line for line in part.splitlines() if line.startswith("| `")]
        found[name] = [row_of(line) for line in lines]
    return found


def row_of(line: str) -> Row:
    columns, holds, kept, *_ = (cell.strip() for cell in line.strip("|").split("|"))
    assert re.fullmatch(r"`\w+`(, `\w+`)*", columns), columns
    return Row(tuple(re.findall(r"`(\w+)`", columns)), holds, kept)


@cache
def page() -> dict[str, list[Row]]:
    return documented(PAGE.read_text(encoding="utf-8"))


@pytest.fixture
async def stored(tmp_path: Path) -> dict[str, list[str]]:
    """Return the columns of each table of a new file."""
    file = tmp_path / "new.sqlite3"
    await (await Database.open(file)).close()
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
            " WHERE t.type='table' AND t.name NOT LIKE 'sqlite%'"
        ).fetchall()
    found: dict[str, list[str]] = {}
    for table, column in rows:
        found.setdefault(table, []).append(column)
    return found


async def test_every_column_of_the_file_is_named_once(stored: dict[str, list[str]]):
    named = {
        table: sorted(column for row in rows for column in row.columns)
        for table, rows in page().items()
    }
    assert named == {table: sorted(columns) for table, columns in stored.items()}


def test_every_column_says_what_it_holds_and_how_long_it_is_kept():
    for table, rows in page().items():
        assert rows, table
        for row in rows:
            assert row.holds, (table, row.columns)
            assert row.kept, (table, row.columns)


def test_what_is_said_of_how_long_is_what_is_deleted():
    """What belongs to a table goes with it or before, and what belongs to a server with that."""
    for name in ("tables", *OF_TABLES):
        for row in page()[name]:
            assert SOONER.get(name, "with the record") in row.kept, (name, row.columns)
    for name in OF_SERVERS:
        assert all("with the server" in row.kept for row in page()[name]), name
    others = set(page()) - {"tables", *OF_TABLES, *OF_SERVERS}
    assert others == {
        "people",
        "notes",
        "restores",
        "meeting_pings",
        "forgotten_key",
        "idempotency_keys",
        "numbers",
    }
    for name in others:
        assert not any("with the" in row.kept for row in page()[name]), name


def test_a_column_that_is_left_out_would_be_missed():
    text = PAGE.read_text(encoding="utf-8")
    assert text.count("`awake_from`, ") == 1
    less = documented(text.replace("`awake_from`, ", ""))
    assert less["people"] != page()["people"]
    assert {name: rows for name, rows in less.items() if name != "people"} == {
        name: rows for name, rows in page().items() if name != "people"
    }
