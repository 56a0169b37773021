"""Tests of the games' cards for a page that invites people to begin one."""

from collections.abc import Mapping
from typing import ClassVar

from bot.show.draw.pages.game_cards import game_cards
from tests.small.face import FACE, SmallFace


class Timed(SmallFace):
    """Hidden Coins with pictures of other games, and with measured hours."""

    pics = ("gem", "chip")
    hours: ClassVar[Mapping[int, int]] = {2: 3, 3: 5, 4: 4}


def test_a_card_says_what_a_game_is_how_many_play_and_how_long():
    [card] = game_cards([Timed()])
    assert (card.command, card.title) == ("small start", FACE.rules.title)
    assert card.about.lower() == f"{FACE.about}.".lower()
    assert card.about[0].isupper()
    assert (card.players, card.duration) == ("2 to 4 players", "3 to 5 hours on and off")
    assert [picture[:4] for picture in card.pictures] == [b"\x89PNG"] * 2


def test_a_game_that_nobody_measured_has_no_length():
    [card] = game_cards([FACE])
    assert card.duration == ""


def test_house_players_fill_a_table_for_three():
    [card] = game_cards([FACE])
    assert card.fill == {"house": 2}


def test_a_game_without_a_command_has_no_card():
    assert game_cards([FACE.called_as(FACE.rules.offered_as("", "Small"))]) == []
