"""Tests of the settings panel: each choice changes one thing and redraws the panel."""

from collections.abc import Mapping

import pytest

from bot.entry.actions.settings_actions import changed, form_for
from bot.show.draw.parts import frame
from bot.ui.panels.panel import request
from db.people.people import Person
from games.rules import Refusal
from tests.bot.entry.asking import ask
from tests.bot.house import ANN, BEN, House
from tests.bot.recording import RecordingReply, buttons

BERLINER = Person(zone="Europe/Berlin")
SLEEPER = Person(7, zone="America/New_York", awake_from=9, awake_until=24)


async def chosen(house: House, person: int, **args: str) -> RecordingReply:
    """Choose something on the settings panel."""
    wanted = frame.SETTINGS.with_args({f"*{key}": value for key, value in args.items()})
    return await ask(house, person, 0, wanted, message=5, on_own_panel=True)


async def test_every_choice_is_kept_and_redraws_the_one_panel(house: House):
    for args, kept in (
        ({"notices": "channel"}, Person(notices="channel")),
        ({"here": "off"}, Person(notices="channel", here=False)),
        ({"zone": "Asia/Tokyo"}, Person(notices="channel", here=False, zone="Asia/Tokyo")),
        (
            {"quiet": "1-10"},
            Person(None, False, "channel", False, "Asia/Tokyo", awake_from=10, awake_until=1),
        ),
        ({"quiet": "off"}, Person(notices="channel", here=False, zone="Asia/Tokyo")),
        ({"here": "on"}, Person(notices="channel", zone="Asia/Tokyo")),
        ({"avatar": "off"}, Person(notices="channel", zone="Asia/Tokyo", avatar=False)),
        ({"avatar": "on"}, Person(notices="channel", zone="Asia/Tokyo")),
    ):
        reply = await chosen(house, ANN, **args)
        assert (len(reply.drawn), reply.said) == (1, [])
        assert "### Settings" in reply.drawn[0].panel.text()
        assert await house.contacts.of(ANN) == kept
    assert await house.contacts.of(BEN) == Person(), "they are Ann's alone"


async def test_settings_open_from_the_answer_to_a_join(house: House):
    table = await house.open(ANN)
    joined = await ask(house, BEN, table, frame.JOIN)
    assert "DM you" in joined.text
    opened = await ask(house, BEN, table, buttons(joined.said[0].panel)["Settings…"].request)
    assert "### Settings" in opened.text


async def test_button_of_an_older_panel_works(house: House):
    old = request("table_notices", where="none")
    assert "I won't message you" in (await ask(house, BEN, 0, old)).text
    assert (await house.contacts.of(BEN)).notices == "none"
    forged = await ask(house, BEN, 0, request("table_notices", where="moon"))
    assert "### Settings" in forged.text
    assert (await house.contacts.of(BEN)).notices == "none"


@pytest.mark.parametrize(
    ("args", "known", "asks"),
    [
        ({"*zone": "other"}, BERLINER, ["Your time zone"]),
        ({"*quiet": "other"}, BERLINER, ["Quiet from", "Until"]),
        ({"*quiet": "other"}, Person(), ["Quiet from", "Until", "Your time zone"]),
        ({"*quiet": "23-8"}, Person(), ["Your time zone"]),
    ],
)
def test_what_a_choice_leaves_open_is_asked_in_a_form(
    args: Mapping[str, str], known: Person, asks: list[str]
):
    form = form_for(args, known)
    assert form is not None
    assert form.asks() == asks


def test_complete_choice_opens_no_form():
    assert form_for({"*quiet": "23-8"}, BERLINER) is None
    assert form_for({"*quiet": "off"}, Person()) is None
    assert form_for({}, Person()) is None


@pytest.mark.parametrize(
    ("before", "args", "after"),
    [
        (Person(), {"quiet": "23-8", "?zone": "berlin"}, ("Europe/Berlin", 8, 23)),
        (Person(), {"*from": "0", "*until": "9", "?zone": "UTC+2"}, ("Etc/GMT-2", 9, 24)),
        (BERLINER, {"*from": "21", "*until": "9"}, ("Europe/Berlin", 9, 21)),
        (SLEEPER, {"?zone": "utc -5"}, ("Etc/GMT+5", 9, 24)),
        (SLEEPER, {"*quiet": "off"}, ("America/New_York", None, None)),
    ],
)
def test_forms_set_hours_and_time_zone(
    before: Person, args: Mapping[str, str], after: tuple[str, int | None, int | None]
):
    known = changed(before, args)
    assert (known.zone, known.awake_from, known.awake_until) == after


@pytest.mark.parametrize(
    ("known", "args"),
    [
        (BERLINER, {"*from": "20", "*until": "9"}),  # 13 hours
        (BERLINER, {"*from": "9", "*until": "9"}),
        (BERLINER, {"*quiet": "25-8"}),
        (BERLINER, {"*quiet": "moon"}),
        (BERLINER, {"*quiet": "²-8"}),
        (Person(), {"*from": "23", "*until": "8"}),
        (BERLINER, {"?zone": "atlantis"}),
        (BERLINER, {"?zone": "UTC+5:30"}),
        (BERLINER, {"?zone": "UTC+15"}),
        (BERLINER, {"*zone": ""}),
    ],
)
def test_what_makes_no_sense_is_refused(known: Person, args: Mapping[str, str]):
    with pytest.raises(Refusal):
        changed(known, args)


def test_forged_quiet_hours_open_no_form():
    with pytest.raises(Refusal):
        form_for({"*quiet": "23-8;x"}, Person())
