"""Tests of the welcome for newcomers."""

from bot.show.draw.welcome import welcome
from tests.bot.recording import buttons
from tests.small.face import FACE, SmallFace


def test_each_game_has_a_text_and_three_buttons():
    panel = welcome([FACE])
    assert f"**{FACE.rules.title}** · 2 to 4 players · `/small start`" in panel.text()
    assert FACE.pitch in panel.text()
    assert list(buttons(panel)) == ["Try it now", "Start", "How to play"]


class Pictured(SmallFace):
    """Hidden Coins with emojis of other games."""

    pics = ("gem", "chip", "gift")


def test_a_game_s_text_reads_the_same_without_emojis():
    assert welcome([Pictured()]).text() == welcome([FACE]).text()
