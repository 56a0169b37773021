"""A restore doesn't bring back people who were forgotten since the backup."""

from argparse import Namespace
from pathlib import Path

import pytest

from bot.host.time.clock import ClockAhead
from bot.settings import Settings
from bot.upkeep.commands import forget, restore
from bot.upkeep.commands.forget_again import CannotTellWho
from bot.upkeep.findings.findings import Report
from db.base.place import Place
from db.people import forgetting
from db.upkeep import read_only
from games import GAMES
from tests.bot.house import ANN, BEN
from tests.bot.upkeep.filled import (
    RULES,
    fill_server,
    filled,
    house_in_file,
    old_file,
    settings_for,
)
from tests.postgresql.empty import empty_database

BACKUP = "backup.sqlite3"


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Settings, "rules", RULES)


async def people(place: Place) -> set[int]:
    async with read_only.opened(place) as (reads, _):
        return await forgetting.people(reads)


async def restored(target: Place, source: Path) -> Report:
    return await restore.run(Namespace(file=source, yes=True), settings_for(target))


async def forgotten_after_a_backup(folder: Path) -> Path:
    path = await filled(folder)
    (folder / BACKUP).write_bytes(path.read_bytes())
    await forget.run(Namespace(person=ANN, yes=True), settings_for(path), years_later(1))
    return path


def years_later(years: float) -> ClockAhead:
    """Return a clock for which even the newest test files are old."""
    clock = ClockAhead()
    clock.set_ahead(years * 365 * 86_400)
    return clock


async def test_who_was_forgotten_stays_forgotten(tmp_path: Path):
    path = await forgotten_after_a_backup(tmp_path)
    assert ANN in await people(tmp_path / BACKUP)
    report = await restored(path, tmp_path / BACKUP)
    assert "I forgot 1 person who had asked for it since then." in report.text()
    assert await people(path) == {BEN}


async def test_it_works_on_another_machine_with_the_list_beside_the_backup(tmp_path: Path):
    path = await forgotten_after_a_backup(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    path.unlink()
    await restored(other / "downeast.sqlite3", tmp_path / BACKUP)
    assert await people(other / "downeast.sqlite3") == {BEN}


async def test_who_was_forgotten_stays_forgotten_on_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The list is in the folder of the server's other files, or beside the backup."""
    monkeypatch.chdir(tmp_path)
    path = await forgotten_after_a_backup(tmp_path / "data")
    (tmp_path / "data" / BACKUP).rename(tmp_path / BACKUP)
    with empty_database() as place:
        await fill_server(place, path)
        report = await restored(place, tmp_path / BACKUP)
        assert report.facts["forgotten"] == 1
        assert await people(place) == {BEN}


async def test_a_backup_that_was_made_after_brings_nobody_to_be_forgotten(tmp_path: Path):
    path = await forgotten_after_a_backup(tmp_path)
    async with house_in_file(tmp_path, idle=True) as house:  # they came back
        house.clock.set(years_later(2).now())
        await house.open(ANN)
    path.rename(tmp_path / "newer.sqlite3")
    report = await restored(path, tmp_path / "newer.sqlite3")
    assert report.facts["forgotten"] == 0
    assert ANN in await people(path)


async def test_a_backup_without_a_key_is_refused_if_somebody_was_forgotten_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Settings, "rules", {**GAMES, **RULES})
    path = await forgotten_after_a_backup(tmp_path)
    path.unlink()
    with pytest.raises(CannotTellWho, match="Choose a newer backup"):
        await restored(path, old_file(tmp_path))
    assert not path.exists()
