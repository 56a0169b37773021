from importlib import resources

import pytest

from bot.host.time import time_zones
from games.rules import Refusal


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin ", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("america/new_york", "America/New_York"),
        ("port au prince", "America/Port-au-Prince"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),  # under two names, with one clock
        ("utc", "UTC"),
        ("CET", "CET"),
    ],
)
def test_a_time_zone_is_read_by_name_or_city(text: str, name: str):
    assert time_zones.read(text) == name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Berln", "Do you mean `Europe/Berlin`?"),
        ("york", "Do you mean `America/New York`?"),
        ("Germany", "as in `Europe/Berlin`"),
        ("", "as in `Europe/Berlin`"),
        ("../../etc/passwd", "as in `Europe/Berlin`"),
    ],
)
def test_an_unknown_time_zone_suggests_similar_ones(text: str, says: str):
    with pytest.raises(Refusal) as refusal:
        time_zones.read(text)
    assert says in str(refusal.value)


def test_every_time_zone_name_reads_back():
    for name in time_zones.known():
        assert time_zones.read(name) == name
        assert time_zones.read(time_zones.spoken(name)) == name


def test_the_package_has_every_time_zone():
    there = resources.files("tzdata").joinpath("zoneinfo")
    assert [
        name for name in time_zones.known() if not there.joinpath(*name.split("/")).is_file()
    ] == []
    assert set(time_zones.COMMON_ZONES) <= set(time_zones.known())


def test_half_typed_time_zones_are_completed():
    assert time_zones.offered("", 25) == list(time_zones.COMMON_ZONES)
    assert time_zones.offered("", 3) == list(time_zones.COMMON_ZONES[:3])
    assert time_zones.offered("berl", 25) == ["Europe/Berlin"]
    assert time_zones.offered("lon", 25)[:2] == ["Arctic/Longyearbyen", "Europe/London"]
    assert "America/Blanc-Sablon" in time_zones.offered("lon", 25), "those that hold it come after"
    assert len(time_zones.offered("a", 25)) == 25
    assert time_zones.offered("berln", 25) == ["Europe/Berlin"], (
        "what is nearly so, if nothing fits"
    )
    assert time_zones.offered("zzzz", 25) == []


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("UTC+2", "Etc/GMT-2"),
        ("gmt -11", "Etc/GMT+11"),
        ("+02:00", "Etc/GMT-2"),
        ("UTC-0", "UTC"),
    ],
)
def test_offset_from_utc_is_a_time_zone(text: str, zone: str):
    assert time_zones.read(text) == zone


@pytest.mark.parametrize("text", ["UTC+15", "UTC-13", "UTC+5:30", "UTC+99"])
def test_offset_that_no_zone_has_is_refused(text: str):
    with pytest.raises(Refusal):
        time_zones.read(text)
