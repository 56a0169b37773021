"""The clock: it moves for whoever is absent, gives lost time back, and is not held up by a bug."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.clock import FORGIVEN, NAP, Clock
from bot.pace import PACES
from db import people
from games.chance import Chance
from games.rules import Step
from tests.bot.toy import ANN, BEN, CAT, Hide, House, Toy, house_on

DAY = PACES["day"].decision


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_on(tmp_path / "downeast.sqlite3") as opened:
        yield opened


async def ready(house: House, table: int) -> tuple[bool, ...]:
    sight = await house.sight(table)
    return sight.public.ready


async def test_nobody_is_moved_for_while_they_have_time(house: House):
    table = await house.dealt(ANN, BEN)
    house.time += DAY - 7
    assert await Clock(house.host).tick() == pytest.approx(7)
    assert await ready(house, table) == (False, False)


async def test_all_whose_time_is_up_are_moved_for_at_every_table(house: House):
    one, two = await house.dealt(ANN, BEN, CAT), await house.dealt(ANN, BEN)
    await house.play(one, BEN, Hide(coins=3))
    house.time += DAY
    wait = await Clock(house.host).tick()
    assert await ready(house, one) == (True, True, True)
    assert await ready(house, two) == (True, True)
    assert wait == pytest.approx(DAY), "the guessing has begun, with fresh time"
    assert (await house.sight(one, BEN)).view.mine == 3, "whoever has moved is left alone"


async def test_with_nothing_to_wait_for_it_naps(house: House):
    await house.open(ANN, BEN)
    assert await Clock(house.host).tick() == NAP


async def test_a_game_left_to_the_clock_comes_to_its_end(house: House):
    table, clock = await house.dealt(ANN, BEN), Clock(house.host)
    for _ in range(10):
        house.time += await clock.tick()
    assert (await house.sight(table)).phase == "over"
    assert {one.kind for one in await house.log(table)} == {"open", "join", "deal", "clock"}


class Stubborn(Toy):
    """Cannot move for seat 0."""

    def play(self, state: Any, seat: int, move: Any, chance: Chance) -> Step[Any, Any]:
        if seat == 0:
            raise ZeroDivisionError
        return super().play(state, seat, move, chance)


async def test_one_seat_that_cannot_be_moved_for_does_not_hold_up_the_others(
    house: House, caplog: pytest.LogCaptureFixture
):
    one, two = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    house.host.games = {"toy": Stubborn()}
    house.time += DAY
    assert await Clock(house.host).tick() == NAP
    assert await ready(house, one) == await ready(house, two) == (False, True)
    assert f"seat 0 of table {one}" in caplog.text
    house.host.games = {"toy": Toy()}
    await Clock(house.host).tick()
    assert await ready(house, one) == (True, True), "it is tried again at the next beat"


async def test_a_seat_that_cannot_be_moved_for_is_complained_of_once(
    house: House, caplog: pytest.LogCaptureFixture
):
    await house.dealt(ANN, BEN)
    house.host.games = {"toy": Stubborn()}
    house.time += DAY
    clock = Clock(house.host)
    for _ in range(3):
        await clock.tick()
    assert caplog.text.count("could not move") == 1, "a traceback at every beat fills the log"


# --- time in which the bot was down ---------------------------------------------------------------


async def restarted_after(house: House, seconds: float) -> None:
    await Clock(house.host).tick()  # notes that the bot is alive
    house.time += seconds
    clock = Clock(house.host)
    await clock.start()
    await clock.close()


async def test_time_in_which_the_bot_was_down_is_given_back(house: House):
    table = await house.dealt(ANN, BEN)
    await restarted_after(house, DAY + 100)
    assert await house.due(table) == {"Ann": DAY, "Ben": DAY}
    assert await ready(house, table) == (False, False)


async def test_a_short_absence_costs_what_it_costs(house: House):
    table = await house.dealt(ANN, BEN)
    await restarted_after(house, FORGIVEN - 1)
    assert await house.due(table) == {"Ann": DAY - FORGIVEN + 1, "Ben": DAY - FORGIVEN + 1}


async def test_the_first_start_gives_nothing_back(house: House):
    table = await house.dealt(ANN, BEN)
    house.time += 1000
    clock = Clock(house.host)
    await clock.start()
    await clock.close()
    assert await house.due(table) == {"Ann": DAY - 1000, "Ben": DAY - 1000}


async def test_every_beat_notes_that_the_bot_is_alive(house: House):
    for _ in range(2):
        house.time += 5
        await Clock(house.host).tick()
        async with house.host.database.transaction() as tx:
            assert await people.note(tx, "alive") == str(house.time)


# --- the task -------------------------------------------------------------------------------------


async def woken(house: House, clock: Clock) -> None:
    """Let time run out while the clock sleeps, wake it, and wait until it has moved."""
    moved = asyncio.Event()
    house.host.changed = lambda number: moved.set()
    house.time += DAY
    clock.wake()
    async with asyncio.timeout(10):
        await moved.wait()


async def test_woken_it_looks_at_the_deadlines_again(house: House):
    table, clock = await house.dealt(ANN, BEN), Clock(house.host)
    await clock.start()
    await woken(house, clock)
    await clock.close()
    assert any(await ready(house, table))


async def test_a_beat_that_fails_is_not_the_last(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table, clock = await house.dealt(ANN, BEN), Clock(house.host)
    tick, failed = clock.tick, asyncio.Event()

    async def fail_once() -> float:
        monkeypatch.setattr(clock, "tick", tick)
        failed.set()
        raise ZeroDivisionError

    monkeypatch.setattr(clock, "tick", fail_once)
    await clock.start()
    await failed.wait()
    await woken(house, clock)
    await clock.close()
    assert any(await ready(house, table))
    assert "missed a beat" in caplog.text


async def test_it_can_be_closed_before_it_was_started_and_twice(house: House):
    clock = Clock(house.host)
    await clock.close()
    await clock.start()
    await clock.close()
    await clock.close()
