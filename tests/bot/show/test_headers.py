"""The first lines of what one reader is shown: which table, and from when."""

import pytest

from bot.show import headers
from bot.ui.panel import Button, Panel, Row, Text, request
from tests.bot.show.at_table import NOW, at, seen
from tests.small.face import FACE

MINUTE = f"<t:{int(NOW) // 60 * 60}:t>"


def test_a_hand_says_of_which_table_in_which_channel_it_is_and_from_when():
    title = headers.of_hand(FACE, seen(at(), 0), NOW)
    assert title == Text(
        f"### Your hand · Hidden Coins, table 12, <#77>\n-# as of {MINUTE}",
    )


@pytest.mark.parametrize(
    ("now", "note", "lines"),
    [
        (None, "", []),
        (None, "Mind this.", ["Mind this."]),
        (NOW, "Mind this.", [f"-# as of {MINUTE}", "Mind this."]),
    ],
)
def test_a_note_stands_below_it_and_no_time_where_none_is_said(
    now: float | None, note: str, lines: list[str]
):
    _, *below = headers.of_hand(FACE, seen(at(), 0), now, note).markdown.split("\n")
    assert below == lines


def test_a_panel_of_a_table_gets_a_small_line_and_keeps_all_that_is_on_it():
    panel = Panel([Text("A draft."), Row([Button("Send", request("bid"))])])
    headed = headers.headed(FACE, seen(at(), 0), panel, NOW)
    assert headed.parts == [Text(f"-# Hidden Coins, table 12, as of {MINUTE}"), *panel.parts]
    assert len(panel.parts) == 2, "and is left as it was"


def test_within_a_minute_the_same_is_written():
    begun = int(NOW) // 60 * 60
    assert {headers.as_of(begun + after) for after in (0, 0.5, 59.99)} == {f"as of {MINUTE}"}
    assert headers.as_of(begun + 60) != headers.as_of(begun)


def test_a_press_that_did_nothing_is_told_so_and_why():
    said = headers.renewed(NOW)
    assert said == f"That panel was from {MINUTE}, so I did nothing; this is how things stand now."
