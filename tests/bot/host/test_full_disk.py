"""While nothing can be saved, the clocks of all tables stand still. Then the time is given back.

The house has a file whose disk is full when the test says so. With a real disk the same is done in
tests/e2e/trouble/test_full_disk.py.
"""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest

from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.agenda import NAP
from db.base.problems import NotSaved, Unsure
from db.people.people import Person
from tests.bot.house import ANN, BEN, CAT, House
from tests.small.game.moves import Hide
from tests.small.game.orders import GuessAhead

LIVE = 300.0  # seconds a decision


class Disk:
    """The disk of a house: while it is `full`, no transaction can begin.

    If it is `cut_off`, nobody knows whether the next transaction was saved. It is lost `before` or
    `after` it was.
    """

    def __init__(self, house: House) -> None:
        self.full = False
        self.cut_off: Literal["", "before", "after"] = ""
        self._transaction = house.database.transaction
        house.database.transaction = self.transaction  # type: ignore[method-assign]

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Any]:
        if self.full:
            raise NotSaved("Nothing can be saved because the disk is full.")
        cut_off, self.cut_off = self.cut_off, ""
        if cut_off == "before":
            raise Unsure("The connection was lost.")
        async with self._transaction() as tx:
            yield tx
        if cut_off == "after":
            raise Unsure("The connection was lost.")


@pytest.fixture
async def disk(house: House) -> Disk:
    await house.start()
    return Disk(house)


async def unanswered(house: House, table: int) -> list[int]:
    return [player.unanswered for player in (await house.stored(table)).players]


async def test_clocks_stand_still_and_the_time_is_given_back(
    house: House, disk: Disk, caplog: pytest.LogCaptureFixture
):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.passes(100)
    disk.full = True
    await house.passes(3600)
    assert await unanswered(house, table) == [0, 0], "nobody could have moved"
    assert (await house.seen(table, ANN)).view is not None, "reading goes on"
    disk.full = False
    await house.passes(NAP)
    left = (await house.due(table))["Ann"]
    assert left is not None
    assert LIVE - 100 - NAP <= left <= LIVE - 100 + NAP
    await house.passes(left + 1)
    assert await unanswered(house, table) != [0, 0], "the clock must go again"
    said = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage()[:39] for record in said] == [
        "The clocks of all tables stand still. N"
    ], "one line, however long it lasts"


async def test_a_deadline_that_falls_just_after_the_disk_got_full_is_not_used(
    house: House, disk: Disk
):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.passes(LIVE - 1)
    disk.full = True
    await house.passes(5)  # no check has been written since
    disk.full = False
    await house.passes(1)
    assert await unanswered(house, table) == [0, 0]
    await house.passes(NAP)
    assert not house.store.connection.unsaved_since


async def test_nobody_is_written_to_while_nothing_can_be_saved(house: House, disk: Disk):
    await house.dealt(ANN, BEN, pace="live")
    disk.full = True
    await house.passes(NAP)
    before = len(house.messenger.notices())
    await house.passes(3600)
    assert len(house.messenger.notices()) == before == 0
    disk.full = False
    await house.passes(100)
    assert len(house.messenger.notices()) == 2, "each is told once"


async def test_an_outage_of_discord_within_that_time_loses_nobody_any(house: House, disk: Disk):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.passes(100)
    disk.full = True
    await house.passes(600)
    house.store.connection.lost()
    await house.passes(600)
    await house.deadlines.back()
    assert house.store.connection.there
    assert not house.store.connection.in_service
    await house.passes(600)
    disk.full = False
    await house.passes(NAP)
    left = (await house.due(table))["Ann"]
    assert left is not None
    assert LIVE - 100 - NAP <= left <= LIVE - 100 + NAP


async def test_a_disk_that_gets_full_during_an_outage_loses_nobody_any(house: House, disk: Disk):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.passes(100)
    house.store.connection.lost()
    await house.passes(600)
    disk.full = True
    await house.deadlines.back()
    assert house.store.connection.there, "presses are heard, and answered with what is wrong"
    await house.passes(600)
    disk.full = False
    await house.passes(NAP)
    left = (await house.due(table))["Ann"]
    assert left is not None
    assert LIVE - 100 - NAP <= left <= LIVE - 100 + NAP


async def test_a_standing_order_is_run_when_there_is_room_again(
    house: House, disk: Disk, monkeypatch: pytest.MonkeyPatch
):
    table = await house.dealt(ANN, BEN)
    await house.give_order(table, ANN, GuessAhead(totals=(3,)))
    await house.hide(table, ANN)

    def filled(_: LoadedTable) -> None:
        disk.full = True

    with monkeypatch.context() as patch:
        patch.setattr(house, "table_changed", filled)
        await house.play(table, BEN, Hide(coins=1))
    await house.passes(NAP)
    assert (await house.seen(table)).public.seen.guesses == ()
    disk.full = False
    await house.passes(2 * NAP)
    assert (await house.seen(table)).public.seen.guesses == (3,)


@pytest.mark.parametrize("saved", [True, False])
async def test_time_is_given_back_once_if_the_server_went_away_while_it_was_saved(
    house: House, disk: Disk, *, saved: bool
):
    table = await house.dealt(ANN, BEN, pace="live")
    await house.passes(100)
    disk.full = True
    await house.passes(600)
    disk.full, disk.cut_off = False, "after" if saved else "before"
    await house.passes(NAP)
    assert disk.cut_off == ""
    await house.passes(NAP)
    left = (await house.due(table))["Ann"]
    assert left is not None
    assert LIVE - 100 - 3 * NAP <= left <= LIVE - 100 + NAP


async def test_a_meeting_is_called_once_when_there_is_room_again(house: House, disk: Disk):
    await house.contacts.change(ANN, lambda one: Person(zone="UTC"))
    table = await house.dealt(ANN, BEN, CAT, pace="week")
    now, _ = await house.host.meetings.call(table, ANN, "22:30")
    await house.host.meetings.come(table, BEN, None, house.receipt())
    await house.passes(now.at - house.clock.now() - 60)
    disk.full = True
    await house.passes(300)
    assert called(house) == 0
    disk.full = False
    await house.passes(60)
    assert called(house) == 1


def called(house: House) -> int:
    """Return how many people were called to a meeting."""
    return sum("meets now" in post.text for post in house.messenger.notices())
