"""Tests of who can watch a table."""

import asyncio

from bot.host.agreements.watching import MOST_WATCHERS
from db.tables import watchers
from tests.bot.house import ANN, BEN, CAT, House, refused

CROWD = range(1000, 1000 + MOST_WATCHERS)


async def watching(house: House, table: int) -> list[int]:
    return await watchers.of_table(house.database.reader, table)


async def test_watching_changes_nothing_that_others_see(idle_house: House):
    table = await idle_house.dealt(ANN, BEN)
    before = await idle_house.stored(table)
    await idle_house.host.watching.watch(table, CAT)
    assert await watching(idle_house, table) == [CAT]
    assert await idle_house.stored(table) == before
    assert idle_house.changed == []


async def test_twenty_people_watch_a_table_and_the_next_is_refused(idle_house: House):
    table = await idle_house.dealt(ANN, BEN)
    watch = idle_house.host.watching.watch
    await asyncio.gather(*(watch(table, person) for person in CROWD))
    assert "20 people watch" in await refused(watch(table, CAT))
    await watch(table, CROWD[0])
    assert await watching(idle_house, table) == [*CROWD]
    await idle_house.host.watching.stop(table, CROWD[0])
    await watch(table, CAT)
    assert await watching(idle_house, table) == [CAT, *CROWD[1:]]


async def test_players_cannot_watch_and_only_a_game_in_play_is_watched(idle_house: House):
    table, watch = await idle_house.dealt(ANN, BEN), idle_house.host.watching.watch
    assert "You play at table" in await refused(watch(table, BEN))
    assert "hasn't been dealt" in await refused(watch(await idle_house.open(ANN), CAT))
    await idle_house.play_out(table)
    await refused(watch(table, CAT))
    assert await watching(idle_house, table) == []
