"""Paint the board of TRUMP The Game: the ring of spaces, the pawns, and each player's properties.

A phone shows the picture at less than a third of its size, so words are few and large. Colour and
shape each suffice to identify a player.
"""

from functools import cache

from PIL import Image, ImageDraw

from bot.ui.paint.paint import Colour, fitted, font, paste, png, stamp, width_of
from bot.ui.panels.panel import Painter, Picture
from bot.ui.panels.words import Names
from cogs.trump.pictures.pictograms import SIGNS
from cogs.trump.pictures.ring import Player, Ring, alt_of, ring_of
from cogs.trump.words import money
from games.rules import Seat
from games.trump.cards import AT, BOARD, PROPERTIES, Space
from games.trump.views import View

COLUMNS, ROWS = 6, 5
CELL = (172, 106)
EDGE = 12
SIZE = (COLUMNS * CELL[0] + 2 * EDGE, ROWS * CELL[1] + 2 * EDGE)
BAR = 46  # height of the bar with a property's name
LEAST = 39  # smallest lettering: more than 11 pixels where the picture is shown 300 wide

TABLE, FELT, FELT_LIGHT = "#10281f", "#17402f", "#205540"
PAPER, SHADE, INK, SOFT = "#f7efdc", "#e4d8bd", "#2b2420", "#b9a988"
BROWN, GOLD, WHITE, FAINT = "#655844", "#f0bf4c", "#ffffff", "#b9cabf"
SEATS: tuple[Colour, ...] = ("#1f5fa8", "#c4421a", "#7b3f98", "#0c7a63")
SHORT = {
    "Tropical Island": "Island",
    "Cruise Line": "Cruise",
    "Convention Center": "Center",
    "Office Building": "Office",
    "Sports Complex": "Sports",
}


def picture(view: View, names: Names) -> Picture:
    """Return the board picture of a public view, with its alt text."""
    ring = ring_of(view, names)
    return Picture(ring, alt_of(ring, view, names), RING)


def paint(ring: Ring) -> bytes:
    """Paint a board as a PNG."""
    image = _background(bool(ring.pawns)).copy()
    draw = ImageDraw.Draw(image)
    for at, place in enumerate(BOARD):
        if place.property is not None:
            _paint_property(image, draw, ring, at, place.property)
    for at in range(len(BOARD)):
        _paint_pawns(image, ring, at)
    _paint_middle(image, draw, ring)
    return png(image)


RING = Painter("ring", 4, paint)


# --- the ring -------------------------------------------------------------------------------------


def _corner(at: int) -> tuple[int, int]:
    """Return the upper left corner of a space, counted clockwise from START at the upper left."""
    across, down = COLUMNS - 1, ROWS - 1
    column, row = at, 0
    if at > across:
        column, row = across, at - across
    if at > across + down:
        column, row = 2 * across + down - at, down
    if at > 2 * across + down:
        column, row = 0, 2 * (across + down) - at
    return EDGE + column * CELL[0], EDGE + row * CELL[1]


@cache
def _background(moving: bool) -> Image.Image:
    """Paint the background. Spaces between properties are empty when pawns no longer move."""
    image = Image.new("RGB", SIZE, TABLE)
    draw = ImageDraw.Draw(image)
    for at, place in enumerate(BOARD):
        left, top = _corner(at)
        box = (left + 2, top + 2, left + CELL[0] - 3, top + CELL[1] - 3)
        if place.property is not None:
            draw.rounded_rectangle(box, 10, fill=PAPER)
            continue
        draw.rounded_rectangle(box, 10, fill=FELT_LIGHT if moving else FELT)
        lines = _space_lines(place) if moving else ()
        for number, line in enumerate(lines):
            middle = top + 22 + number * 34 if len(lines) > 1 else top + 30
            ink = GOLD if place.sort == "start" else PAPER
            draw.text((left + CELL[0] / 2, middle), line, ink, font(LEAST), anchor="mm")
    if moving:  # an arrow in the pawns' direction
        left, middle = EDGE + CELL[0] - 18, EDGE + 30
        draw.polygon(((left, middle - 11), (left + 12, middle), (left, middle + 11)), fill=GOLD)
    return image


def _space_lines(place: Space) -> tuple[str, ...]:
    """Return a space's name in short lines."""
    match place.sort:
        case "start":
            return ("START",)
        case "for_sale":
            return ("FOR", "SALE")
        case "any_for_sale":
            return ("ANY", "SALE")
        case "add":
            return ("ADD", money(place.amount))
        case "trade":
            return ("TRADE",)
        case _:
            return ("ROLL",)


def _paint_property(
    image: Image.Image, draw: ImageDraw.ImageDraw, ring: Ring, at: int, name: str
) -> None:
    left, top = _corner(at)
    box = (left + 2, top + 2, left + CELL[0] - 3, top + CELL[1] - 3)
    owner, gone = ring.owners[AT[name]], ring.gone[AT[name]]
    if gone:
        draw.rounded_rectangle(box, 10, fill=FELT)
    bar = SOFT if gone else BROWN if owner is None else SEATS[owner]
    draw.rounded_rectangle((*box[:3], top + BAR), 10, fill=FELT if gone else bar)
    draw.rectangle((box[0], top + BAR - 10, box[2], top + BAR), fill=FELT if gone else bar)
    tagged = owner is not None
    middle = left + (CELL[0] - (34 if tagged else 0)) / 2
    ink = SOFT if gone else WHITE
    draw.text((middle, top + 24), SHORT.get(name, name), ink, font(LEAST), anchor="mm")
    if owner is not None:
        paste(image, stamp(_SHAPES[owner], 30, WHITE), box[2] - 34, top + 9)
    sign = stamp(SIGNS[name], 48, FELT_LIGHT if gone else INK)
    paste(image, sign, left + CELL[0] / 2 - 24, top + BAR + 4)
    if ring.for_sale == name:
        draw.rounded_rectangle(
            (left, top, left + CELL[0] - 1, top + CELL[1] - 1), 12, outline=GOLD, width=8
        )


def _paint_pawns(image: Image.Image, ring: Ring, at: int) -> None:
    here = [seat for seat, pawn in enumerate(ring.pawns) if pawn == at]
    left, top = _corner(at)
    size, apart = (46, 52) if len(here) < 4 else (42, 41)
    start = left + (CELL[0] - apart * (len(here) - 1) - size) / 2
    for number, seat in enumerate(here):
        paste(image, _token(seat, size), start + number * apart, top + CELL[1] - size - 6)


# --- the players' tokens --------------------------------------------------------------------------


@cache
def _token(seat: Seat, size: int) -> Image.Image:
    """Draw a seat's pawn: its shape in its colour, with a white edge."""
    token = stamp(_SHAPES[seat], size, WHITE).copy()
    inner = stamp(_SHAPES[seat], round(size * 0.8), SEATS[seat])
    left, top = (size - inner.width) / 2, (size - inner.height) / 2 + _LOWERED[seat] * size / 2
    paste(token, inner, left, top)
    return token


def _circle(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    draw.ellipse((0, 0, size - 1, size - 1), fill=colour)


def _square(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    gap = size * 0.06
    draw.rounded_rectangle((gap, gap, size - gap, size - gap), size * 0.12, fill=colour)


def _triangle(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    draw.polygon(((size / 2, 0), (size, size * 0.94), (0, size * 0.94)), fill=colour)


def _diamond(draw: ImageDraw.ImageDraw, size: float, colour: Colour) -> None:
    half = size / 2
    draw.polygon(((half, 0), (size, half), (half, size), (0, half)), fill=colour)


_SHAPES = (_circle, _square, _triangle, _diamond)
_LOWERED = (0.0, 0.0, 0.12, 0.0)  # distance of each shape's centre below its square's centre


# --- inside the ring ------------------------------------------------------------------------------

LEFT, TOP = EDGE + CELL[0] + 16, EDGE + CELL[1] + 10
WIDE, HIGH = 4 * CELL[0] - 32, 3 * CELL[1] - 20
PLAYERS = 180  # height of the players' list


def _paint_middle(image: Image.Image, draw: ImageDraw.ImageDraw, ring: Ring) -> None:
    draw.rounded_rectangle((LEFT - 8, TOP - 4, LEFT + WIDE + 8, TOP + HIGH + 4), 14, fill=FELT)
    draw.text((LEFT + 8, TOP + 24), ring.title, GOLD, font(48), anchor="lm", stroke_width=1)
    doing = fitted(ring.doing, 40, WIDE - 40 - width_of(ring.title, 48))
    draw.text((LEFT + WIDE - 8, TOP + 26), doing, WHITE, font(40), anchor="rm")
    for seat, player in enumerate(ring.players):
        _paint_player(image, draw, ring, seat, player)
    _paint_boxes(image, draw, ring)


def _paint_player(
    image: Image.Image, draw: ImageDraw.ImageDraw, ring: Ring, seat: Seat, player: Player
) -> None:
    line = min(60, PLAYERS // len(ring.players))
    middle = TOP + 54 + line // 2 + seat * line
    if seat == ring.seat or player.wins:
        box = (LEFT, middle - line / 2 + 1, LEFT + WIDE, middle + line / 2 - 1)
        draw.rounded_rectangle(box, 10, fill=FELT_LIGHT)
    paste(image, _token(seat, 42), LEFT + 8, middle - 21)
    right = LEFT + WIDE - 10
    mine = [name for name, owner in zip(PROPERTIES, ring.owners, strict=True) if owner == seat]
    for number, name in enumerate(reversed(mine), 1):
        paste(image, stamp(SIGNS[name], 42, PAPER), right - 46 * number, middle - 21)
    right -= 46 * max(map(ring.owners.count, range(len(ring.players))))  # makes sums line up
    if player.money:
        draw.text((right - 12, middle), player.money, GOLD, font(LEAST), anchor="rm")
        right -= round(width_of(player.money, LEAST)) + 24
    many = str(player.open) if player.open else ""
    wide = round(width_of(many, LEAST)) + 16 if many else 0
    name = fitted(player.name, 40, right - wide - LEFT - 90)
    draw.text((LEFT + 66, middle), name, WHITE, font(40), anchor="lm")
    if many:
        _paint_open_cards(draw, many, LEFT + 78 + width_of(name, 40), middle, wide)


def _paint_open_cards(
    draw: ImageDraw.ImageDraw, many: str, left: float, middle: float, wide: int
) -> None:
    """Paint a card that lies face up, with the number of a player's open cards."""
    box = (left, middle - 21, left + wide, middle + 21)
    draw.rounded_rectangle(box, 6, fill=PAPER, outline=GOLD, width=3)
    draw.text((left + wide / 2, middle), many, INK, font(LEAST), anchor="mm", stroke_width=1)


def _paint_boxes(image: Image.Image, draw: ImageDraw.ImageDraw, ring: Ring) -> None:
    """Paint the unowned properties in a row below the players."""
    left = [
        name
        for name, owner, gone in zip(PROPERTIES, ring.owners, ring.gone, strict=True)
        if owner is None and not gone
    ]
    side, apart = 48, 54
    top = TOP + HIGH - side
    start = LEFT + WIDE - 8 - len(left) * apart + 4
    if left:
        draw.text((LEFT + 8, top + side / 2), "Nobody's", FAINT, font(LEAST), anchor="lm")
    for number, name in enumerate(left):
        x = start + number * apart
        sold = ring.for_sale == name
        draw.rounded_rectangle((x, top, x + side, top + side), 8, fill=GOLD if sold else SHADE)
        paste(image, stamp(SIGNS[name], 40, INK), x + 4, top + 4)
