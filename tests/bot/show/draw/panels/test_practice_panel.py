"""Tests of the panel of a practice table: board, hand and moves in one message."""

from copy import copy
from types import SimpleNamespace
from typing import Any

from bot.host.reading.table_view import News, TableView
from bot.show.draw.panels import practice_panel
from bot.show.draw.parts import frame
from bot.ui.face.story import Reveal
from bot.ui.panels.words import Names
from games.rules import Seat, Standing
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
    question = FACE.asked.situation(practised().view, NAMES)
    assert text.count(question) == 1
    assert text.endswith(f"**{question}**")
    verbs = {request.verb for request in panel.requests()}
    assert "hide" in verbs
    assert frame.HAND.verb not in verbs  # any press refreshes the panel


def test_a_practice_panel_says_that_the_house_is_thinking():
    panel = practice_panel.draw(FACE, practised(*PLAYED[:3]))
    assert "Barnacle is thinking…" in panel.text()
    assert frame.HAND.verb in {request.verb for request in panel.requests()}


def test_a_finished_practice_offers_another_one():
    panel = practice_panel.draw(FACE, practised(*PLAYED))
    assert [*buttons(panel)] == ["Play again", "The truth", "Open a table"]
    closed = practice_panel.draw(FACE, practised(phase="ended"))
    assert "This practice game is closed." in closed.text()
    assert "Play again" in buttons(closed)


def test_a_finished_practice_says_whether_its_player_won():
    for winners, outcome in (({0}, "**You won!**"), ({1}, "**You didn't win this one.**")):
        standing = Standing(points=(0, 0), winners=frozenset(winners))
        text = practice_panel.draw(FACE, practised(*PLAYED, standing=standing)).text()
        assert outcome in text


def test_news_before_the_last_reveal_are_not_told_again():
    news = (News(1, 1, "old"), News(2, 2, "shown"), News(3, 3, "new"), News(4, 4, "mine", own=True))
    face: Any = copy(FACE)
    face.story = SimpleNamespace(
        reveal=lambda events, names: Reveal("Shown to all.") if "shown" in events else None
    )
    face.tell = SimpleNamespace(sentences=lambda events, names, to: [*events])
    text = practice_panel.draw(face, practised(news=news)).text()
    assert "### Shown to all.\n-# new" in text
    assert not {"-# old", "-# shown", "-# mine"} & {*text.split("\n")}
