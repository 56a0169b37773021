"""The old names of `/settings` understand what they understood."""

import pytest

from cogs.me import with_hours
from db.people.people import Person
from games.rules import Refusal

SLEEPER = Person(7, zone="America/New_York", awake_from=9, awake_until=24)
STRANGER = Person()
BERLINER = Person(zone="Europe/Berlin")


@pytest.mark.parametrize(
    ("before", "awake", "zone", "after"),
    [
        (STRANGER, "8-23", "Europe/Berlin", ("Europe/Berlin", 8, 23)),
        (STRANGER, "8-23 berlin", "", ("Europe/Berlin", 8, 23)),
        (BERLINER, "8-23", "", ("Europe/Berlin", 8, 23)),
        (BERLINER, "8-23 tokyo", "", ("Asia/Tokyo", 8, 23)),
        (SLEEPER, "", "tokyo", ("Asia/Tokyo", 9, 24)),  # they have moved
        (STRANGER, "", "tokyo", ("Asia/Tokyo", None, None)),  # for the hour of a meeting
        (SLEEPER, "off", "", ("America/New_York", None, None)),
        (SLEEPER, "off", "tokyo", ("Asia/Tokyo", None, None)),
        (SLEEPER, "0-24", "", ("America/New_York", None, None)),
    ],
)
def test_hours_and_time_zone_can_be_set_together_or_separately(
    before: Person, awake: str, zone: str, after: tuple[str, int | None, int | None]
):
    known = with_hours(before, awake, zone)
    assert (known.zone, known.awake_from, known.awake_until) == after
    assert (known.dm_channel, known.notices, known.here) == (before.dm_channel, "dm", True)


@pytest.mark.parametrize(
    ("awake", "zone"), [("", ""), ("8-23", ""), ("8-23", "atlantis"), ("9-12", "utc"), ("?", "utc")]
)
def test_invalid_hours_are_refused(awake: str, zone: str):
    with pytest.raises(Refusal):
        with_hours(STRANGER, awake, zone)
