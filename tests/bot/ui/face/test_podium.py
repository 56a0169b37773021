"""The podium of a finished game, which one painter paints for every game."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageColor

from bot.ui.face.face import Place
from bot.ui.face.podium import MOST, SEATS, Stand, _arranged, _initials, places_by, podium
from bot.ui.paint.avatar import SIDE, Avatar, read
from bot.ui.paint.sheet import WIDTH
from bot.ui.panels.panel import ALT_LIMIT, Picture
from bot.ui.panels.words import Names
from games.rules import Standing
from tests.bot.ui.paint.test_avatar import picture
from tests.contract.test_pictures import check_picture

NAMES = Names(["Cat", "Ann", "Ben Lee", "Dan", "Eve", "Fay", "Gus"])


def painted(found: Picture) -> Image.Image:
    return Image.open(BytesIO(found.painter.paint(found.content))).convert("RGB")


def ranked(*places: int) -> list[Place]:
    return [Place(place, seat, f"{500 - seat}★") for seat, place in enumerate(places)]


def stands(*places: int) -> tuple[Stand, ...]:
    content = podium(ranked(*places), NAMES).content
    assert isinstance(content, tuple)
    return content  # pyright: ignore[reportUnknownVariableType]


def test_tied_seats_share_a_place_and_the_next_place_is_left_out():
    found = places_by(Standing((50, 90, 90, 10), frozenset({1, 2})), str)
    assert found == [Place(1, 1, "90"), Place(1, 2, "90"), Place(3, 0, "50"), Place(4, 3, "10")]


def test_the_winners_come_first_whatever_their_points():
    found = places_by(Standing((2, 5, 5), frozenset({0})), str)
    assert found == [Place(1, 0, "2"), Place(2, 1, "5"), Place(2, 2, "5")]
    both = Standing((3, 1, 2), frozenset({0, 2}))
    assert [place.place for place in places_by(both, str)] == [1, 1, 3]


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


def test_an_avatar_takes_the_place_of_initials_and_changes_the_name_of_the_picture():
    places, photo = ranked(1, 2), read(picture("#10c010"))
    assert photo is not None
    bare, shown = podium(places, NAMES), podium(places, NAMES, {1: photo})
    assert bare.name != shown.name
    assert shown.name == podium(places, NAMES, {1: replace(photo)}).name
    assert shown.alt == bare.alt
    before, after = painted(bare), painted(shown)
    different = ImageChops.difference(before, after).point(([0] * 25 + [255] * 231) * 3)
    left, top, right, bottom = different.getbbox() or (0, 0, 0, 0)
    assert max(right - left, bottom - top) <= SIDE, "the other circle and all words are the same"
    middle = after.getpixel(((left + right) // 2, (top + bottom) // 2))
    assert isinstance(middle, tuple)
    assert [abs(value - 16) < 8 for value in middle] == [True, False, True]


def test_a_transparent_avatar_lies_on_the_colour_of_its_seat():
    out = BytesIO()
    Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(out, "PNG")
    clear = read(out.getvalue())
    assert clear is not None
    found = painted(podium(ranked(1, 2), NAMES, {0: clear, 1: clear}))
    colours = {colour for _, colour in found.getcolors(100_000) or []}
    for red, green, blue in (ImageColor.getrgb(SEATS[0])[:3], ImageColor.getrgb(SEATS[1])[:3]):
        assert any(
            abs(r - red) + abs(g - green) + abs(b - blue) < 12
            for r, g, b in colours  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
        )


def test_a_podium_of_photographs_is_small():
    photos: dict[int, Avatar] = {}
    for seat in range(MOST):
        hues, greys = (Image.effect_noise((9, 9), 100).resize((128, 128), 3) for _ in "ab")
        out = BytesIO()
        Image.merge("HSV", (hues, hues, greys)).convert("RGB").save(out, "PNG")
        photo = read(out.getvalue())
        assert photo is not None
        photos[seat] = photo
    check_picture(podium(ranked(1, 1, 1, 1, 1), NAMES, photos))


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
