"""The podium of a finished game, which one painter paints for every game."""

from io import BytesIO

import pytest
from PIL import Image

from bot.ui.face import Place
from bot.ui.panel import ALT_LIMIT
from bot.ui.podium import MOST, Stand, _arranged, _initials, places_by, podium
from bot.ui.sheet import WIDTH
from bot.ui.words import Names
from tests.contract.test_pictures import check_picture

NAMES = Names(["Cat", "Ann", "Ben Lee", "Dan", "Eve", "Fay", "Gus"])


def ranked(*places: int) -> list[Place]:
    return [Place(place, seat, f"{500 - seat}★") for seat, place in enumerate(places)]


def stands(*places: int) -> tuple[Stand, ...]:
    content = podium(ranked(*places), NAMES).content
    assert isinstance(content, tuple)
    return content  # pyright: ignore[reportUnknownVariableType]


def test_tied_seats_share_a_place_and_the_next_place_is_left_out():
    found = places_by([50, 90, 90, 10], str)
    assert found == [Place(1, 1, "90"), Place(1, 2, "90"), Place(3, 0, "50"), Place(4, 3, "10")]


def test_alt_text_ranks_all_players():
    found = podium(ranked(1, 2, 2, 4), NAMES)
    assert found.alt == "The podium: 1. Cat, 500★; 2. Ann, 499★; 2. Ben Lee, 498★; 4. Dan, 497★."


def test_only_the_first_three_places_stand_on_it():
    assert [stand.place for stand in stands(1, 2, 3, 4, 5)] == [1, 2, 3]
    assert [stand.place for stand in stands(1, 1, 3, 3, 5)] == [1, 1, 3, 3]
    assert len(stands(1, 1, 1, 1, 1, 1, 7)) == MOST


def test_a_loser_has_no_step_and_is_in_the_alt_text():
    found = podium([Place(1, 0, "2 chips"), Place(2, 1, "lost", lost=True)], NAMES)
    assert isinstance(found.content, tuple)
    assert len(found.content) == 1  # pyright: ignore[reportUnknownArgumentType]
    assert "2. Ann, lost" in found.alt


def test_the_winner_stands_in_the_middle():
    assert [stand.place for stand in _arranged(stands(1, 2, 3))] == [2, 1, 3]
    assert [stand.place for stand in _arranged(stands(1, 2))] == [2, 1]


@pytest.mark.parametrize(
    ("name", "initials"), [("Ben Lee", "BL"), ("ann", "A"), ("Seat 2", "S2"), ("A B C", "AB")]
)
def test_initials_are_two_letters_at_most(name: str, initials: str):
    assert _initials(name) == initials


@pytest.mark.parametrize("places", [(1, 2), (1, 2, 3), (1, 1, 1, 1, 1, 1), (1, 1, 1, 4)])
def test_a_podium_is_small_and_legible(places: tuple[int, ...]):
    check_picture(podium(ranked(*places), NAMES))
    long = Names(["W" * 32 + str(seat) for seat in range(len(places))])
    found = podium(ranked(*places), long)
    check_picture(found)
    assert len(found.alt) <= ALT_LIMIT
    assert Image.open(BytesIO(found.painter.paint(found.content))).width == WIDTH
