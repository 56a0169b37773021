import asyncio
from pathlib import Path

from bot.host.deadline_timer import BOARD_TOLERANCE, SHORTEST_OUTAGE
from bot.host.time.agenda import NAP
from bot.host.time.connection import DEAD_AFTER, Connection
from db.engines import notes
from db.people.people import Person
from tests.bot.house import ANN, BEN, House
from tests.bot.recording import HandClock
from tests.small.game.moves import Hide

GUIDE = (Path(__file__).parents[4] / "docs/hosting.md").read_text(encoding="utf-8")
LIVE = 300.0  # seconds a decision


async def unanswered(house: House, table: int) -> list[int]:
    return [player.unanswered for player in (await house.stored(table)).players]


async def test_no_deadline_runs_out_during_an_outage(house: House):
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


async def test_cached_deadlines_move_after_an_outage(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.store.loaded(table)
    house.store.connection.lost()
    house.clock.advance(1000)
    await house.deadlines.back()
    assert (await house.seen(table)).dues == (house.clock.now() + LIVE, house.clock.now() + LIVE)
    await house.hide(table, ANN)
    assert (await house.due(table))["Ben"] == LIVE


async def test_deadline_of_a_question_asked_during_an_outage(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    house.store.connection.lost()
    house.clock.advance(200)
    await house.play(table, ANN, Hide(coins=1))
    await house.play(table, BEN, Hide(coins=2))
    house.clock.advance(50)
    await house.deadlines.back()
    due = (await house.due(table))["Ann"]
    assert due == LIVE, "asked 50 s before the line came back, and not 250"


async def test_no_notice_is_sent_during_an_outage(house: House):
    await house.dealt(ANN, BEN, pace="live")
    await house.start()
    house.store.connection.lost()
    await house.passes(200)
    assert house.messenger.notices() == []
    await house.deadlines.back()
    await house.passes(60)
    assert len(house.messenger.notices()) == 2


async def test_a_notice_due_during_an_outage_is_sent_after_it(house: House):
    await house.dealt(ANN, BEN, pace="live")
    await house.start()
    await house.passes(29)
    house.store.connection.lost()
    await house.passes(11)
    await house.deadlines.back()
    await house.passes(2)
    assert len(house.messenger.notices()) == 2


async def test_an_outage_at_night_moves_no_deadline_of_a_sleeper(house: House):
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


async def test_deadline_of_a_waking_sleeper_asked_during_an_outage(house: House):
    await house.contacts.change(ANN, lambda _: Person(zone="UTC", awake_from=20, awake_until=10))
    table = await house.dealt(ANN, BEN, pace="day")
    house.store.connection.lost()
    house.clock.advance(200)
    await house.hide(table, ANN, BEN)
    house.clock.advance(50)
    await house.deadlines.back()
    assert (await house.due(table))["Ann"] == 4 * 3600


async def test_boards_with_a_wrong_deadline_are_drawn_again(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    told: list[list[int]] = []
    house.deadlines_moved = lambda tables: told.append(list(tables))  # type: ignore[method-assign]
    for seconds in (30, 90):
        house.store.connection.lost()
        house.clock.advance(seconds)
        await house.deadlines.back()
    assert told == [[table]], "half a minute is not to be seen on a board"


def test_guide_for_operators_states_the_outage_limits():
    said = " ".join(GUIDE.split())
    assert f"noticed after {DEAD_AFTER:.0f} seconds" in said
    assert SHORTEST_OUTAGE == 1, "an interruption of less than a second"
    assert BOARD_TOLERANCE == 60, "a minute or more"


async def test_a_short_outage_writes_nothing(house: House):
    await house.dealt(ANN, BEN)
    house.store.connection.lost()
    house.clock.advance(0.5)
    with house.counting() as counted:
        await house.deadlines.back()
    assert counted.transactions == 0
    assert house.store.connection.there


async def test_an_outage_that_ends_in_a_kill_is_given_back_at_restart(house: House):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.start()
    await house.passes(NAP)
    house.store.connection.lost()
    await house.passes(1000)
    await house.crash()
    await house.deadlines.start()
    due = (await house.due(table))["Ann"]
    assert due is not None
    assert due >= LIVE - 2 * NAP


async def test_a_kill_right_after_a_restart_gives_nothing_back_twice(house: House):
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


def test_a_silent_connection_is_lost_since_it_was_last_heard():
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


async def test_lost_for_counts_only_an_unbroken_outage():
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
