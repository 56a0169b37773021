"""Tests of the texts about a meeting."""

import pytest

from bot.host.reading.table_view import MeetingView
from bot.show.draw.panels import board_panel
from bot.show.draw.parts import frame
from bot.show.draw.texts import meeting_text
from bot.ui.panels.panel import Panel
from bot.ui.panels.words import Names
from tests.bot.recording import buttons
from tests.bot.show.at_table import NOW, PLAYED, at, seen
from tests.small.face import FACE

HOUR = 3600.0
SOON = NOW + HOUR
T = int(SOON)


def test_the_board_shows_the_meeting_and_who_is_coming():
    for state in (None, at()):
        coming = seen(state, meeting=MeetingView(SOON, frozenset({1})))
        drawn = board_panel.draw(FACE, coming, NOW)
        assert f"**Meeting** <t:{T}:t>, <t:{T}:R>. Ben is coming." in drawn.text()
        assert buttons(drawn)["I'll come"].request == frame.COME.with_args({"at": str(T)})
        assert buttons(drawn)["Call it off"].request == frame.CALL_OFF.with_args({"at": str(T)})
    both = seen(at(), meeting=MeetingView(SOON, frozenset({0, 1})))
    assert "Ann and Ben are coming." in board_panel.draw(FACE, both, NOW).text()
    nobody = board_panel.draw(FACE, seen(at(), meeting=MeetingView(SOON, frozenset())), NOW).text()
    assert "**Meeting**" in nobody
    assert "coming" not in nobody


def test_the_board_shows_nothing_without_a_meeting_or_after_it():
    begun = MeetingView(NOW, frozenset({1}))
    for state, some in ((None, None), (at(), None), (None, begun), (at(), begun)):
        drawn = board_panel.draw(FACE, seen(state, meeting=some), NOW)
        assert "Meeting" not in drawn.text()
        assert "I'll come" not in buttons(drawn)
    assert "Meeting" not in board_panel.draw(FACE, seen(at(*PLAYED)), NOW).text()


def test_the_ping_mentions_only_the_people_who_are_coming():
    names = Names(["Ann", "@everyone"])
    table = seen(at(), names=names, meeting=MeetingView(SOON, frozenset({0, 1})))
    made = meeting_text.ping(FACE, table, {0: 101, 1: 102})
    assert made.content.startswith("<@101>, <@102>: Hidden Coins, table 12, meets now. ")
    assert "@everyone" not in made.content
    assert (made.person, made.others) == (101, (102,))
    assert [button.request for button in made.row.buttons] == [frame.HAND]


def test_people_are_counted_if_room_is_short():
    some = seen(at(), meeting=MeetingView(SOON, frozenset({1})))
    assert meeting_text.line(some, NOW, counted=True).endswith("R>. Coming: 1 of 2.")
    nobody = seen(at(), meeting=MeetingView(SOON, frozenset()))
    assert meeting_text.line(nobody, NOW, counted=True) == meeting_text.line(nobody, NOW)


def test_a_button_belongs_to_the_meeting_it_was_drawn_for():
    first, second = meeting_text.choices(SOON), meeting_text.choices(SOON + 900)
    assert [button.label for button in first] == [button.label for button in second]
    assert not {repr(button.request) for button in first} & {
        repr(button.request) for button in second
    }


def said(panel: Panel, at: float = SOON) -> str:
    assert list(buttons(panel).values()) == meeting_text.choices(at)
    return panel.text().split("\n")[0]


def test_a_new_meeting_is_confirmed_and_explains_how_to_come():
    assert said(meeting_text.called(seen(at()), SOON, None, lost=False)) == (
        f"Hidden Coins, table 12, meets at <t:{T}:t>, <t:{T}:R>. I'll ping everyone who has "
        "pressed *I'll come* in <#77> then. Press it too if you're coming."
    )


@pytest.mark.parametrize("lost", [True, False])
def test_a_replaced_meeting_is_confirmed_with_both_times(lost: bool):
    text = said(meeting_text.called(seen(at()), SOON, NOW + 60, lost=lost))
    assert f"It replaces the one at <t:{int(NOW) + 60}:t>." in text
    assert ("If you said you'd come to that one, press again." in text) == lost


def test_a_repeated_meeting_is_confirmed_as_planned():
    text = said(meeting_text.already_planned(seen(at()), SOON))
    assert text == f"Hidden Coins, table 12, already meets at <t:{T}:t>, <t:{T}:R>."


def test_coming_or_not_coming_is_confirmed():
    yes = said(meeting_text.answered(seen(at()), SOON, comes=True))
    no = said(meeting_text.answered(seen(at()), SOON, comes=False))
    assert yes.startswith("You're coming to the meeting at <t:")
    assert "I'll ping you in <#77> then" in yes
    assert no.startswith("You're not coming to the meeting at <t:")
    assert "ping you" not in no


def test_calling_off_is_confirmed():
    assert meeting_text.off(seen(at()), SOON) == (
        f"The meeting at <t:{T}:t> (Hidden Coins, table 12) is off, so I won't ping anybody."
    )


def test_a_single_player_is_pinged_by_person_and_not_by_seat():
    table = seen(at(), meeting=MeetingView(SOON, frozenset({1})))
    made = meeting_text.ping(FACE, table, {1: 102})
    assert made.content.startswith("<@102>: Hidden Coins")
    assert made.content.endswith("Ben is coming.")
    assert (made.person, made.others) == (102, ())
