"""Notices through the real client, across nights: hours that are quiet, clocks that are changed."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.host.seating.quotas import Limits
from playground.tests.user import User
from tests.actors.harbor import Harbor, LeapingClock, harbor
from tests.actors.tables import notices_to
from tests.e2e.private.test_notices import AFTER, UNHURRIED, sent_to

pytestmark = pytest.mark.full

HOUR = 3600.0


def instant(text: str) -> float:
    """Read an instant of 2026, in UTC."""
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC).timestamp()


def hourly(start: float, end: float) -> Iterator[float]:
    """Go from an instant to another in steps of half an hour."""
    while start < end:
        yield start
        start += HOUR / 2


async def asked(here: Harbor, pace: str) -> tuple[int, User]:
    """Have Ann be asked something at a table for two; return the table, and her."""
    table = await here.table("yankee", ("Ann", "Ben"), {"pace": pace, "first": "host"})
    ann = here.users["Ann"]
    assert await here.mover(table) is ann
    await ann.open_dm()
    return table, ann


def due(here: Harbor, table: int) -> float:
    """Read by when whoever is to move has to answer."""
    return _awaited(here, table)["due"]


def asked_at(here: Harbor, table: int) -> float:
    """Read when they were asked."""
    return _awaited(here, table)["asked_at"]


def _awaited(here: Harbor, table: int) -> Any:
    [row] = here.rows("SELECT * FROM seats WHERE table_id=? AND due IS NOT NULL", table)
    return row


NIGHTS = {
    # when the question is put (UTC), their hours, when they wake (UTC), by when they answer (UTC)
    "an ordinary night": "02-10T21:59:00, 8-23 Europe/Berlin, 02-11T07:00, 02-11T10:59:00",
    "an hour shorter": "03-28T21:59:00, 8-23 Europe/Berlin, 03-29T06:00, 03-29T09:59:00",
    "an hour longer": "10-24T20:59:00, 8-23 Europe/Berlin, 10-25T07:00, 10-25T10:59:00",
    "up past midnight": "02-10T23:59:00, 10-1 Europe/Berlin, 02-11T09:00, 02-11T12:59:00",
}


@pytest.mark.parametrize("night", NIGHTS)
async def test_at_night_there_is_no_notice_and_their_clock_stands_still(tmp_path: Path, night: str):
    """It would be due two minutes after the question; by then they have slept for one."""
    put, hours, wakes, answered = NIGHTS[night].split(", ")
    clock = LeapingClock(instant(put) - 600)
    async with harbor(tmp_path, 2, timing=UNHURRIED, clock=clock) as here:
        for user in here.users.values():
            await user.command("me hours", {"awake": hours})
        clock.leap_to(instant(put))
        table, ann = await asked(here, "day")
        late = asked_at(here, table) - instant(put)
        assert 0 <= late < 50, "this machine is too slow for this test"
        assert due(here, table) == pytest.approx(instant(answered) + late, abs=0.01)
        rev = here.rev(table)
        for at in hourly(clock.now() + AFTER, instant(wakes) - 1):
            await here.at(at)
            assert sent_to(here, ann) == 0, f"at {datetime.fromtimestamp(clock.now(), UTC)}"
        await here.at(instant(wakes) - 1)
        assert sent_to(here, ann) == 0
        await here.at(instant(wakes))
        [notice] = await ann.until(lambda: notices_to(ann))
        assert re.search(r"You have about .+ from this message\.", notice["content"])
        await here.at(due(here, table) - 20)
        assert here.rev(table) == rev, "nobody moved for who was asleep"
        await here.at(due(here, table))
        assert here.rev(table) > rev, "and in the end the clock does"
        assert here.unhappy() == []


async def test_who_is_still_up_past_midnight_is_written_to(tmp_path: Path):
    """Hours that go past midnight are no hours of the night."""
    clock = LeapingClock(instant("02-10T23:30"))
    async with harbor(tmp_path, 2, timing=UNHURRIED, clock=clock) as here:
        await here.users["Ann"].command("me hours", {"awake": "10-1 Europe/Berlin"})
        _, ann = await asked(here, "day")
        await here.at(clock.now() + AFTER)
        assert sent_to(here, ann) == 1


async def test_six_tables_overnight_ring_once_and_remind_once(tmp_path: Path) -> None:
    """One notice lists them all; the reminder takes its place."""
    clock = LeapingClock(instant("02-10T20:00"))
    async with harbor(tmp_path, 2, timing=UNHURRIED, clock=clock, games=("yankee",)) as here:
        here.services.host.seats.limits = Limits(opened=6)
        tables = {(await asked(here, "week"))[0] for _ in range(6)}
        ann, first = here.users["Ann"], clock.now() + AFTER
        for at in (first, *hourly(first + 60, first + 12 * HOUR)):
            await here.at(at)
            assert sent_to(here, ann) == 1, "something more, before morning"
        await ann.until(lambda: "2 more: `/games`" in notices_to(ann)[0]["content"])
        [listed] = notices_to(ann)
        assert listed["content"].count("Also waiting for you: Yankee Swap, table") == 3
        assert {int(found) for found in re.findall(r"table (\d+):", listed["content"])} <= tables
        for at in hourly(first + 12 * HOUR, first + 20 * HOUR):
            await here.at(at)
        assert sent_to(here, ann) == 2, "a reminder, once"
        await ann.until(lambda: notices_to(ann) and notices_to(ann)[0]["id"] != listed["id"])
        [message] = notices_to(ann)
        assert message["content"].startswith("Still waiting for you at Yankee Swap")
        assert here.unhappy() == []
