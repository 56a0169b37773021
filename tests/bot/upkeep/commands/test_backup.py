"""`python -m bot backup FILE`, as an operator runs it."""

import asyncio
import json
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from bot.all_games import all_games
from bot.upkeep.commands import backup
from bot.upkeep.commands.backup import back_up, before_update, run
from bot.upkeep.findings.verified_file import verify
from db.base.place import written
from db.base.problems import DatabaseProblem
from db.database import Database
from db.upkeep.backup import CannotBackUp
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import (
    RULES,
    change,
    differences,
    fill_server,
    filled,
    house_in_file,
    names,
    old_file,
    settings_for,
    sound,
)
from tests.files import rights
from tests.postgresql.empty import empty_database
from tests.postgresql.reader import run_on_server


async def test_backup_has_what_the_file_has_and_is_private(tmp_path: Path, careless: None):
    path = await filled(tmp_path)
    found = await back_up(path, tmp_path / "copy.sqlite3", RULES)
    copied = await sound(tmp_path / "copy.sqlite3")
    assert copied.contents == found.contents == (await sound(path)).contents
    assert rights(tmp_path / "copy.sqlite3") == 0o600
    assert names(tmp_path) == ["copy.sqlite3", "downeast.sqlite3"]


async def test_running_bot_is_backed_up_with_its_newest_move(tmp_path: Path):
    async with house_in_file(tmp_path / "house", idle=True) as house:
        table = await house.dealt(ANN, BEN)
        await house.hide(table, ANN)
        found = await back_up(house.file, tmp_path / "copy.sqlite3", RULES)
        await house.hide(table, BEN)  # the bot goes on
    assert found.contents is not None
    rows = found.contents.moves
    then = await sound(house.file)
    assert then.contents is not None
    assert then.contents.moves == rows + 1


async def test_leftovers_of_a_killed_backup_go_with_the_next(tmp_path: Path):
    path = await filled(tmp_path)
    (tmp_path / "other.db.downeast-part").write_bytes(b"every hand")
    await back_up(path, tmp_path / "copy.sqlite3", RULES)
    assert names(tmp_path) == ["copy.sqlite3", "downeast.sqlite3"]


async def test_a_file_is_backed_up_before_a_start_changes_its_schema(tmp_path: Path):
    path, games = old_file(tmp_path), all_games()
    was = await verify(path, games)
    for _ in range(2):  # the second start comes after a restore, and replaces the first copy
        kept = await before_update(path, games)
        assert kept == tmp_path / "old.sqlite3.schema-1"
        copied = await verify(tmp_path / "old.sqlite3.schema-1", games)
        assert (copied.schema, copied.contents, copied.problems) == (1, was.contents, ())
    await (await Database.open(path)).close()
    assert await before_update(path, games) is None
    assert await before_update(tmp_path / "new.sqlite3", games) is None
    assert names(tmp_path) == ["old.sqlite3", "old.sqlite3.schema-1"]


async def test_backup_that_is_not_sound_is_not_kept(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE tables SET state='{}' WHERE id=1")
    with pytest.raises(CannotBackUp, match="Table 1"):
        await back_up(path, tmp_path / "copy.sqlite3", RULES)
    assert names(tmp_path) == ["downeast.sqlite3"]


async def test_report_has_sizes_tables_and_time(tmp_path: Path):
    settings = settings_for(old_file(tmp_path))
    target = tmp_path / "copy.sqlite3"
    report = await run(Namespace(file=target), settings)
    assert report.exit_code == 0
    assert "is complete and verified" in report.text()
    facts = json.loads(report.json())
    assert facts["file"] == str(target)
    assert facts["schema"] == 1, "a backup never migrates"
    assert sum(facts["in_play"].values()) > 0
    assert facts["size"] == target.stat().st_size


async def test_a_second_backup_of_one_name_is_refused_at_the_command_line(tmp_path: Path):
    place, target = str(old_file(tmp_path)), tmp_path / "copy.sqlite3"
    code, said = await command(place, target)
    assert (code, "verified" in said) == (0, True), said
    code, said = await command(place, target)
    assert (code, "Choose another name" in said) == (3, True), said


async def command(place: str, target: Path) -> tuple[int | None, str]:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "backup",
        str(target),
        env={"DOWNEAST_DATABASE": place, "PATH": ""},
        cwd=Path(backup.__file__).parents[3],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await child.communicate()
    return child.returncode, said.decode()


# --- of a server ----------------------------------------------------------------------------------


async def test_the_backup_of_a_server_is_a_file_with_the_same_rows(tmp_path: Path, careless: None):
    path, target = await filled(tmp_path), tmp_path / "copy.sqlite3"
    with empty_database() as place:
        await fill_server(place, path)
        running = await Database.open(place)
        found = await back_up(place, target, RULES)
        async with running.transaction() as tx:  # the bot goes on
            await tx.run("UPDATE seats SET name='Newer'")
        await running.close()
    assert found.size == target.stat().st_size
    assert await differences(path, target) == []
    assert (await sound(target)).contents == (await sound(path)).contents
    assert rights(target) == 0o600
    assert names(tmp_path) == ["copy.sqlite3", "downeast.sqlite3"]


async def test_a_backup_of_a_server_that_is_not_sound_is_not_kept(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE tables SET state='{}' WHERE id=1")
    with empty_database() as place:
        await fill_server(place, path)
        with pytest.raises(CannotBackUp, match="Table 1"):
            await back_up(place, tmp_path / "copy.sqlite3", RULES)
    assert names(tmp_path) == ["downeast.sqlite3"]


async def test_server_of_an_older_release_is_backed_up_for_that_release(tmp_path: Path):
    """An operator who goes back after an update needs a backup that the old version can read."""
    path, target = await filled(tmp_path), tmp_path / "copy.sqlite3"
    with empty_database() as place:
        await fill_server(place, path)
        run_on_server(
            place,
            "ALTER TABLE seats DROP COLUMN house; ALTER TABLE log DROP COLUMN house;"
            "DROP TABLE unasked; DROP INDEX tables_practised; DROP TABLE out_of_reach;"
            "DROP TABLE idempotency_keys;"
            "UPDATE downeast_schema SET number=29",
        )
        found = await back_up(place, target, RULES)
        assert (found.schema, found.problems) == (29, ())
        assert (await sound(place)).contents == found.contents, "it can be checked as well"
        await (await Database.open(target)).close()
        await (await Database.open(place)).close()
        assert await differences(place, target) == []


async def test_a_server_without_tables_has_nothing_to_back_up(tmp_path: Path):
    with empty_database() as place, pytest.raises(DatabaseProblem, match="is empty"):
        await back_up(place, tmp_path / "copy.sqlite3", RULES)
    assert names(tmp_path) == []


async def test_a_server_is_backed_up_at_the_command_line(tmp_path: Path):
    with empty_database() as place:
        await fill_server(place, await filled(tmp_path, tables=0))
        database = await Database.open(place)
        async with database.transaction() as tx:
            await tx.run("UPDATE tables SET phase='ended'")
        await database.close()
        code, said = await command(written(place), tmp_path / "copy.sqlite3")
    assert (code, "verified" in said) == (0, True), said
    assert place.url not in said
