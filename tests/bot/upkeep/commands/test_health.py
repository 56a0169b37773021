"""`health` reads what the running bot last said of itself."""

import argparse
import asyncio
from pathlib import Path

import pytest

from bot.observe.health_checks import CommitStatus, Health
from bot.observe.health_file import HealthFile, health_file_of
from bot.observe.pulse import STALE_AFTER
from bot.settings import Settings
from bot.upkeep.commands import health
from db.upkeep import file_lock
from tests.bot.recording import HandClock


def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "downeast.sqlite3"))


def said(tmp_path: Path, clock: HandClock, *, connected: bool) -> None:
    """Write the health file as the bot does."""
    report = Health(lambda: connected, lambda: 0.0, CommitStatus()).report()
    path = health_file_of(settings(tmp_path).file)
    HealthFile(path).write({"at": clock.now(), **report.facts()})


def test_a_bot_that_is_well_is_told_with_exit_code_0(tmp_path: Path):
    clock = HandClock()
    said(tmp_path, clock, connected=True)
    clock.advance(STALE_AFTER - 1)
    report = health.reported(settings(tmp_path), clock)
    assert (report.exit_code, report.facts["seconds_ago"]) == (0, STALE_AFTER - 1)
    assert "connected to Discord" in report.text()


def test_a_bot_that_is_unwell_is_told_with_what_to_do(tmp_path: Path):
    clock = HandClock()
    said(tmp_path, clock, connected=False)
    report = health.reported(settings(tmp_path), clock)
    assert report.exit_code == 2
    assert report.text().startswith("broken: I'm not connected to Discord.")
    assert report.facts["checks"]["gateway"] is False


def test_a_bot_that_hangs_or_was_killed_is_told(tmp_path: Path):
    clock = HandClock()
    said(tmp_path, clock, connected=True)
    clock.advance(STALE_AFTER + 1)
    report = health.reported(settings(tmp_path), clock)
    assert report.exit_code == 2
    assert "31 s ago, so it hangs or was killed" in report.text()
    assert report.facts["healthy"] is False


def test_no_bot_is_told(tmp_path: Path):
    report = asyncio.run(health.run(argparse.Namespace(), settings(tmp_path)))
    assert report.exit_code == 2
    assert "No bot is running" in report.text()
    assert not list(tmp_path.iterdir()), "looking changes nothing"


def test_a_health_file_that_somebody_else_wrote_says_nothing(tmp_path: Path):
    health_file_of(settings(tmp_path).file).write_text('{"healthy": true}')
    assert "No bot is running" in health.reported(settings(tmp_path), HandClock()).text()


def test_a_bot_on_a_server_says_how_it_is_in_a_file_of_its_own_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    clock, on_server = HandClock(), Settings(database="postgresql://bot:hush@db/games")
    with file_lock.held(on_server.place):  # as the bot does; it makes the folder
        nobody = health.reported(on_server, clock)
        assert "No bot is running on postgresql://bot@db/games" in nobody.text()
        assert "there is no data/games.health" in nobody.text()
        report = Health(lambda: True, lambda: 0.0, CommitStatus()).report()
        path = health_file_of(on_server.file)
        HealthFile(path).write({"at": clock.now(), **report.facts()})
    assert health.reported(on_server, clock).exit_code == 0
