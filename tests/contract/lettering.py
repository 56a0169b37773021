"""Record all lettering that a painter writes, with its size and the contrast to its ground.

with recorded() as written:
    painter.paint(content)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageColor, ImageDraw

SHOWN = 300  # pixels: how wide a phone shows a picture
LEAST_SIZE = 11.0  # pixels at that width
LEAST_CONTRAST = 4.5
GROUND_SHARE = 0.05  # a colour that covers less of the ground is an edge


@dataclass(frozen=True)
class Written:
    """One line of lettering: its text, its height in points, and its least contrast."""

    text: str
    size: float
    contrast: float

    def shown(self, width: int) -> float:
        """Return the height on a phone, if the picture is `width` wide."""
        return self.size * SHOWN / width


@contextmanager
def recorded() -> Iterator[list[Written]]:
    """Collect the lettering that Pillow writes in this context."""
    written: list[Written] = []
    usual = ImageDraw.ImageDraw.text

    def text(self: Any, xy: Any, text: str, fill: Any, font: Any, **more: Any) -> None:
        box = self.textbbox(xy, text, font, **more_of(more))
        contrast = contrast_on(self._image.convert("RGBA").crop(box), fill)
        written.append(Written(text, font.size, contrast))
        usual(self, xy, text, fill, font, **more)

    with patch.object(ImageDraw.ImageDraw, "text", text):
        yield written


def more_of(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that decide where a text stands."""
    return {name: arguments[name] for name in ("anchor", "stroke_width") if name in arguments}


def contrast_on(ground: Image.Image, ink: str) -> float:
    """Return the least contrast between an ink and the colours of a ground, as WCAG defines it."""
    colours: Any = ground.getcolors(ground.width * ground.height)
    common = GROUND_SHARE * ground.width * ground.height
    mine = luminance(ImageColor.getrgb(ink))
    found: list[float] = []
    for count, colour in colours:
        if count >= common and colour[3]:
            light, dark = sorted((mine, luminance(colour)), reverse=True)
            found.append((light + 0.05) / (dark + 0.05))
    return min(found)


def luminance(colour: tuple[int, ...]) -> float:
    """Return a colour's relative luminance, from 0 for black to 1 for white."""
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
