"""Tests of the messages that are sent to Discord."""

import pytest

from bot.show.draw.parts.message import File, Message, Notice, sentence
from bot.ui.panels.panel import Attached, Panel, Row, Text


def test_a_bare_message_has_the_same_text_and_no_picture():
    board = Panel([Text("The board."), Attached("board.png", "A board.")])
    pictured = Message(panel=board, step=3, picture=File(name="board.png", content=b""))
    assert pictured.bare() == Message(panel=Panel([Text("The board.")]), step=3)
    assert sentence("No picture.").bare() is None


def test_a_notice_says_something():
    with pytest.raises(AssertionError, match="plain text"):
        Notice(content=" ", row=Row([]), table=1, step=1, person=1)
