"""Tests of the board of an open table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from bot.host.reading.table_view import MeetingView, TableView
from bot.host.time.pace import PACES, Pace
from bot.show.draw.panels import opening_panel
from bot.show.draw.parts import frame
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Panel, Text
from bot.ui.panels.pics import names_in, plain
from bot.ui.panels.render import layout
from bot.ui.panels.words import Names
from tests.bot.house import ANN, BEN
from tests.bot.recording import buttons
from tests.bot.show.at_table import NOW, seen
from tests.contract.limits import check_message
from tests.small.face import FACE, SmallFace
from tests.small.game import SmallRules
from tests.small.game.state import Options


def drawn(table: TableView, face: AnyFace = FACE) -> Panel:
    panel = opening_panel.draw(face, table, NOW)
    check_message(layout(panel, 12, 6))
    return panel


def test_the_opening_shows_its_terms_before_anybody_joins():
    text = drawn(seen()).text()
    assert "## Hidden Coins" in text
    assert "table 12" in text
    assert FACE.pitch in text
    assert (
        "Ben opened this table.\n- **Up to 3 coins in each fist**: or none; who can tell?" in text
    )
    assert "- **An evening's pace**: up to 30 minutes an answer, best when you're all here." in text
    assert "Ann, Ben (2 to 4 can play)" in text
    bookkeeping = f"-# table 12 · everything is revealed at the end\n{frame.UNOFFICIAL}"
    assert text.endswith(bookkeeping), "small, and below what people want to know"
    closed = drawn(seen(laid_open=False)).text()
    assert "what's hidden stays hidden, even after the end" in closed


def test_nobody_can_join_leave_or_deal_during_the_deal():
    panel = drawn(replace(seen(), dealing=True))
    assert "Dealing to Ann and Ben…" in panel.text()
    assert not list(panel.requests())


def test_the_opening_names_its_house_players_and_lets_people_change_them():
    names = Names(["Ann", "Ben", "Barnacle", "Keel"])
    panel = drawn(seen(names=names, people=(ANN, BEN, None, None), acted=(None,) * 4))
    assert "Barnacle and Keel are house players." in panel.text()
    assert "the table is full; a house player gives up its seat to whoever joins" in panel.text()
    found = buttons(panel)
    assert [*found] == ["Take a seat", "Leave", "How to play", "Deal", "Remove Keel"]
    assert found["Take a seat"].request == frame.JOIN
    assert found["Remove Keel"].request == frame.HOUSE_PLAYERS.with_args({"number": "1"})


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        ("live", "- **Live pace**: up to 5 minutes an answer, best when you're all here."),
        ("day", "- **A day's pace**: up to 4 hours an answer; quiet hours do not count (`/set"),
        ("week", "- **A week's pace**: up to 24 hours an answer; quiet hours do not count"),
    ],
)
def test_the_opening_explains_its_pace(pace: str, said: str):
    assert said in drawn(seen(pace=pace)).text()


@pytest.mark.parametrize(
    ("players", "may_join", "may_deal"), [(1, True, False), (2, True, True), (4, False, True)]
)
def test_only_possible_actions_have_buttons(players: int, may_join: bool, may_deal: bool):
    names, people = Names(["Ann"] * players), tuple(range(102, 102 + players))
    panel = drawn(seen(names=names, people=people))
    found = buttons(panel)
    assert ("Join" in found) == may_join
    assert ("Deal" in found) == may_deal
    assert {"Leave", "How to play"} <= set(found)
    assert not any(button.disabled for button in found.values())
    assert ("one more and you can deal" in panel.text()) == (not may_deal)
    assert ("the table is full" in panel.text()) == (not may_join)


class PicturedFace(SmallFace):
    """Hidden Coins with emojis of other games."""

    pics = ("gem", "chip", "gift")


def test_the_title_of_an_opening_has_emojis_but_does_not_need_them():
    title = drawn(seen(), PicturedFace()).parts[0]
    assert isinstance(title, Text)
    assert list(names_in(title.markdown)) == ["gem", "chip", "gift"]
    assert plain(title.markdown) == f"## Hidden Coins\n{FACE.pitch}"


class MeasuredFace(SmallFace):
    """Hidden Coins with a known duration."""

    hours: ClassVar[Mapping[int, int]] = {2: 3, 4: 9}


@pytest.mark.parametrize(
    ("names", "terms", "said"),
    [
        (
            ["Ann"],
            {},
            "plan on about 3 waking hours if 2 of you check in now and then.",
        ),
        (["Ann"] * 4, {}, "plan on about 9 waking hours if 4 of you"),
        (["Ann"] * 3, {}, "- **How long**: nobody has timed a game on these terms yet."),
        (["Ann"] * 2, {"pace": "week"}, ""),
        (["Ann"] * 2, {"options": Options(most=5)}, "nobody has timed a game on these terms yet"),
    ],
)
def test_the_opening_says_how_long_a_game_takes(names: list[str], terms: dict[str, Any], said: str):
    table = seen(names=Names(names), people=tuple(range(102, 102 + len(names))), pace="day")
    text = drawn(replace(table, **terms), MeasuredFace()).text()
    assert said in text
    assert ("plan on about" in text) == ("plan on about" in said)
    assert ("How long" in text) == bool(said), "at other paces nothing was measured"


@pytest.mark.parametrize("pace", list(PACES.values()), ids=list(PACES))
def test_every_pace_is_named_once(pace: Pace):
    told = opening_panel.pace(pace)
    assert told.name.count("pace") == 1
    assert "(" not in told.name, "its time is said beside it"
    assert ("quiet hours" in told.means) == pace.sleeps


class RulesForFour(SmallRules):
    """Hidden Coins for exactly four."""

    seats = range(4, 5)


class ForFour(SmallFace):
    """The face for exactly four."""

    rules = RulesForFour()


@pytest.mark.parametrize(
    ("players", "said"),
    [(1, "4 can play; 3 more and you can"), (3, "one more and you"), (4, "the table is full")],
)
def test_the_opening_says_how_many_players_are_missing(players: int, said: str):
    names, people = Names(["Ann"] * players), tuple(range(102, 102 + players))
    assert said in drawn(seen(names=names, people=people), ForFour()).text()


def test_the_opening_s_buttons_have_the_right_requests():
    found = buttons(drawn(seen()))
    assert [button.request for button in found.values()] == [
        *(frame.JOIN, frame.LEAVE, frame.HOW_TO, frame.DEAL),
        frame.HOUSE_PLAYERS.with_args({"number": "1"}),
    ]
    assert [label for label, button in found.items() if button.style == "main"] == ["Deal"]


def test_a_planned_meeting_can_be_joined_from_the_opening():
    panel = drawn(seen(meeting=MeetingView(NOW + 60, frozenset({1}))))
    assert "\n**Meeting** <t:" in panel.text()
    assert list(buttons(panel))[-2:] == ["I'll come", "Call it off"]


def test_a_player_who_left_the_server_is_named_on_the_opening():
    assert "Ben has left the server." in drawn(seen(gone=(False, True))).text()
