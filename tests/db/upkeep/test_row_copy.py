"""Every row arrives on the other engine as it was, and a difference would be seen."""

import resource
import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from db.base.migration import newest_schema
from db.base.place import Place
from db.database import Database
from db.upkeep import read_only, row_copy
from db.upkeep.backup import CannotBackUp
from db.upkeep.deletion import OF_SERVERS, OF_TABLES
from db.upkeep.row_copy import KEPT, CannotCopy
from tests.files import put_new_file
from tests.postgresql.empty import empty_database

LARGEST: Final = 2**63 - 1
INTEGERS: Final = (LARGEST, -LARGEST - 1, 1_300_000_000_000_000_000)
REALS: Final = (0.1, 1_790_000_000.123456, -1.7976931348623157e308, 5e-324)
TEXTS: Final = ("Zoë 🦞", "", "a'b\\\"\n", "é", "{}", "Z", "a")
BLOBS: Final = (b"\x00\xff" * 16, b"")
FIXED: Final[dict[str, Any]] = {"phase": "over", "house": 0}  # in columns with a CHECK


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "from.sqlite3"


async def fill(file: Path, rows: int = 5) -> None:
    """Put rows into each table: with the largest and smallest values, and with nothing."""
    await put_new_file(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM numbers")
        connection.execute("DELETE FROM forgotten_key")
        for table in KEPT:
            columns = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
            for number in range(rows):
                values = [
                    number + 1 if place else _value(name, kind, number, may_be_null=not needed)
                    for _, name, kind, needed, _, place in columns
                    if not (place and kind == "TEXT")
                ]
                texts = [f"{TEXTS[number]}{number}" for column in columns if _is_text_key(column)]
                names = [column[1] for column in columns if not _is_text_key(column)]
                names += [column[1] for column in columns if _is_text_key(column)]
                connection.execute(
                    f"INSERT INTO {table.name} ({', '.join(names)})"
                    f" VALUES ({', '.join('?' * len(names))})",
                    (*values, *texts),
                )


def _is_text_key(column: Any) -> bool:
    return bool(column[5]) and column[2] == "TEXT"


def _value(name: str, kind: str, number: int, *, may_be_null: bool) -> Any:
    if name in FIXED:
        return FIXED[name]
    if may_be_null and number % 3 == 0:
        return None
    if name in ("receipt", "person"):  # UNIQUE
        return LARGEST - number
    values = {"INTEGER": INTEGERS, "REAL": REALS, "TEXT": TEXTS, "BLOB": BLOBS}[kind]
    return values[number % len(values)]


def content(file: Path) -> dict[str, list[Any]]:
    """Read all rows of a file, with sqlite3 alone."""
    found: dict[str, list[Any]] = {}
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        for table in KEPT:
            rows = connection.execute(
                f"SELECT * FROM {table.name} ORDER BY {table.key[0]}"
            ).fetchall()
            found[table.name] = [
                sorted((name, repr(row[name])) for name in row.keys())  # noqa: SIM118
                for row in rows
            ]
    return found


@asynccontextmanager
async def copied(source: Place, target: Place) -> AsyncGenerator[Database]:
    """Copy everything, and open the target."""
    database = await Database.open(target, durable=False)
    try:
        async with read_only.opened(source) as (reads, _), database.transaction() as tx:
            await row_copy.copy(reads, tx)
        yield database
    finally:
        await database.close()


@pytest.mark.sqlite
async def test_every_table_is_copied_after_those_that_it_refers_to(file: Path):
    await put_new_file(file)
    with closing(sqlite3.connect(file)) as connection:
        listed = connection.execute(
            "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        assert sorted(row[0] for row in listed) == sorted(table.name for table in KEPT)
        assert {*OF_TABLES, *OF_SERVERS} < {table.name for table in KEPT}
        before = set[str]()
        for table in KEPT:
            columns = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
            key = [row[1] for row in sorted(columns, key=lambda row: row[5]) if row[5]]
            assert list(table.key) == (key or ["key"]), table.name
            refers = connection.execute(f"PRAGMA foreign_key_list({table.name})").fetchall()
            assert {row[2] for row in refers} <= before
            before.add(table.name)


@pytest.mark.parametrize("page", [2, row_copy.PAGE])
async def test_rows_are_the_same_there_and_back(
    file: Path, tmp_path: Path, page: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(row_copy, "PAGE", page)
    await fill(file)
    back = tmp_path / "back.sqlite3"
    with empty_database() as place:
        async with copied(file, place) as there, read_only.opened(file) as (reads, _):
            assert await row_copy.differences(reads, there.reader) == []
        async with copied(place, back):
            pass
    assert content(back) == content(file)
    assert all(len(rows) == 5 for rows in content(back).values())


async def test_what_was_in_the_target_is_gone(file: Path, tmp_path: Path):
    other = tmp_path / "other.sqlite3"
    await fill(file, rows=2)
    await fill(other, rows=5)
    with empty_database() as place:
        async with copied(other, place):
            pass
        async with copied(file, place) as there, read_only.opened(file) as (reads, _):
            assert await row_copy.differences(reads, there.reader) == []


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE seats SET name='Mallory' WHERE seat=2", "1 row is different in seats.name."),
        ("UPDATE seats SET due=due+0.0001", "2 rows are different in seats.due."),
        ("UPDATE tables SET secret=x'00' WHERE id=4", "1 row is different in tables.secret."),
        ("DELETE FROM notes", "5 rows are missing in notes."),
        ("DELETE FROM log WHERE rev=3", "1 row is missing in log."),
        ("INSERT INTO blocks VALUES (3, 4)", "1 row is too many in blocks."),
        ("INSERT INTO notes VALUES ('', '')", "1 row is too many in notes."),
    ],
)
async def test_a_difference_is_said_without_values(file: Path, sql: str, said: str):
    await fill(file)
    with empty_database() as place:
        async with copied(file, place) as there, read_only.opened(file) as (reads, _):
            async with there.transaction() as tx:
                await tx.run(sql.replace("x'00'", "decode('00', 'hex')"))
            assert await row_copy.differences(reads, there.reader) == [said]


async def test_text_that_postgresql_cannot_store_is_named_by_its_column(file: Path):
    await fill(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE tenures SET name='Mal' || char(0) || 'lory' WHERE since=3")
    with empty_database() as place:
        with pytest.raises(CannotCopy, match=r"tenures\.name has the character NUL") as refusal:
            async with copied(file, place):
                pass
        assert "Mal" not in str(refusal.value)
        async with read_only.opened(place) as (reads, _):
            assert await row_copy.is_empty(reads), "nothing was committed"


async def test_a_new_database_is_empty_until_the_bot_has_used_it(file: Path):
    await put_new_file(file)
    with empty_database() as place:
        for made in (file, place):
            database = await Database.open(made, durable=False)
            assert await row_copy.is_empty(database.reader)
            async with database.transaction() as tx:
                await tx.run("UPDATE numbers SET newest=1 WHERE kind='tables'")
            assert not await row_copy.is_empty(database.reader)
            await database.close()


async def test_a_full_disk_is_said_in_a_sentence(file: Path, tmp_path: Path):
    await fill(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE notes SET value=?", ("x" * 1_000_000,))
    async with read_only.opened(file) as (reads, _):
        with (
            no_file_larger_than(2_000_000),
            pytest.raises(CannotBackUp, match="its disk may be full"),
        ):
            await row_copy.copy_into_file(reads, tmp_path / "part", newest_schema())


@contextmanager
def no_file_larger_than(size: int) -> Generator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
