"""`python -m bot prune`: what is no longer kept goes, and nothing else."""

import json
from argparse import Namespace
from pathlib import Path

import pytest

from bot.host.deleting.expiry import SERVER_KEPT
from bot.settings import Settings
from bot.upkeep.commands.prune import CannotPrune, run
from bot.upkeep.findings.findings import Report
from db.base.place import PostgresUrl
from db.base.problems import DatabaseProblem, InUse
from db.database import Database
from db.upkeep.file_lock import held
from tests.bot.house import ANN, BEN, GUILD
from tests.bot.recording import HandClock
from tests.bot.upkeep.filled import (
    RULES,
    change,
    content,
    filled,
    house_in_file,
    names,
    old_file,
    settings_for,
    sound,
)
from tests.postgresql import filled as on_server
from tests.postgresql.server import Server

DAY = 24 * 3600.0
BEGAN = HandClock().now()
LATER = BEGAN + 31 * DAY


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Settings, "rules", RULES)


async def pruned(
    path: Path,
    *,
    server: int | None = None,
    dry_run: bool = False,
    at: float = LATER,
    days: int = 30,
) -> Report:
    arguments = Namespace(server=server, dry_run=dry_run)
    return await run(arguments, settings_for(path, keep_days=days), HandClock(at))


async def shown_and_filled(folder: Path) -> Path:
    """Make a file with two tables in play and one that is over, as its board shows."""
    path = await filled(folder)
    change(path, "UPDATE tables SET behind=0")
    return path


async def test_finished_games_go_and_tables_in_play_stay(tmp_path: Path):
    path = await shown_and_filled(tmp_path)
    change(path, "UPDATE results SET place=NULL")
    change(path, "UPDATE shown SET print=printf('%9000s', '')")  # fills whole pages of the file
    report = await pruned(path)
    assert report.exit_code == 0
    first, *rest = report.text().split("\n")
    assert first.startswith("I deleted the records of 1 table (1 of small; ")
    assert first.endswith(" rows) whose games ended long ago. Their results stay.")
    assert any("and now has" in line for line in rest)
    assert "Backups from before" in rest[-1]
    found = await sound(path)
    assert found.contents is not None
    assert (found.contents.in_play, found.contents.finished) == ({"small": 2}, 0)
    async with house_in_file(tmp_path, idle=True) as house:
        rows = await house.database.reader.all("SELECT place FROM results ORDER BY seat")
        assert sorted(row[0] for row in rows) == [1, 2], "they were added first"
        house.clock.advance(30)  # ids carry the time, and each is accepted once
        await house.play_out(1)
    again = await pruned(path)
    assert again.text() == "There is nothing to delete."
    assert again.facts["tables"] == {}


async def test_a_dry_run_says_the_same_and_changes_nothing(tmp_path: Path):
    path = await shown_and_filled(tmp_path)
    before, there = content(path), names(tmp_path)
    for server in (None, GUILD, GUILD + 1):
        with held(path):  # also while the bot runs
            dry = await pruned(path, server=server, dry_run=True)
        assert (content(path), names(tmp_path)) == (before, [*there, f"{path.name}.lock"])
        path.with_name(f"{path.name}.lock").unlink()
        really = await pruned(path, server=server)
        assert dry.facts == {**really.facts, "dry_run": True}
        said = dry.findings[0].text.replace("I would delete", "I deleted")
        assert said == really.findings[0].text
        path.write_bytes(before)
        path.with_name(f"{path.name}.lock").unlink()
    assert json.loads(dry.json())["findings"]


async def test_a_server_goes_at_once_with_everything(tmp_path: Path):
    path = await shown_and_filled(tmp_path)
    change(path, "INSERT INTO blocks VALUES (?, 7)", GUILD)
    change(path, "INSERT INTO blocks VALUES (?, 7)", GUILD + 1)
    report = await pruned(path, server=GUILD, at=BEGAN)
    assert report.findings[0].text.startswith(
        f"I deleted all that belongs to server {GUILD}: 3 tables (3 of small; "
    )
    assert "and 3 rows of results, settings and moderation." in report.findings[0].text
    found = await sound(path)
    assert found.contents is not None
    assert (found.contents.in_play, found.contents.finished) == ({}, 0)
    assert (await pruned(path, server=GUILD)).text() == f"Nothing of server {GUILD} is stored."
    other = await pruned(path, server=GUILD + 1)
    assert other.facts["servers"][str(GUILD + 1)]["other_rows"] == 1


async def test_servers_that_were_left_go_after_their_time(tmp_path: Path):
    path = await shown_and_filled(tmp_path)
    change(path, "INSERT INTO servers_left VALUES (?, ?, 1)", GUILD, BEGAN)
    soon = await pruned(path, at=BEGAN + SERVER_KEPT - 1, days=0)
    assert "There is nothing to delete." in soon.text()
    assert "DOWNEAST_KEEP_DAYS is 0" in soon.text()
    late = await pruned(path, at=BEGAN + SERVER_KEPT, days=0)
    assert "There is nothing to delete." in late.text(), "it may have been taken back since"
    change(path, "INSERT INTO notes VALUES ('alive', ?)", str(BEGAN + SERVER_KEPT - 1))
    late = await pruned(path, at=LATER, days=0)
    assert "There is nothing to delete." in late.text()
    change(path, "UPDATE notes SET value=? WHERE key='alive'", str(BEGAN + SERVER_KEPT))
    late = await pruned(path, at=LATER, days=0)
    assert f"server {GUILD}: 3 tables" in late.text()


async def test_a_running_bot_keeps_its_file_and_a_missing_one_is_not_made(tmp_path: Path):
    path = await shown_and_filled(tmp_path)
    before = content(path)
    with held(path), pytest.raises(InUse, match="Stop that one first"):
        await pruned(path)
    assert content(path) == before
    with pytest.raises(CannotPrune, match="There is no database"):
        await pruned(tmp_path / "other.sqlite3")
    with pytest.raises(DatabaseProblem, match="There is no file"):
        await pruned(tmp_path / "other.sqlite3", dry_run=True)
    assert not [name for name in names(tmp_path) if name.startswith("other")]


async def test_a_file_that_cannot_be_made_smaller_has_lost_the_rows_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(path: Path) -> None:
        raise DatabaseProblem("Its disk is full.")

    path = await shown_and_filled(tmp_path)
    monkeypatch.setattr("db.upkeep.deletion.shrink", full)
    report = await pruned(path)
    assert report.exit_code == 1
    assert "couldn't be made smaller" in report.text()
    found = await sound(path)
    assert found.contents is not None
    assert found.contents.finished == 0


async def test_a_file_of_an_earlier_release_can_be_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.undo()
    path = old_file(tmp_path)
    dry = await pruned(path, dry_run=True, at=2_000_000_000.0)
    report = await pruned(path, at=2_000_000_000.0)
    assert report.facts["tables"] == dry.facts["tables"]
    assert sum(report.facts["tables"].values()) > 5


async def test_people_of_other_servers_keep_their_games(tmp_path: Path):
    async with house_in_file(tmp_path, idle=True) as house:
        here, there = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
        async with house.database.transaction() as tx:
            await tx.run("UPDATE tables SET guild=? WHERE id=?", (GUILD + 1, there))
    await pruned(tmp_path / "downeast.sqlite3", server=GUILD, at=BEGAN)
    async with house_in_file(tmp_path, idle=True) as house:
        house.clock.advance(30)
        await house.play_out(there)
        assert (await house.seen(there)).phase == "over"
        rows = await house.database.reader.all("SELECT id FROM tables")
        assert [row[0] for row in rows] == [there] != [here]


async def test_a_database_of_a_server_is_pruned_and_made_smaller(
    server: Server, name: str, place: PostgresUrl, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.undo()
    await on_server.filled(place)
    on_server.end_the_last(server, name)
    server.ask(
        name,
        "ALTER TABLE shown ALTER print SET STORAGE EXTERNAL;"
        " UPDATE shown SET print=repeat('x', 300000)",
    )
    settings = settings_for(place, keep_days=30)
    for guild in (None, on_server.GUILD):
        dry = await run(Namespace(server=guild, dry_run=True), settings)
        assert server.ask(name, "SELECT count(*) FROM log") != "0"
        really = await run(Namespace(server=guild, dry_run=False), settings)
        assert dry.facts == {**really.facts, "dry_run": True}
        assert "and now has" in really.text()
    assert server.ask(name, "SELECT count(*) FROM tables") == "0"
    assert f"server {on_server.GUILD}: 1 table (1 of deadman" in really.text()


async def test_a_bot_that_runs_on_a_server_keeps_its_database(
    server: Server, name: str, place: PostgresUrl
):
    await on_server.filled(place)
    on_server.end_the_last(server, name)
    database = await Database.open(place)
    try:
        with pytest.raises(InUse, match="Stop that one first"):
            await run(Namespace(server=None, dry_run=False), settings_for(place, keep_days=30))
    finally:
        await database.close()
    assert server.ask(name, "SELECT count(*) FROM tables") == "2"
