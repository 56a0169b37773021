"""`python -m bot move-database FROM TO`: everything moves, and nothing is lost on the way."""

import asyncio
import os
import signal
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.upkeep.commands import move_database
from bot.upkeep.commands.move_database import CannotMove
from bot.upkeep.findings.findings import Report
from db.base.place import PostgresUrl, written
from db.base.problems import DatabaseProblem, InUse
from db.database import Database
from db.people.forgotten import list_in
from db.upkeep import file_lock, row_copy
from games import GAMES
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import (
    RULES,
    change,
    differences,
    filled,
    house_in_file,
    names,
    old_file,
    settings_for,
    sound,
)
from tests.postgresql.empty import cut_off_at, empty_database, name_of, server

KILLED = """
import os, signal, sys
from bot.settings import Settings
from bot.upkeep.commands import move_database, operator_commands
from db.upkeep import backup, row_copy
from db.engines.postgresql_engine import PostgresEngine
from tests.small.game import SmallRules
from tests.tools.kill_points import before, after
from argparse import Namespace
import asyncio
Settings.rules = {"small": SmallRules()}
if sys.argv[3]:
    (after if sys.argv[3].endswith("differences") else before)(sys.argv[3])()
found = Namespace(source=sys.argv[1], target=sys.argv[2])
print(asyncio.run(move_database.run(found, Settings(_env_file=None))).text())
"""


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Settings, "rules", RULES)


async def moved(source: str | Path, target: str | Path | PostgresUrl) -> Report:
    """Run the command in a folder of its own."""
    arguments = Namespace(
        source=str(source), target=target if isinstance(target, str) else written(target)
    )
    return await move_database.run(arguments, settings_for(Path("unused.sqlite3")))


async def is_empty(place: PostgresUrl) -> bool:
    database = await Database.open(place)
    try:
        return await row_copy.is_empty(database.reader)
    finally:
        await database.close()


async def test_everything_is_there_after_a_move_and_a_move_back(tmp_path: Path):
    path = await filled(tmp_path / "a")
    back = tmp_path / "b/back.sqlite3"
    before = path.read_bytes()
    with empty_database() as place:
        report = await moved(path, place)
        assert report.exit_code == 0
        assert "2 tables in play (2 of small), 1 finished" in report.text()
        assert "Set DOWNEAST_DATABASE" in report.text()
        assert f"{report.facts['rows']} rows" in report.text()
        await moved(written(place), back)
    found = await sound(back)
    assert found.contents == (await sound(path)).contents
    assert await differences(path, back) == []
    assert names(tmp_path / "b") == ["back.sqlite3", "back.sqlite3.lock"]
    assert _without_header(path.read_bytes()) == _without_header(before)


def _without_header(content: bytes) -> bytes:
    """Leave out the first page: opening a file and closing it counts as a change there."""
    return content[100:]


async def test_the_server_knows_at_once_how_to_find_rows(tmp_path: Path):
    """Otherwise each read of a table takes a second on a large server, for some minutes."""
    path = await filled(tmp_path)
    with empty_database() as place:
        await moved(path, place)
        counted = server().ask(
            name_of(place), "SELECT reltuples FROM pg_class WHERE relname IN ('log', 'seats')"
        )
    assert all(float(rows) > 0 for rows in counted.splitlines())
    assert len(counted.splitlines()) == 2


async def test_games_are_played_to_the_end_after_the_move(tmp_path: Path):
    async with house_in_file(tmp_path / "old", idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN)
    with empty_database() as place:
        await moved(tmp_path / "old/downeast.sqlite3", place)
        await moved(written(place), tmp_path / "new/downeast.sqlite3")
    async with house_in_file(tmp_path / "new", idle=True) as house:
        house.clock.advance(20)
        await house.hide(table, BEN)
        assert (await house.stored(table)).moves == 2


async def test_an_older_file_is_brought_up_to_date_and_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Settings, "rules", GAMES)
    path = old_file(tmp_path)
    with empty_database() as place:
        await moved(path, place)
        assert not await is_empty(place)


async def test_a_running_bot_on_either_side_is_refused(tmp_path: Path):
    path, target = await filled(tmp_path), tmp_path / "new.sqlite3"
    with empty_database() as place, empty_database() as other:
        with file_lock.held(path), pytest.raises(InUse):
            await moved(path, place)
        await moved(path, place)
        running = await Database.open(place)
        with pytest.raises(InUse):
            await moved(written(place), target)
        await running.close()
        running = await Database.open(other)
        with pytest.raises(InUse):
            await moved(path, other)
        await running.close()
    assert not target.exists()


async def test_a_target_that_is_used_is_refused(tmp_path: Path):
    path = await filled(tmp_path)
    target = tmp_path / "new.sqlite3"
    for taken in (target, tmp_path / "new.sqlite3-wal"):
        taken.write_bytes(b"something")
        with pytest.raises(CannotMove, match="exists"):
            await moved(path, target)
        assert taken.read_bytes() == b"something"
        taken.unlink()
    with empty_database() as place:
        await moved(path, place)
        with pytest.raises(CannotMove, match="isn't empty"):
            await moved(path, place)
    with empty_database() as place:
        server().ask(name_of(place), "CREATE TABLE songs (name TEXT)")
        with pytest.raises(DatabaseProblem, match="is not ours"):
            await moved(path, place)


async def test_the_same_database_is_refused(tmp_path: Path):
    path = await filled(tmp_path)
    (tmp_path / "link.sqlite3").symlink_to(path)
    for target in (path, tmp_path / "a/../downeast.sqlite3", tmp_path / "link.sqlite3"):
        with pytest.raises(CannotMove, match=r"the same database|exists"):
            await moved(path, target)
    with empty_database() as place, pytest.raises(CannotMove, match="the same database"):
        await moved(written(place), place)


async def test_a_source_without_tables_is_refused_and_not_made(tmp_path: Path):
    missing = tmp_path / "missing.sqlite3"
    with empty_database() as place, empty_database() as other:
        with pytest.raises(DatabaseProblem, match="There is no file"):
            await moved(missing, place)
        with pytest.raises(DatabaseProblem, match="is empty"):
            await moved(written(other), tmp_path / "new.sqlite3")
    assert names(tmp_path) == []


async def test_a_table_that_cannot_go_on_is_not_moved(tmp_path: Path):
    path, target = await filled(tmp_path), tmp_path / "new.sqlite3"
    change(path, "UPDATE tables SET state='{}' WHERE id=1")
    with empty_database() as place:
        with pytest.raises(CannotMove, match="Table 1"):
            await moved(path, place)
        assert await is_empty(place)
    with pytest.raises(CannotMove, match="Table 1"):
        await moved(path, target)
    assert not target.exists()


@pytest.mark.parametrize("text", ["mysql://bot:hush@db/x", "postgresql://bot:hush@db:port/x", ""])
async def test_a_password_is_never_printed(tmp_path: Path, text: str):
    path = await filled(tmp_path)
    for pair in ((path, text), (text, path.with_name("new.sqlite3"))):
        with pytest.raises(CannotMove) as refusal:
            await moved(*pair)
        assert "hush" not in str(refusal.value)


async def test_an_unreachable_server_is_a_sentence_without_password(tmp_path: Path):
    path = await filled(tmp_path)
    with pytest.raises(DatabaseProblem, match="cannot be opened") as refusal:
        await moved(path, "postgresql://bot:hush@127.0.0.1:9/downeast")
    assert "hush" not in str(refusal.value)


async def test_the_list_of_forgotten_people_is_taken_along(tmp_path: Path):
    path = await filled(tmp_path / "old")
    list_in(tmp_path / "old").add("ab" * 32, 5.0)
    list_in(tmp_path / "new").add("cd" * 32, 6.0)
    list_in(tmp_path / "new").add("ab" * 32, 5.0)
    await moved(path, tmp_path / "new/downeast.sqlite3")
    assert [(entry.person[:2], entry.at) for entry in list_in(tmp_path / "new").read()] == [
        ("cd", 6.0),
        ("ab", 5.0),
    ]


async def test_a_server_that_is_lost_halfway_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = await filled(tmp_path)
    with empty_database() as place:
        cut_off_at(place, monkeypatch, row_copy, "differences")
        with pytest.raises(CannotMove, match="so I undid it all"):
            await moved(path, place)
        assert await is_empty(place)
        await moved(path, place)
        assert await differences(path, place) == []


async def test_a_server_that_is_lost_at_the_end_may_have_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from db.engines.postgresql_engine import PostgresEngine

    path = await filled(tmp_path)
    with empty_database() as place:
        cut_off_at(place, monkeypatch, PostgresEngine, "commit")
        with pytest.raises(CannotMove, match="I don't know whether it is filled now"):
            await moved(path, place)
        assert await is_empty(place), "it was cut off before"
        await moved(path, place)
        assert await differences(path, place) == []


@pytest.mark.parametrize(
    "point",
    [
        "db.upkeep.row_copy:copy",
        "db.upkeep.row_copy:differences",
        "bot.upkeep.commands.move_database:_take_along_forgotten",
        "db.engines.postgresql_engine:PostgresEngine.commit",
        "db.upkeep.backup:name_finally",
    ],
)
async def test_killed_at_any_moment_the_target_is_empty_or_whole(tmp_path: Path, point: str):
    path = await filled(tmp_path)
    file = tmp_path / "new.sqlite3"
    with empty_database() as place:
        for target in (place, file):
            code, said = await _command(tmp_path, path, written(target), point)
            if not point.endswith("name_finally" if target == place else "commit"):
                assert code == -signal.SIGKILL, said
                assert not file.exists()
                if isinstance(target, PostgresUrl):
                    assert await is_empty(place)
                code, said = await _command(tmp_path, path, written(target), "")
            assert code == 0, said
        assert await differences(path, place) == []
        assert await differences(path, file) == []
    assert not [name for name in names(tmp_path) if "part" in name]


async def _command(folder: Path, source: Path, target: str, point: str) -> tuple[int | None, str]:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        KILLED,
        str(source),
        target,
        point,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])},
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await child.communicate()
    return child.returncode, said.decode()
