"""Copies the rows of a database into another one, on whatever engine each of them is.

Both have the same schema. Rows are read in pages, in the order of their primary keys, so that a
large database doesn't have to fit into memory.
"""

import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from db.base.problems import DatabaseProblem, not_saved
from db.database import Reads, Row, Transaction
from db.engines.sqlite_engine import new_file
from db.upkeep import backup
from db.upkeep.backup import CannotBackUp

PAGE: Final = 500  # rows that are read at once


class CannotCopy(DatabaseProblem):
    """The rows can't be copied. The message tells the operator why and what to do."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table of the schema, and the columns that tell its rows apart."""

    name: str
    key: tuple[str, ...]


KEPT: Final = (
    Kept("tables", ("id",)),
    Kept("seats", ("table_id", "seat")),
    Kept("log", ("table_id", "rev")),
    Kept("shown", ("table_id", "reader")),
    Kept("orders", ("table_id", "seat", "kind")),
    Kept("slips", ("table_id", "seat", "number")),
    Kept("tenures", ("table_id", "seat", "since")),
    Kept("meetings", ("table_id",)),
    Kept("meeting_people", ("table_id", "person")),
    Kept("meeting_pings", ("message",)),
    Kept("rematches", ("table_id",)),
    Kept("rematch_people", ("table_id", "person")),
    Kept("watchers", ("table_id", "person")),
    Kept("out_of_reach", ("table_id",)),
    Kept("unasked", ("table_id", "seat", "person")),
    Kept("results", ("table_id", "seat", "since")),
    Kept("people", ("person",)),
    Kept("servers", ("guild",)),
    Kept("blocks", ("guild", "person")),
    Kept("moderation", ("id",)),
    Kept("servers_left", ("guild",)),
    Kept("restores", ("epoch",)),
    Kept("forgotten_key", ("key",)),
    Kept("notes", ("key",)),
    Kept("numbers", ("kind",)),
    Kept("idempotency_keys", ("receipt",)),
)
"""All tables of the schema. A table comes after those that its rows refer to."""

_MADE_WITH_THE_SCHEMA: Final = ("forgotten_key", "numbers")


async def copy(reads: Reads, tx: Transaction, tables: Sequence[Kept] = KEPT) -> int:
    """Replace everything in these tables by the rows of a database. Return how many they are.

    Raises CannotCopy.
    """
    for table in reversed(tables):
        await tx.run(f"DELETE FROM {table.name}")
    count = 0
    for table in tables:
        async for page in _pages(reads, table):
            columns = _columns(page[0])
            _check_text(table, columns, page)
            await tx.run_many(
                f"INSERT INTO {table.name} ({', '.join(columns)})"
                f" VALUES ({', '.join('?' * len(columns))})",
                [tuple(row) for row in page],
            )
            count += len(page)
    return count


async def count_for_plans(tx: Transaction) -> None:
    """Have a server count what is in its tables, so that it finds rows by their indexes.

    It does that by itself within minutes, and until then each read of a table would take a second.
    """
    for table in KEPT:
        await tx.run(f"ANALYZE {table.name}")


async def copy_into_file(reads: Reads, part: Path, schema: int) -> int:
    """Write the rows of a database into an empty file, which is closed and on the disk in the end.

    Both have this schema. Return how many rows there are. Raises CannotBackUp.
    """
    try:
        async with new_file(part, schema) as tx:
            rows = await tx.all("SELECT name FROM sqlite_master WHERE type='table'")
            there = {row[0] for row in rows}
            count = await copy(reads, tx, [table for table in KEPT if table.name in there])
    except sqlite3.Error as error:
        if not_saved(part, error) is None:
            raise
        raise CannotBackUp(
            f"I can't write {part}: its disk may be full or failing. Free some space or choose "
            "another folder, and try again."
        ) from error
    backup.sync(part)
    return count


async def is_empty(reads: Reads) -> bool:
    """Return whether a database has nothing but what was made together with its schema."""
    for table in KEPT:
        if table.name not in _MADE_WITH_THE_SCHEMA:
            row = await reads.one(f"SELECT 1 FROM {table.name} LIMIT 1")
            if row is not None:
                return False
    row = await reads.one("SELECT max(newest) FROM numbers")
    return row is None or not row[0]


async def differences(source: Reads, copied: Reads) -> list[str]:
    """Compare two databases row by row. Return a sentence about each kind of difference.

    The sentences name tables and columns, and never a value.
    """
    found: list[str] = []
    for table in KEPT:
        found += await _differences(table, source, copied)
    return found


async def _differences(table: Kept, source: Reads, copied: Reads) -> list[str]:
    """Walk through the rows of both in the order of their keys."""
    ours, theirs = _rows(source, table), _rows(copied, table)
    one, other = await anext(ours, None), await anext(theirs, None)
    missing = added = 0
    changed = Counter[str]()
    while one is not None or other is not None:
        if other is None or (one is not None and _key(table, one) < _key(table, other)):
            missing += 1
            one = await anext(ours, None)
        elif one is None or _key(table, other) < _key(table, one):
            added += 1
            other = await anext(theirs, None)
        else:
            changed.update(_unequal(one, other))
            one, other = await anext(ours, None), await anext(theirs, None)
    return [
        *([f"{_count(missing)} missing in {table.name}."] if missing else ()),
        *([f"{_count(added)} too many in {table.name}."] if added else ()),
        *(
            f"{_count(rows)} different in {table.name}.{column}."
            for column, rows in changed.items()
        ),
    ]


def _unequal(one: Row, other: Row) -> set[str]:
    """Return the columns in which two rows differ."""
    columns = {*_columns(one)}
    only_one = columns ^ {*_columns(other)}
    return only_one | {name for name in columns - only_one if not _same(one[name], other[name])}


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _key(table: Kept, row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in table.key)


def _columns(row: Row) -> list[str]:
    return [*row.keys()]  # iterating over a row gives its values


async def _rows(reads: Reads, table: Kept) -> AsyncIterator[Row]:
    async for page in _pages(reads, table):
        for row in page:
            yield row


async def _pages(reads: Reads, table: Kept) -> AsyncGenerator[list[Row]]:
    """Read all rows of a table, a page at a time, in the order of their keys."""
    keys, marks = ", ".join(table.key), ", ".join("?" * len(table.key))
    order = f"ORDER BY {keys} LIMIT {PAGE}"
    page = await reads.all(f"SELECT * FROM {table.name} {order}")
    while page:
        yield page
        if len(page) < PAGE:
            return
        page = await reads.all(
            f"SELECT * FROM {table.name} WHERE ({keys}) > ({marks}) {order}", _key(table, page[-1])
        )


def _check_text(table: Kept, columns: list[str], page: list[Row]) -> None:
    """Refuse text with the character NUL, which PostgreSQL can't store. Raises CannotCopy."""
    for row in page:
        for column, value in zip(columns, row, strict=True):
            if isinstance(value, str) and "\0" in value:
                raise CannotCopy(
                    f"A text in {table.name}.{column} has the character NUL, which PostgreSQL "
                    "can't store. Nothing was changed. Replace it with `UPDATE "
                    f"{table.name} SET {column}=replace({column}, char(0), '')`, and try again."
                )


def _count(rows: int) -> str:
    return "1 row is" if rows == 1 else f"{rows} rows are"
