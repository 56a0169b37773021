"""Shared helpers that paint pictures: a font, fitted text, smooth shapes and PNG files.

The font is Pillow's own. It has few characters beyond ASCII, but names may contain any. Paint only
the result of `writable`, and use something else if it is empty. This module uses no clock, no file
and no network.
"""

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from typing import Any, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Colour: TypeAlias = str
"""A colour as `#rrggbb`."""
Shape: TypeAlias = Callable[[ImageDraw.ImageDraw, float, Colour], None]
"""A function that draws into a square of the given size, in a colour."""

FINER = 4  # oversampling factor for smooth edges
FEW = 128  # colours of a picture without photographs
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
_FONT_EXTRAS = "’“”·"  # non-ASCII characters that occur in names and that the font has


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at this height in points."""
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("this Pillow was built without FreeType")
    return found


def writable(text: str) -> str:
    """Return a text without accents and without the signs that the font lacks, such as emojis.

    If it lacks a letter or a digit, return "": without it, the text would be another.
    """
    kept: list[str] = []
    for char in text:
        plain = _TRANSLITERATED.get(char.lower(), char)
        if char.isupper() and plain != char:
            plain = plain.capitalize()
        for letter in unicodedata.normalize("NFKD", plain):
            if " " <= letter <= "~" or letter in _FONT_EXTRAS:
                kept.append(letter)
            elif letter.isalnum():
                return ""
    return " ".join("".join(kept).split())


def width_of(text: str, size: int) -> float:
    """Return the width of a line of text in pixels."""
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
    """Draw a smooth shape on a transparent square. The square also serves as the shape's mask."""
    drawn: Any = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    shape(ImageDraw.Draw(drawn), size * FINER, colour)
    return drawn.resize((size, size), Image.Resampling.BOX)


def paste(onto: Image.Image, piece: Image.Image, left: float, top: float) -> None:
    """Paste a stamp so that its upper left corner is at (left, top)."""
    onto.paste(piece, (round(left), round(top)), piece)


def png(image: Image.Image, colours: int = FEW) -> bytes:
    """Encode an image with few colours as a small PNG."""
    out = BytesIO()
    few = image.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()
