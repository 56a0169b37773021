"""A meeting in words: on the board, to who calls one or comes, and in the message that calls."""

import pytest

from bot.host.table_view import MeetingView
from bot.show import board_panel, frame, meeting_text
from bot.ui.panel import Panel
from bot.ui.words import Names
from tests.bot.recording import buttons
from tests.bot.show.at_table import NOW, PLAYED, at, seen
from tests.small.face import FACE

HOUR = 3600.0
SOON = NOW + HOUR
T = int(SOON)


def test_the_board_says_when_they_meet_and_who_comes_at_any_time_before_the_end():
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


def test_without_one_and_from_then_on_there_is_nothing_of_it_on_the_board():
    begun = MeetingView(NOW, frozenset({1}))
    for state, some in ((None, None), (at(), None), (None, begun), (at(), begun)):
        drawn = board_panel.draw(FACE, seen(state, meeting=some), NOW)
        assert "Meeting" not in drawn.text()
        assert "I'll come" not in buttons(drawn)
    assert "Meeting" not in board_panel.draw(FACE, seen(at(*PLAYED)), NOW).text()


def test_the_call_names_those_who_come_and_can_ping_nobody_else():
    names = Names(["Ann", "@everyone"])
    table = seen(at(), names=names, meeting=MeetingView(SOON, frozenset({0, 1})))
    made = meeting_text.ping(FACE, table, {0: 101, 1: 102})
    assert made.content.startswith("<@101>, <@102>: Hidden Coins, table 12, meets at <t:")
    assert "@everyone" not in made.content
    assert (made.person, made.others) == (101, (102,))
    assert [button.request for button in made.row.buttons] == [frame.HAND]


def test_where_there_is_hardly_room_they_are_counted():
    some = seen(at(), meeting=MeetingView(SOON, frozenset({1})))
    assert meeting_text.line(some, NOW, counted=True).endswith("R>. Coming: 1 of 2.")
    nobody = seen(at(), meeting=MeetingView(SOON, frozenset()))
    assert meeting_text.line(nobody, NOW, counted=True) == meeting_text.line(nobody, NOW)


def test_a_button_means_the_meeting_that_it_was_drawn_for():
    first, second = meeting_text.choices(SOON), meeting_text.choices(SOON + 900)
    assert [button.label for button in first] == [button.label for button in second]
    assert not {repr(button.request) for button in first} & {
        repr(button.request) for button in second
    }


def said(panel: Panel, at: float = SOON) -> str:
    """Read what somebody is told, who can always come to it or call it off."""
    assert list(buttons(panel).values()) == meeting_text.choices(at)
    return panel.text().split("\n")[0]


def test_who_calls_one_reads_when_it_is_and_that_they_are_not_called_themselves_unless_they_press():
    assert said(meeting_text.called(seen(at()), SOON, None, lost=False)) == (
        f"Hidden Coins, table 12, meets at <t:{T}:t>, <t:{T}:R>. Whoever has pressed *I'll come* "
        "is called in <#77> then: you, too, if you press it."
    )


@pytest.mark.parametrize("lost", [True, False])
def test_who_puts_it_off_reads_which_one_makes_way_and_whether_anybody_is_lost_by_it(lost: bool):
    text = said(meeting_text.called(seen(at()), SOON, NOW + 60, lost=lost))
    assert f"It takes the place of the one at <t:{int(NOW) + 60}:t>." in text
    assert ("Who wanted to come to that one presses again." in text) == lost


def test_who_calls_the_same_again_reads_that_it_stands():
    text = said(meeting_text.stands(seen(at()), SOON))
    assert text == f"Hidden Coins, table 12, meets at <t:{T}:t> already, <t:{T}:R>."


def test_who_says_that_they_come_or_do_not_reads_which_of_the_two():
    yes = said(meeting_text.answered(seen(at()), SOON, comes=True))
    no = said(meeting_text.answered(seen(at()), SOON, comes=False))
    assert yes.startswith("You are coming to the meeting of Hidden Coins, table 12, at <t:")
    assert "I call you in <#77> then" in yes
    assert no.startswith("You are not coming to the meeting of Hidden Coins, table 12, at <t:")
    assert "call you" not in no


def test_who_calls_it_off_reads_that_nobody_is_called():
    assert meeting_text.off(seen(at()), SOON) == (
        f"The meeting of Hidden Coins, table 12, at <t:{T}:t> is called off; nobody is called."
    )


def test_one_alone_is_called_alone_and_by_who_they_are_not_by_their_seat():
    table = seen(at(), meeting=MeetingView(SOON, frozenset({1})))
    made = meeting_text.ping(FACE, table, {1: 102})
    assert made.content.startswith("<@102>: Hidden Coins")
    assert made.content.endswith("Ben is coming.")
    assert (made.person, made.others) == (102, ())
