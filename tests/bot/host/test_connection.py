"""Cut off is not away: while nobody can reach us no clock moves, and the time is given back."""

import asyncio
from pathlib import Path

from bot.host.connection import DEAD_AFTER, Connection
from bot.host.deadlines import BOARD_TOLERANCE, CHECK_INTERVAL, SHORTEST_OUTAGE
from db import notes
from db.people import Person
from tests.bot.house import ANN, BEN, House
from tests.bot.recording import HandClock
from tests.small.game.moves import Hide

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
LIVE = 300.0  # seconds a decision


async def unanswered(house: House, table: int) -> list[int]:
    return [player.unanswered for player in (await house.stored(table)).players]


async def test_the_clock_moves_for_nobody_while_nobody_can_reach_us(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.start()
    await house.passes(100)
    house.store.connection.lost()
    await house.passes(3600)
    assert await unanswered(house, table) == [0, 0], "they could not have moved"
    await house.deadlines.back()
    await house.passes(1)
    assert await house.due(table) == {"Ann": LIVE - 101, "Ben": LIVE - 101}
    await house.passes(LIVE)
    assert await unanswered(house, table) != [0, 0], "the clock must go again"


async def test_what_is_kept_in_memory_knows_of_the_time_that_was_given_back(house: House):
    """Or the next move of another would write the old instant into the file."""
    table = await house.dealt(ANN, BEN, pace="live")
    await house.store.loaded(table)
    house.store.connection.lost()
    house.clock.advance(1000)
    await house.deadlines.back()
    assert (await house.seen(table)).dues == (house.clock.now() + LIVE, house.clock.now() + LIVE)
    await house.hide(table, ANN)
    assert (await house.due(table))["Ben"] == LIVE


async def test_who_was_asked_meanwhile_gets_no_more_than_they_lost(house: House):
    """What people pressed before the line was cut may come with the news that it is back."""
    table = await house.dealt(ANN, BEN, pace="live")
    house.store.connection.lost()
    house.clock.advance(200)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=2))
    house.clock.advance(50)
    await house.deadlines.back()
    due = (await house.due(table))["Ann"]
    assert due == LIVE, "asked 50 s before the line came back, and not 250"


async def test_nobody_is_written_to_while_they_could_not_answer(house: House):
    await house.dealt(ANN, BEN, pace="live")
    await house.start()
    house.store.connection.lost()
    await house.passes(200)
    assert house.messenger.notices() == []
    await house.deadlines.back()
    await house.passes(60)
    assert len(house.messenger.notices()) == 2


async def test_what_became_due_meanwhile_is_written_at_once(house: House):
    """Nobody sleeps on until their nap is over."""
    await house.dealt(ANN, BEN, pace="live")
    await house.start()
    await house.passes(29)
    house.store.connection.lost()
    await house.passes(11)
    await house.deadlines.back()
    await house.passes(2)
    assert len(house.messenger.notices()) == 2


async def test_who_slept_through_it_has_lost_nothing(house: House):
    """Their time runs by day alone: of a night without Discord there is nothing to give back."""
    await house.contacts.change(ANN, lambda _: Person(zone="UTC", awake_from=8, awake_until=20))
    table = await house.dealt(ANN, BEN, pace="day")
    before = (await house.stored(table)).players[0].due
    assert before is not None
    hour = house.clock.now() % 86400 / 3600
    assert 20 < hour < 24, "the test begins by night"
    house.store.connection.lost()
    house.clock.advance(3600)
    await house.deadlines.back()
    assert (await house.stored(table)).players[0].due == before


async def test_who_is_up_and_was_asked_meanwhile_gets_no_more_than_they_lost(house: House):
    await house.contacts.change(ANN, lambda _: Person(zone="UTC", awake_from=20, awake_until=10))
    table = await house.dealt(ANN, BEN, pace="day")
    house.store.connection.lost()
    house.clock.advance(200)
    await house.hide(table, ANN, BEN)
    house.clock.advance(50)
    await house.deadlines.back()
    assert (await house.due(table))["Ann"] == 4 * 3600


async def test_a_board_that_says_the_wrong_time_is_drawn_again(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    told: list[list[int]] = []
    house.deadlines.on_given_back = lambda tables: told.append(list(tables))
    for seconds in (30, 90):
        house.store.connection.lost()
        house.clock.advance(seconds)
        await house.deadlines.back()
    assert told == [[table]], "half a minute is not to be seen on a board"


def test_the_readme_says_how_soon_a_silent_line_is_noticed():
    said = " ".join(README.split())
    assert f"noticed after {DEAD_AFTER:.0f} seconds" in said
    assert SHORTEST_OUTAGE == 1, "an interruption of less than a second"
    assert BOARD_TOLERANCE == 60, "a minute or more"


async def test_a_blink_of_the_line_writes_nothing(idle_house: House):
    await idle_house.dealt(ANN, BEN)
    idle_house.store.connection.lost()
    idle_house.clock.advance(0.5)
    with idle_house.counting() as counted:
        await idle_house.deadlines.back()
    assert counted.transactions == 0
    assert idle_house.store.connection.there


async def test_killed_while_cut_off_all_of_it_is_given_back_at_the_next_start(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.start()
    await house.passes(CHECK_INTERVAL)
    house.store.connection.lost()
    await house.passes(1000)
    await house.crash()
    await house.deadlines.start()
    due = (await house.due(table))["Ann"]
    assert due is not None
    assert due >= LIVE - 2 * CHECK_INTERVAL


async def test_killed_right_after_a_start_nothing_is_given_back_twice(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    async with house.database.transaction() as tx:
        await notes.write(tx, "alive", str(house.clock.now()))
        await tx.run("UPDATE seats SET asked_at=NULL")  # as older releases left it
    house.clock.advance(500)
    house.store.connection.lost()  # it never comes as far as to be connected
    await house.deadlines.start()
    await house.crash()
    await house.deadlines.start()
    assert (await house.due(table))["Ann"] == LIVE


# --- the line -------------------------------------------------------------------------------------


def test_a_line_that_is_silent_is_gone_since_it_was_last_heard():
    """Nobody is told of a cable that was cut; a minute later it is seen that no answer came."""
    clock = HandClock()
    line = Connection(clock)
    line.silence = lambda: DEAD_AFTER - 1
    assert line.there
    line.silence = lambda: DEAD_AFTER + 15
    assert not line.there
    line.lost()
    line.lost()
    assert line.gone_since == clock.now() - DEAD_AFTER - 15
    line.silence = lambda: 0.0
    assert not line.there
    line.found()
    assert line.there


async def test_a_line_is_lost_for_so_long_only_without_a_break():
    clock = HandClock()
    line = Connection(clock)
    line.lost()
    waiting = asyncio.ensure_future(line.lost_for(300))
    for _ in range(5):
        await asyncio.sleep(0)
        clock.advance(100)
        line.found()
        clock.advance(100)
        line.lost()
    await asyncio.sleep(0)
    assert not waiting.done()
    clock.advance(300)
    async with asyncio.timeout(1):
        await waiting
