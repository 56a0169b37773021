# ruff: noqa: ASYNC240 (nothing else waits while a test reads a file)

import asyncio
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from aiosqlite.core import Connection

from db import migrations
from db.base import migration
from db.base.problems import DatabaseProblem
from db.database import Database
from db.engines import notes, sqlite_engine
from db.engines.sqlite_engine import APPLICATION
from tests.db.conftest import Opened

MIGRATIONS = Path(migrations.__path__[0])
STEPS = sorted(path.name for path in MIGRATIONS.glob("0*"))
NEWEST = int(STEPS[-1][:4])


async def note(database: Database, key: str) -> str | None:
    async with database.transaction() as tx:
        return await notes.read(tx, key)


async def write(database: Database, key: str, value: str) -> None:
    async with database.transaction() as tx:
        await notes.write(tx, key, value)


async def number(database: Database, pragma: str) -> Any:
    async with database.transaction() as tx:
        row = await tx.one(f"PRAGMA {pragma}")
    assert row is not None
    return row[0]


async def test_a_new_file_has_the_newest_schema(path: Path, opened: Opened):
    database = await opened(path)
    await write(database, "colour", "red")
    await database.close()
    again = await opened(path)
    assert await note(again, "colour") == "red"
    assert await number(again, "user_version") == NEWEST
    assert await number(again, "application_id") == APPLICATION
    names = {row["name"] for row in await again.read("SELECT name FROM sqlite_master")}
    assert {"tables", "seats", "log", "shown", "slips", "people", "notes"} <= names


async def test_committed_data_survives_a_power_cut(path: Path, opened: Opened):
    database = await opened(path)
    names = ("synchronous", "foreign_keys", "journal_mode")
    assert [await number(database, name) for name in names] == [2, 1, "wal"]
    await database.close()
    simulation = await opened(path, durable=False)
    assert [await number(simulation, name) for name in names] == [0, 1, "wal"]


async def refused(path: Path) -> str:
    before = path.read_bytes()
    with pytest.raises(DatabaseProblem) as problem:
        await Database.open(path)
    assert path.read_bytes() == before, "a file that cannot be used was changed"
    assert str(path) in str(problem.value)
    return str(problem.value)


async def filled(path: Path, opened: Opened) -> bytes:
    database = await opened(path)
    for line in range(200):
        await write(database, f"note {line}", "x" * 300)
    await database.close()
    return path.read_bytes()


async def test_a_damaged_file_is_refused(path: Path, opened: Opened):
    whole = await filled(path, opened)
    diary = b"Dear diary, today I lost at cards again. " * 100
    damaged_schema = whole[:100] + b"\xff" * 3000 + whole[3100:]
    for content in (diary, whole[: len(whole) // 2], damaged_schema):
        path.write_bytes(content)
        assert "left as it is" in await refused(path)


async def test_quick_check_finds_damage_in_the_middle(path: Path, opened: Opened):
    whole = await filled(path, opened)
    middle = len(whole) * 3 // 4 // 4096 * 4096  # behind the schema, which is read at once
    path.write_bytes(whole[:middle] + b"\xff" * 8192 + whole[middle + 8192 :])
    database = await opened(path)
    sentence = await database.quick_check()
    assert sentence is not None
    assert str(path) in sentence
    assert sentence.endswith(".")


async def test_quick_check_runs_beside_a_writer(path: Path, opened: Opened):
    await filled(path, opened)
    database = await opened(path)
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "red")
        assert await database.quick_check() is None


async def test_a_cancelled_quick_check_stops_at_once(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    database = await opened(path)
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT x FROM n"
    slow, execute, begun = endless + " WHERE x<0", Connection._execute_fetchall, threading.Event()

    def instead(self: Connection, sql: str, values: Any) -> Any:
        if "quick_check" in sql:
            begun.set()
            sql = slow
        return execute(self, sql, values)

    monkeypatch.setattr(Connection, "_execute_fetchall", instead)
    checking = asyncio.create_task(database.quick_check())
    await asyncio.to_thread(begun.wait)
    checking.cancel()
    done, _ = await asyncio.wait([checking], timeout=30)
    assert done, "it went on reading"
    assert checking.cancelled()


async def test_a_newer_schema_is_refused(path: Path, opened: Opened):
    database = await opened(path)
    async with database.transaction() as tx:
        await tx.run("PRAGMA user_version = 999")
    await database.close()
    assert "newer" in await refused(path)


def foreign(path: Path, *statements: str) -> None:
    path.parent.mkdir(exist_ok=True)
    other = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        other.execute(statement)
    other.close()


@pytest.mark.parametrize(
    "pragma", [*(f"user_version = {n}" for n in (0, 1, 2, 999)), "application_id = 252006674"]
)
async def test_a_file_of_another_program_is_refused(path: Path, pragma: str):
    foreign(path, "CREATE TABLE tables (kind TEXT)", f"PRAGMA {pragma}")
    assert "not ours" in await refused(path)


async def test_an_empty_file_with_another_mark_is_refused(path: Path):
    foreign(path, "PRAGMA application_id = 252006674")
    assert "not ours" in await refused(path)


async def test_an_empty_file_is_a_new_one(path: Path, opened: Opened):
    path.parent.mkdir()
    path.touch()
    assert await number(await opened(path), "user_version") == NEWEST


async def test_a_read_only_folder_is_reported(tmp_path: Path):
    (tmp_path / "file").write_text("not a directory")
    for impossible in (tmp_path / "file" / "x.sqlite3", Path("/proc/nowhere/x.sqlite3"), tmp_path):
        with pytest.raises(DatabaseProblem) as problem:
            await Database.open(impossible)
        assert str(impossible) in str(problem.value)
    for thread in threading.enumerate():  # a connection that never was still has its thread
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join, 5)


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, directory)
    monkeypatch.setattr(migration.resources, "files", lambda name: directory)
    return directory


async def test_a_failed_migration_keeps_the_schema(path: Path, opened: Opened, newer: Path):
    database = await opened(path)
    await write(database, "colour", "red")
    await database.close()
    half = newer / f"{NEWEST + 1:04}_half.sql"
    half.write_text(
        "CREATE TABLE half (x TEXT) STRICT; DROP TABLE notes; CREATE TABLE seats (broken TEXT);"
    )
    with pytest.raises(DatabaseProblem):
        await Database.open(path)
    half.unlink()
    again = await opened(path)
    assert await note(again, "colour") == "red"
    assert not await again.read("SELECT 1 FROM sqlite_master WHERE name='half'")
    assert await number(again, "user_version") == NEWEST


async def test_a_failed_python_step_changes_nothing(
    path: Path, opened: Opened, newer: Path, monkeypatch: pytest.MonkeyPatch
):
    database = await opened(path)
    await write(database, "colour", "red")
    await database.close()

    class Step:
        @staticmethod
        async def migrate(tx: Any) -> None:
            await notes.write(tx, "colour", "blue")
            raise ZeroDivisionError

    asked: list[str] = []
    monkeypatch.setattr(sqlite_engine, "import_module", lambda name: asked.append(name) or Step)
    step = newer / f"{NEWEST + 1:04}_half.py"
    step.touch()
    with pytest.raises(ZeroDivisionError):
        await Database.open(path)
    assert asked == [f"db.migrations.{step.stem}"]
    step.unlink()
    again = await opened(path)
    assert await note(again, "colour") == "red"
    assert await number(again, "user_version") == NEWEST


async def test_migrations_run_once_and_in_order(path: Path, opened: Opened, newer: Path):
    first = NEWEST + 1
    (newer / f"{first + 1:04}_second.sql").write_text("INSERT INTO notes VALUES ('b', 'second');")
    (newer / f"{first:04}_first.sql").write_text("INSERT INTO notes VALUES ('a', 'first');")
    for _ in range(2):  # a second time the keys would clash
        database = await opened(path)
        assert (await note(database, "a"), await note(database, "b")) == ("first", "second")
        assert await number(database, "user_version") == first + 1


@pytest.mark.parametrize("fails", ["INSERT INTO nowhere VALUES (1)", None])
@pytest.mark.sqlite
async def test_an_exception_or_failed_statement_rolls_back(database: Database, fails: str | None):
    await write(database, "colour", "red")

    async def half_done() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "colour", "blue")
            await notes.write(tx, "shape", "round")
            await tx.run(fails) if fails else 1 / 0

    with pytest.raises((ZeroDivisionError, sqlite3.Error)):
        await half_done()
    assert (await note(database, "colour"), await note(database, "shape")) == ("red", None)


async def test_a_transaction_reads_its_own_writes(database: Database):
    async with database.transaction() as tx:
        await tx.run_many("INSERT INTO notes VALUES (?,?)", [("a", "1"), ("b", "2")])
        rows = await tx.all("UPDATE notes SET value=value||'!' RETURNING key, value")
        assert [tuple(row) for row in rows] == [("a", "1!"), ("b", "2!")]
        assert await tx.one("SELECT 1 FROM notes WHERE key='c'") is None
    assert await note(database, "b") == "2!"


async def test_writers_take_turns(database: Database):
    written, go_on = asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "colour", "blue")
            written.set()
            await go_on.wait()

    first = asyncio.create_task(slow())
    await written.wait()
    second = asyncio.create_task(write(database, "colour", "green"))
    await asyncio.sleep(0)
    assert not second.done(), "it did not wait for its turn"
    go_on.set()
    await asyncio.gather(first, second)
    assert await note(database, "colour") == "green"


@pytest.mark.sqlite
async def test_transactions_are_atomic_to_other_processes(path: Path, database: Database):
    await write(database, "colour", "red")
    elsewhere = sqlite3.connect(path)
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "blue")
        assert elsewhere.execute("SELECT value FROM notes").fetchall() == [("red",)]
    assert elsewhere.execute("SELECT value FROM notes").fetchall() == [("blue",)]
    elsewhere.close()


async def test_a_hundred_writers_take_turns(database: Database):
    await write(database, "count", "0")

    async def add() -> None:
        async with database.transaction() as tx:
            value = int(await notes.read(tx, "count") or 0)
            await asyncio.sleep(0)
            await notes.write(tx, "count", str(value + 1))

    await asyncio.gather(*(add() for _ in range(100)))
    assert await note(database, "count") == "100"


async def cancelled_in(database: Database, statement: int, patched: pytest.MonkeyPatch) -> bool:
    execute, count = Connection._execute, 0

    async def interrupted(self: Connection, *what: Any, **how: Any) -> Any:
        nonlocal count
        count += 1
        if count == statement:
            asyncio.get_running_loop().call_soon(task.cancel)
        return await execute(self, *what, **how)

    async def both() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "a", "after")
            await notes.write(tx, "b", "after")

    patched.setattr(Connection, "_execute", interrupted)
    task = asyncio.create_task(both())
    await asyncio.wait([task])
    return task.cancelled()


@pytest.mark.sqlite
async def test_a_cancelled_writer_frees_the_file(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    for statement in range(1, 30):
        await write(database, "a", "before")
        await write(database, "b", "before")
        with monkeypatch.context() as patched:
            cancelled = await cancelled_in(database, statement, patched)
        a, b = await note(database, "a"), await note(database, "b")
        assert a == b, f"half of it has happened, cancelled in statement {statement}"
        assert cancelled or a == "after"
        if not cancelled:
            break
    assert statement == 5, "BEGIN, two notes, COMMIT; then it was too late"


async def test_closing_waits_for_the_writer(path: Path, opened: Opened):
    database = await opened(path)
    written = asyncio.Event()

    async def slow() -> None:
        async with database.transaction() as tx:
            await notes.write(tx, "colour", "blue")
            written.set()
            await asyncio.sleep(0.01)

    writer = asyncio.create_task(slow())
    await written.wait()
    await database.close()
    await writer
    assert await note(await opened(path), "colour") == "blue"


async def test_a_read_never_waits_and_sees_committed_data(database: Database):
    await write(database, "colour", "red")
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "blue")
        assert await notes.read(database.reader, "colour") == "red", "that is not committed yet"
    assert await notes.read(database.reader, "colour") == "blue"
    assert [tuple(row) for row in await database.read("SELECT * FROM notes")] == [
        ("colour", "blue")
    ]


async def test_the_next_read_sees_every_commit(database: Database):
    for count in range(50):
        await write(database, "count", str(count))
        seen = await asyncio.gather(*(notes.read(database.reader, "count") for _ in range(3)))
        assert seen == [str(count)] * 3


@pytest.mark.parametrize("sql", ["DELETE FROM notes", "DROP TABLE notes", "UPDATE notes SET key=1"])
@pytest.mark.sqlite
async def test_a_read_connection_cannot_write(database: Database, sql: str):
    await write(database, "colour", "red")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.read(sql)
    assert await note(database, "colour") == "red"


async def test_a_cancelled_read_does_not_break_the_next(database: Database):
    await write(database, "colour", "red")
    reading = asyncio.create_task(notes.read(database.reader, "colour"))
    await asyncio.sleep(0)
    reading.cancel()
    assert await notes.read(database.reader, "colour") == "red"
    await asyncio.wait([reading])


@pytest.mark.sqlite
async def test_each_statement_is_one_thread_hop(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    execute, hops = Connection._execute, 0

    async def counted(self: aiosqlite.Connection, *what: Any, **how: Any) -> Any:
        nonlocal hops
        hops += 1
        return await execute(self, *what, **how)

    monkeypatch.setattr(Connection, "_execute", counted)
    async with database.transaction() as tx:
        await tx.run("INSERT INTO notes VALUES ('a','1')")
        await tx.run_many("INSERT INTO notes VALUES (?,?)", [("b", "2"), ("c", "3")])
        await tx.one("SELECT 1")
        await tx.all("SELECT * FROM notes")
    await database.read("SELECT * FROM notes")
    assert hops == 2 + 4 + 1
