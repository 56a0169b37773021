"""Tests of what the board says about a seat that is offered to somebody."""

from dataclasses import replace
from typing import Any

from bot.host.reading.table_view import SeatOffer, TableView
from bot.show.draw.panels import board_panel
from bot.show.draw.texts import seat_offer_text
from bot.ui.panels.words import Names
from tests.bot.recording import buttons
from tests.bot.show.at_table import HIDDEN, NOW, at, seen
from tests.small.face import FACE

DANS = SeatOffer(1, 104, "D*n", frozenset({2}))


def table(**how: Any) -> TableView:
    """Return a table of Ann, who opened it, Ben, for whom the house plays, and Cat."""
    three = {"names": Names(["Ann", "Ben", "Cat"]), "people": (101, 102, 103), "opener": 101}
    there = {"unanswered": (0, 2, 0), "gone": (False,) * 3, "stand_in": 2, "newest_offer": DANS}
    return seen(at(*HIDDEN), **(three | there | how))


def test_the_board_names_who_offers_what_to_whom_and_who_must_agree():
    line = "Cat offers Ben's seat to D\\*n. Ann must agree."
    panel = board_panel.draw(FACE, table(), NOW)
    assert line in panel.text()
    assert "Let D*n play for Ben" in buttons(panel)
    assert "Take Ben's seat" not in buttons(panel)


def test_the_opener_needs_nobody_to_agree():
    agreed = table(newest_offer=replace(DANS, agreed=frozenset({0})))
    assert agreed.must_agree == frozenset()
    assert "Take Ben's seat" in buttons(board_panel.draw(FACE, agreed, NOW))


def test_nobody_waits_for_players_who_are_away_or_have_left():
    assert table(gone=(True, False, False)).must_agree == frozenset()
    assert table(unanswered=(2, 2, 0)).must_agree == frozenset()


def test_an_offer_says_nothing_once_the_owner_plays_again():
    back = table(unanswered=(0, 0, 0))
    assert seat_offer_text.line(back) == ""
    assert seat_offer_text.buttons(back) == []


def test_a_seat_that_anybody_may_take_has_one_button():
    free = table(
        people=(101, None, 103),
        former=("", "Ben", ""),
        newest_offer=replace(DANS, agreed=frozenset({0})),
    )
    assert seat_offer_text.buttons(free) == []
    assert "Take Ben's seat" in buttons(board_panel.draw(FACE, free, NOW))
