"""Tests of a machine whose clock leaps: a suspend, a boot with a wrong time, a time step."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.host.agreements.rematches import ASKED_FOR
from bot.host.time.pace import PACES
from db.base.problems import NotSaved, Unsure
from db.database import Transaction
from db.engines import notes
from db.tables import tables
from tests.bot.entry.rematches import questions, rematch_of, three_over
from tests.bot.house import ANN, BEN, House, house_on
from tests.bot.show.at_table import restarted
from tests.small.game.moves import Hide

HOUR, DAY = 3600.0, 86400.0
SLOW = PACES["day"].decision
LEAPS = [26 * HOUR, DAY, -3 * HOUR, 2.5, -2.5]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """A house that shows its tables, unlike others in this folder."""
    async with house_on(tmp_path) as opened:
        yield opened


async def leapt(house: House, seconds: float) -> None:
    """Let the machine's clock leap, and wait until the bot has noticed."""
    house.clock.leap = seconds
    house.agenda.wake("deadlines")  # the next beat comes
    await house.quiet()
    assert house.clock.leap == 0


@pytest.mark.parametrize("seconds", LEAPS)
async def test_a_leap_takes_no_time_and_gives_none(house: House, seconds: float):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    opened = await house.open(ANN, BEN)
    await house.play(table, ANN, Hide(coins=1))
    await house.passes(HOUR)
    await leapt(house, seconds)
    left = SLOW - HOUR
    assert await house.due(table) == {"Ann": None, "Ben": pytest.approx(left)}
    players = (await house.stored(table)).players
    assert [player.unanswered for player in players] == [0, 0]
    assert (await house.stored(opened)).phase == "open"
    until = (await house.seen(table)).until
    assert until == pytest.approx(house.clock.now() + left)
    await house.passes(left - 5)
    assert (await house.stored(table)).players[1].unanswered == 0
    await house.passes(10)
    assert (await house.stored(table)).players[1].unanswered == 1


@pytest.mark.parametrize("seconds", LEAPS[:3])
async def test_nothing_is_done_before_a_leap_was_noticed(house: House, seconds: float):
    """A timer may wake right after the leap, before the deadlines were looked at."""
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    house.clock.leap = seconds
    await house.deadlines.tick()
    await house.notices.tick()
    await house.quiet()
    assert [player.unanswered for player in (await house.stored(table)).players] == [0, 0]


async def test_a_boot_with_a_fast_clock_that_is_then_corrected(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    await house.passes(HOUR)
    await house.close()
    house.clock.advance(60 + DAY)  # down for a minute, and the clock is a day ahead
    await restarted(house)
    await leapt(house, -DAY)
    due = await house.due(table)
    assert due["Ann"] == pytest.approx(SLOW - HOUR, abs=60)


async def test_a_clock_that_was_fast_until_the_start_holds_nothing_up(
    house: House, caplog: pytest.LogCaptureFixture
):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    await house.passes(60)
    await house.close()
    house.clock.set(house.clock.now() - DAY)  # it was set while the bot was down
    await restarted(house)
    assert (await house.due(table))["Ann"] == pytest.approx(SLOW - 60, abs=60)
    noted = await notes.read(house.database.reader, "alive")
    assert float(noted or 0) <= house.clock.now()
    assert "the clock was ahead" in caplog.text


async def test_a_stop_after_a_clock_was_set_back_is_given_back(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    await leapt(house, -3 * HOUR)
    before = await house.due(table)
    await house.close()
    house.clock.advance(5 * HOUR)
    await restarted(house)
    after = await house.due(table)
    assert after["Ann"] == pytest.approx(before["Ann"], abs=60)


@pytest.mark.parametrize("seconds", LEAPS[:3])
async def test_a_leap_while_discord_is_out_of_reach_counts_once(house: House, seconds: float):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    before = await house.due(table)
    house.store.connection.lost()
    await house.passes(HOUR)
    await leapt(house, seconds)
    await house.passes(HOUR)
    await house.deadlines.back()
    assert await house.due(table) == pytest.approx(before)


async def test_a_suspended_machine_loses_its_line_and_gives_the_time_back_once(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    before = await house.due(table)
    house.clock.leap = 9 * HOUR
    house.store.connection.lost()  # the library may notice first
    await house.deadlines.back()
    await house.passes(0)
    assert await house.due(table) == pytest.approx(before)


@pytest.mark.parametrize("seconds", LEAPS[:3])
async def test_a_leap_that_cannot_be_saved_is_made_up_for_later(house: House, seconds: float):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    before = await house.due(table)
    with (
        patch.object(tables, "give_back", side_effect=NotSaved("full")),
        patch.object(tables, "set_back", side_effect=NotSaved("full")),
    ):
        house.clock.leap = seconds
        for _ in range(3):
            house.agenda.wake("deadlines")
            await house.quiet()
    house.agenda.wake("deadlines")
    await house.quiet()
    due = await house.due(table)
    assert due["Ann"] == pytest.approx(before["Ann"], abs=75)


@pytest.mark.parametrize("seconds", [26 * HOUR, -3 * HOUR])
async def test_the_question_of_a_rematch_stays_open_for_its_day(house: House, seconds: float):
    await house.start()
    await rematch_of(house, await three_over(house, pace="week"))
    await leapt(house, seconds)
    await house.leaps(ASKED_FOR - HOUR)
    assert len(questions(house)) == 1
    await house.leaps(HOUR)
    assert questions(house) == []


async def test_a_message_that_paused_is_drawn_soon_after_the_clock_was_set_back(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    queue = house.display.queues._queue((table, next(iter(house.display.queues._queues[table]))))
    queue.not_before = house.clock.now() + 5
    await leapt(house, -3 * HOUR)
    assert queue.not_before <= house.clock.now()


async def test_a_set_back_that_nobody_confirmed_is_made_once(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN, pace="day")
    await house.passes(HOUR)
    before = await house.due(table)
    database, transaction = house.database, house.database.transaction
    unsure = [True]

    @asynccontextmanager
    async def unconfirmed() -> AsyncGenerator[Transaction]:
        async with transaction() as tx:
            yield tx
        if unsure and house.clock.leap:
            unsure.clear()
            raise Unsure("lost")

    with patch.object(database, "transaction", unconfirmed):
        house.clock.leap = -3 * HOUR
        for _ in range(3):
            house.agenda.wake("deadlines")
            await house.quiet()
    assert not unsure
    assert house.clock.leap == 0
    due = await house.due(table)
    assert due["Ann"] == pytest.approx(before["Ann"], abs=75)
