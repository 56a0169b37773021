"""Tests of the line that names the next table."""

from bot.show.draw.parts import frame
from bot.show.draw.people import next_table
from bot.ui.panels.panel import Panel
from tests.bot.recording import buttons
from tests.small.face import FACE


def test_it_names_the_table_and_its_button_opens_the_hand_there_in_a_new_panel():
    panel = Panel(next_table.draw(FACE, 7))
    assert panel.text() == "Next: Hidden Coins, table 7, waits for you."
    button = buttons(panel)["Open table 7"]
    assert (button.table, button.request.verb) == (7, frame.HAND.verb)
    assert button.request != frame.HAND
