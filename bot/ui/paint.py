"""What painters of pictures share: a font, text that fits its place, smooth shapes, a PNG.

The font is Pillow's own and holds little more than ASCII, while names come from everywhere: write
what `writable` leaves of them, and have something to fall back to where that is nothing. Nothing
here looks at a clock, a file or the network.
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
"""Draws something into a square of so many points, in a colour."""

FINER = 4  # times finer shapes are drawn than they are shown, so that their edges are smooth
_WRITTEN_SO = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "þ": "th"}
_MORE = "’“”·"  # what the font has beyond ASCII that a name may hold


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font, so many points high."""
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise RuntimeError("this Pillow was built without FreeType")
    return found


def writable(text: str) -> str:
    """Return what can be written of a text: accents left out, and all that the font lacks."""
    kept: list[str] = []
    for one in text:
        plain = _WRITTEN_SO.get(one.lower(), one)
        if one.isupper() and plain != one:
            plain = plain.capitalize()
        kept += [
            letter
            for letter in unicodedata.normalize("NFKD", plain)
            if " " <= letter <= "~" or letter in _MORE
        ]
    return " ".join("".join(kept).split())


def width_of(text: str, size: int) -> float:
    """Measure a line."""
    return font(size).getlength(text)


def fitted(text: str, size: int, width: float) -> str:
    """Cut a line that is too wide for its place, visibly."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@cache
def stamp(shape: Shape, size: int, colour: Colour) -> Image.Image:
    """Draw a shape by itself, smooth, on nothing; it is pasted with itself as the mask."""
    drawn: Any = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    shape(ImageDraw.Draw(drawn), size * FINER, colour)
    return drawn.resize((size, size), Image.Resampling.BOX)


def paste(onto: Image.Image, piece: Image.Image, left: float, top: float) -> None:
    """Paste a stamp, its upper left corner there."""
    onto.paste(piece, (round(left), round(top)), piece)


def png(image: Image.Image, colours: int = 128) -> bytes:
    """Make a small PNG of a picture with few colours."""
    out = BytesIO()
    few = image.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()
