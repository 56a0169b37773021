"""PostgreSQL begins with the schema that SQLite's files have come to."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.base import migration
from db.database import Database
from db.engines.dialect import schema_for_postgresql
from tests.postgresql.empty import empty_database

SCHEMA = {
    "columns": 'SELECT t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk'
    " FROM sqlite_master t, pragma_table_info(t.name) c"
    " WHERE t.type='table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid",
    "keys": 'SELECT t.name, f."from", f."table", f."to", f.on_delete'
    ' FROM sqlite_master t, pragma_foreign_key_list(t.name) f ORDER BY t.name, f."from"',
    "unique": "SELECT t.name, i.origin, group_concat(c.name) FROM sqlite_master t,"
    ' pragma_index_list(t.name) i, pragma_index_info(i.name) c WHERE i."unique"=1'
    " GROUP BY t.name, i.name ORDER BY t.name, i.origin, 3",
    "indexes": "SELECT sql FROM sqlite_master WHERE type='index' AND sql IS NOT NULL ORDER BY name",
    "checks": "SELECT name, sql FROM sqlite_master WHERE type='table' ORDER BY name",
}


def schema_of(file: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    found = {what: file.execute(sql).fetchall() for what, sql in SCHEMA.items()}
    found["checks"] = [
        (name, re.findall(r"CHECK \([^\n]*\)", sql), "STRICT" in sql, "WITHOUT ROWID" in sql)
        for name, sql in found["checks"]
        if not name.startswith("sqlite_")
    ]
    return found


async def test_the_baseline_is_the_schema_after_its_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    steps = [step for step in migration.steps() if step.number <= migration.BASELINE]
    monkeypatch.setattr(migration, "steps", lambda: steps)
    path = tmp_path / "migrated.sqlite3"
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as migrated, closing(sqlite3.connect(":memory:")) as new:
        new.executescript(migration.baseline())
        for what, stands in schema_of(migrated).items():
            assert schema_of(new)[what] == stands, what


def test_no_step_is_left_out():
    assert [step.number for step in migration.steps()] == [*range(1, migration.newest_schema() + 1)]
    assert [step.number for step in migration.steps_after(migration.BASELINE)] == [
        *range(migration.BASELINE + 1, migration.newest_schema() + 1)
    ]


async def test_a_server_runs_the_later_steps_once(monkeypatch: pytest.MonkeyPatch):
    later = migration.steps()
    with empty_database() as place:
        with monkeypatch.context() as patched:
            before = [step for step in later if step.number <= migration.BASELINE]
            patched.setattr(migration, "steps", lambda: before)
            old = await Database.open(place)
            assert (await old.read("SELECT number FROM downeast_schema"))[0][0] == len(before)
            await old.close()
        for _ in range(2):
            new = await Database.open(place)
            assert (await new.read("SELECT number FROM downeast_schema"))[0][0] == len(later)
            assert await new.read("SELECT * FROM idempotency_keys") == []
            await new.close()


def test_comments_and_options_of_sqlite_are_left_out_for_a_server():
    sql = "-- INTEGER\nCREATE TABLE a (b BLOB, c REAL) STRICT;\nCREATE INDEX d ON a (b);"
    assert schema_for_postgresql(sql) == (
        "\nCREATE TABLE a (b BYTEA, c DOUBLE PRECISION);\nCREATE INDEX d ON a (b);"
    )
