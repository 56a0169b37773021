"""Tests of what the board says while some would let the house answer for a player."""

from bot.show.draw.panels import board_panel
from bot.show.draw.texts import hurry_text
from bot.ui.panels.words import Names
from tests.bot.recording import buttons
from tests.bot.show.at_table import HIDDEN, NOW, at, seen
from tests.small.face import FACE


def test_the_board_names_who_must_still_agree():
    three = {"names": Names(["Ann", "Ben", "Cat"]), "people": (101, 102, 103)}
    table = seen(at(*HIDDEN), **three, hurried_by=frozenset({1}))
    said = "Ben wants to let the house answer for Ann. Cat must agree."
    assert said in hurry_text.line(table)
    panel = board_panel.draw(FACE, table, NOW)
    assert said in panel.text()
    assert "Let the house answer" in buttons(panel)
    alone = seen(at(*HIDDEN), **three, hurried_by=frozenset({1}), gone=(False, False, True))
    assert hurry_text.line(alone) == "\nBen wants to let the house answer for Ann."
    nobody = seen(at(*HIDDEN), **three)
    assert hurry_text.line(nobody) == ""
    assert "Let the house answer" not in buttons(board_panel.draw(FACE, nobody, NOW))
