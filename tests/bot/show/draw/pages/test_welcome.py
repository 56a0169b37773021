"""Tests of the welcome for newcomers."""

from bot.show.draw.pages.welcome import starting, welcome
from bot.show.draw.parts import frame
from tests.bot.recording import buttons
from tests.small.face import FACE, SmallFace


def test_each_game_has_a_text_and_three_buttons():
    panel = welcome([FACE])
    assert f"**{FACE.rules.title}** · 2 to 4 players\n-# " in panel.text()
    assert f"{FACE.about[1:]}. `/small start`" in panel.text()
    assert list(buttons(panel)) == ["Try it now", "Start", "How to play", "How it works"]


def test_the_title_counts_the_games():
    assert welcome([FACE]).text().startswith("### One table game, right here")
    assert welcome([FACE] * 5).text().startswith("### Five table games, right here")
    assert welcome([FACE] * 11).text().startswith("### 11 table games, right here")


def test_the_two_pages_lead_to_each_other():
    there = buttons(welcome([FACE]))["How it works"].request
    back = buttons(starting())["All games"].request
    assert there.args["page"] != back.args["page"]
    assert there.args["game"] == back.args["game"] == frame.ALL_GAMES


class Pictured(SmallFace):
    """Hidden Coins with emojis of other games."""

    pics = ("gem", "chip", "gift")


def test_a_game_s_text_reads_the_same_without_emojis():
    assert welcome([Pictured()]).text() == welcome([FACE]).text()
