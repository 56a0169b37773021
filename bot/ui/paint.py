"""Shared helpers that paint pictures: a font, fitted text, smooth shapes and PNG files.

The font is Pillow's own and has few characters beyond ASCII, but names may contain any. Paint only
the result of `writable`, and fall back to something else if it is empty. This module uses no clock,
no file and no network.
"""

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from typing import Any, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Colour: TypeAlias = str
"""`#rrggbb`."""
Shape: TypeAlias = Callable[[ImageDraw.ImageDraw, float, Colour], None]
"""Draws something into a square of the given size, in a colour."""

FINER = 4  # oversampling factor for smooth edges
_TRANSLITERATED = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ı": "i",
    "þ": "th",
}
_FONT_EXTRAS = "’“”·"  # characters beyond ASCII that the font has and that occur in names


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at this height in points."""
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("this Pillow was built without FreeType")
    return found


def writable(text: str) -> str:
    """Return the part of a text that the font can write, without accents."""
    kept: list[str] = []
    for char in text:
        plain = _TRANSLITERATED.get(char.lower(), char)
        if char.isupper() and plain != char:
            plain = plain.capitalize()
        kept += [
            letter
            for letter in unicodedata.normalize("NFKD", plain)
            if " " <= letter <= "~" or letter in _FONT_EXTRAS
        ]
    return " ".join("".join(kept).split())


def width_of(text: str, size: int) -> float:
    """Measure the width of a line of text."""
    return font(size).getlength(text)


def fitted(text: str, size: int, width: float) -> str:
    """Shorten a line with an ellipsis if it is too wide."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@cache
def stamp(shape: Shape, size: int, colour: Colour) -> Image.Image:
    """Draw a smooth shape on a transparent square, which also serves as its mask."""
    drawn: Any = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    shape(ImageDraw.Draw(drawn), size * FINER, colour)
    return drawn.resize((size, size), Image.Resampling.BOX)


def paste(onto: Image.Image, piece: Image.Image, left: float, top: float) -> None:
    """Paste a stamp so that its upper left corner is at (left, top)."""
    onto.paste(piece, (round(left), round(top)), piece)


def png(image: Image.Image, colours: int = 128) -> bytes:
    """Encode an image with few colours as a small PNG."""
    out = BytesIO()
    few = image.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()
