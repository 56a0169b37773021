"""Each night has its backup, however the bot was started, stopped and hindered."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from math import inf
from pathlib import Path

import pytest

from bot.host.time.agenda import Agenda
from bot.host.time.connection import Connection
from bot.upkeep.nightly.nightly_backups import NightlyBackups, in_child
from db.database import Database
from db.upkeep.backup import CannotBackUp
from db.upkeep.backup_folder import BackupFolder
from tests.bot.recording import HandClock
from tests.bot.upkeep.filled import differences, fill_server, names, old_file
from tests.files import rights
from tests.postgresql.empty import empty_database

FIVE = datetime(2026, 11, 26, 5, tzinfo=UTC).timestamp()
TODAY = date(2026, 11, 26)
HOUR = 3600.0


class Disk:
    """Makes empty backups, or fails as often as it is told."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.failures = 0

    async def back_up(self, target: Path) -> None:
        if self.failures:
            self.failures -= 1
            raise CannotBackUp("There is no room.")
        os.close(os.open(target, os.O_CREAT | os.O_EXCL))
        self.made.append(target.name)


@asynccontextmanager
async def nights(folder: Path, disk: Disk, clock: HandClock) -> AsyncGenerator[None]:
    agenda = Agenda(clock, Connection(clock))
    agenda.add("backups", NightlyBackups(folder, clock, disk.back_up).make_up, nap=inf)
    await settled()
    try:
        yield
    finally:
        await agenda.close()


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_last_nights_backup_is_made_after_a_start_and_then_one_each_night(tmp_path: Path):
    disk, clock = Disk(), HandClock(FIVE)
    async with nights(tmp_path, disk, clock):
        assert disk.made == ["downeast-2026-11-26.sqlite3"]
        for hours in range(48):
            clock.set(FIVE + hours * HOUR)
            await settled()
    assert disk.made[1:] == ["downeast-2026-11-27.sqlite3", "downeast-2026-11-28.sqlite3"]
    async with nights(tmp_path, disk, clock):  # a restart makes no second one
        pass
    assert len(disk.made) == 3


async def test_a_failure_is_logged_and_tried_again_after_an_hour(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    disk, clock = Disk(), HandClock(FIVE)
    disk.failures = 2
    for age in range(30, 50):
        BackupFolder(tmp_path).file_of(TODAY - timedelta(days=age)).touch()
    async with nights(tmp_path, disk, clock):
        clock.advance(HOUR)
        await settled()
        assert (disk.made, len(names(tmp_path))) == ([], 20), "old ones go only when there is a new"
        clock.advance(HOUR)
        await settled()
    assert names(tmp_path) == disk.made == ["downeast-2026-11-26.sqlite3"]
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(said) == 2
    assert "There is no room." in said[0]


async def test_a_process_of_its_own_backs_up_the_file_that_the_bot_uses(tmp_path: Path):
    path, target = old_file(tmp_path), tmp_path / "copy.sqlite3"
    database = await Database.open(path)
    try:
        await in_child(path)(target)
    finally:
        await database.close()
    assert rights(target) == 0o600
    with pytest.raises(CannotBackUp, match="Choose another name"):
        await in_child(path)(target)


async def test_a_process_of_its_own_backs_up_the_server_that_the_bot_uses(tmp_path: Path):
    path, target = old_file(tmp_path), tmp_path / "copy.sqlite3"
    await (await Database.open(path)).close()
    with empty_database() as place:
        await fill_server(place, path)
        running = await Database.open(place)
        try:
            await in_child(place)(target)
        finally:
            await running.close()
    assert await differences(path, target) == []
    assert rights(target) == 0o600


async def test_the_process_ends_with_the_bot(tmp_path: Path):
    path, target = old_file(tmp_path), tmp_path / "copy.sqlite3"
    making = asyncio.ensure_future(in_child(path)(target))
    await asyncio.sleep(0.2)
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)
    assert not target.exists()
