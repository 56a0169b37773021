# ruff: noqa: ASYNC240 (nothing else waits while a test looks at its files)

import asyncio
import logging
import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from db import restores
from db.base import migration
from db.base.files import lacks_wal
from db.base.problems import DatabaseProblem
from db.database import Database
from db.engines import notes, sqlite_engine
from tests.db.conftest import Opened

ROOT = Path(__file__).parents[2]
WRITES = """
import asyncio, sys
from pathlib import Path
from db.engines import notes
from db.database import Database

async def main():
    database = await Database.open(Path(sys.argv[1]))
    for colour in ("red", "blue"):
        async with database.transaction() as tx:
            await notes.write(tx, "colour", colour)
    print("written", flush=True)
    sys.stdin.readline()
    await database.close()

asyncio.run(main())
"""

KILLED_ENTERING = """
import asyncio, os, signal, sys
from pathlib import Path
import aiosqlite
from db.database import Database

runs = aiosqlite.Connection.executescript

async def killed(connection, sql):
    if "user_version=0" in sql:  # the first statement in WAL mode
        os.kill(os.getpid(), signal.SIGKILL)
    return await runs(connection, sql)

aiosqlite.Connection.executescript = killed
asyncio.run(Database.open(Path(sys.argv[1])))
"""


async def written(path: Path, *, kill: bool) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        WRITES,
        str(path),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"written\n"
    if kill:
        process.send_signal(signal.SIGKILL)
    await process.communicate(b"\n")
    assert process.returncode == (-signal.SIGKILL if kill else 0)


def moved(path: Path, *, whole: bool) -> Path:
    there = path.parent.parent / "there"
    there.mkdir()
    for file in path.parent.glob(f"{path.name}*" if whole else path.name):
        shutil.copy(file, there)
    return there / path.name


async def colour_in(database: Database) -> str | None:
    return await notes.read(database.reader, "colour")


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_copy_without_its_wal_file_is_logged(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    await written(path, kill=True)
    copy = moved(path, whole=False)
    assert await colour_in(await opened(copy)) is None
    [said] = warnings(caplog)
    assert str(copy) in said
    assert f"no {copy.name}-wal beside it" in said
    assert "may be missing" in said
    assert "copy it again" in said


async def test_a_copy_without_its_wal_file_has_the_schema(path: Path, opened: Opened):
    await written(path, kill=True)
    with closing(sqlite3.connect(moved(path, whole=False))) as copy:
        version = copy.execute("PRAGMA user_version").fetchone()
    assert version == (migration.newest_schema(),)


async def test_a_missing_wal_file_is_logged_once(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    await written(path, kill=True)
    copy = moved(path, whole=False)
    await (await opened(copy)).close()
    caplog.clear()
    await opened(copy)
    assert warnings(caplog) == []


@pytest.mark.parametrize("durable", [True, False])
async def test_a_clean_stop_leaves_one_file(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture, durable: bool
):
    database = await opened(path, durable=durable)
    async with database.transaction() as tx:
        await notes.write(tx, "colour", "blue")
    await database.close()
    assert os.listdir(path.parent) == [path.name]
    copy = moved(path, whole=False)
    assert await colour_in(await opened(copy)) == "blue"
    assert warnings(caplog) == []


async def test_a_copy_of_all_files_is_complete(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    await written(path, kill=True)
    assert await colour_in(await opened(moved(path, whole=True))) == "blue"
    assert warnings(caplog) == []


async def test_a_killed_bot_keeps_everything(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    for _ in range(2):
        await written(path, kill=True)
    assert await colour_in(await opened(path)) == "blue"
    assert warnings(caplog) == []


async def test_a_kill_before_the_first_move_logs_nothing(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    await (await opened(path)).close()
    killed = sqlite3.connect(path)
    killed.execute("PRAGMA journal_mode=WAL")
    killed.execute("SELECT * FROM notes").fetchall()
    there = path.parent.parent / "there"
    shutil.copytree(path.parent, there)  # as a kill would leave it
    killed.close()
    assert (there / f"{path.name}-wal").stat().st_size == 0
    await opened(there / path.name)
    assert warnings(caplog) == []


async def test_a_failed_start_logs_nothing_at_the_next(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    await (await opened(path)).close()

    async def fails(*_: object) -> None:
        raise sqlite3.OperationalError("its disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(sqlite_engine, "_migrate", fails)
        with pytest.raises(DatabaseProblem):
            await Database.open(path)
    await opened(path)
    assert warnings(caplog) == []


@pytest.mark.parametrize("there", ["no file", "an empty file"])
async def test_a_new_file_logs_no_warning(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture, there: str
):
    if there == "an empty file":
        path.parent.mkdir()
        path.touch()
    await opened(path)
    assert warnings(caplog) == []


async def _never_restored(reads: object) -> None:
    """Stand in for a query of a table that older schemas don't have."""


async def test_a_file_of_an_older_release_logs_nothing(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    steps = [step for step in migration.steps() if step.number < sqlite_engine.LEAVES_WAL]
    with monkeypatch.context() as patched:
        patched.setattr(migration, "steps", lambda: steps)
        patched.setattr(restores, "newest", _never_restored)
        await (await opened(path)).close()
    old = sqlite3.connect(path)
    assert old.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
    old.close()
    assert os.listdir(path.parent) == [path.name]
    await opened(path)
    assert warnings(caplog) == []


async def test_an_incomplete_copy_of_an_older_release_is_logged(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    path.parent.mkdir()
    old = sqlite3.connect(path)
    old.execute("PRAGMA journal_mode=WAL")
    old.execute("CREATE TABLE tables (id INTEGER)")
    copy = moved(path, whole=False)
    old.close()
    await opened(copy)
    assert len(warnings(caplog)) == 1


async def test_the_wal_file_is_found_through_a_link(
    path: Path, tmp_path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    await written(path, kill=True)
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    assert await colour_in(await opened(link)) == "blue"
    assert warnings(caplog) == []


async def test_the_last_program_to_close_leaves_wal_mode(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
):
    first, second = await opened(path), await opened(path)
    await second.close()
    copy = moved(path, whole=False)
    await opened(copy)
    assert len(warnings(caplog)) == 1, "the first still has it open"
    caplog.clear()
    await first.close()
    await opened(path)
    assert warnings(caplog) == []


@pytest.mark.parametrize("schema", ["new", "newest"])
async def test_a_kill_while_wal_mode_is_entered_logs_nothing(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture, schema: str
):
    """Between the change of the mode and the first read there is no WAL file yet."""
    if schema == "newest":
        await (await opened(path)).close()
    child = (sys.executable, "-c", KILLED_ENTERING, str(path))
    process = await asyncio.create_subprocess_exec(*child, cwd=ROOT)
    assert await process.wait() == -signal.SIGKILL
    assert lacks_wal(path)
    await opened(path)
    assert warnings(caplog) == []
