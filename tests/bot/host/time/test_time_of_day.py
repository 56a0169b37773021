from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.host.time.time_of_day import next_time
from games.rules import Refusal

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN, fold: int = 0) -> float:
    there = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return there.timestamp()


@pytest.mark.parametrize(
    ("said", "hour", "minute"),
    [
        *[("20:00", 20, 0), ("20", 20, 0), ("20.30", 20, 30), ("2030", 20, 30), ("20h", 20, 0)],
        *[("8pm", 20, 0), ("8:15 PM", 20, 15), ("12am", 0, 0), ("12 pm", 12, 0), ("at 9", 9, 0)],
        *[("24:00", 0, 0), ("0:05", 0, 5), (" 20:00 ", 20, 0), ("9 o’clock", 9, 0)],
    ],
)
def test_typed_meeting_times_are_understood(said: str, hour: int, minute: int):
    now = at("2026-06-01 08:30")
    found = datetime.fromtimestamp(next_time(said, BERLIN, now), ZoneInfo(BERLIN))
    assert (found.hour, found.minute, found.second) == (hour, minute, 0)
    assert 0 < found.timestamp() - now <= 24 * 3600


@pytest.mark.parametrize("said", ["", "soon", "25", "24:01", "20:60", "13pm", "0am", "20:0", "-1"])
def test_an_invalid_meeting_time_gives_an_example(said: str):
    with pytest.raises(Refusal, match=r"`/table meet 20:00`"):
        next_time(said, BERLIN, 0.0)


def test_meeting_time_is_in_the_callers_time_zone():
    now = at("2026-06-01 20:00")
    assert next_time("20:00", BERLIN, now - 1) == now
    assert next_time("20:00", BERLIN, now) == at("2026-06-02 20:00")
    assert next_time("20:00", "America/New_York", now) == at("2026-06-01 20:00", "America/New_York")


def test_a_skipped_meeting_time_moves_to_the_next_day():
    now = at("2026-03-28 23:00")
    assert next_time("2:30", BERLIN, now) == at("2026-03-30 02:30")
    assert next_time("20:00", BERLIN, now) == at("2026-03-29 20:00")
    assert next_time("20:00", BERLIN, now) - now == 20 * 3600, "an hour of that night is left out"


def test_a_repeated_meeting_time_is_the_next_one():
    first, second = (at("2026-10-25 02:30", fold=fold) for fold in (0, 1))
    assert second == first + 3600
    assert next_time("2:30", BERLIN, first - 60) == first
    assert next_time("2:30", BERLIN, first) == second
    assert next_time("2:30", BERLIN, second) == at("2026-10-26 02:30")


@pytest.mark.parametrize("zone", [None, "Atlantis/Capital"])
def test_without_a_time_zone_a_meeting_is_refused(zone: str | None):
    with pytest.raises(Refusal, match="`/settings`"):
        next_time("20:00", zone, 0.0)
