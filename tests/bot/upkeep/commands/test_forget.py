"""`python -m bot forget PERSON` says what it would do, does it, and leaves no trace in the file."""

from argparse import Namespace
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.upkeep.commands.forget import CannotForget, run
from bot.upkeep.findings.findings import Report
from db.base.place import PostgresUrl
from db.base.problems import InUse
from db.database import Database
from db.upkeep.file_lock import held
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import (
    RULES,
    change,
    content,
    filled,
    house_in_file,
    settings_for,
    sound,
)
from tests.postgresql import filled as on_server
from tests.postgresql.server import Server

NAME = "Gesundheit Wolkenbruch"


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Settings, "rules", RULES)


async def forgotten(path: Path, person: int, *, yes: bool = True) -> Report:
    return await run(Namespace(person=person, yes=yes), settings_for(path))


async def test_what_would_happen_is_said_before(tmp_path: Path):
    path = await filled(tmp_path)
    before = path.read_bytes()
    report = await forgotten(path, ANN, yes=False)
    assert report.exit_code == 1
    assert "(2 tables in play or open)" in report.text()
    assert path.read_bytes() == before
    assert "nothing to forget about 7" in (await forgotten(path, 7, yes=False)).text()


async def test_a_person_is_gone_and_the_games_go_on(tmp_path: Path):
    path = await filled(tmp_path)
    change(path, "UPDATE seats SET name=? WHERE person=?", NAME, ANN)
    change(path, "UPDATE results SET name=? WHERE person=?", NAME, ANN)
    assert NAME.encode() in content(path)
    report = await forgotten(path, ANN)
    assert report.facts == {"known": True, "unfinished": 2}
    assert NAME.encode() not in content(path)
    found = await sound(path)
    assert found.contents is not None
    assert found.contents.in_play == {"small": 2}
    assert "nothing to forget about" in (await forgotten(path, ANN)).text()


async def test_a_file_in_use_is_left_alone(tmp_path: Path):
    path = await filled(tmp_path)
    with held(path), pytest.raises(InUse):
        await forgotten(path, ANN)


async def test_cards_that_are_being_dealt_come_first(tmp_path: Path):
    async with house_in_file(tmp_path, idle=True) as house:
        table = await house.open(ANN, BEN)
        await house.seal(table)
        await house.host.deals.deal(table, ANN, house.receipt())
    with pytest.raises(CannotForget, match="Start the bot"):
        await forgotten(tmp_path / "downeast.sqlite3", ANN)


def holding(text: str, folder: Path) -> list[Path]:
    """Return the files of a folder that have a text in them."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if text.encode() in path.read_bytes()]


async def test_a_person_is_gone_from_a_server_and_the_games_go_on(
    server: Server, name: str, place: PostgresUrl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    await on_server.filled(place)
    settings = settings_for(place)
    server.ask(name, f"UPDATE seats SET name='{NAME}' WHERE person={on_server.FIRST}")
    server.ask(name, "ANALYZE; CHECKPOINT")  # the server's statistics quote frequent values
    files = server.folder / "data/base"
    assert holding(NAME, files)
    asked = await run(Namespace(person=on_server.FIRST, yes=False), settings)
    assert "(2 tables in play or open)" in asked.text()
    report = await run(Namespace(person=on_server.FIRST, yes=True), settings)
    assert report.facts == {"known": True, "unfinished": 2}
    server.ask(name, "CHECKPOINT")
    assert not holding(NAME, files)
    assert (tmp_path / "data/downeast.forgotten").stat().st_size > 0
    again = await run(Namespace(person=on_server.FIRST, yes=True), settings)
    assert "nothing to forget about" in again.text()


async def test_a_database_of_a_server_in_use_is_left_alone(place: PostgresUrl):
    await on_server.filled(place)
    database = await Database.open(place)
    try:
        with pytest.raises(InUse, match="Stop that one first"):
            await run(Namespace(person=on_server.FIRST, yes=True), settings_for(place))
    finally:
        await database.close()
