"""Tests of the message queues: one writer, one waiting drawing, no waiting for others."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from bot.show.deliver.queues.message_key import Key, MessageKey
from bot.show.deliver.queues.message_queues import RETRY_WATCHED, MessageQueues
from bot.show.deliver.queues.messenger import DATABASE_AWAY, CannotSend, Refused, ShutOut, TryLater
from db.base.problems import ConnectionLost, Unsure
from db.tables import shown
from db.tables.shown import HandKey
from games.rules import Refusal
from tests.bot.recording import HandClock

PAUSE, RETRY = 2.0, 30.0
BOARD, ANN, BEN = (1, shown.BOARD), (1, HandKey(0)), (1, HandKey(1))


class Painter:
    """Draws on demand and records what was drawn."""

    def __init__(self) -> None:
        self.clock = HandClock(1000.0)
        self.newest = 0
        self.drawn: list[tuple[Key, int]] = []
        self.rested: list[Key] = []
        self.begun: list[Key] = []
        self.slow: dict[Key, asyncio.Event] = {}
        self.problems: dict[Key, list[Exception]] = {}
        self.queues = MessageQueues(
            self.draw, self.rested.append, self.clock, pause=PAUSE, retry=RETRY
        )

    async def draw(self, key: Key) -> None:
        self.begun.append(key)
        newest = self.newest
        if key in self.slow:
            await self.slow[key].wait()
        if self.problems.get(key):
            raise self.problems[key].pop(0)
        self.drawn.append((key, newest))

    def hold(self, key: Key) -> asyncio.Event:
        self.slow[key] = asyncio.Event()
        return self.slow[key]

    async def wants(self, key: Key) -> None:
        self.queues.want(key)
        await self.turns()

    async def turns(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        await self.turns()
        self.clock.advance(seconds)
        await self.turns()


@pytest.fixture
async def painter() -> AsyncGenerator[Painter]:
    made = Painter()
    yield made
    await made.queues.close()


async def test_a_wanted_message_is_drawn_once(painter: Painter):
    painter.queues.want(BOARD)
    assert painter.queues.busy(1)
    await painter.queues.settled()
    assert painter.drawn == [(BOARD, 0)]
    assert painter.rested == [BOARD]
    assert not painter.queues.busy(1)


async def test_at_most_one_drawing_waits_and_it_shows_the_newest_state(painter: Painter):
    held = painter.hold(BOARD)
    await painter.wants(BOARD)
    for painter.newest in range(1, 6):
        painter.queues.want(BOARD)
    painter.newest = 7  # after it was wanted and before it is sent
    held.set()
    await painter.wait(PAUSE)
    assert painter.drawn == [(BOARD, 0), (BOARD, 7)]


async def test_two_drawings_of_a_message_have_a_pause_between_them(painter: Painter):
    painter.queues.want(BOARD)
    await painter.queues.settled()
    painter.queues.want(BOARD)
    await painter.wait(PAUSE - 0.1)
    assert len(painter.drawn) == 1
    await painter.wait(0.1)
    assert len(painter.drawn) == 2


async def test_a_message_never_has_two_writers(painter: Painter):
    held, order = painter.hold(BOARD), list[str]()
    await painter.wants(BOARD)

    async def write(name: str) -> None:
        async with painter.queues.in_turn(BOARD):
            order.append(f"{name} begins")
            await painter.turns()
            order.append(f"{name} ends")

    writers = [asyncio.create_task(write(name)) for name in ("one", "two")]
    await painter.turns()
    assert order == [], "while the drawing is in flight"
    held.set()
    await asyncio.gather(*writers)
    assert order == ["one begins", "one ends", "two begins", "two ends"]


async def test_a_slow_request_delays_only_its_own_message(painter: Painter):
    held = painter.hold(BOARD)
    for key in (BOARD, ANN, BEN):
        painter.queues.want(key)
    await painter.turns()
    assert painter.drawn == [(ANN, 0), (BEN, 0)]
    held.set()
    await painter.queues.settled()
    assert (BOARD, 0) in painter.drawn


async def test_several_failures_are_each_handled(
    painter: Painter, caplog: pytest.LogCaptureFixture
):
    painter.problems = {
        BOARD: [TryLater("throttled")],
        ANN: [ShutOut("not let in")],
        BEN: [ZeroDivisionError()],
    }
    for key in (BOARD, ANN, BEN):
        painter.queues.want(key)
    await painter.turns()
    assert painter.drawn == []
    for _, name in (BOARD, ANN, BEN):
        assert str(name) in caplog.text
    await painter.wait(RETRY)
    assert painter.drawn == [(BOARD, 0)], "only what is to be tried again is tried again"


@pytest.mark.parametrize(("after", "wait"), [(0.0, RETRY), (RETRY - 5, RETRY - 5), (90.0, 90.0)])
async def test_a_failed_drawing_is_retried_in_time(painter: Painter, after: float, wait: float):
    painter.problems = {BOARD: [TryLater("throttled", after)]}
    painter.queues.want(BOARD)
    await painter.wait(wait - 0.1)
    assert painter.drawn == []
    assert painter.queues.busy(1), "it has still to be shown"
    painter.newest = 3
    await painter.wait(0.1)
    assert painter.drawn == [(BOARD, 3)]


@pytest.mark.parametrize("problem", [ConnectionLost("away"), Unsure("cut off")])
async def test_a_drawing_waits_for_a_database_that_is_away(painter: Painter, problem: Exception):
    painter.problems = {BOARD: [problem]}
    painter.queues.want(BOARD)
    await painter.wait(DATABASE_AWAY - 0.1)
    assert painter.drawn == []
    await painter.wait(0.1)
    assert painter.drawn == [(BOARD, 0)], "it would show an old step until somebody moves"


async def test_a_table_that_was_deleted_meanwhile_is_no_bug(
    painter: Painter, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("INFO")
    painter.problems[BOARD] = [Refusal("Table 1 is gone.")]
    await painter.wants(BOARD)
    assert painter.drawn == []
    assert {record.levelname for record in caplog.records} == {"INFO"}
    assert not painter.queues.busy(1)


async def test_a_failed_drawing_that_somebody_looks_at_is_retried_sooner(painter: Painter):
    painter.problems[BOARD] = [TryLater("down") for _ in range(3)]
    painter.queues.want(BOARD)
    await painter.wait(1.0)
    assert len(painter.begun) == 1
    for _ in range(10):
        painter.queues.look(BOARD)
    await painter.wait(RETRY_WATCHED - 1.5)
    assert len(painter.begun) == 1, "not more than one attempt each few seconds"
    await painter.wait(0.5)
    assert len(painter.begun) == 2
    await painter.wait(RETRY_WATCHED * 2)
    assert len(painter.begun) == 2, "nobody looks: it has time"
    painter.queues.look(BOARD)
    await painter.turns()
    assert len(painter.begun) == 3, "at once"
    painter.queues.look(BOARD)
    await painter.wait(RETRY_WATCHED)
    assert painter.drawn == [(BOARD, 0)]
    painter.queues.look(BOARD)
    await painter.turns()
    assert len(painter.begun) == 4, "it is not lost any more"


async def test_a_delay_that_discord_asked_for_is_not_cut_short(painter: Painter):
    painter.problems[BOARD] = [TryLater("throttled", 20.0)]
    painter.queues.want(BOARD)
    await painter.wait(10.0)
    painter.queues.look(BOARD)
    await painter.wait(9.0)
    assert painter.drawn == []
    await painter.wait(1.0)
    assert painter.drawn == [(BOARD, 0)]


async def test_looking_at_a_message_that_did_not_fail_draws_nothing(painter: Painter):
    painter.queues.look(BOARD)
    await painter.wants(BOARD)
    painter.queues.want(BOARD)
    painter.queues.look(BOARD)
    await painter.turns()
    assert len(painter.drawn) == 1
    await painter.wait(PAUSE)
    assert len(painter.drawn) == 2


@pytest.mark.parametrize("problem", [ShutOut("gone"), Refused("bad"), CannotSend("?"), OSError()])
async def test_a_refused_drawing_waits_for_the_next_change(painter: Painter, problem: Exception):
    painter.problems = {BOARD: [problem]}
    painter.queues.want(BOARD)
    await painter.wait(10 * RETRY)
    assert painter.begun == [BOARD]
    assert not painter.queues.busy(1)
    painter.queues.want(BOARD)
    await painter.wait(PAUSE)
    assert painter.drawn == [(BOARD, 0)]


async def test_a_click_draws_nothing_while_a_request_is_in_flight(painter: Painter):
    held = painter.hold(BOARD)
    await painter.wants(BOARD)
    painter.newest = 4
    async with painter.queues.hold_if_free(BOARD) as free:
        assert not free
        painter.queues.want(BOARD)
    held.set()
    await painter.wait(PAUSE)
    assert painter.drawn == [(BOARD, 0), (BOARD, 4)], "its drawing is the one that waits"


async def test_only_one_of_two_crossing_clicks_draws(painter: Painter):
    async with (
        painter.queues.hold_if_free(BOARD) as first,
        painter.queues.hold_if_free(BOARD) as second,
    ):
        assert (first, second) == (True, False)
        assert painter.queues.busy(1)
    assert set(painter.rested) == {BOARD}


async def test_a_drawing_wanted_during_an_answer_comes_after_it(painter: Painter):
    async with painter.queues.hold_if_free(BOARD):
        await painter.wants(BOARD)
        assert painter.begun == []
    await painter.queues.settled()
    assert painter.drawn == [(BOARD, 0)]


async def test_a_click_is_answered_while_a_drawing_waits(painter: Painter):
    painter.problems = {BOARD: [TryLater("throttled")]}
    await painter.wants(BOARD)
    async with painter.queues.hold_if_free(BOARD) as free:
        assert free


@pytest.mark.parametrize("way", ["hold_if_free", "in_turn"])
async def test_a_failed_answer_frees_its_queue(painter: Painter, way: str):
    async def fail() -> None:
        async with getattr(painter.queues, way)(BOARD):
            painter.queues.want(BOARD)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    await painter.queues.settled()
    assert painter.drawn == [(BOARD, 0)]


async def test_an_idle_table_is_forgotten(painter: Painter):
    for key in (BOARD, ANN, (2, shown.BOARD)):
        painter.queues.want(key)
    await painter.queues.settled()
    painter.queues.forget(1)
    assert len(painter.queues) == 1


async def test_a_queue_with_a_request_in_flight_is_not_forgotten(painter: Painter):
    held = painter.hold(BOARD)
    await painter.wants(BOARD)
    painter.queues.forget(1)
    assert len(painter.queues) == 1
    held.set()
    await painter.queues.settled()
    painter.queues.forget(1)
    assert len(painter.queues) == 0


async def test_an_ephemeral_panel_has_a_queue_only_while_somebody_writes(painter: Painter):
    passing = (1, MessageKey(5))
    writing, most = 0, 0

    async def write() -> None:
        nonlocal writing, most
        async with painter.queues.in_turn(passing):
            writing += 1
            most = max(most, writing)
            await painter.turns()
            writing -= 1

    writers = [asyncio.create_task(write()) for _ in range(2)]
    await asyncio.wait(writers, return_when=asyncio.FIRST_COMPLETED)
    writers.append(asyncio.create_task(write()))
    await asyncio.gather(*writers)
    assert most == 1
    assert len(painter.queues) == 0


async def test_nothing_is_drawn_after_close(painter: Painter):
    painter.hold(BOARD)
    painter.problems = {ANN: [TryLater("throttled")]}
    for key in (BOARD, ANN):
        painter.queues.want(key)
    await painter.turns()
    await painter.queues.close()
    for key in (BOARD, ANN, BEN):
        painter.queues.want(key)
    await painter.wait(10 * RETRY)
    assert painter.drawn == []
    assert painter.begun == [BOARD, ANN]


async def test_hurry_skips_the_next_pause(painter: Painter):
    held = painter.hold(BOARD)
    await painter.wants(BOARD)
    painter.queues.want(BOARD)
    painter.queues.hurry(BOARD)
    held.set()
    await painter.turns()
    assert len(painter.drawn) == 2
    await painter.wants(BOARD)
    assert len(painter.drawn) == 2, "the one after it pauses as ever"
    await painter.wait(PAUSE)
    assert len(painter.drawn) == 3


async def test_hurry_ends_a_running_pause(painter: Painter):
    await painter.wants(BOARD)
    await painter.wants(BOARD)
    assert len(painter.drawn) == 1, "it pauses"
    painter.queues.hurry(BOARD)
    await painter.turns()
    assert len(painter.drawn) == 2


async def test_nothing_of_a_table_is_drawn_while_a_press_on_it_is_served(painter: Painter):
    """Its answer leaves first, and the person who pressed waits for no other drawing."""
    with painter.queues.held_back(1):
        with painter.queues.held_back(1):  # two people press at the same time
            await painter.wants(BOARD)
            await painter.wants((2, shown.BOARD))
        await painter.turns()
        assert painter.begun == [(2, shown.BOARD)], "only the other table's"
        async with painter.queues.hold_if_free(BOARD) as free:
            assert free, "the answer itself may draw the board"
    await painter.queues.settled()
    assert painter.drawn == [((2, shown.BOARD), 0), (BOARD, 0)]
