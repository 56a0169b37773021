"""Tests of small pictures, with and without their emojis."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.ui.panels import pics
from bot.ui.panels.panel import Panel, Text
from bot.ui.panels.pics import all_pics, beside, big, drawn, emoji_of, names_in, pic, plain, slots
from bot.ui.panels.words import Names, escape, visible
from tests.tools.pictures import SIZE, drawings, painted

LONGEST_ID = 2**64 - 1
KNOWN = {pic.emoji: LONGEST_ID for pic in all_pics().values()}
COAL = f"<:{all_pics()['coal'].emoji}:{LONGEST_ID}>"
FILES = drawings()


def test_text_reads_with_and_without_pictures():
    for text, words, pictured in [
        (f"{pic('coal')} Coal ×2", "Coal ×2", f"{COAL} Coal ×2"),
        (f"{pic('coal') * 2} Coal, Mug", "Coal, Mug", f"{COAL}{COAL} Coal, Mug"),
        (f"{slots('coal', 1, 3)} Coal", "Coal", f"{COAL}▢▢ Coal"),
        (f"# {pic('coal', '◆')} 1", "# ◆ 1", f"# {COAL} 1"),
        (f"Ann\n{pic('coal')}{pic('coal')}\nBen", "Ann\nBen", f"Ann\n{COAL}{COAL}\nBen"),
        (f"{pic('coal')} {pic('coal')}\nBen", "Ben", f"{COAL} {COAL}\nBen"),
        (f"{big('coal', 'coal')}\nBen", "Ben", f"# {COAL} {COAL}\nBen"),
        (f"Ann\n{pic('coal')} {beside('x')}", "Ann", f"Ann\n{COAL} x"),
        (f"**Ann** · {pic('coal')} Mug\n", "**Ann** · Mug\n", f"**Ann** · {COAL} Mug\n"),
    ]:
        assert plain(text) == words
        assert drawn(text, KNOWN) == pictured
    assert plain("Ann  has\n\n two.") == "Ann  has\n\n two."
    assert drawn("Ann", KNOWN) is None


def test_pictures_of_a_text_are_all_or_nothing():
    half = {name: number for name, number in KNOWN.items() if not name.startswith("mug")}
    assert drawn(f"{pic('coal')} Coal, {pic('mug')} Mug", half) is None
    assert drawn(f"{pic('coal')} Coal", {}) is None
    assert Panel([Text(f"{slots('coal', 1, 4)} Coal")]).text() == "Coal"
    assert drawn(f"{pic('no_such_thing')} Coal", KNOWN) is None
    assert emoji_of("no_such_thing", KNOWN) is None
    assert list(names_in(f"{pic('coal')}{beside('▢')}")) == ["coal"]


@pytest.mark.parametrize("text", [pic("coal"), pic("coal", "x"), beside("x"), "\ue000", "\ue002"])
def test_picture_markers_cannot_be_typed(text: str):
    signs = re.compile("[\ue000-\uf8ff]")
    assert signs.search(text)
    names = Names([f"A{text}nn", text])
    said = (names[0], names.plain(0), names.called(0), names.to_type(0), names[1])
    for kept in (*said, escape(text), visible(text)):
        assert not signs.search(kept)


def test_each_picture_has_a_drawing_and_a_valid_name():
    assert {file.with_suffix(".png") for file in FILES} == {pic.file for pic in all_pics().values()}
    assert len(FILES) == len(all_pics()), "two drawings have one name"
    for picture in all_pics().values():
        assert pics.NAME.fullmatch(picture.name), picture.name
        assert re.fullmatch(rf"{picture.name}_[0-9a-z]{{3}}", picture.emoji)
        assert len(picture.emoji) <= 32


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_drawing_needs_no_font_or_other_file(file: Path):
    text = file.read_text(encoding="utf-8")
    assert 'viewBox="0 0 128 128"' in text
    assert "<text" not in text
    assert "<image" not in text
    assert set(re.findall(r'href="([^"]*)"', text)) <= {"#shape"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_png_matches_its_drawing(file: Path):
    png = file.with_suffix(".png")
    assert png.stat().st_size < 12_000
    with Image.open(png) as kept:
        assert kept.size == (SIZE, SIZE)
        made = kept.convert("RGBA")
    assert max(ImageChops.difference(made, painted(file)).tobytes()) <= 8
    assert min(made.tobytes()[3::4]) == 0, "it has no ground of its own"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_picture_has_a_dark_and_a_light_outline(file: Path):
    with Image.open(file.with_suffix(".png")) as kept:
        made = kept.convert("RGBA").tobytes()
    dark = 0
    for row in range(SIZE):
        line = [made[at : at + 4] for at in range(row * SIZE * 4, (row + 1) * SIZE * 4, 4)]
        solid = [pixel[:3] for pixel in line if pixel[3] > 200]
        dark += sum(max(pixel) < 60 for pixel in solid)
        assert not solid[8:] or any(min(pixel) > 230 for pixel in solid[:8]), f"in row {row}"
    assert dark > 800
