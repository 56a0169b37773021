from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from bot.host.time import time_zones
from bot.host.time.deadlines import PRESENT_NOTICE_AFTER
from db.people import people
from db.people.people import Person
from tests.bot.host.test_deadline_timer import down_for, ready
from tests.bot.house import ANN, BEN, CAT, House
from tests.small.game.moves import Hide

SLEEPER = Person(zone="UTC", awake_from=8, awake_until=23)
EVENING = 22 * 3600.0  # of the first day of 1970, in seconds since then
MORNING = (24 + 8) * 3600.0


def berlin(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=time_zones.zone("Europe/Berlin")).timestamp()


async def says(house: House, person: int, **what: Any) -> None:
    await house.contacts.change(person, lambda one: replace(one, **what))


async def sleeps(house: House, person: int) -> None:
    await says(house, person, zone="Europe/Berlin", awake_from=8, awake_until=23)


@pytest.mark.parametrize(
    ("evening", "night"),
    [("2026-06-01", 9), ("2026-03-28", 8), ("2026-10-24", 10)],
    ids=["any", "spring", "autumn"],
)
async def test_deadlines_leave_out_a_night_of_any_length(house: House, evening: str, night: int):
    await sleeps(house, ANN)
    house.clock.set(berlin(f"{evening} 22:00"))
    table = await house.dealt(ANN, BEN, pace="day")
    assert await house.due(table) == {"Ann": (4 + night) * 3600.0, "Ben": 4 * 3600.0}
    house.clock.advance(4 * 3600)
    await house.deadlines.tick()
    assert await ready(house, table) == (False, True), "nobody is moved for in their sleep"
    house.clock.advance(night * 3600 - 1)
    await house.deadlines.tick()
    assert await ready(house, table) == (False, True)
    house.clock.advance(1)
    await house.deadlines.tick()
    assert f"{time_zones.local(house.clock.now(), 'Europe/Berlin'):%H:%M}" == "11:00"
    assert (await house.due(table))["Ann"] == 4 * 3600, "she is to guess now, by day"


async def test_new_waking_hours_count_from_the_next_question(house: House):
    house.clock.set(berlin("2026-06-01 22:00"))
    table = await house.dealt(ANN, BEN, pace="day")
    await sleeps(house, ANN)
    await house.play(table, BEN, Hide(coins=1))
    assert (await house.due(table))["Ann"] == 4 * 3600, "she was asked before"
    await house.play(table, ANN, Hide(coins=1))
    assert (await house.due(table))["Ann"] == 13 * 3600


async def test_no_notice_at_night_or_against_the_settings(house: House):
    await sleeps(house, ANN)
    await says(house, BEN, notices="none")
    house.clock.set(berlin("2026-06-01 22:59:50"))
    table = await house.dealt(ANN, BEN, CAT, pace="day")
    ann, ben, cat = (player.notice_at for player in (await house.stored(table)).players)
    assert (ann, ben) == (berlin("2026-06-02 08:00"), None)
    assert cat is not None
    assert 0 < cat - house.clock.now() <= PRESENT_NOTICE_AFTER


async def asked_at_bedtime(house: House, pace: str) -> int:
    house.clock.set(EVENING)
    table = await house.dealt(ANN, BEN, pace=pace)
    async with house.database.transaction() as tx:
        await people.save(tx, ANN, SLEEPER)
        await tx.run("UPDATE seats SET due=?, notice_at=?", (EVENING + 3000, EVENING + 30))
    house.store.cache.drop(table)
    return table


async def test_downtime_gives_sleepers_back_only_waking_time(house: House):
    table = await asked_at_bedtime(house, "day")
    await down_for(house, 9 * 3600)
    ann, ben = (await house.stored(table)).players
    assert (ann.due, ann.notice_at, ann.asked_at) == (MORNING + 3000, MORNING + 30, EVENING + 3600)
    assert (ben.due, ben.notice_at) == (EVENING + 3000 + 9 * 3600, EVENING + 30 + 9 * 3600)


async def test_a_notice_due_at_night_waits_for_the_morning(house: House):
    table = await asked_at_bedtime(house, "day")
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET notice_at=?", (EVENING,))
    house.store.cache.drop(table)
    await down_for(house, 3600)
    assert (await house.stored(table)).players[0].notice_at == MORNING


async def test_downtime_at_night_moves_no_deadline_of_a_sleeper(house: House):
    table = await asked_at_bedtime(house, "day")
    house.clock.set(EVENING + 3600)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET due=?, notice_at=?", (MORNING + 3000, None))
    house.store.cache.drop(table)
    await down_for(house, 5 * 3600)
    ann, ben = (await house.stored(table)).players
    assert (ann.due, ann.notice_at) == (MORNING + 3000, None)
    assert (ben.due, ben.notice_at) == (MORNING + 3000 + 5 * 3600, None)


async def test_at_a_fast_pace_all_downtime_is_given_back(house: House):
    table = await asked_at_bedtime(house, "live")
    await down_for(house, 9 * 3600)
    players = (await house.stored(table)).players
    assert [player.due for player in players] == [EVENING + 3000 + 9 * 3600] * 2
