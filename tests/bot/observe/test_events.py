"""Whatever is handled is measured once, and one line of the log says what it was."""

import asyncio
import logging

import pytest

from bot.observe import events
from bot.observe.pseudonyms import pseudonym
from tests.bot.observe.counting import Counted


def line(caplog: pytest.LogCaptureFixture) -> logging.LogRecord:
    (record,) = [record for record in caplog.records if record.name == "bot.observe.events"]
    return record


def test_what_is_handled_is_measured_and_logged_once(caplog: pytest.LogCaptureFixture):
    caplog.set_level("DEBUG")
    counted = Counted()
    with events.handling(counted, "button", 77) as event:
        events.about(5, 12, "bid")
        events.about(step=13)
    assert counted.events == [("button", "done")]
    assert 0 <= counted.seconds[0] < 1
    assert line(caplog).levelname == "DEBUG"
    assert line(caplog).getMessage().startswith("done in ")
    fields = event.fields()
    assert fields.pop("ms") < 1000
    assert fields == {
        "kind": "button",
        "what": "bid",
        "table": 5,
        "step": 13,
        "outcome": "done",
        "person": pseudonym(77),
    }


def test_how_it_ended_is_told_on_the_way():
    counted = Counted()
    with events.handling(counted, "line"):
        events.ended("refused")
    with events.handling(counted, "command") as event:
        events.ended("failed", "abc123")
        events.ended("refused")
    with pytest.raises(KeyError), events.handling(counted, "form"):
        raise KeyError
    assert counted.events == [("line", "refused"), ("command", "failed"), ("form", "failed")]
    assert event.fields()["reference"] == "abc123"


def test_a_slow_event_is_logged_at_info(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    caplog.set_level("INFO")
    monkeypatch.setattr(events, "SLOW", 0.0)
    with events.handling(Counted(), "deadline"):
        pass
    assert line(caplog).levelname == "INFO"


def test_after_its_end_nothing_is_about_an_event():
    with events.handling(Counted(), "button") as outer:
        with events.handling(Counted(), "deadline") as inner:
            assert events.current() is inner
        assert events.current() is outer
    assert events.current() is None
    events.about(5)
    events.ended("failed", "abc123")
    assert (outer.table, outer.outcome, outer.reference) == (None, "done", None)


async def test_a_task_that_outlives_the_event_is_about_nothing():
    """The queue of a board may be started by a press, and then serves everybody."""
    found: list[events.Event | None] = []
    ended = asyncio.Event()

    async def work() -> None:
        found.append(events.current())
        await ended.wait()
        found.append(events.current())

    with events.handling(Counted(), "button") as event:
        working = asyncio.create_task(work())
        await asyncio.sleep(0)
    ended.set()
    await working
    assert found == [event, None]


async def test_events_at_the_same_time_are_kept_apart():
    async def press(table: int) -> int | None:
        with events.handling(Counted(), "button") as event:
            events.about(table)
            await asyncio.sleep(0)
            assert events.current() is event
            return event.table

    assert await asyncio.gather(*map(press, range(1, 50))) == list(range(1, 50))
