"""Tests of the painting helpers."""

from io import BytesIO
from typing import cast

from PIL import Image, ImageDraw

from bot.ui.paint.paint import fitted, font, paste, png, stamp, width_of, writable


def test_name_is_reduced_to_the_fonts_characters():
    for name, written in [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("Émile Zoë", "Emile Zoe"),
        ("Łukasz Strauß", "Lukasz Strauss"),
        ("Æthel", "Aethel"),
        ("Ann 🎲", "Ann"),
        ("李明", ""),
        ("李Tim", ""),
        ("\u0410nn", ""),  # a Cyrillic A
        ("Ann ٣", ""),
        ("Ω≈ж", ""),
        ("\u202eAnn\u0000", "Ann"),
        ("A\u0300\u0301\u0302" * 20, "A" * 20),
        ("O’Hara…", "O’Hara..."),
    ]:
        assert writable(name) == written


def test_font_has_every_written_character():
    missing = bytes(cast(bytes, font(40).getmask("\uffff")))
    for letter in map(chr, range(33, 0x250)):
        for char in writable(letter).replace(" ", ""):
            assert bytes(cast(bytes, font(40).getmask(char))) != missing, char


def test_wide_line_is_shortened():
    assert fitted("Ann", 30, 100) == "Ann"
    cut = fitted("W" * 50, 30, 200)
    assert cut.endswith("…")
    assert width_of(cut, 30) <= 200
    assert fitted("W", 30, 1) == "…"


def test_shape_is_smooth_and_cached():
    def half(draw: ImageDraw.ImageDraw, size: float, colour: str) -> None:
        draw.polygon(((0, 0), (size, 0), (0, size)), fill=colour)

    made = stamp(half, 20, "#ff0000")
    assert made is stamp(half, 20, "#ff0000")
    found = {made.getpixel((at, 19 - at))[3] for at in range(20)}  # type: ignore[index]
    assert all(0 < value < 255 for value in found), "the edge is not smooth"
    assert made.getpixel((0, 0)) == (255, 0, 0, 255)
    onto = Image.new("RGB", (40, 40), "#000000")
    paste(onto, made, 10, 10)
    assert onto.getpixel((10, 10)) == (255, 0, 0)
    assert onto.getpixel((29, 29)) == (0, 0, 0)


def test_png_is_small_and_readable():
    made = png(Image.new("RGB", (1000, 600), "#123456"))
    read = Image.open(BytesIO(made))
    assert (read.format, read.size) == ("PNG", (1000, 600))
    assert read.convert("RGB").getpixel((500, 300)) == (0x12, 0x34, 0x56)
    assert len(made) < 5000
