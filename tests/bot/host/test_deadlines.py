"""Deadlines: who gets how much time at a table, and the task that moves for whoever is absent."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.host.deadlines import CHECK_INTERVAL, PRESENT_NOTICE_AFTER, Deadlines
from bot.host.pace import PACES
from cogs import deadman
from db import notes, tables
from games.chance import Chance
from games.deadman.moves import Bid, Look, Shake, ShakeAgain
from games.rules import Step
from tests.bot.house import ANN, BEN, CAT, House, house_on
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Hurry

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
LIVE = PACES["live"]
LONG, CALL = LIVE.decision, LIVE.call


@pytest.fixture
def house(idle_house: House) -> House:
    """Nothing is drawn here."""
    return idle_house


# --- who gets how much time -----------------------------------------------------------------------


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
async def test_each_pace_gives_its_own_time(house: House, pace: Any):
    table = await house.dealt(ANN, BEN, pace=pace.name)
    assert await house.due(table) == {"Ann": pace.decision, "Ben": pace.decision}


async def test_the_time_of_a_game(house: House):
    """One story through all of it: kept, fresh, called, called again, fresh."""
    table = await house.dealt(ANN, BEN)
    house.clock.advance(100)
    await house.play(table, BEN, Hide(coins=1))
    assert await house.due(table) == {"Ann": LONG - 100, "Ben": None}
    house.clock.advance(100)
    await house.play(table, ANN, Hide(coins=1))
    assert await house.due(table) == {"Ann": LONG, "Ben": None}
    house.clock.advance(50)
    await house.play(table, BEN, Hurry())
    assert await house.due(table) == {"Ann": CALL, "Ben": None}
    await house.play(table, ANN, Guess(total=1))
    assert await house.due(table) == {"Ann": None, "Ben": LONG}


async def test_nothing_that_is_done_within_a_question_gives_more_time(tmp_path: Path):
    """Who shakes the chest, looks, and shakes again has still been asked once."""
    async with house_on(tmp_path, faces={"deadman": deadman.FACE}, idle=True) as house:
        table = await house.host.open(
            "deadman",
            deadman.FACE.options({}),
            pace="live",
            laid_open=True,
            guild=1,
            channel=2,
            person=ANN,
            name="Ann",
            receipt=house.receipt(),
        )
        await house.host.join(table, BEN, "Ben", house.receipt())
        await house.seal(table)
        await house.deal(table, ANN)
        left: list[float | None] = []
        for move in (ShakeAgain(), Bid(value=31), Shake(look=False), Look(), ShakeAgain()):
            house.clock.advance(100)
            [seat] = (await house.seen(table)).to_move
            await house.play(table, (ANN, BEN)[seat], move)
            left += [due for due in (await house.due(table)).values() if due is not None]
        assert left == [LONG - 100, LONG, LONG - 100, LONG - 200, LONG - 300]


async def test_the_board_says_the_earliest_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    assert (await house.seen(table)).until == house.clock.now() + LONG


async def test_who_is_asked_once_more_is_written_to_once_more(house: House):
    """The clock has hidden coins for Ann; now she is to guess, and nobody has told her."""
    table = await house.dealt(ANN, BEN)
    await house.play(table, BEN, Hide(coins=1))
    house.clock.advance(LONG)
    async with house.database.transaction() as tx:
        await tables.noticed(
            tx, table, 0, house.clock.now()
        )  # it lies in her DM: no notice was needed
    house.store.cache.drop(table)
    await house.deadlines.tick()
    ann = (await house.stored(table)).players[0]
    assert ann.notice_at is not None
    assert 0 < ann.notice_at - house.clock.now() <= PRESENT_NOTICE_AFTER


# --- one look at the deadlines --------------------------------------------------------------------


async def ready(house: House, table: int) -> tuple[bool, ...]:
    return (await house.seen(table)).public.seen.ready


async def test_nobody_is_moved_for_while_they_have_time(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(LONG - 7)
    assert await house.deadlines.tick() == pytest.approx(7)
    assert await ready(house, table) == (False, False)


async def test_all_whose_time_is_up_are_moved_for_at_every_table(house: House):
    one, two = await house.dealt(ANN, BEN, CAT), await house.dealt(ANN, BEN)
    await house.play(one, BEN, Hide(coins=3))
    house.clock.advance(LONG)
    wait = await house.deadlines.tick()
    assert await ready(house, one) == (True, True, True)
    assert await ready(house, two) == (True, True)
    assert wait == pytest.approx(LONG), "the guessing has begun, with fresh time"
    assert (await house.seen(one, BEN)).view.own == 3, "whoever has moved is left alone"


async def test_with_nothing_to_wait_for_it_naps(house: House):
    await house.open(ANN, BEN)
    assert await house.deadlines.tick() == CHECK_INTERVAL


async def test_a_game_left_to_the_clock_comes_to_its_end(house: House):
    table = await house.dealt(ANN, BEN)
    for _ in range(10):
        house.clock.advance(await house.deadlines.tick())
    assert (await house.seen(table)).phase == "over"
    assert {entry.kind for entry in await house.log(table)} == {
        "open",
        "join",
        "freeze",
        "deal",
        "clock",
    }


class Stubborn(SmallRules):
    """Cannot move for seat 0."""

    def play(self, state: Any, seat: int, move: Any, chance: Chance) -> Step[Any, Any]:
        if seat == 0:
            raise ZeroDivisionError
        return super().play(state, seat, move, chance)


async def test_one_seat_that_cannot_be_moved_for_does_not_hold_up_the_others(
    house: House, caplog: pytest.LogCaptureFixture
):
    one, two = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    house.played_by(Stubborn())
    house.clock.advance(LONG)
    assert await house.deadlines.tick() == CHECK_INTERVAL
    assert await ready(house, one) == await ready(house, two) == (False, True)
    assert f"seat 0 of table {one}" in caplog.text
    house.played_by(SmallRules())
    await house.deadlines.tick()
    assert await ready(house, one) == (True, True), "it is tried again at the next beat"


async def test_a_table_that_only_older_rules_could_read_does_not_stop_the_others(house: House):
    stuck, table = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0 WHERE id=?", (stuck,))
    house.store.cache.drop(stuck)
    house.clock.advance(LONG)
    await house.deadlines.tick()
    assert await ready(house, table) == (True, True)


async def test_a_seat_that_cannot_be_moved_for_is_complained_of_once(
    house: House, caplog: pytest.LogCaptureFixture
):
    await house.dealt(ANN, BEN)
    house.played_by(Stubborn())
    house.clock.advance(LONG)
    for _ in range(3):
        await house.deadlines.tick()
    assert caplog.text.count("could not move") == 1, "a traceback at every beat fills the log"


# --- time in which the bot was down ---------------------------------------------------------------


async def down_for(house: House, seconds: float) -> None:
    """Run until it is noted that the bot is alive, and come back after a while."""
    await house.deadlines.start()
    await house.quiet()
    await house.crash()
    house.clock.advance(seconds)
    await house.deadlines.start()
    await house.quiet()


async def test_time_in_which_the_bot_was_down_is_given_back(house: House):
    table = await house.dealt(ANN, BEN)
    notice = (await house.stored(table)).players[0].notice_at
    await down_for(house, LONG + 100)
    assert await house.due(table) == {"Ann": LONG, "Ben": LONG}
    assert await ready(house, table) == (False, False)
    assert notice is not None
    assert (await house.stored(table)).players[0].notice_at == notice + LONG + 100


@pytest.mark.parametrize("seconds", [2, 50])
async def test_a_short_absence_is_given_back_as_well(house: House, seconds: float):
    """Of five minutes at a live table, 50 seconds are a lot."""
    table = await house.dealt(ANN, BEN)
    await down_for(house, seconds)
    assert await house.due(table) == {"Ann": LONG, "Ben": LONG}


async def test_what_is_given_back_is_never_less_than_was_lost_and_a_nap_more_at_most(house: House):
    """The file knows when the bot was last alive, and not when it was killed."""
    table = await house.dealt(ANN, BEN)
    await house.deadlines.start()
    up, down = 3 * CHECK_INTERVAL - 1, 50
    await house.passes(up)
    await house.crash()
    house.clock.advance(down)
    await house.deadlines.start()
    left = (await house.due(table))["Ann"]
    assert left is not None
    assert LONG - up <= left <= LONG - up + CHECK_INTERVAL
    assert f"up to {CHECK_INTERVAL:.0f} seconds more" in " ".join(README.split())


async def test_a_start_that_had_to_wait_for_discord_gives_nothing_back_twice(house: House):
    """The bot is down until it starts, and cut off until it is connected: both end with one."""
    table = await house.dealt(ANN, BEN)
    house.clock.advance(200)
    async with house.database.transaction() as tx:
        await notes.write(tx, "alive", str(house.clock.now()))
    house.clock.advance(30)
    house.store.connection.lost()
    house.clock.advance(100)  # Discord does not answer yet
    await house.deadlines.start()
    house.clock.advance(5)
    await house.deadlines.back()
    assert await house.due(table) == {"Ann": LONG - 200, "Ben": LONG - 200}


async def test_a_clock_that_was_set_back_takes_no_time_away(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await notes.write(tx, "alive", str(house.clock.now() + 100))
    await house.deadlines.start()
    assert await house.due(table) == {"Ann": LONG, "Ben": LONG}


async def test_the_first_start_gives_nothing_back(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(100)
    await house.deadlines.start()
    assert await house.due(table) == {"Ann": LONG - 100, "Ben": LONG - 100}


async def test_it_is_noted_again_and_again_that_the_bot_is_alive(house: House):
    """Or time that it was up would be given back as well."""
    await house.deadlines.start()
    for _ in range(3):
        await house.passes(CHECK_INTERVAL)
        alive = await notes.read(house.database.reader, "alive")
        assert house.clock.now() - float(alive or 0) <= CHECK_INTERVAL


# --- the task -------------------------------------------------------------------------------------


async def test_it_sleeps_until_the_next_deadline_and_moves_then(house: House):
    await house.deadlines.start()
    table = await house.dealt(ANN, BEN)
    await house.passes(LONG - 1)
    assert await ready(house, table) == (False, False)
    await house.passes(1)
    assert await ready(house, table) == (True, True)


async def test_woken_for_an_earlier_deadline_it_looks_again(house: House):
    await house.deadlines.start()
    await house.passes(1)  # asleep, for as long as a nap is
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET due=? WHERE seat=1", (house.clock.now() + 2,))
    house.store.cache.drop(table)
    house.deadlines.wake(house.clock.now() + 2)
    await house.passes(2)
    assert await ready(house, table) == (False, True)


async def test_tables_at_rest_are_swept_from_memory(house: House):
    await house.deadlines.start()
    table = await house.open(ANN, BEN)
    await house.seen(table)
    await house.passes(700)
    assert len(house.store.cache) == 0


async def test_a_beat_that_fails_is_not_the_last(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    tick = house.deadlines.tick

    async def fail_once() -> float:
        monkeypatch.setattr(house.deadlines, "tick", tick)
        raise ZeroDivisionError

    monkeypatch.setattr(house.deadlines, "tick", fail_once)
    await house.deadlines.start()
    await house.passes(LONG + CHECK_INTERVAL)
    assert "A beat was missed" in caplog.text
    assert await ready(house, table) == (True, True)


async def test_it_can_be_closed_before_it_was_started_and_twice(house: House):
    deadlines = Deadlines(house.store, house.host.play_absent)
    await deadlines.close()
    await deadlines.start()
    await deadlines.close()
    async with asyncio.timeout(5):
        await deadlines.close()
