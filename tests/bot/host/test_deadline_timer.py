from pathlib import Path
from typing import Any

import pytest

from bot.host.time.agenda import NAP
from bot.host.time.deadlines import PRESENT_NOTICE_AFTER
from bot.host.time.pace import PACES
from cogs import deadman
from db.engines import notes
from db.tables import tables
from games.chance import Chance
from games.deadman.moves import Bid, Look, Shake, ShakeAgain
from games.rules import Step
from tests.bot.house import ANN, BEN, CAT, House, house_on
from tests.bot.observe.counting import Counted
from tests.small.game import SmallRules
from tests.small.game.moves import Guess, Hide, Hurry

GUIDE = (Path(__file__).parents[3] / "docs/hosting.md").read_text(encoding="utf-8")
LIVE = PACES["live"]
LONG, CALL = LIVE.decision, LIVE.call


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
async def test_deadline_follows_the_pace(house: House, pace: Any):
    table = await house.dealt(ANN, BEN, pace=pace.name)
    assert await house.due(table) == {"Ann": pace.decision, "Ben": pace.decision}


async def test_deadlines_through_a_whole_game(house: House):
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


async def test_deadline_never_moves_later_within_a_question(tmp_path: Path):
    async with house_on(tmp_path, faces={"deadman": deadman.FACE}, idle=True) as house:
        table = await house.host.seats.open(
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
        await house.host.seats.join(table, BEN, "Ben", house.receipt())
        await house.seal(table)
        await house.deal(table, ANN)
        left: list[float | None] = []
        for move in (ShakeAgain(), Bid(value=31), Shake(look=False), Look(), ShakeAgain()):
            house.clock.advance(100)
            [seat] = (await house.seen(table)).to_move
            await house.play(table, (ANN, BEN)[seat], move)
            left += [due for due in (await house.due(table)).values() if due is not None]
        assert left == [LONG - 100, LONG, LONG - 100, LONG - 200, LONG - 300]


async def test_board_shows_the_earliest_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    assert (await house.seen(table)).until == house.clock.now() + LONG


async def test_a_new_question_schedules_a_new_notice(house: House):
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


async def ready(house: House, table: int) -> tuple[bool, ...]:
    return (await house.seen(table)).public.seen.ready


async def test_clock_does_not_move_before_the_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(LONG - 7)
    assert await house.deadlines.tick() == house.clock.now() + 7
    assert await ready(house, table) == (False, False)


async def test_clock_moves_for_every_seat_past_its_deadline(house: House):
    one, two = await house.dealt(ANN, BEN, CAT), await house.dealt(ANN, BEN)
    await house.play(one, BEN, Hide(coins=3))
    house.clock.advance(LONG)
    again = await house.deadlines.tick()
    assert await ready(house, one) == (True, True, True)
    assert await ready(house, two) == (True, True)
    assert again == house.clock.now() + LONG, "the guessing has begun, with fresh time"
    assert (await house.seen(one, BEN)).view.own == 3, "whoever has moved is left alone"


async def test_without_deadlines_the_clock_has_no_next_time(house: House):
    await house.open(ANN, BEN)
    assert await house.deadlines.tick() is None


async def test_a_game_left_to_the_clock_ends(house: House):
    table = await house.dealt(ANN, BEN)
    while (due := await house.deadlines.tick()) is not None:
        house.clock.set(due)
    assert (await house.seen(table)).phase == "over"
    assert {entry.kind for entry in await house.log(table)} == {
        "open",
        "join",
        "freeze",
        "deal",
        "clock",
    }


class Stubborn(SmallRules):
    def play(self, state: Any, seat: int, move: Any, chance: Chance) -> Step[Any, Any]:
        if seat == 0:
            raise ZeroDivisionError
        return super().play(state, seat, move, chance)


async def test_every_deadline_is_measured(house: House):
    counted = house.store.observer = Counted()
    table = await house.dealt(ANN, BEN)
    due = (await house.store.loaded(table)).table.players[0].due
    assert due is not None
    house.clock.set(due + 40)
    await house.deadlines.tick()
    assert counted.deadlines == [40, 40]
    assert counted.events == [("deadline", "done")] * 2
    house.played_by(Stubborn())
    await house.dealt(ANN, BEN)
    house.clock.advance(LONG)
    await house.deadlines.tick()
    assert ("deadline", "failed") in counted.events


async def test_a_stuck_seat_is_logged_once_and_holds_up_no_other(
    house: House, caplog: pytest.LogCaptureFixture
):
    one, two = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    house.played_by(Stubborn())
    house.clock.advance(LONG)
    for _ in range(3):
        assert await house.deadlines.tick() is None
    assert await ready(house, one) == await ready(house, two) == (False, True)
    assert caplog.text.count(f"couldn't move for seat 0 of table {one}") == 1
    house.played_by(SmallRules())
    await house.deadlines.tick()
    assert await ready(house, one) == (True, True), "it is tried again at the next beat"


async def test_a_table_of_older_rules_stops_no_other(house: House):
    stuck, table = await house.dealt(ANN, BEN), await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE tables SET version=0 WHERE id=?", (stuck,))
    house.store.cache.drop(stuck)
    house.clock.advance(LONG)
    await house.deadlines.tick()
    assert await ready(house, table) == (True, True)


async def down_for(house: House, seconds: float) -> None:
    await house.deadlines.start()
    await house.quiet()
    await house.crash()
    house.clock.advance(seconds)
    await house.deadlines.start()
    await house.quiet()


async def test_deadlines_move_by_the_time_the_bot_was_down(house: House):
    table = await house.dealt(ANN, BEN)
    notice = (await house.stored(table)).players[0].notice_at
    await down_for(house, LONG + 100)
    assert await house.due(table) == {"Ann": LONG, "Ben": LONG}
    assert await ready(house, table) == (False, False)
    assert notice is not None
    assert (await house.stored(table)).players[0].notice_at == notice + LONG + 100


@pytest.mark.parametrize("seconds", [2, 50])
async def test_a_short_downtime_is_given_back(house: House, seconds: float):
    table = await house.dealt(ANN, BEN)
    await down_for(house, seconds)
    assert await house.due(table) == {"Ann": LONG, "Ben": LONG}


async def test_given_back_time_is_at_most_one_interval_too_long(house: House):
    table = await house.dealt(ANN, BEN)
    await house.deadlines.start()
    up, down = 3 * NAP - 1, 50
    await house.passes(up)
    await house.crash()
    house.clock.advance(down)
    await house.deadlines.start()
    left = (await house.due(table))["Ann"]
    assert left is not None
    assert LONG - up <= left <= LONG - up + NAP
    assert f"up to {NAP:.0f} seconds more" in " ".join(GUIDE.split())


async def test_a_restart_that_waits_for_discord_gives_nothing_back_twice(house: House):
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


async def test_a_machine_clock_set_back_changes_no_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await notes.write(tx, "alive", str(house.clock.now()))
    house.clock.set(house.clock.now() - 100)
    await house.deadlines.start()
    assert await house.due(table) == {"Ann": LONG, "Ben": LONG}


async def test_first_start_moves_no_deadline(house: House):
    table = await house.dealt(ANN, BEN)
    house.clock.advance(100)
    await house.deadlines.start()
    assert await house.due(table) == {"Ann": LONG - 100, "Ben": LONG - 100}


async def test_the_bot_keeps_recording_that_it_is_alive(house: House):
    await house.deadlines.start()
    for _ in range(3):
        await house.passes(NAP)
        alive = await notes.read(house.database.reader, "alive")
        assert house.clock.now() - float(alive or 0) <= NAP


async def test_clock_sleeps_until_the_next_deadline(house: House):
    await house.deadlines.start()
    table = await house.dealt(ANN, BEN)
    await house.passes(LONG - 1)
    assert await ready(house, table) == (False, False)
    await house.passes(1)
    assert await ready(house, table) == (True, True)


async def test_clock_woken_for_an_earlier_deadline_moves_then(house: House):
    await house.deadlines.start()
    await house.passes(1)  # asleep, for as long as a nap is
    table = await house.dealt(ANN, BEN)
    async with house.database.transaction() as tx:
        await tx.run("UPDATE seats SET due=? WHERE seat=1", (house.clock.now() + 2,))
    house.store.cache.drop(table)
    house.agenda.wake("deadlines", due=house.clock.now() + 2)
    await house.passes(2)
    assert await ready(house, table) == (False, True)


async def test_the_beat_sweeps_idle_tables_from_the_cache(house: House):
    await house.deadlines.start()
    table = await house.open(ANN, BEN)
    await house.seen(table)
    await house.passes(700)
    assert len(house.store.cache) == 0


async def test_the_clock_goes_on_after_a_failed_beat(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN)
    tick = house.deadlines.tick

    async def fail_once() -> float:
        monkeypatch.setattr(house.deadlines, "tick", tick)
        raise ZeroDivisionError

    monkeypatch.setattr(house.deadlines, "tick", fail_once)
    await house.deadlines.start()
    await house.passes(LONG + NAP)
    assert "I couldn't do what was due (deadlines)" in caplog.text
    assert await ready(house, table) == (True, True)


async def test_a_closed_agenda_moves_for_nobody_even_if_it_is_closed_early_and_twice(house: House):
    table = await house.dealt(ANN, BEN)
    await house.agenda.close()
    await house.deadlines.start()
    await house.agenda.close()
    await house.agenda.close()
    await house.passes(LONG + NAP)
    assert await ready(house, table) == (False, False), "the closed agenda has moved"
