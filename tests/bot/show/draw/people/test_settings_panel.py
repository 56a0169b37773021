"""The settings panel says what is so, and its menus show it."""

from datetime import UTC, datetime

import pytest

from bot.show.draw.people import settings_panel as panel
from bot.ui.panels.panel import Menu
from bot.ui.panels.render import layout, modal
from db.people.people import Person
from tests.contract.limits import check_message, check_modal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC).timestamp()
SLEEPER = Person(7, zone="America/New_York", awake_from=9, awake_until=24)
EVERYBODY = (
    Person(),
    SLEEPER,
    Person(7, dm_closed=True, notices="channel", here=False, avatar=False),
    Person(zone="Etc/GMT-2", awake_from=5, awake_until=17),
    Person(zone="Europe/Atlantis", awake_from=8, awake_until=23),  # a zone that no longer exists
)


def chosen(known: Person) -> dict[str, list[str]]:
    """Return the chosen labels of each menu."""
    menus = [part for part in panel.draw(known, NOON).parts if isinstance(part, Menu)]
    return {menu.key: [choice.label for choice in menu.choices if choice.chosen] for menu in menus}


def test_new_person_has_the_defaults():
    text = panel.draw(Person(), NOON).text()
    assert "DM you" in text
    assert "Discord doesn't tell me yours" in text
    assert "You have none, so I write to you whenever it's your turn." in text
    assert "For ten minutes after you move" in text
    assert chosen(Person()) == {
        panel.NOTICES: ["By DM"],
        panel.ZONE: [],
        panel.QUIET: ["No quiet hours"],
        panel.HERE: ["Show when I'm here"],
        panel.AVATAR: ["Shown"],
    }


def test_every_menu_shows_what_was_chosen():
    assert chosen(SLEEPER) == {
        panel.NOTICES: ["By DM"],
        panel.ZONE: ["America/New York"],
        panel.QUIET: ["0:00 to 9:00"],
        panel.HERE: ["Show when I'm here"],
        panel.AVATAR: ["Shown"],
    }
    away = chosen(Person(zone="Etc/GMT-2", awake_from=5, awake_until=17, here=False))
    assert away[panel.ZONE] == ["UTC+2"], "also what the menu doesn't list of itself"
    assert away[panel.QUIET] == ["17:00 to 5:00"]
    assert away[panel.HERE] == ["Never show that I'm here"]


def test_a_hidden_avatar_is_said_and_chosen():
    hidden = Person(avatar=False)
    assert chosen(hidden)[panel.AVATAR] == ["Hidden"]
    assert "shows your initials" in panel.draw(hidden, NOON).text()
    assert "shows your avatar" in panel.draw(Person(), NOON).text()


def test_quiet_hours_are_shown_with_local_time_and_what_others_can_guess():
    text = panel.draw(SLEEPER, NOON).text()
    assert "America/New York, where it's 08:00 now" in text
    assert "From 0:00 to 9:00 I don't write to you" in text
    assert "they may guess when you sleep" in text


def test_note_stands_above_the_settings():
    assert panel.draw(Person(), NOON, "Moved.").text().startswith("Moved.\n### Settings")


@pytest.mark.parametrize("known", EVERYBODY, ids=str)
def test_panel_and_forms_fit_into_discords_limits(known: Person):
    check_message(layout(panel.draw(known, NOON), 10**14, 10**14))
    for form in (panel.quiet_form(known), panel.zone_form(), panel.zone_form("23-8")):
        check_modal(modal(form, 10**14, 10**14))


def test_form_asks_for_the_time_zone_only_if_it_is_unknown():
    assert [entry.key for entry in panel.quiet_form(SLEEPER).entries] == [panel.FROM, panel.UNTIL]
    assert panel.TYPED_ZONE in [entry.key for entry in panel.quiet_form(Person()).entries]
