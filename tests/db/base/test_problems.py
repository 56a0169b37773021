# ruff: noqa: ASYNC240 (nothing else waits while a test looks at its files)

import gzip
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from db.base import migration, problems
from db.base.problems import DatabaseProblem, NotSaved
from db.database import Database
from db.engines import notes, sqlite_engine
from tests.bot.observe.counting import Counted
from tests.db.conftest import Opened
from tests.engines import sqlite_of

ROOT = Path(__file__).parents[3]
FILES = ROOT / "tests/db/files"
NEWEST = migration.newest_schema()
NOBODY = 65534
OPENS = """
import asyncio, sys
from pathlib import Path
from db.database import Database
from db.base.problems import DatabaseProblem

async def main():
    try:
        await (await Database.open(Path(sys.argv[1]))).close()
    except DatabaseProblem as problem:
        print(problem)

asyncio.run(main())
"""


def opened_with_limit(path: Path, limit: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", OPENS, str(path)],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def schema_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        return file.execute("PRAGMA user_version").fetchone()[0]


@pytest.fixture
def old_file(path: Path) -> Path:
    path.parent.mkdir()
    path.write_bytes(gzip.decompress((FILES / "schema1.sqlite3.gz").read_bytes()))
    return path


def test_a_size_limit_is_not_reported_as_damage(path: Path, opened: Opened):
    said = opened_with_limit(path, 16384)
    assert "a limit on the size of files" in said
    assert "SQLITE_IOERR" in said
    assert "nothing in it is lost" in said
    assert "not damaged" in said or "is whole" in said
    assert "backup" not in said


@pytest.mark.full
def test_a_migration_resumes_after_a_full_disk(old_file: Path):
    stopped: set[int] = set()
    size = old_file.stat().st_size
    for limit in (size // 2, size * 3 // 2, *range(2 * size, 8 * size, size // 4)):
        copy = old_file.with_name(f"{limit}.sqlite3")
        shutil.copy(old_file, copy)
        said = opened_with_limit(copy, limit)
        if not said:
            break
        schema = schema_of(copy)
        stopped.add(schema)
        if schema < NEWEST:
            assert f"The file is whole, at schema {schema} of {NEWEST}" in said
            assert "I go on from there" in said
        assert "damaged or" not in said
        assert "left as it is" not in said
        assert opened_with_limit(copy, resource.RLIM_INFINITY) == ""
        assert schema_of(copy) == NEWEST
        with closing(sqlite3.connect(copy)) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert len(stopped) > 1, f"it stopped at {stopped} alone"


async def test_a_full_disk_in_a_step_closes_no_game(
    old_file: Path, monkeypatch: pytest.MonkeyPatch
):
    run = sqlite_engine.SqliteTransaction.run

    async def full(tx: sqlite_engine.SqliteTransaction, sql: str, values: Any = ()) -> None:
        if sql.startswith("UPDATE tables SET version=?, state"):
            await tx._connection.rollback()
            raise failure("SQLITE_FULL")
        await run(tx, sql, values)

    playing = "SELECT COUNT(*) FROM tables WHERE phase='playing'"
    with closing(sqlite3.connect(old_file)) as file:
        before = file.execute(playing).fetchone()
    with monkeypatch.context() as patched:
        patched.setattr(sqlite_engine.SqliteTransaction, "run", full)
        with pytest.raises(DatabaseProblem, match=f"whole, at schema 2 of {NEWEST}"):
            await Database.open(old_file)
    with closing(sqlite3.connect(old_file)) as file:
        assert file.execute(playing).fetchone() == before
    assert schema_of(old_file) == 2


async def test_a_full_disk_is_reported_and_recovers(tmp_path: Path):
    counted = Counted()
    database = await Database.open(tmp_path / "full.sqlite3", observers=[counted])

    async def fill() -> None:
        for count in range(1000):
            async with database.transaction() as tx:
                await notes.write(tx, f"note {count}", "x" * 3000)

    pages = (await database.read("PRAGMA page_count"))[0][0]
    await sqlite_of(database)._writing.execute_fetchall(f"PRAGMA max_page_count={pages + 2}")
    with pytest.raises(NotSaved) as full:
        await fill()
    said = str(full.value)
    assert "its disk is full" in said
    assert "SQLITE_FULL" in said
    assert "Free some space" in said
    assert "damaged" not in said
    assert counted.unsaved == 1
    kept = await database.read("SELECT COUNT(*) FROM notes")
    assert counted.commits == kept[0][0], "what is on the disk, and nothing else"
    await sqlite_of(database)._writing.execute_fetchall("PRAGMA max_page_count=100000")
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "red")
    assert (await database.read("SELECT COUNT(*) FROM notes"))[0][0] == kept[0][0] + 1
    assert (counted.unsaved, counted.commits) == (1, kept[0][0] + 1)
    assert await database.quick_check() is None
    await database.close()


async def test_a_refused_change_is_neither_saved_nor_a_problem_of_the_disk(tmp_path: Path):
    counted = Counted()
    database = await Database.open(tmp_path / "fine.sqlite3", observers=[counted])
    with pytest.raises(LookupError):
        async with database.transaction():
            raise LookupError
    assert (counted.unsaved, counted.commits) == (0, 0)
    await database.close()


@contextmanager
def without_rights() -> Generator[None]:
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_folder() -> Generator[Path]:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


async def said_of(path: Path) -> str:
    with without_rights(), pytest.raises(DatabaseProblem) as problem:
        await Database.open(path)
    return str(problem.value)


@pytest.mark.parametrize("left", ["closed", "killed"])
async def test_a_read_only_folder_is_not_reported_as_damage(open_folder: Path, left: str):
    path = open_folder / "downeast.sqlite3"
    with without_rights():
        database = await Database.open(path)
        if left == "killed":
            for file in list(open_folder.iterdir()):
                shutil.copy(file, open_folder / f"killed{file.name}")
            path = open_folder / f"killed{path.name}"
        await database.close()
        path.chmod(0o400)
    open_folder.chmod(0o555)
    said = await said_of(path)
    open_folder.chmod(0o777)
    assert "I may not write" in said or "may open for writing" in said
    assert "The file is not damaged" in said
    assert "backup" not in said
    assert await colour_survives(path)


async def colour_survives(path: Path) -> bool:
    path.chmod(0o600)
    database = await Database.open(path)
    try:
        return await database.quick_check() is None
    finally:
        await database.close()


async def test_a_folder_without_write_permission_is_reported(open_folder: Path):
    open_folder.chmod(0o555)
    said = await said_of(open_folder / "downeast.sqlite3")
    open_folder.chmod(0o777)
    assert "cannot be opened" in said
    assert "Permission denied" in said


async def test_a_file_being_changed_is_in_use(
    old_file: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    impatient(monkeypatch)
    with closing(sqlite3.connect(old_file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseProblem) as problem:
            await Database.open(old_file)
        other.execute("ROLLBACK")
    said = str(problem.value)
    assert "another program is using it" in said
    assert "nothing in it is lost" in said
    assert "Wait until that program is done" in said
    assert "backup" not in said
    await opened(old_file)


async def test_a_locked_file_is_in_use(path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch):
    impatient(monkeypatch)
    await (await opened(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseProblem, match="another program is using it"):
            await Database.open(path)


async def test_a_move_behind_a_long_lock_is_not_saved(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
):
    impatient(monkeypatch)
    database = await opened(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotSaved, match="another program is using it"):
            async with database.transaction():
                pytest.fail("two write at once")
        other.execute("ROLLBACK")
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "red")


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    connect: Callable[..., Any] = aiosqlite.connect
    monkeypatch.setattr(
        aiosqlite, "connect", lambda *which, **how: connect(*which, timeout=0.05, **how)
    )


@pytest.mark.parametrize("code", ["SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_BUSY"])
@pytest.mark.sqlite
async def test_a_failed_check_reports_no_damage(
    database: Database, monkeypatch: pytest.MonkeyPatch, code: str
):
    async def fails(path: Path) -> Any:
        raise failure(code)

    monkeypatch.setattr(sqlite_engine, "_connect_to_read", fails)
    said = await database.quick_check()
    assert said is not None
    assert "could not be checked" in said
    assert "No damage was found" in said
    assert "backup" not in said


def failure(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("it failed")
    error.sqlite_errorname, error.sqlite_errorcode = name, getattr(sqlite3, name)
    return error


@pytest.mark.parametrize("code", ["SQLITE_CORRUPT", "SQLITE_NOTADB"])
def test_damage_is_reported_as_damage(code: str):
    for said in (
        problems.cannot_open(Path("x"), failure(code)),
        problems.cannot_migrate(Path("x"), failure(code), 8, NEWEST),
        problems.cannot_check(Path("x"), failure(code)),
    ):
        assert "damaged" in said
        assert "backup" in said
    assert problems.not_saved(Path("x"), failure(code)) is None, "that is a bug, or damage"


def test_an_unreadable_disk_is_not_reported_as_intact():
    said = problems.cannot_open(Path("x"), failure("SQLITE_IOERR_READ"))
    assert "not damaged" not in said
    assert "written nothing" in said


def test_a_bug_is_not_reported_as_a_machine_error():
    assert problems.not_saved(Path("x"), failure("SQLITE_ERROR")) is None
    assert problems.not_saved(Path("x"), ZeroDivisionError()) is None
    said = problems.cannot_migrate(Path("x"), failure("SQLITE_ERROR"), 8, NEWEST)
    assert f"whole, at schema 8 of {NEWEST}" in said
    assert "mistake of mine" in said
