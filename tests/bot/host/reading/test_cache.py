import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.host.reading.cache import CLOSED_IDLE, REST, TABLES_KEPT, Cache
from bot.host.reading.loaded_table import LoadedTable
from tests.bot.host.time.test_clock import turns
from tests.bot.house import ANN, BEN, CAT, House, house_on
from tests.bot.recording import HandClock
from tests.small.game import SmallRules
from tests.small.game.moves import Hide


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def at(tmp_path: Path) -> Callable[[int, int], LoadedTable]:
    async with house_on(tmp_path, idle=True) as house:
        table = (await house.store.loaded(await house.open(ANN))).table

    def made(number: int, rev: int) -> LoadedTable:
        return LoadedTable.read(SmallRules(), replace(table, id=number, rev=rev), [])

    return made


Made = Callable[[int, int], LoadedTable]


class Reading:
    def __init__(self) -> None:
        self.asked = 0
        self.answer: asyncio.Future[LoadedTable] = asyncio.get_running_loop().create_future()

    async def load(self) -> LoadedTable:
        self.asked += 1
        return await asyncio.shield(self.answer)


async def test_simultaneous_readers_share_one_read(clock: HandClock, at: Made):
    cache, file = Cache(clock.now), Reading()
    readers = [asyncio.create_task(cache.read(1, file.load)) for _ in range(3)]
    await turns()
    readers[0].cancel()  # and none takes it away from the others
    file.answer.set_result(at(1, 5))
    assert [await reader for reader in readers[1:]] == [file.answer.result()] * 2
    assert await cache.read(1, file.load) is file.answer.result()
    assert file.asked == 1


async def test_a_slow_read_never_replaces_a_newer_rev(clock: HandClock, at: Made):
    cache, file = Cache(clock.now), Reading()
    reader = asyncio.create_task(cache.read(1, file.load))
    await turns()
    cache.put(at(1, 6))
    file.answer.set_result(at(1, 5))
    await reader
    kept = cache.get(1)
    assert kept is not None
    assert kept.table.rev == 6


async def test_a_read_begun_before_a_drop_is_discarded(clock: HandClock, at: Made):
    cache, before, after = Cache(clock.now), Reading(), Reading()
    reader = asyncio.create_task(cache.read(1, before.load))
    await turns()
    cache.drop(1)
    later = asyncio.create_task(cache.read(1, after.load))
    await turns()
    assert after.asked == 1, "who asks after that must not get what was read before"
    before.answer.set_result(at(1, 5))
    await reader
    assert 1 not in cache
    after.answer.set_result(at(1, 6))
    assert (await later).table.rev == 6
    assert 1 in cache


async def test_cache_never_goes_back_to_an_older_rev(clock: HandClock, at: Made):
    cache = Cache(clock.now)
    for rev in (5, 7, 6):
        cache.put(at(1, rev))
    kept = cache.get(1)
    assert kept is not None
    assert kept.table.rev == 7


async def test_a_failed_read_reaches_every_caller_and_is_retried(clock: HandClock, at: Made):
    cache, broken, file = Cache(clock.now), Reading(), Reading()
    readers = [asyncio.create_task(cache.read(1, broken.load)) for _ in range(2)]
    await turns()
    broken.answer.set_exception(OSError("no disk"))
    for reader in readers:
        with pytest.raises(OSError):
            await reader
    file.answer.set_result(at(1, 5))
    assert (await cache.read(1, file.load)).table.rev == 5


async def test_a_full_cache_drops_the_least_recently_used_table(clock: HandClock, at: Made):
    forgotten: list[int] = []
    cache = Cache(clock.now, most=2, on_forgotten=forgotten.append)
    cache.put(at(1, 1))
    cache.put(at(2, 1))
    assert cache.get(1) is not None
    cache.put(at(3, 1))
    assert (forgotten, 1 in cache, 2 in cache, len(cache)) == ([2], True, False, 2)


async def test_sweep_removes_idle_tables(clock: HandClock, at: Made):
    forgotten: list[int] = []
    cache = Cache(clock.now, on_forgotten=forgotten.append)
    cache.put(at(1, 1))
    cache.put(at(2, 1))
    clock.advance(REST - 1)
    assert cache.get(1) is not None
    clock.advance(2)
    cache.sweep()
    assert (forgotten, 1 in cache, 2 in cache) == ([2], True, False)
    clock.advance(REST)
    cache.sweep()
    assert len(cache) == 0


async def test_sweep_removes_finished_tables_sooner(clock: HandClock, at: Made):
    cache = Cache(clock.now)
    running = at(1, 1)
    cache.put(replace(running, table=replace(running.table, phase="over")))
    cache.put(at(2, 1))
    clock.advance(CLOSED_IDLE - 1)
    cache.sweep()
    assert len(cache) == 2
    clock.advance(2)
    cache.sweep()
    assert (1 in cache, 2 in cache) == (False, True)


async def test_sweep_reports_dropped_tables_once(clock: HandClock, at: Made):
    forgotten: list[int] = []
    cache = Cache(clock.now, on_forgotten=forgotten.append)
    for table in (1, 2, 3):
        cache.put(at(table, 1))
    cache.drop_all()
    cache.drop(4)
    clock.advance(REST - 1)
    cache.put(at(2, 1))  # it is played on
    cache.sweep()
    assert forgotten == []
    clock.advance(2)
    cache.sweep()
    assert sorted(forgotten) == [1, 3, 4]
    assert 2 in cache
    cache.sweep()
    assert len(forgotten) == 3, "once is enough"


async def test_a_seal_recorded_during_a_change_is_kept(clock: HandClock, at: Made):
    cache = Cache(clock.now)
    cache.put(at(1, 1))
    cache.change(1, lambda before: replace(before, table=replace(before.table, sealed_by=900)))
    cache.put(at(1, 2))  # made of what was there before the seal
    kept = cache.get(1)
    assert kept is not None
    assert (kept.table.rev, kept.table.sealed_by) == (2, 900)


async def test_a_committed_table_is_read_from_the_cache(house: House):
    table = await house.dealt(ANN, BEN, CAT)
    after = await house.play(table, ANN, Hide(coins=1))
    assert await house.store.loaded(table) is after


async def test_games_go_on_with_more_tables_than_the_cache_holds(house: House):
    house.store.cache._most = 2
    tables = [await house.dealt(ANN, BEN) for _ in range(4)]
    for person in (ANN, BEN):
        for table in tables:
            await house.hide(table, person)
    assert len(house.store.cache) == 2
    for table in tables:
        assert (await house.seen(table)).public.seen.ready == (True, True)


def test_cache_holds_at_least_a_hundred_tables():
    assert TABLES_KEPT >= 100
