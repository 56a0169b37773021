"""A sheet to paint a game's picture on: boxes, lettering, shapes and the small pictures.

A phone shows a picture about 300 pixels wide, so lettering is at least `LEAST` high on a sheet of
`WIDTH`. The ground is opaque, so a picture looks the same in Discord's dark and light modes.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from bot.ui.paint.avatar import SIDE, Avatar
from bot.ui.paint.paint import (
    FEW,
    Colour,
    Shape,
    fitted,
    font,
    paste,
    png,
    stamp,
    width_of,
    writable,
)
from bot.ui.panels.pics import all_pics
from bot.ui.panels.words import Names, short

WIDTH = 900
LEAST = 34  # smallest lettering: more than 11 pixels where the sheet is shown 300 wide
NAME_LIMIT = 24

WHITE, GOLD, INK = "#ffffff", "#f5c451", "#20242c"
Box: TypeAlias = tuple[float, float, float, float]


class Sheet:
    """A picture while it is being painted. Positions are in pixels from the upper left corner."""

    def __init__(self, height: int, ground: Colour) -> None:
        self._image = Image.new("RGB", (WIDTH, height), ground)
        self._draw = ImageDraw.Draw(self._image)

    def box(
        self,
        box: Box,
        fill: Colour,
        *,
        radius: int = 14,
        edge: Colour | None = None,
        width: int = 5,
    ) -> None:
        """Paint a box with round corners, and an edge around it if that has a colour."""
        self._draw.rounded_rectangle(
            box, radius, fill=fill, outline=edge, width=width if edge is not None else 0
        )

    def write(
        self,
        x: float,
        y: float,
        text: str,
        ink: Colour = WHITE,
        *,
        size: int = LEAST,
        anchor: str = "lm",
        width: float = WIDTH,
        bold: bool = False,
    ) -> float:
        """Write a line at an anchor, shortened to a width. Return the width that it takes."""
        text = fitted(text, size, width)
        self._draw.text(
            (x, y), text, ink, font(size), anchor=anchor, stroke_width=int(bold), stroke_fill=ink
        )
        return width_of(text, size)

    def shape(self, shape: Shape, size: int, colour: Colour, left: float, top: float) -> None:
        """Paint a shape in a square of this size."""
        paste(self._image, stamp(shape, size, colour), left, top)

    def pic(self, name: str, size: int, left: float, top: float, *, faint: bool = False) -> None:
        """Paint one of the small pictures (bot/ui/panels/pics.py) in a square of this size."""
        paste(self._image, _small(name, size, faint), left, top)

    def pics(self, names: Sequence[str], size: int, left: float, top: float, width: float) -> None:
        """Paint small pictures in a row, overlapping where they need more than a width."""
        apart = min(size, (width - size) / (len(names) - 1)) if len(names) > 1 else size
        for number, name in enumerate(names):
            self.pic(name, size, left + number * apart, top)

    def round(self, avatar: Avatar, left: float, top: float) -> None:
        """Paint an avatar as a circle of SIDE pixels. What it leaves transparent stays as it is."""
        whole: Any = Image.frombytes("RGBA", (SIDE, SIDE), avatar.pixels)
        mask = ImageChops.multiply(whole.getchannel("A"), stamp(disc, SIDE, WHITE).getchannel("A"))
        self._image.paste(whole, (round(left), round(top)), mask)

    def png(self, colours: int = FEW) -> bytes:
        """Return the finished picture as a PNG with at most this many colours."""
        return png(self._image, colours)


@lru_cache(maxsize=512)
def _small(name: str, size: int, faint: bool) -> Image.Image:
    """Load a small picture at a size, or only a trace of it if it is `faint`."""
    whole: Any = Image.open(all_pics()[name].file).convert("RGBA")
    small = whole.resize((size, size), Image.Resampling.LANCZOS)
    if faint:
        small.putalpha(small.getchannel("A").point([alpha // 5 for alpha in range(256)]))
    return small


# --- names ----------------------------------------------------------------------------------------


def name_of(name: str, seat: int) -> str:
    """Reduce a name to characters that the font has, or use the seat number."""
    shown = short(writable(name), NAME_LIMIT)
    return shown if any(map(str.isalnum, shown)) else f"Seat {seat + 1}"


def fitted_names(names: Names, seats: int, width: float, size: int = LEAST) -> tuple[str, ...]:
    """Return the names of the seats as a picture writes them in this width, no two alike."""
    return _fitted(tuple(map(names.plain, range(seats))), width, size)


@lru_cache(maxsize=256)
def _fitted(plain: tuple[str, ...], width: float, size: int) -> tuple[str, ...]:
    shown = [fitted(name_of(name, seat), size, width) for seat, name in enumerate(plain)]
    return tuple(
        name if shown.count(name) == 1 else f"Seat {seat + 1}" for seat, name in enumerate(shown)
    )


# --- shapes ---------------------------------------------------------------------------------------


def star(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    """Draw a star with five points, as the sign for a score."""
    middle = size / 2
    points = [
        (
            middle + sin(corner * pi / 5) * reach * middle,
            size * 0.54 - cos(corner * pi / 5) * reach * middle,
        )
        for corner in range(10)
        for reach in [0.42 if corner % 2 else 1.0]
    ]
    draw.polygon(points, fill=colour)


def arrow(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    """Draw a triangle that points right, to mark who acts next."""
    draw.polygon(((size * 0.15, 0), (size * 0.9, size / 2), (size * 0.15, size)), fill=colour)


def disc(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    """Draw a disc that fills its square."""
    draw.ellipse((0, 0, size - 1, size - 1), fill=colour)
