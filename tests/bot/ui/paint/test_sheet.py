"""The sheet that games paint their pictures on."""

from io import BytesIO

from PIL import Image

from bot.ui.paint.paint import width_of
from bot.ui.paint.sheet import (
    LEAST,
    WIDTH,
    Sheet,
    _fitted,
    arrow,
    fitted_names,
    name_of,
    star,
)
from bot.ui.panels.words import Names

GROUND, RED = (16, 32, 48), (255, 0, 0)


def painted(sheet: Sheet) -> Image.Image:
    return Image.open(BytesIO(sheet.png())).convert("RGB")


def blank() -> Sheet:
    return Sheet(300, "#102030")


def test_a_sheet_is_opaque_and_has_the_common_width():
    shown = painted(blank())
    assert shown.size == (WIDTH, 300)
    assert shown.getpixel((0, 0)) == GROUND


def test_a_box_has_an_edge_only_if_that_has_a_colour():
    sheet = blank()
    sheet.box((100, 100, 200, 200), "#ff0000")
    sheet.box((300, 100, 400, 200), "#102030", edge="#ff0000")
    shown = painted(sheet)
    assert shown.getpixel((150, 102)) == shown.getpixel((150, 150)) == RED
    assert (shown.getpixel((350, 102)), shown.getpixel((350, 150))) == (RED, GROUND)


def test_a_line_is_shortened_to_its_width():
    sheet = blank()
    assert sheet.write(50, 150, "W" * 30, "#ff0000", width=200) <= 200
    shown = painted(sheet)
    assert shown.crop((40, 100, 251, 200)).getcolors(9999) != [(211 * 100, GROUND)]
    assert shown.crop((252, 0, WIDTH, 300)).getcolors() == [(648 * 300, GROUND)]


def test_many_small_pictures_share_the_width_that_there_is():
    sheet = blank()
    sheet.pics(["gem"] * 30, 60, 100, 100, 400)
    shown = painted(sheet)
    assert shown.crop((501, 0, WIDTH, 300)).getcolors() == [(399 * 300, GROUND)]
    assert len(shown.crop((440, 100, 500, 160)).getcolors(9999) or ()) > 3


def test_a_faint_picture_is_nearer_to_the_ground():
    far: list[int] = []
    for faint in (False, True):
        sheet = blank()
        sheet.pic("gem", 100, 0, 0, faint=faint)
        pixels = painted(sheet).crop((0, 0, 100, 100)).convert("L").tobytes()
        far.append(sum(abs(pixel - 29) for pixel in pixels))
    assert 0 < far[1] < far[0] / 2


def test_shapes_stay_in_their_square():
    for shape in (star, arrow):
        sheet = blank()
        sheet.shape(shape, 80, "#ff0000", 100, 100)
        shown = painted(sheet)
        assert shown.getpixel((140, 145)) != GROUND
        shown.paste(GROUND, (100, 100, 180, 180))
        assert shown.getcolors() == [(WIDTH * 300, GROUND)]


def test_a_name_with_an_unknown_letter_becomes_the_seat():
    assert name_of("Zoë 🎲", 0) == "Zoe"
    assert name_of("李明", 1) == "Seat 2"
    assert name_of("李Tim", 1) == name_of("\u0410nn", 1) == "Seat 2", "no name loses a letter"
    assert name_of("مرحبا", 2) == "Seat 3"
    assert name_of("_-_", 3) == "Seat 4"


def test_names_fit_and_differ():
    names = Names(["Bartholomew the Great", "Bartholomew the Less", "Cat", "李明"])
    assert fitted_names(names, 4, 180) == ("Seat 1", "Seat 2", "Cat", "Seat 4")
    wide = fitted_names(names, 3, 600)
    assert wide[:2] == ("Bartholomew the Great", "Bartholomew the Less")
    assert all(width_of(name, LEAST) <= 600 for name in wide)


def test_the_cache_of_fitted_names_is_bounded():
    for number in range(300):
        fitted_names(Names([f"Ann {number}"]), 1, 200)
    kept = _fitted.cache_info()
    assert kept.maxsize is not None
    assert kept.currsize == kept.maxsize < 300
