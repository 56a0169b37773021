"""One file, one writer: what is committed is there, what is not never happened."""

# ruff: noqa: ASYNC240 (nothing else waits while a test reads a file)

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from aiosqlite.core import Connection

from db import database as database_module
from db import people
from db.database import Database, DatabaseProblem

MIGRATIONS = Path(database_module.__file__).parent / "migrations"


Opened: TypeAlias = Callable[[Path], Awaitable[Database]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "downeast.sqlite3"


@pytest.fixture
async def opened() -> AsyncGenerator[Opened]:
    """Open files; all of them are closed at the end, also of a test that fails."""
    databases: list[Database] = []

    async def open_it(path: Path) -> Database:
        databases.append(await Database.open(path))
        return databases[-1]

    yield open_it
    for database in databases:
        if database._connection._connection is not None:
            await database.close()


async def note(database: Database, key: str) -> str | None:
    async with database.transaction() as tx:
        return await people.note(tx, key)


async def write(database: Database, key: str, value: str) -> None:
    async with database.transaction() as tx:
        await people.set_note(tx, key, value)


# --- opening --------------------------------------------------------------------------------------


async def test_a_new_file_gets_the_newest_schema_and_keeps_what_is_written(
    path: Path, opened: Opened
):
    database = await opened(path)
    await write(database, "colour", "red")
    await database.close()
    again = await opened(path)
    assert await note(again, "colour") == "red"
    async with again.transaction() as tx:
        version = await tx.one("PRAGMA user_version")
        names = {row["name"] for row in await tx.all("SELECT name FROM sqlite_master")}
    await again.close()
    assert version is not None
    assert version[0] == len(list(MIGRATIONS.glob("*.sql")))
    assert {"tables", "seats", "log", "people", "notes"} <= names


async def test_what_is_acknowledged_survives_a_power_cut(path: Path, opened: Opened):
    """The file is synced at every commit, and its parts refer to each other."""
    database = await opened(path)
    async with database.transaction() as tx:
        rows = [await tx.one(f"PRAGMA {name}") for name in ("synchronous", "foreign_keys")]
        mode = await tx.one("PRAGMA journal_mode")
    await database.close()
    assert [row[0] for row in rows if row is not None] == [2, 1]
    assert mode is not None
    assert mode[0] == "wal"


async def refused(path: Path) -> str:
    """Open a file that cannot be used: what is said, and that its bytes are as they were."""
    before = path.read_bytes()
    with pytest.raises(DatabaseProblem) as problem:
        await Database.open(path)
    assert path.read_bytes() == before, "a file that cannot be used was changed"
    assert str(path) in str(problem.value)
    return str(problem.value)


async def test_a_file_that_is_no_database_is_left_as_it_is(path: Path):
    path.parent.mkdir()
    path.write_bytes(b"Dear diary, today I lost at cards again. " * 100)
    assert "left as it is" in await refused(path)


async def test_a_damaged_file_is_left_as_it_is(path: Path, opened: Opened):
    database = await opened(path)
    for number in range(200):
        await write(database, f"note {number}", "x" * 300)
    await database.close()
    whole = path.read_bytes()
    middle = len(whole) // 2 // 4096 * 4096
    path.write_bytes(whole[:middle] + b"\xff" * 8192 + whole[middle + 8192 :])
    assert "left as it is" in await refused(path)


async def test_half_a_file_is_left_as_it_is(path: Path, opened: Opened):
    database = await opened(path)
    for number in range(200):
        await write(database, f"note {number}", "x" * 300)
    await database.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "left as it is" in await refused(path)


async def test_a_file_of_a_newer_downeast_is_left_as_it_is(path: Path, opened: Opened):
    database = await opened(path)
    async with database.transaction() as tx:
        await tx.run("PRAGMA user_version = 999")
    await database.close()
    assert "newer" in await refused(path)


async def test_a_file_of_another_program_is_left_as_it_is(path: Path):
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE tables (kind TEXT)")
    other.commit()
    other.close()
    assert "not ours" in await refused(path)


async def test_a_directory_that_cannot_be_written_is_said(tmp_path: Path):
    (tmp_path / "file").write_text("not a directory")
    for impossible in (tmp_path / "file" / "x.sqlite3", Path("/proc/nowhere/x.sqlite3"), tmp_path):
        with pytest.raises(DatabaseProblem) as problem:
            await Database.open(impossible)
        assert str(impossible) in str(problem.value)
    for thread in threading.enumerate():  # a connection that never was still has its thread
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join, 5)


async def test_a_migration_that_fails_leaves_the_schema_before_it(
    path: Path, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    database = await opened(path)
    await write(database, "colour", "red")
    await database.close()
    newer = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, newer)
    number = len(list(newer.glob("0*.sql"))) + 1
    (newer / f"{number:04}_half.sql").write_text(
        "CREATE TABLE half (x TEXT) STRICT; DROP TABLE notes; CREATE TABLE seats (broken TEXT);"
    )
    with monkeypatch.context() as patched:
        patched.setattr(database_module.resources, "files", lambda name: newer)
        with pytest.raises(DatabaseProblem):
            await Database.open(path)
    again = await opened(path)
    assert await note(again, "colour") == "red"
    async with again.transaction() as tx:
        assert await tx.one("SELECT 1 FROM sqlite_master WHERE name='half'") is None


async def test_a_migration_is_run_once_and_in_order(
    path: Path, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    newer = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, newer)
    number = len(list(newer.glob("0*.sql"))) + 1
    (newer / f"{number + 1:04}_second.sql").write_text("INSERT INTO notes VALUES ('b', 'second');")
    (newer / f"{number:04}_first.sql").write_text("INSERT INTO notes VALUES ('a', 'first');")
    monkeypatch.setattr(database_module.resources, "files", lambda name: newer)
    for _ in range(2):  # a second time the keys would clash
        database = await opened(path)
        assert (await note(database, "a"), await note(database, "b")) == ("first", "second")


# --- transactions ---------------------------------------------------------------------------------


async def test_an_exception_undoes_everything(path: Path, opened: Opened):
    database = await opened(path)
    await write(database, "colour", "red")

    async def half_done() -> None:
        async with database.transaction() as tx:
            await people.set_note(tx, "colour", "blue")
            await people.set_note(tx, "shape", "round")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half_done()
    assert await note(database, "colour") == "red"
    assert await note(database, "shape") is None


async def test_a_statement_that_fails_undoes_what_was_before_it(path: Path, opened: Opened):
    database = await opened(path)

    async def half_done() -> None:
        async with database.transaction() as tx:
            await people.set_note(tx, "colour", "blue")
            await tx.run("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(sqlite3.Error):
        await half_done()
    assert await note(database, "colour") is None


async def test_nobody_reads_what_another_has_not_committed(path: Path, opened: Opened):
    database = await opened(path)
    written, go_on = asyncio.Event(), asyncio.Event()

    async def slow(fail: bool) -> None:
        async with database.transaction() as tx:
            await people.set_note(tx, "colour", "blue")
            written.set()
            await go_on.wait()
            if fail:
                raise ZeroDivisionError

    for fail, expected in ((True, None), (False, "blue")):
        written.clear()
        go_on.clear()
        writer = asyncio.create_task(slow(fail))
        await written.wait()
        reader = asyncio.create_task(note(database, "colour"))
        await asyncio.sleep(0)
        assert not reader.done(), "a reader did not wait for its turn"
        go_on.set()
        await asyncio.gather(writer, return_exceptions=True)
        assert await reader == expected


async def test_another_process_sees_a_transaction_whole_or_not_at_all(path: Path, opened: Opened):
    database = await opened(path)
    await write(database, "colour", "red")
    elsewhere = sqlite3.connect(path)
    async with database.transaction() as tx:
        await people.set_note(tx, "colour", "blue")
        assert elsewhere.execute("SELECT value FROM notes").fetchall() == [("red",)]
    assert elsewhere.execute("SELECT value FROM notes").fetchall() == [("blue",)]
    elsewhere.close()


async def test_a_hundred_at_once_each_have_their_turn(path: Path, opened: Opened):
    database = await opened(path)
    await write(database, "count", "0")

    async def add() -> None:
        async with database.transaction() as tx:
            value = int(await people.note(tx, "count") or 0)
            await asyncio.sleep(0)
            await people.set_note(tx, "count", str(value + 1))

    await asyncio.gather(*(add() for _ in range(100)))
    assert await note(database, "count") == "100"


async def cancelled_in(database: Database, statement: int, patched: pytest.MonkeyPatch) -> bool:
    """Write two notes, and be cancelled in the middle of a statement; False if it was too late."""
    execute, count = Connection._execute, 0

    async def interrupted(self: Connection, *what: Any, **how: Any) -> Any:
        nonlocal count
        count += 1
        if count == statement:
            asyncio.get_running_loop().call_soon(task.cancel)
        return await execute(self, *what, **how)

    async def both() -> None:
        async with database.transaction() as tx:
            await people.set_note(tx, "a", "after")
            await people.set_note(tx, "b", "after")

    patched.setattr(Connection, "_execute", interrupted)
    task = asyncio.create_task(both())
    await asyncio.wait([task])
    return task.cancelled()


async def test_whoever_is_cancelled_leaves_the_file_to_the_next(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    """In whatever statement, BEGIN and COMMIT among them: all of it has happened or nothing, and
    the next one finds the file free."""
    database = await opened(path)
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
    assert statement > 6, "it was hardly interrupted at all"


async def test_closing_waits_for_whoever_is_writing(path: Path, opened: Opened):
    database = await opened(path)
    written = asyncio.Event()

    async def slow() -> None:
        async with database.transaction() as tx:
            await people.set_note(tx, "colour", "blue")
            written.set()
            await asyncio.sleep(0.01)

    writer = asyncio.create_task(slow())
    await written.wait()
    await database.close()
    await writer
    again = await opened(path)
    assert await note(again, "colour") == "blue"
    await again.close()
