from typing import Any

import pytest

from bot.host.time.deadlines import (
    PRESENT_NOTICE_AFTER,
    PRESENT_WITHIN,
    asleep_at,
    due_after,
    notice_at,
)
from bot.host.time.pace import PACES
from bot.host.time.waking_hours import Hours
from bot.host.time.waking_hours import due as due_at
from db.people.people import Person
from db.tables.tables import Player
from games.rules import Question
from tests.bot.house import ANN, BEN, CAT

LIVE = PACES["live"]
LONG, CALL = LIVE.decision, LIVE.call
NOW, NOTICE = 1000.0, 30.0

Had = tuple[float | None, float | None, float | None]
NOBODY: Had = (None, None, None)
FRESH: Had = (NOW + LONG, NOW + NOTICE, NOW)


def timed(players: list[Player], to_move: set[int], **said: Any) -> tuple[Player, ...]:
    question = Question(subject="s", key="k", hurried=said.pop("hurried", False))
    usual: dict[str, Any] = {
        "new": False,
        "pace": LIVE,
        "now": NOW,
        "notices": dict.fromkeys(range(len(players)), NOW + NOTICE),
        "hours": {},
    }
    return due_after(players, frozenset(to_move), question, **(usual | said))


@pytest.mark.parametrize(
    ("had", "to_move", "said", "due"),
    [
        # newly to move: the whole time, and a notice after a while
        (NOBODY, True, {"new": True}, FRESH),
        (NOBODY, True, {}, FRESH),
        (NOBODY, True, {"hurried": True}, (NOW + CALL, NOW + NOTICE, NOW)),
        # not to move (any more)
        ((1100.0, 1010.0, 900.0), False, {}, NOBODY),
        ((1100.0, 1010.0, 900.0), False, {"new": True}, NOBODY),
        (NOBODY, False, {"new": True}, NOBODY),
        # the same question still: those who are left keep what they had
        ((1100.0, 1010.0, 900.0), True, {}, (1100.0, 1010.0, 900.0)),
        ((1100.0, None, 900.0), True, {}, (1100.0, None, 900.0)),
        # another question: fresh time, and whoever was not written to about it will be
        ((1100.0, 1010.0, 900.0), True, {"new": True}, FRESH),
        ((1100.0, None, 900.0), True, {"new": True}, FRESH),
        # a call cuts the time short, and gives none to whoever has less; they were asked before
        ((NOW + LONG, 1010.0, 900.0), True, {"hurried": True}, (NOW + CALL, 1010.0, 900.0)),
        ((NOW + 5, None, 900.0), True, {"hurried": True}, (NOW + 5, None, 900.0)),
        # a call on a new question: there is no more time than that
        (
            (NOW + LONG, None, 900.0),
            True,
            {"hurried": True, "new": True},
            (NOW + CALL, NOW + NOTICE, NOW),
        ),
    ],
)
def test_deadline_of_each_kind_of_question(
    had: Had, to_move: bool, said: dict[str, bool], due: Had
):
    before = Player(0, ANN, "Ann", due=had[0], notice_at=had[1], asked_at=had[2])
    [after] = timed([before], {0} if to_move else set(), **said)
    assert (after.due, after.notice_at, after.asked_at) == due
    assert (after is before) == (due == had), "what has not changed is not written"


def test_each_seat_has_its_own_deadline():
    players = [Player(0, ANN, "Ann", due=1100.0), Player(1, BEN, "Ben"), Player(2, CAT, "Cat")]
    after = timed(players, {0, 1}, notices={1: 1234.0, 2: 1235.0})
    assert [player.due for player in after] == [1100.0, NOW + LONG, None]
    assert [player.notice_at for player in after] == [None, 1234.0, None]
    assert [player.asked_at for player in after] == [None, NOW, None]


DAY = PACES["day"]
UTC_DAY = Hours(8, 23, "UTC")
EVENING = 22 * 3600.0  # of the first day of 1970, in seconds since then
MORNING = (24 + 8) * 3600.0


def test_a_deadline_leaves_out_quiet_hours():
    players = [Player(0, ANN, "Ann"), Player(1, BEN, "Ben")]
    after = timed(players, {0, 1}, new=True, pace=DAY, now=EVENING, hours={0: UTC_DAY})
    assert [player.due for player in after] == [
        MORNING + DAY.decision - 3600,
        EVENING + DAY.decision,
    ]
    assert [player.asked_at for player in after] == [EVENING, EVENING]


def test_a_running_deadline_ignores_changed_hours():
    had = Player(0, ANN, "Ann", due=EVENING + 60, notice_at=None, asked_at=EVENING)
    for hours in ({0: UTC_DAY}, {}):
        assert timed([had], {0}, pace=DAY, now=EVENING, hours=hours) == (had,)
    [after] = timed([had], {0}, new=True, pace=DAY, now=EVENING, hours={0: UTC_DAY})
    assert after.due == MORNING + DAY.decision - 3600


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
def test_a_fast_pace_ignores_quiet_hours(pace: Any):
    asked = MORNING - 10
    [after] = timed([Player(0, ANN, "Ann")], {0}, pace=pace, now=asked, hours={0: UTC_DAY})
    awake = due_at(asked, pace.decision, UTC_DAY)
    assert after.due == (awake if pace.sleeps else asked + pace.decision)
    assert pace.sleeps == (pace.name in ("day", "week"))


def test_a_call_waits_for_the_morning():
    had = Player(0, ANN, "Ann", due=MORNING + 3600, notice_at=None, asked_at=EVENING)
    call = {"hurried": True, "pace": DAY, "now": MORNING - 3600}
    [after] = timed([had], {0}, hours={0: UTC_DAY}, **call)
    assert after.due == MORNING + DAY.call
    [after] = timed([had], {0}, **call)
    assert after.due == MORNING - 3600 + DAY.call


SLEEPER = Person(zone="UTC", awake_from=8, awake_until=23)


def test_asleep_at_returns_the_hours_of_people_at_a_slow_pace():
    players = [Player(0, ANN, "Ann"), Player(1, BEN, "Ben"), Player(2, None, "Duck")]
    known = {ANN: SLEEPER, BEN: Person(zone="UTC"), CAT: SLEEPER}
    assert asleep_at(players, known, DAY) == {0: UTC_DAY}
    assert asleep_at(players, known, LIVE) == {}
    assert asleep_at(players, {}, DAY) == {}


def to_be_written(person: Person | None, hours: Hours | None = None, **said: Any) -> float | None:
    now = said.pop("now", NOW)
    return notice_at(Player(0, ANN, "Ann", **said), person, hours, now, notice_after=NOTICE)


@pytest.mark.parametrize(
    ("person", "acted_at", "notice"),
    [
        (Person(), None, NOW + NOTICE),
        (Person(), NOW - PRESENT_WITHIN, NOW + NOTICE),
        (Person(), NOW - PRESENT_WITHIN + 1, NOW + PRESENT_NOTICE_AFTER),
        (Person(), NOW, NOW + PRESENT_NOTICE_AFTER),
        (Person(here=False), NOW, NOW + NOTICE),  # hides their presence
        (Person(notices="channel"), None, NOW + NOTICE),
        (Person(notices="none"), None, None),
        (None, None, None),  # a house player
    ],
)
def test_notice_follows_presence_and_settings(person: Any, acted_at: Any, notice: Any):
    assert to_be_written(person, acted_at=acted_at) == notice


def test_notice_times_are_those_that_me_here_states():
    assert (PRESENT_WITHIN, PRESENT_NOTICE_AFTER) == (600.0, 180.0)


@pytest.mark.parametrize("acted_at", [None, MORNING - 3601])
def test_notice_waits_until_a_sleeper_wakes(acted_at: float | None):
    asked = MORNING - 3600
    assert to_be_written(SLEEPER, UTC_DAY, now=asked, acted_at=acted_at) == MORNING


def test_no_notice_in_the_first_seconds_of_the_night():
    last = EVENING + 3600 - NOTICE
    assert to_be_written(SLEEPER, UTC_DAY, now=last - 1) == last - 1 + NOTICE
    assert to_be_written(SLEEPER, UTC_DAY, now=last) == MORNING
    assert to_be_written(SLEEPER, None, now=last) == last + NOTICE, "people sit together"
