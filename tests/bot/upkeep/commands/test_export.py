"""`python -m bot export PERSON FILE` writes all about a person, also of a file that is in use."""

import json
import stat
from argparse import Namespace
from pathlib import Path

import pytest

from bot.upkeep.commands.export import run
from db.base.place import PostgresUrl
from db.base.problems import DatabaseProblem
from db.database import Database
from db.upkeep.file_lock import held
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import filled, old_file, settings_for
from tests.postgresql import filled as on_server


async def test_export_has_every_game_and_changes_nothing(tmp_path: Path):
    path = await filled(tmp_path)
    before, target = path.read_bytes(), tmp_path / "ann.json"
    with held(path):
        report = await run(Namespace(person=ANN, file=target), settings_for(path))
    assert path.read_bytes() == before
    read = json.loads(target.read_text(encoding="utf-8"))
    assert [table["phase"] for table in read["tables"]] == ["playing", "playing", "over"]
    assert str(BEN) not in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert report.facts["rows"]["tables"] == 3
    with pytest.raises(DatabaseProblem, match="exists"):
        await run(Namespace(person=ANN, file=target), settings_for(path))


async def test_a_file_of_an_older_release_can_be_read(tmp_path: Path):
    report = await run(Namespace(person=7, file=tmp_path / "x"), settings_for(old_file(tmp_path)))
    assert "0 rows" in report.text()


async def test_a_database_of_a_server_is_read_while_a_bot_uses_it(
    place: PostgresUrl, tmp_path: Path
):
    await on_server.filled(place)
    target = tmp_path / "first.json"
    database = await Database.open(place)
    try:
        report = await run(Namespace(person=on_server.FIRST, file=target), settings_for(place))
    finally:
        await database.close()
    read = json.loads(target.read_text(encoding="utf-8"))
    assert [table["game"] for table in read["tables"]] == ["deadman", "dealt"]
    assert report.facts["rows"]["tables"] == 2
