"""Tests of tables that people can't reach: their clocks stand still, and they get the time back."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.host.agreements.meetings import LATEST_CALL
from bot.host.agreements.rematches import ASKED_FOR
from bot.host.time.pace import PACES
from db.people.people import Person
from db.tables import out_of_reach
from tests.bot.entry.rematches import questions, rematch_of, three_over
from tests.bot.house import ANN, BEN, CAT, CHANNEL, GUILD, House, house_on
from tests.bot.show.at_table import restarted
from tests.small.game.moves import Hide

LONG = PACES["live"].decision
WEEK = PACES["week"].decision
HOUR = 3600.0
ELSEWHERE = 77


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """A house that shows its tables, unlike others in this folder."""
    async with house_on(tmp_path) as opened:
        yield opened


async def shut(house: House, place: int = GUILD) -> None:
    """Put a server or a channel out of reach, and wait until the bot has noticed."""
    house.messenger.out_of_reach.add(place)
    house.agenda.wake("reach")
    await house.quiet()


async def opened(house: House, place: int = GUILD) -> None:
    house.messenger.out_of_reach.discard(place)
    house.agenda.wake("reach")
    await house.quiet()


async def left(house: House) -> set[int]:
    return await out_of_reach.tables(house.database.reader)


@pytest.mark.parametrize("away", [900.0, 33 * HOUR])
@pytest.mark.parametrize("place", [GUILD, CHANNEL])
async def test_a_table_out_of_reach_stands_still_and_gets_its_time_back(
    house: House, away: float, place: int
):
    await house.start()
    table = await house.dealt(ANN, BEN)
    before, step = await house.due(table), (await house.stored(table)).step
    await shut(house, place)
    await house.leaps(away)
    stored = await house.stored(table)
    assert stored.step == step, "the clock has moved for nobody"
    assert house.messenger.notices() == []
    assert not any(player.gone or player.unanswered for player in stored.players)
    await opened(house, place)
    assert await house.due(table) == before
    assert await left(house) == set()
    await house.leaps(LONG)
    assert all(player.unanswered == 1 for player in (await house.stored(table)).players)


async def test_other_servers_and_channels_play_on(house: House):
    await house.start()
    here, there = await house.dealt(ANN, BEN), await house.dealt(CAT, BEN, channel=ELSEWHERE)
    await shut(house)
    await shut(house, ELSEWHERE)
    await opened(house)
    assert await left(house) == {there}
    await house.leaps(LONG)
    assert [player.unanswered for player in (await house.stored(here)).players] == [1, 1]
    assert [player.unanswered for player in (await house.stored(there)).players] == [0, 0]


async def test_the_mark_survives_a_restart_and_the_time_is_given_back_once(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN)
    before = await house.due(table)
    await shut(house)
    await house.leaps(HOUR)
    await house.close()
    house.clock.advance(5 * HOUR)
    await restarted(house)
    await house.leaps(HOUR)
    await opened(house)
    assert await house.due(table) == before


async def test_an_outage_of_the_line_in_between_counts_once(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN)
    before = await house.due(table)
    await shut(house)
    await house.leaps(HOUR)
    house.store.connection.lost()
    await house.leaps(HOUR)
    await house.deadlines.back()
    await house.leaps(HOUR)
    await opened(house)
    assert await house.due(table) == before


async def test_a_question_asked_meanwhile_gets_only_its_own_time(house: House):
    """A hand in a DM still works while its table's channel is hidden."""
    await house.start()
    table = await house.dealt(ANN, BEN)
    await shut(house, CHANNEL)
    await house.leaps(HOUR)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=1))
    asked = (await house.due(table))["Ann"]
    await house.leaps(HOUR)
    await opened(house, CHANNEL)
    assert (await house.due(table))["Ann"] == asked


async def test_whoever_sleeps_gets_their_waking_time_back(house: House):
    await house.contacts.change(ANN, lambda _: Person(awake_from=8 * 60, awake_until=22 * 60))
    await house.start()
    table = await house.dealt(ANN, BEN, pace="week")
    before = await house.due(table)
    await shut(house)
    await house.leaps(24 * HOUR)
    await opened(house)
    assert await house.due(table) == before


async def test_bringing_a_table_elsewhere_ends_its_standstill(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN)
    before = await house.due(table)
    await shut(house, CHANNEL)
    await house.leaps(HOUR)
    await house.host.seats.move_to(table, ELSEWHERE)
    await house.quiet()
    assert await house.due(table) == before


async def test_a_rematch_question_waits(house: House):
    await house.start()
    await rematch_of(house, await three_over(house, pace="week"))
    await shut(house)
    await house.leaps(2 * ASKED_FOR)
    assert len(questions(house)) == 1
    await opened(house)
    await house.leaps(ASKED_FOR - HOUR)
    assert len(questions(house)) == 1
    await house.leaps(HOUR)
    assert questions(house) == []


async def test_a_meeting_out_of_reach_calls_nobody_and_is_over_when_the_table_is_back(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN)
    await house.contacts.change(ANN, lambda _: Person(zone="UTC"))
    meeting, _ = await house.host.meetings.call(table, ANN, "20:00")
    await shut(house)
    await house.leaps(meeting.at - house.clock.now())
    assert (await house.store.loaded(table)).meeting is not None
    await house.leaps(LATEST_CALL)
    await opened(house)
    assert (await house.store.loaded(table)).meeting is None
    assert house.messenger.notices() == []


async def test_watchers_are_told_once_the_table_can_be_reached(house: House):
    await house.start()
    table = await house.dealt(ANN, BEN)
    await house.host.watching.watch(table, CAT)
    await shut(house)
    await house.play_out(table)
    await house.leaps(HOUR)
    assert house.messenger.there(person=CAT) == []
    await opened(house)
    await house.passes(60)
    assert len(house.messenger.there(person=CAT)) == 1


async def test_what_is_not_known_yet_changes_nothing(house: House):
    """Right after a start Discord has listed no servers."""
    await house.start()
    table = await house.dealt(ANN, BEN)
    await shut(house)
    house.messenger.knows_places = False
    await opened(house)
    assert await left(house) == {table}
