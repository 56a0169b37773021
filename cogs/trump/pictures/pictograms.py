"""Draw a one-colour pictogram for each of the eight properties on a square of `size` pixels."""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import TypeAlias

from PIL.ImageDraw import ImageDraw

from bot.ui.paint.paint import Colour, Shape

HOLE = (0, 0, 0, 0)
Points: TypeAlias = tuple[tuple[float, float], ...]


def _box(draw: ImageDraw, u: float, box: tuple[float, ...], fill: Colour | None, r: float = 0):
    """Draw a rectangle given in hundredths of the square. Without a fill, cut it out."""
    draw.rounded_rectangle([at * u for at in box], r * u, fill=fill or HOLE)


def _disc(draw: ImageDraw, u: float, x: float, y: float, r: float, fill: Colour | None) -> None:
    draw.ellipse([(x - r) * u, (y - r) * u, (x + r) * u, (y + r) * u], fill=fill or HOLE)


def _area(draw: ImageDraw, u: float, points: Points, fill: Colour | None) -> None:
    draw.polygon([(x * u, y * u) for x, y in points], fill=fill or HOLE)


def hotel(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw a bed."""
    u = size / 100
    _box(draw, u, (6, 20, 15, 86), colour, 3)
    _box(draw, u, (6, 58, 94, 74), colour, 3)
    _box(draw, u, (85, 50, 94, 86), colour, 3)
    _disc(draw, u, 30, 45, 11, colour)
    _box(draw, u, (44, 36, 94, 54), colour, 8)


def casino(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw a die."""
    u = size / 100
    _box(draw, u, (12, 12, 88, 88), colour, 16)
    for x, y in ((32, 32), (68, 32), (50, 50), (32, 68), (68, 68)):
        _disc(draw, u, x, y, 8, None)


def island(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw a palm tree on its island."""
    u = size / 100
    draw.pieslice([10 * u, 74 * u, 90 * u, 118 * u], 180, 360, fill=colour)
    _area(draw, u, ((46, 80), (58, 80), (55, 55), (57, 34), (50, 32), (47, 55)), colour)
    for angle in (195, 235, 305, 345, 20, 160):
        _frond(draw, u, angle, colour)


def _frond(draw: ImageDraw, u: float, angle: float, colour: Colour) -> None:
    """Draw one drooping palm leaf."""
    along, across = (cos(radians(angle)), sin(radians(angle))), 9
    x, y, length = 53, 34, 40
    tip = x + along[0] * length, y + along[1] * length * 0.75 + 10
    middle = x + along[0] * length * 0.55, y + along[1] * length * 0.55
    upper = middle[0], middle[1] - across
    lower = middle[0], middle[1] + across * 0.7
    _area(draw, u, ((x, y - 2), upper, tip, lower, (x, y + 4)), colour)


def cruise(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw a ship."""
    u = size / 100
    _area(draw, u, ((4, 58), (96, 58), (82, 84), (16, 84)), colour)
    _box(draw, u, (22, 40, 78, 54), colour, 3)
    _box(draw, u, (32, 25, 66, 37), colour, 3)
    _box(draw, u, (54, 10, 64, 26), colour, 2)
    for x in (34, 50, 66):
        _disc(draw, u, x, 69, 4, None)


def convention(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw three people."""
    u = size / 100
    for x in (22, 78):
        _disc(draw, u, x, 38, 11, colour)
        draw.pieslice([(x - 19) * u, 53 * u, (x + 19) * u, 115 * u], 180, 360, fill=colour)
    _disc(draw, u, 50, 30, 19, None)
    draw.pieslice([22 * u, 45 * u, 78 * u, 135 * u], 180, 360, fill=HOLE)
    _disc(draw, u, 50, 30, 14, colour)
    draw.pieslice([27 * u, 50 * u, 73 * u, 126 * u], 180, 360, fill=colour)


def office(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw a tower with windows."""
    u = size / 100
    _box(draw, u, (28, 8, 72, 92), colour, 3)
    for row in range(4):
        for column in range(3):
            x, y = 35 + column * 11.5, 16 + row * 16
            _box(draw, u, (x, y, x + 7, y + 9), None)
    _box(draw, u, (44, 80, 56, 93), None)


def airline(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw an aeroplane from above."""
    u = size / 100
    _box(draw, u, (44, 6, 56, 92), colour, 6)
    _area(draw, u, ((46, 34), (4, 62), (4, 70), (46, 58)), colour)
    _area(draw, u, ((54, 34), (96, 62), (96, 70), (54, 58)), colour)
    _area(draw, u, ((47, 74), (28, 88), (28, 94), (47, 88)), colour)
    _area(draw, u, ((53, 74), (72, 88), (72, 94), (53, 88)), colour)


def sports(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw a cup."""
    u = size / 100
    for x in (26, 74):
        _disc(draw, u, x, 30, 17, colour)
        _disc(draw, u, x, 30, 10, None)
    _box(draw, u, (27, 8, 73, 34), colour)
    draw.pieslice([27 * u, 4 * u, 73 * u, 62 * u], 0, 180, fill=colour)
    _box(draw, u, (45, 58, 55, 80), colour)
    _box(draw, u, (28, 78, 72, 90), colour, 3)


SIGNS: Mapping[str, Shape] = {
    "Hotel": hotel,
    "Casino": casino,
    "Tropical Island": island,
    "Cruise Line": cruise,
    "Convention Center": convention,
    "Office Building": office,
    "Airline": airline,
    "Sports Complex": sports,
}
"""The pictogram of each property."""
