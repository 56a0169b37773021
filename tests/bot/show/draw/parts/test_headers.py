"""Tests of the first lines of a private panel."""

import pytest

from bot.show.draw.parts import headers
from bot.ui.panels.panel import Button, Panel, Row, Text, request
from tests.bot.show.at_table import NOW, at, seen
from tests.small.face import FACE

MINUTE = f"<t:{int(NOW) // 60 * 60}:t>"


def test_a_hand_s_title_names_the_table_the_channel_and_the_time():
    title = headers.of_hand(FACE, seen(at(), 0), NOW)
    assert title == Text(f"### Your hand · Hidden Coins, table 12, <#77>\n-# as of {MINUTE}")


@pytest.mark.parametrize(
    ("now", "note", "lines"),
    [
        (None, "", []),
        (None, "Mind this.", ["Mind this."]),
        (NOW, "Mind this.", [f"-# as of {MINUTE}", "Mind this."]),
    ],
)
def test_a_title_may_have_a_note_and_no_time(now: float | None, note: str, lines: list[str]):
    _, *below = headers.of_hand(FACE, seen(at(), 0), now, note).markdown.split("\n")
    assert below == lines


def test_a_small_line_is_put_above_a_panel():
    panel = Panel([Text("A draft."), Row([Button("Send", request("bid"))])])
    headed = headers.headed(FACE, seen(at(), 0), panel, NOW)
    assert headed.parts == [Text(f"-# Hidden Coins, table 12, as of {MINUTE}"), *panel.parts]
    assert len(panel.parts) == 2, "and is left as it was"


def test_times_are_rounded_to_the_minute():
    begun = int(NOW) // 60 * 60
    assert {headers.as_of(begun + after) for after in (0, 0.5, 59.99)} == {f"as of {MINUTE}"}
    assert headers.as_of(begun + 60) != headers.as_of(begun)


def test_a_press_that_did_nothing_is_explained():
    said = headers.renewed(NOW)
    assert said == f"That panel was from {MINUTE}, so I did nothing. Here is how things stand now."
