"""`python -m bot restore FILE`: the games go on as they were, and the old file stays."""

import asyncio
import os
import signal
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from bot.host.proof.verify import verify
from bot.settings import Settings
from bot.upkeep.commands.restore import CannotRestore, run
from bot.upkeep.findings.findings import Report
from db.base.place import Place, PostgresUrl, written
from db.base.problems import DatabaseProblem, InUse
from db.database import Database
from db.upkeep import read_only, row_copy
from db.upkeep.file_lock import held
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import (
    RULES,
    change,
    differences,
    fill_server,
    filled,
    house_in_file,
    names,
    settings_for,
    sound,
)
from tests.postgresql.empty import cut_off_at, empty_database, name_of, server

BACKUP = "backup.sqlite3"


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Settings, "rules", RULES)


async def restored(target: Place, source: Path, *, yes: bool = True) -> Report:
    return await run(Namespace(file=source, yes=yes), settings_for(target))


def aside_in(folder: Path) -> Path:
    """Return the one file that a restore kept."""
    [found] = folder.glob("*.before-restore-*")
    return found


async def test_games_go_on_from_the_backup_and_say_so(tmp_path: Path):
    """The restore drill, on a machine that has only the backup."""
    old, new = tmp_path / "old", tmp_path / "new"
    async with house_in_file(old, idle=True) as house:
        at_deal = await house.dealt(ANN, BEN)
        halfway = await house.dealt(ANN, BEN)
        await house.hide(halfway, ANN)
        opened = await house.open(ANN, BEN)
    (old / "downeast.sqlite3").rename(tmp_path / BACKUP)
    new.mkdir()
    report = await restored(new / "downeast.sqlite3", tmp_path / BACKUP)
    assert "is set back to" in report.text()
    async with house_in_file(new) as house:
        house.clock.advance(20)  # ids carry the time, and each is accepted once
        await house.start()
        await house.quiet()
        boards = [board.text for board in house.boards()]
        assert len([text for text in boards if "Set back to how it was at" in text]) == 2
        assert any(f"table {opened}" in text for text in boards)
        await house.play_out(at_deal)
        await house.hide(halfway, BEN)
        assert (await house.stored(halfway)).moves == 2, "and Ann's move before the backup is there"
        made = await house.queries.transcript(at_deal)
        assert len(made["set_back"]) == 1
        assert "The table was set back to how it was at" in verify(made, RULES)


async def test_a_player_who_must_move_again_is_asked_again(tmp_path: Path):
    """Their notice may be gone, because they have answered it in the time that is lost."""
    old, new = tmp_path / "old", tmp_path / "new"
    async with house_in_file(old) as house:
        await house.start()
        await house.dealt(ANN, BEN)
        await house.passes(60)
        assert len(house.messenger.notices()) == 2
    (old / "downeast.sqlite3").rename(tmp_path / BACKUP)
    new.mkdir()
    await restored(new / "downeast.sqlite3", tmp_path / BACKUP)
    async with house_in_file(new) as house:
        house.clock.advance(90)
        await house.start()
        await house.passes(10)
        assert len(house.messenger.notices(ANN)) == 1
        assert len(house.messenger.notices(BEN)) == 1


async def test_what_would_be_lost_is_said_before(tmp_path: Path):
    path = await filled(tmp_path)
    path.rename(tmp_path / BACKUP)
    report = await restored(path, tmp_path / BACKUP, yes=False)
    assert "Nothing newer would be lost." in report.text()
    assert not path.exists()
    path.write_bytes((tmp_path / BACKUP).read_bytes())
    change(path, "UPDATE tables SET opened_at=opened_at+1000 WHERE id=1")
    change(path, "UPDATE log SET at=at+1000 WHERE table_id=1 AND rev>3")
    before = path.read_bytes()
    report = await restored(path, tmp_path / BACKUP, yes=False)
    assert report.exit_code == 1
    assert "1 table opened since" in report.text()
    assert report.facts["lost_changes"] == 1
    assert path.read_bytes() == before


async def test_a_copy_without_its_wal_file_is_no_whole_backup(tmp_path: Path):
    path = await filled(tmp_path)
    database = await Database.open(path)
    (tmp_path / BACKUP).write_bytes(path.read_bytes())
    await database.close()
    report = await restored(path, tmp_path / BACKUP, yes=False)
    assert "its newest tables and moves may be missing" in report.text()


async def test_the_old_file_stays_under_another_name(tmp_path: Path):
    path = await filled(tmp_path)
    (tmp_path / BACKUP).write_bytes(path.read_bytes())
    change(path, "UPDATE seats SET name='Newer'")
    before = path.read_bytes()
    await restored(path, tmp_path / BACKUP)
    assert aside_in(tmp_path).read_bytes() == before
    assert (await sound(path)).contents is not None
    assert [name for name in names(tmp_path) if name.endswith(("part", "-wal", "-shm"))] == []


async def test_a_damaged_file_can_be_replaced_and_stays_as_well(tmp_path: Path):
    path = await filled(tmp_path)
    path.rename(tmp_path / BACKUP)
    path.write_bytes(b"all that is left of a database" * 100)
    await restored(path, tmp_path / BACKUP)
    await sound(path)
    assert aside_in(tmp_path).read_bytes().startswith(b"all that is left")


async def test_a_running_bot_keeps_its_file(tmp_path: Path):
    path = await filled(tmp_path)
    (tmp_path / BACKUP).write_bytes(path.read_bytes())
    with held(path), pytest.raises(InUse):
        await restored(path, tmp_path / BACKUP)


async def test_a_backup_of_another_bot_or_a_damaged_one_is_refused(tmp_path: Path):
    path, source = await filled(tmp_path), tmp_path / BACKUP
    source.write_bytes(path.read_bytes())
    change(path, "INSERT INTO notes VALUES ('application', '1')")
    change(source, "INSERT INTO notes VALUES ('application', '2')")
    before = path.read_bytes()
    with pytest.raises(CannotRestore, match="belongs to another application"):
        await restored(path, source)
    source.write_bytes(source.read_bytes()[:20_000])
    with pytest.raises(CannotRestore, match="can't be restored"):
        await restored(path, source)
    with pytest.raises(CannotRestore, match="is the database itself"):
        await restored(path, path)
    assert path.read_bytes() == before


# --- into a server --------------------------------------------------------------------------------

KILLED = """
import asyncio, sys
from argparse import Namespace
from pathlib import Path
from bot.settings import Settings
from bot.upkeep.commands import restore
from tests.small.game import SmallRules
from tests.tools.kill_points import after, before
Settings.rules = {"small": SmallRules()}
when, point = sys.argv[2].split(" ")
{"before": before, "after": after}[when](point)()
settings = Settings(database=sys.argv[1], _env_file=None)
settings.discord_token = None
asyncio.run(restore.run(Namespace(file=Path("backup.sqlite3"), yes=True), settings))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own, because a server's other files are in its `data`."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def names_in(place: Place) -> set[str]:
    async with read_only.opened(place) as (reads, _):
        return {row[0] for row in await reads.all("SELECT DISTINCT name FROM seats")}


async def newer_server(place: PostgresUrl, folder: Path) -> None:
    """Make a backup, and a server's database in which something has happened since."""
    path = await filled(folder)
    path.rename(folder / BACKUP)
    newer = folder / "newer.sqlite3"
    newer.write_bytes((folder / BACKUP).read_bytes())
    change(newer, "UPDATE seats SET name='Newer'")
    change(newer, "UPDATE log SET at=at+1000 WHERE table_id=1 AND rev>3")
    change(newer, "INSERT INTO restores VALUES (1790000000, 1, 1)")
    await fill_server(place, newer)


async def test_a_server_is_set_back_and_its_old_rows_stay_in_a_file(folder: Path):
    with empty_database() as place:
        await newer_server(place, folder)
        said = await restored(place, folder / BACKUP, yes=False)
        assert said.facts["lost_changes"] == 1
        assert await names_in(place) == {"Newer"}
        report = await restored(place, folder / BACKUP)
        assert await names_in(place) == {"Ann", "Ben"}
        [aside] = (folder / "data").iterdir()
        assert ".before-restore-" in aside.name
        assert f"What was there before is in data/{aside.name}" in report.text()
        assert await differences(aside, folder / "newer.sqlite3") == []
        assert (await sound(place)).contents is not None
        database = await Database.open(place)
        assert database.restored is not None
        assert database.restored.epoch > 1790000000, "buttons from before are refused"
        await database.close()


async def test_an_empty_server_is_filled_from_a_backup_and_back(folder: Path):
    path = await filled(folder)
    path.rename(folder / BACKUP)
    with empty_database() as place:
        await restored(place, folder / BACKUP)
        assert not list((folder / "data").iterdir()), "there was nothing to keep"
        sql = "SELECT reltuples FROM pg_class WHERE relname='log'"
        assert float(server().ask(name_of(place), sql)) > 0, "it finds rows by their indexes"
        await restored(folder / "again/downeast.sqlite3", folder / BACKUP)
        there, again = await sound(place), await sound(folder / "again/downeast.sqlite3")
        assert there.contents == again.contents


async def test_a_running_bot_keeps_its_server(folder: Path):
    with empty_database() as place:
        await newer_server(place, folder)
        running = await Database.open(place)
        with pytest.raises(InUse):
            await restored(place, folder / BACKUP)
        await running.close()
        assert await names_in(place) == {"Newer"}


async def test_a_bad_backup_or_a_foreign_database_changes_nothing(folder: Path):
    with empty_database() as place:
        await newer_server(place, folder)
        (folder / "half.sqlite3").write_bytes((folder / BACKUP).read_bytes()[:20_000])
        with pytest.raises(CannotRestore, match="can't be restored"):
            await restored(place, folder / "half.sqlite3")
        assert await names_in(place) == {"Newer"}
    with empty_database() as place:
        server().ask(name_of(place), "CREATE TABLE songs (name TEXT)")
        for yes in (False, True):
            with pytest.raises(DatabaseProblem, match="is not ours"):
                await restored(place, folder / BACKUP, yes=yes)
    with pytest.raises(DatabaseProblem, match="cannot be opened"):
        await restored(place, folder / BACKUP)


async def test_a_server_that_is_lost_meanwhile_keeps_what_it_had(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    from db.engines.postgresql_engine import PostgresEngine

    with empty_database() as place:
        await newer_server(place, folder)
        cut_off_at(place, monkeypatch, row_copy, "differences")
        with pytest.raises(CannotRestore, match="so I undid it all"):
            await restored(place, folder / BACKUP)
        cut_off_at(place, monkeypatch, PostgresEngine, "commit")
        with pytest.raises(CannotRestore, match="I don't know whether the backup is restored"):
            await restored(place, folder / BACKUP)
        assert await names_in(place) == {"Newer"}, "it was cut off before"
        await restored(place, folder / BACKUP)
        assert await names_in(place) == {"Ann", "Ben"}


@pytest.mark.parametrize(
    "point",
    [
        "before bot.upkeep.commands.restore:begin_epoch",
        "before db.upkeep.row_copy:copy_into_file",
        "before db.upkeep.backup:name_finally",
        "before db.upkeep.replacing:replace_rows",
        "after db.upkeep.row_copy:differences",
        "before db.engines.postgresql_engine:PostgresEngine.commit",
        "after db.engines.postgresql_engine:PostgresEngine.commit",
    ],
)
async def test_killed_at_any_moment_the_server_is_old_or_new(folder: Path, point: str):
    with empty_database() as place:
        await newer_server(place, folder)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            KILLED,
            written(place),
            point,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])},
        )
        assert await child.wait() == -signal.SIGKILL
        done = point == "after db.engines.postgresql_engine:PostgresEngine.commit"
        assert await names_in(place) == ({"Ann", "Ben"} if done else {"Newer"})
        await sound(place)
        kept = list((folder / "data").glob("*.before-restore-*.sqlite3"))
        assert not done or len(kept) == 1
        await restored(place, folder / BACKUP)
        assert await names_in(place) == {"Ann", "Ben"}
        assert any(
            [await names_in(path) == {"Newer"} for path in (folder / "data").glob("*.sqlite3")]
        )
        assert not list((folder / "data").glob("*part"))
