"""Tests of the panel of a practice table: board, hand and moves in one message."""

from bot.host.reading.table_view import TableView
from bot.show.draw import frame, practice_panel
from bot.ui.words import Names
from games.rules import Seat
from tests.bot.recording import buttons
from tests.bot.show.at_table import PLAYED, at, seen
from tests.small.face import FACE

NAMES = Names(["Ann", "Barnacle"])


def practised(*moves: tuple[Seat, object], **changes: object) -> TableView:
    usual = {"names": NAMES, "people": (101, None), "practice": True}
    return seen(at(*moves), seat=0, **{**usual, **changes})


def test_a_practice_panel_has_the_board_the_hand_and_the_moves():
    panel = practice_panel.draw(FACE, practised())
    text = panel.text()
    assert "### Hidden Coins: practice" in text
    assert "You play against Barnacle." in text
    assert "thinking" not in text
    assert "**Yours:**" in text
    assert {request.verb for request in panel.requests()} >= {"hide", frame.HAND.verb}


def test_a_practice_panel_says_that_the_house_is_thinking():
    text = practice_panel.draw(FACE, practised(*PLAYED[:3])).text()
    assert "Barnacle is thinking…" in text


def test_a_finished_practice_offers_another_one():
    panel = practice_panel.draw(FACE, practised(*PLAYED))
    assert [*buttons(panel)] == ["Play again", "The truth", "Open a table"]
    closed = practice_panel.draw(FACE, practised(phase="ended"))
    assert "This practice game is closed." in closed.text()
    assert "Play again" in buttons(closed)
