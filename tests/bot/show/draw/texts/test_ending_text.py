"""Tests of the texts for players who want to end a game early."""

from typing import Any

import pytest

from bot.show.draw.parts import frame
from bot.show.draw.texts import ending_text
from bot.ui.panels.words import Names
from games.rules import Seat
from tests.bot.recording import buttons
from tests.bot.show.at_table import PLAYED, at, seen

FOUR: dict[str, Any] = {
    "names": Names(["Ann", "Ben", "Cat", "Dan"]),
    "people": (101, 102, 103, 104),
}


def would(*seats: Seat, **changes: Any) -> Any:
    """Return a game of four that some players would end."""
    return seen(at(), **{**FOUR, "would_end": frozenset(seats), **changes})


@pytest.mark.parametrize(
    ("changes", "awaited"),
    [
        ({}, {0, 2, 3}),
        ({"people": (101, 102, None, 104)}, {0, 3}),
        ({"gone": (False, False, False, True)}, {0, 2}),
        ({"gone": (False, True, False, False)}, {0, 2, 3}),
        ({"people": (None, 102, None, 104), "gone": (False, False, False, True)}, set[Seat]()),
    ],
    ids=["all others", "not the house", "nor who has left", "who said so and left", "nobody"],
)
def test_players_who_could_still_agree_are_waited_for(changes: dict[str, Any], awaited: set[Seat]):
    assert ending_text.waited_for(would(1, **changes)) == awaited


def test_the_board_names_who_would_end_the_game_and_who_has_not_agreed():
    assert ending_text.line(would(1)) == (
        "\nBen wants to end this game now. Ann, Cat and Dan haven't agreed yet."
    )
    assert ending_text.line(would(0, 1, 2)) == (
        "\nAnn, Ben and Cat want to end this game now. Dan hasn't agreed yet."
    )


def test_the_count_includes_everybody_who_is_asked():
    there = {"people": (101, 102, None, 104)}
    assert ending_text.line(would(1, **there), counted=True) == (
        "\n1 of 3 want to end this game now."
    )
    left = {"gone": (False, True, False, False)}  # agreed before leaving: it counts
    assert ending_text.line(would(1, **left), counted=True).startswith("\n1 of 4 ")


@pytest.mark.parametrize(
    "table",
    [would(), would(1, phase="ended"), seen(at(*PLAYED), would_end=frozenset({1}))],
    ids=["nobody", "closed", "over"],
)
def test_the_board_says_nothing_if_nobody_would_end_the_game(table: Any):
    assert ending_text.line(table) == ending_text.line(table, counted=True) == ""
    assert ending_text.buttons(table) == []


def test_the_others_agree_by_one_press():
    [button] = ending_text.buttons(would(1))
    assert (button.label, button.request) == ("Agree to end it", frame.END)


def test_a_player_who_agreed_reads_who_has_not_and_can_take_it_back():
    panel = ending_text.vote_panel(would(0, 1, 2))
    assert panel.text().startswith("You want to end the game at table 12, and its board says so")
    assert "The game goes on until everybody agrees. Dan hasn't agreed yet." in panel.text()
    [(label, button)] = buttons(panel).items()
    assert label == "Take it back"
    assert button.request == frame.END.with_args({"say": "no"}), "the same button would join again"


def test_a_player_who_takes_it_back_reads_who_still_would():
    assert ending_text.taken_back(would()) == "You want to play on at table 12."
    assert ending_text.taken_back(would(1)) == (
        "You want to play on at table 12. Ben still wants to end it."
    )


def test_a_closed_table_is_named():
    assert ending_text.closed(12) == "Table 12 is closed."
