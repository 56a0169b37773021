"""Each night the running bot deletes what is no longer kept, and a failure isn't the last word."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from math import inf
from pathlib import Path

import pytest

from bot.host.deleting.expiry import DAY, SERVER_KEPT
from bot.host.seating.quotas import Limits
from bot.host.time.agenda import AGAIN
from bot.upkeep.nightly.nightly_sweeps import AFTER_BACKUP, AFTER_START, NightlySweeps
from db.base.problems import NotSaved
from db.tables import results
from db.upkeep.backup_folder import begin_of, last_night
from tests.bot.house import ANN, BEN, GUILD, House, house_on

DAYS = 30


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path) as opened:
        yield opened


@asynccontextmanager
async def sweeping(house: House, days: int = DAYS) -> AsyncGenerator[None]:
    sweeps = NightlySweeps(house.host, days)
    house.agenda.add("sweeps", sweeps.sweep, first=sweeps.first, nap=inf)
    await house.quiet()
    try:
        yield
    finally:
        await house.agenda.close()


async def over(house: House) -> int:
    house.host.seats.limits = Limits(in_an_hour=100)
    table = await house.dealt(ANN, BEN)
    await house.play_out(table)
    await house.passes(5)
    return table


async def tables(house: House) -> list[int]:
    return [row[0] for row in await house.database.reader.all("SELECT id FROM tables ORDER BY id")]


async def test_the_first_sweep_is_a_while_after_the_start_and_then_one_each_night(house: House):
    old = await over(house)
    house.clock.advance(DAYS * DAY)
    young = await over(house)
    async with sweeping(house):
        await house.passes(AFTER_START - 1)
        assert await tables(house) == [old, young]
        await house.passes(2)
        assert await tables(house) == [young]
        house.clock.advance(DAYS * DAY)
        night = begin_of(last_night(house.clock.now()) + timedelta(days=1)) + AFTER_BACKUP
        await house.passes(night + 5 - house.clock.now())
        assert await tables(house) == []
    for table in (old, young):
        assert len(await results.of_table(house.database.reader, table)) == 2


async def test_games_are_kept_for_ever_if_that_is_the_choice(house: House):
    table = await over(house)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE results SET place=NULL")
    house.clock.advance(4000 * DAY)
    async with sweeping(house, days=0):
        await house.passes(AFTER_START + 5)
    assert await tables(house) == [table]
    assert await results.unranked(house.database.reader) == [], "they got their places"


async def test_a_server_is_kept_until_discord_has_listed_the_servers(house: House):
    await over(house)
    await house.host.departures.note_departure(GUILD)
    house.clock.advance(SERVER_KEPT)
    async with sweeping(house, days=0):
        await house.passes(AFTER_START + 5)
        assert await tables(house) == [1]
        await house.host.departures.connected({GUILD + 1})
        await house.passes(DAY + 5)
        assert await tables(house) == []


async def test_a_failure_is_logged_and_tried_again_after_an_hour(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await over(house)
    house.clock.advance(DAYS * DAY)
    failures = [NotSaved("The disk is full."), RuntimeError("a bug")]
    delete = house.host.expiry.delete_expired

    async def failing(table_id: int, days: int) -> bool:
        if failures:
            raise failures.pop(0)
        return await delete(table_id, days)

    monkeypatch.setattr(house.host.expiry, "delete_expired", failing)
    async with sweeping(house):
        await house.passes(AFTER_START + 2 * AGAIN - 5)
        assert await tables(house) == [1]
        await house.passes(10)
        assert await tables(house) == []
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(said) == 2
    assert "The disk is full." in said[0]


async def test_players_go_on_while_many_tables_are_deleted(house: House):
    """A sweep of twenty tables takes a while, and a game is played to its end meanwhile."""
    for _ in range(20):
        await over(house)
    house.clock.advance(DAYS * DAY)
    playing = await house.dealt(ANN, BEN)
    async with sweeping(house):
        await house.passes(AFTER_START + 1)
        left = len(await tables(house))
        assert 1 < left < 21, "not all at once"
        await house.play_out(playing)
        await house.passes(10)
        assert await tables(house) == [playing]
