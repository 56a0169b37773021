from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.host.time import time_zones
from bot.host.time import waking_hours as module
from bot.host.time.waking_hours import (
    FEWEST_HOURS,
    Hours,
    due,
    hours_of,
    is_awake,
    part,
    passed,
    read,
    wakes,
)
from db.people.people import Person
from games.rules import Refusal

HOUR = 3600.0
BERLIN = Hours(8, 23, "Europe/Berlin")


def at(text: str, zone: str = "Europe/Berlin", fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=time_zones.zone(zone), fold=fold).timestamp()


OWL = Hours(14, 4, "Europe/Berlin")


@pytest.mark.parametrize(
    ("asked", "seconds", "hours", "end"),
    [
        ("2026-06-01 10:00", 4 * HOUR, BERLIN, "2026-06-01 14:00"),  # by day
        ("2026-06-01 22:00", 4 * HOUR, BERLIN, "2026-06-02 11:00"),  # in the evening
        ("2026-06-02 03:12:45", 4 * HOUR, BERLIN, "2026-06-02 12:00"),  # at night
        ("2026-06-01 19:00", 4 * HOUR, BERLIN, "2026-06-01 23:00"),  # exactly until bedtime
        ("2026-06-01 19:00", 4 * HOUR + 1, BERLIN, "2026-06-02 08:00:01"),
        ("2026-06-01 08:00", 7 * 15 * HOUR, BERLIN, "2026-06-07 23:00"),  # a week of days
        ("2026-06-01 23:00", 6 * HOUR, OWL, "2026-06-02 15:00"),  # over midnight
    ],
)
def test_a_deadline_leaves_out_the_nights(asked: str, seconds: float, hours: Hours, end: str):
    assert due(at(asked), seconds, hours) == at(end)


@pytest.mark.parametrize(
    ("instant", "hours", "woken"),
    [
        ("2026-06-01 10:00:01", BERLIN, "2026-06-01 10:00:01"),
        ("2026-06-02 03:12:45", BERLIN, "2026-06-02 08:00"),
        ("2026-06-01 22:59:59", BERLIN, "2026-06-01 22:59:59"),
        ("2026-06-01 23:00", BERLIN, "2026-06-02 08:00"),
        ("2026-06-02 07:59:59", BERLIN, "2026-06-02 08:00"),
        ("2026-06-01 02:00", OWL, "2026-06-01 02:00"),
        ("2026-06-01 05:00", OWL, "2026-06-01 14:00"),
    ],
)
def test_wakes_returns_now_or_the_next_morning(instant: str, hours: Hours, woken: str):
    assert wakes(at(instant), hours) == at(woken)


@pytest.mark.parametrize(("hours", "asleep_at"), [((9, 24), "00:00"), ((0, 12), "12:00")])
def test_waking_hours_may_begin_or_end_at_midnight(hours: tuple[int, int], asleep_at: str):
    up = Hours(*hours, "Europe/Berlin")
    second = timedelta(seconds=1).total_seconds()
    night = at(f"2026-06-02 {asleep_at}")
    assert is_awake(night - second, up)
    assert not is_awake(night, up)


def test_without_quiet_hours_all_time_counts():
    assert due(1000.0, 50.0, None) == 1050.0
    assert passed(1000.0, 1050.0, None) == 50.0
    assert passed(1050.0, 1000.0, None) == 0.0
    assert part(1000.0, 1100.0, 0.75, None) == 1075.0
    assert wakes(1000.0, None) == 1000.0


@pytest.mark.parametrize(
    ("evening", "length"), [("2026-06-01", 11), ("2026-03-28", 10), ("2026-10-24", 12)]
)
def test_a_night_ends_by_the_local_clock(evening: str, length: int):
    start = at(f"{evening} 22:00")
    end = due(start, 2 * HOUR, BERLIN)
    assert f"{time_zones.local(end, 'Europe/Berlin'):%H:%M:%S}" == "09:00:00"
    assert end - start == length * HOUR


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 13), ("2026-10-25", 15)])
def test_days_of_23_and_25_hours_count_their_real_length(day: str, hours: int):
    lark = Hours(0, 14, "Europe/Berlin")
    assert passed(at(f"{day} 00:00"), at(f"{day} 23:00"), lark) == hours * HOUR


def test_waking_in_a_skipped_hour():
    early = Hours(2, 14, "Europe/Berlin")  # on that day there is no 2:00 to 3:00
    changed = datetime(2026, 3, 29, 1, tzinfo=UTC).timestamp()
    assert wakes(at("2026-03-29 01:30"), early) == changed == at("2026-03-29 03:00")


def test_falling_asleep_in_a_skipped_hour():
    late = Hours(12, 2, "Europe/Berlin")
    assert due(at("2026-03-29 01:00"), HOUR, late) == at("2026-03-29 03:00")
    assert due(at("2026-03-29 01:00"), HOUR + 1, late) == at("2026-03-29 12:00:01")


def test_a_repeated_hour_counts_twice():
    late = Hours(12, 3, "Europe/Berlin")
    first, second = at("2026-10-25 02:00"), at("2026-10-25 02:00", fold=1)
    assert second - first == HOUR
    assert passed(at("2026-10-25 01:00"), at("2026-10-25 12:00"), late) == 3 * HOUR
    assert due(at("2026-10-25 01:00"), 2.5 * HOUR, late) == at("2026-10-25 02:30", fold=1)


def test_falling_asleep_before_a_repeated_hour():
    late = Hours(12, 2, "Europe/Berlin")
    assert not is_awake(at("2026-10-25 02:30"), late)
    assert not is_awake(at("2026-10-25 02:30", fold=1), late)
    assert wakes(at("2026-10-25 02:00"), late) == at("2026-10-25 12:00")


def test_waking_before_a_repeated_hour():
    early = Hours(2, 14, "Europe/Berlin")
    assert wakes(at("2026-10-25 01:00"), early) == at("2026-10-25 02:00")
    assert is_awake(at("2026-10-25 02:00", fold=1), early)


def test_deadlines_use_each_players_time_zone():
    asked = datetime(2026, 6, 1, 20, tzinfo=UTC).timestamp()  # 22:00 in Berlin, 16:00 in New York
    assert due(asked, 4 * HOUR, BERLIN) - asked == 13 * HOUR
    assert due(asked, 4 * HOUR, Hours(8, 23, "America/New_York")) - asked == 4 * HOUR


ZONES = (
    *("UTC", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns"),
    "Australia/Lord_Howe",  # by half an hour
    *("Pacific/Chatham", "Asia/Kathmandu"),  # quarters
    *("America/Havana", "Asia/Beirut", "Atlantic/Azores"),  # at midnight, or nearly
    *("Africa/Casablanca", "Africa/Cairo", "Pacific/Auckland", "America/Santiago"),
)
BEGIN = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
YEAR = 366 * 86400
MINUTE = 60


def offset(instant: int, zone: str) -> timedelta | None:
    return time_zones.local(instant, zone).utcoffset()


def changed_between(zone: str, first: int, last: int) -> int:
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (
            (middle, last) if offset(middle, zone) == offset(first, zone) else (first, middle)
        )
    return last


def changes(zone: str) -> list[int]:
    steps = range(BEGIN, BEGIN + 2 * YEAR, 7 * 86400)
    return [
        changed_between(zone, step, step + 7 * 86400)
        for step in steps
        if offset(step, zone) != offset(step + 7 * 86400, zone)
    ]


def test_clocks_change_on_a_quarter_hour_everywhere():
    found = [(zone, change) for zone in time_zones.known() for change in changes(zone)]
    assert len(found) > 300
    assert [change for change in found if change[1] % module.QUARTER] == []


@st.composite
def anybody(draw: st.DrawFn) -> Hours:
    first, awake = draw(st.integers(0, 23)), draw(st.integers(FEWEST_HOURS, 23))
    return Hours(first, (first + awake) % 24 or 24, draw(st.sampled_from(ZONES)))


@st.composite
def moments(draw: st.DrawFn, zone: str) -> int:
    near = changes(zone)
    if near and draw(st.integers(0, 3)):
        return draw(st.sampled_from(near)) + draw(st.integers(-30 * 3600, 6 * 3600))
    return draw(st.integers(BEGIN, BEGIN + 2 * YEAR))


def counted(start: int, end: int, hours: Hours) -> int:
    total, instant = 0, start
    while instant < end:
        step = min(MINUTE - instant % MINUTE, end - instant)
        hour = time_zones.local(instant, hours.zone).hour
        total += step * ((hour - hours.first) % 24 < (hours.last - hours.first) % 24)
        instant += step
    return total


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_passed_counts_waking_seconds(data: st.DataObject):
    hours = data.draw(anybody())
    start = data.draw(moments(hours.zone))
    end = start + data.draw(st.integers(0, 45 * 3600))
    assert passed(start, end, hours) == counted(start, end, hours)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_due_gives_exactly_the_waking_seconds(data: st.DataObject):
    hours = data.draw(anybody())
    start, seconds = data.draw(moments(hours.zone)), data.draw(st.integers(1, 30 * 3600))
    end = int(due(start, seconds, hours))
    assert counted(start, end, hours) == seconds
    assert is_awake(end - 1, hours), "the last second is one of theirs"
    # and it is the same by way of any instant between
    middle = data.draw(st.integers(start, end))
    assert due(middle, seconds - counted(start, middle, hours), hours) in (end, wakes(end, hours))


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_wakes_returns_the_first_waking_instant(data: st.DataObject):
    hours = data.draw(anybody())
    start = data.draw(moments(hours.zone))
    woken = int(wakes(start, hours))
    assert woken >= start
    assert is_awake(woken, hours)
    assert counted(start, woken, hours) == 0


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_part_is_a_waking_instant_before_the_deadline(data: st.DataObject):
    hours = data.draw(anybody())
    start, seconds = data.draw(moments(hours.zone)), 4 * data.draw(st.integers(1, 6 * 3600))
    end = due(start, seconds, hours)
    found = part(start, end, 0.75, hours)
    assert start < found < end
    assert is_awake(found, hours)
    assert passed(start, found, hours) == 0.75 * seconds


def test_a_part_that_ends_at_bedtime_moves_to_the_morning():
    start, end = at("2026-06-01 20:00"), at("2026-06-02 09:00")
    assert due(start, 4 * HOUR, BERLIN) == end
    assert part(start, end, 0.75, BERLIN) == at("2026-06-02 08:00")


def test_a_part_of_sleeping_time_is_its_end():
    start, end = at("2026-06-01 23:30"), at("2026-06-02 03:30")
    assert part(start, end, 0.75, BERLIN) == end


def test_fractions_of_a_second_are_exact():
    start = at("2026-06-01 22:59:59") + 0.75
    assert due(start, 0.5, BERLIN) == pytest.approx(at("2026-06-02 08:00") + 0.25)
    assert not is_awake(at("2026-06-02 07:59:59") + 0.999999, BERLIN)


@pytest.mark.parametrize(("first", "last"), [(8, 19), (8, 8), (0, 24), (24, 12), (-1, 20), (8, 25)])
def test_too_few_or_all_hours_are_invalid(first: int, last: int):
    with pytest.raises(ValueError, match="not from"):
        Hours(first, last, "UTC")


@pytest.mark.parametrize(
    ("known", "hours"),
    [
        (Person(), None),
        (Person(zone="Europe/Berlin"), None),
        (Person(zone="Europe/Berlin", awake_from=8, awake_until=23), BERLIN),
        (Person(zone="Europe/Atlantis", awake_from=8, awake_until=23), None),
        (Person(zone="../secret", awake_from=8, awake_until=23), None),
        (Person(zone="UTC", awake_from=8, awake_until=9), None),
    ],
)
def test_invalid_stored_hours_count_as_awake_all_day(known: Person, hours: Hours | None):
    assert hours_of(known) == hours


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("8-23 Europe/Berlin", 8, 23),
        ("8 - 23 europe/berlin", 8, 23),
        ("08:00–23:00, Berlin", 8, 23),
        ("from 8 to 23 (berlin)", 8, 23),
        ("8am-11pm Berlin", 8, 23),
        ("12pm to 12am berlin", 12, 24),
        ("8h-23h Berlin", 8, 23),
        ("20-10 Berlin", 20, 10),
        ("9-24 Berlin", 9, 24),
        ("9-0 Berlin", 9, 24),
        ("24-12 Berlin", 0, 12),
    ],
)
def test_typed_waking_hours_are_understood(text: str, first: int, last: int):
    assert read(text) == Hours(first, last, "Europe/Berlin")


def test_the_last_time_zone_is_kept_until_another_is_typed():
    assert read("8-23", "Asia/Tokyo") == Hours(8, 23, "Asia/Tokyo")
    assert read("8-23 Berlin", "Asia/Tokyo") == BERLIN


@pytest.mark.parametrize("text", ["off", "OFF", " none ", "8-8", "0-24 Berlin", "0-24"])
def test_quiet_hours_can_be_turned_off(text: str):
    assert read(text, "Asia/Tokyo") is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "as in `8-23 Europe/Berlin`"),
        ("whenever", "as in `8-23 Europe/Berlin`"),
        ("8", "as in `8-23 Europe/Berlin`"),
        ("8-23x", "as in `8-23 Europe/Berlin`"),
        ("8-23", "Add it, as in `8-23 Europe/Berlin`"),
        ("9-0", "as in `9-24 Europe/Berlin`"),
        ("9-15 Berlin", "only 6 hours a day"),
        ("9-10 Berlin", "only one hour a day"),
        ("7:30-22 Berlin", "Please give full hours"),
        ("8-25 Berlin", "no hour 25"),
        ("13pm-2am Berlin", "no hour 13pm"),
        ("8-23 Berln", "Do you mean `Europe/Berlin`?"),
        ("8-23 @everyone", "@\u200beveryone"),
    ],
)
def test_invalid_waking_hours_are_refused_with_an_example(text: str, says: str):
    with pytest.raises(Refusal) as refusal:
        read(text)
    assert says in str(refusal.value)
