"""`python -m bot check`, as an operator or a monitor runs it."""

import json
import os
from argparse import Namespace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.upkeep.commands import check
from bot.upkeep.commands.check import about_settings, run
from bot.upkeep.findings.findings import Report
from db.base.files import lacks_wal
from db.base.place import PostgresUrl
from db.database import Database
from tests.bot.recording import HandClock
from tests.bot.upkeep.filled import change, content, names, settings_for
from tests.bot.upkeep.filled import old_file as made_old
from tests.postgresql.filled import filled


def real(settings: Settings) -> Settings:
    """Give the settings a token, so that they are those of a bot on Discord."""
    settings.discord_token = SecretStr("a token")
    return settings


async def checked(settings: Settings) -> Report:
    return await run(Namespace(online=False), settings, HandClock())


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = made_old(tmp_path)
    path.chmod(0o600)
    return path


async def test_all_is_fine_and_nothing_is_changed(old_file: Path, tmp_path: Path):
    before = content(old_file)
    report = await checked(settings_for(old_file))
    assert report.exit_code == 0, report.text()
    assert "is whole: 138 tables in play" in report.text()
    assert json.loads(report.json())["in_play"]["downeast"] == 46
    assert content(old_file) == before
    assert names(tmp_path) == [old_file.name]


async def test_a_copy_that_lost_its_wal_file_is_not_called_whole(old_file: Path, tmp_path: Path):
    database = await Database.open(old_file)
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(content(old_file))
    await database.close()
    copy.chmod(0o600)
    for _ in range(2):
        report = await checked(settings_for(copy))
        assert report.exit_code == 1
        assert "its newest tables and moves may be missing" in report.text()
    assert lacks_wal(copy), "the next start must still notice it"


async def test_missing_file_is_said_and_not_made(tmp_path: Path):
    report = await checked(settings_for(tmp_path / "data" / "downeast.sqlite3"))
    assert report.exit_code == 2
    assert "There is no database" in report.text()
    assert names(tmp_path) == []


async def test_broken_file_is_worse_than_its_warnings(old_file: Path):
    change(old_file, "DELETE FROM tables WHERE id=1")
    os.chmod(old_file, 0o644)
    report = await checked(settings_for(old_file))
    assert report.exit_code == 2
    assert "broken: The database" in report.text()
    assert "warning: Other accounts" in report.text()


async def test_warnings_have_their_exit_code(old_file: Path):
    report = await checked(real(settings_for(old_file)))
    assert report.exit_code == 1
    assert "warning: There are no nightly backups" in report.text()


def test_token_that_others_can_read_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    env = tmp_path / ".env"
    env.touch()
    monkeypatch.setattr(check, "ENV_FILE", env)
    settings = real(settings_for(tmp_path / "x", contact="Ada, ada@example.org"))
    env.chmod(0o640)
    assert ["chmod 600 .env" in item.text for item in about_settings(settings)] == [True]
    env.chmod(0o600)
    assert [item.level for item in about_settings(settings)] == ["fine"]
    settings.contact = None
    assert "DOWNEAST_CONTACT" in about_settings(settings)[0].text


@pytest.mark.parametrize("installed", [True, False])
def test_a_missing_token_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool):
    monkeypatch.setattr(check, "has_playground", lambda: installed)
    first = about_settings(settings_for(tmp_path / "x"))[0]
    assert first.text.startswith("There is no DISCORD_TOKEN")
    assert first.level == ("fine" if installed else "broken")


async def test_a_database_of_a_server_is_checked_as_well(place: PostgresUrl):
    await filled(place)
    report = await checked(settings_for(place))
    assert "is whole: 2 tables in play" in report.text()
    assert json.loads(report.json())["in_play"] == {"deadman": 1, "dealt": 1}
