"""The sentences of `/me` are true."""

from datetime import UTC, datetime

import pytest

from bot.ui.panel import TEXT_LIMIT
from cogs.me import notices_sentence, seen_here, told, up, with_hours
from db.people import Person
from games.rules import Refusal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC).timestamp()
SLEEPER = Person(7, zone="America/New_York", awake_from=9, awake_until=24)


def test_me_shows_the_defaults_to_a_new_person():
    assert told(Person(), NOON)[:3] == [
        "I'll DM you when it's your turn.",
        "You have no quiet hours: I write whenever it is your move.",
        seen_here(Person()),
    ]


def test_hours_are_shown_with_local_time_and_what_others_can_guess():
    text = " ".join(up(SLEEPER, NOON))
    assert "from 9:00 to 24:00, America/New York time (it is 08:00 there)" in text
    assert "your clock stands still, at tables with a day's or a week's pace" in text
    assert "The others see by when you are to answer" in text
    assert "guess from it when you sleep" in text


def test_time_zone_is_shown_without_hours():
    text = " ".join(up(Person(zone="Asia/Tokyo"), NOON))
    assert "no quiet hours" in text
    assert "Your time zone is Asia/Tokyo (it is 21:00 there)." in text


def test_time_zone_that_no_longer_exists_raises_nothing():
    gone = Person(zone="Europe/Atlantis", awake_from=8, awake_until=23)
    assert "no quiet hours" in " ".join(up(gone, NOON))


@pytest.mark.parametrize(
    ("known", "says"),
    [
        (Person(7), "I'll DM you"),
        (Person(7, dm_closed=True), "closed to me, so I'll write in the channel"),
        (
            Person(7, notices="channel"),
            "in the table's channel when it's your turn, and never by DM",
        ),
        (
            Person(7, dm_closed=True, notices="channel"),
            "in the table's channel when it's your turn, and never by DM",
        ),
        (Person(7, notices="none"), "I won't message you"),
    ],
)
def test_notice_setting_is_described(known: Person, says: str):
    assert says in notices_sentence(known)


def test_hidden_presence_is_described():
    assert "ten minutes" in seen_here(Person())
    assert "From your next move on, no board" in seen_here(Person(here=False))


def test_me_fits_into_one_message():
    assert len("\n".join(told(SLEEPER, NOON))) < TEXT_LIMIT / 2


# --- saying when one is up ------------------------------------------------------------------------

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
