"""Paint the board of Downeast Dealer: the item on the block, and shelves with sets filling up."""

from PIL.ImageDraw import ImageDraw

from bot.ui.paint.paint import Colour
from bot.ui.paint.sheet import GOLD, INK, WHITE, WIDTH, Sheet, arrow, star
from bot.ui.panels.panel import Painter, Picture
from bot.ui.panels.words import Names
from cogs.downeast.pictures.shelves import NAME_WIDTH, Kind, Shelf, Shop, alt_of, shop_of
from games.downeast.cash import money
from games.downeast.decks import COPIES
from games.downeast.views import View

MARGIN, TOP = 16, 164
LINE = 88  # the height of a shelf
SCORE = 132  # the width that a score takes at the end of a shelf
ITEM, STEP = 56, 72  # the size of an item, and the distance to the next one
DOT = 14  # the size of a slot of a set

WALL, NICHE, LIT, WOOD, FAINT, EMPTY = (
    *("#16304a", "#1f4263", "#27517a", "#a9713d", "#c3d6e8", "#0f2234"),
)


def picture(view: View, names: Names) -> Picture:
    """Return the board picture of a public view, with its alt text."""
    return Picture(shop_of(view, names), alt_of(view, names), SHELVES)


def paint(shop: Shop) -> bytes:
    """Paint a board as a PNG."""
    sheet = Sheet(TOP + LINE * len(shop.shelves) + MARGIN - 6, WALL)
    _paint_block(sheet, shop)
    _paint_deck(sheet, shop)
    for number, shelf in enumerate(shop.shelves):
        _paint_shelf(sheet, shelf, TOP + number * LINE)
    return sheet.png()


SHELVES = Painter("shelves", 2, paint)


def _paint_block(sheet: Sheet, shop: Shop) -> None:
    """Paint the item in question, what its set is worth, and what is happening to it."""
    left = MARGIN + 8
    if shop.block:
        sheet.box((MARGIN, 14, MARGIN + 138, 152), LIT, radius=20, edge=GOLD)
        sheet.pic(shop.block, 106, MARGIN + 16, 30)
        left = MARGIN + 160
    wide = WIDTH - MARGIN - 190 - left
    sheet.write(left, 36, shop.title, GOLD, bold=True, size=42)
    if not shop.block:
        sheet.write(left, 100, shop.says, size=56, bold=True, width=wide)
        return
    named = sheet.write(left, 82, shop.item, size=46, bold=True, width=wide)
    if shop.stars:
        sheet.shape(star, 36, GOLD, left + named + 18, 62)
        sheet.write(left + named + 60, 83, str(shop.stars), GOLD, size=42)
    sheet.write(left, 131, shop.says, size=42, width=WIDTH - MARGIN - left)


def _paint_deck(sheet: Sheet, shop: Shop) -> None:
    """Paint how many cards are still to come, and what the next treasure pays everybody."""
    if shop.left is None:
        return
    right = WIDTH - MARGIN
    back = (right - 168, 18, right - 100, 98)
    sheet.box(back, EMPTY, radius=10, edge=WHITE, width=3)
    sheet.write(right - 134, 58, str(shop.left), size=40, anchor="mm", bold=True)
    if shop.pays:
        sheet.pic(shop.treasure, 62, right - 76, 4)
        sheet.write(right - 44, 84, money(shop.pays), GOLD, anchor="mm")


def _paint_shelf(sheet: Sheet, shelf: Shelf, top: int) -> None:
    """Paint a player's shelf, with an arrow if it is their turn."""
    bright = shelf.turn or shelf.wins
    sheet.box((MARGIN, top, WIDTH - MARGIN, top + LINE - 8), LIT if bright else NICHE, radius=8)
    sheet.box((MARGIN, top + LINE - 16, WIDTH - MARGIN, top + LINE - 8), WOOD, radius=4)
    middle = top + (LINE - 16) / 2
    if shelf.turn:
        sheet.shape(arrow, 28, GOLD, MARGIN + 6, middle - 14)
    sheet.write(MARGIN + 42, middle, shelf.name, width=NAME_WIDTH)
    right = WIDTH - MARGIN - 10
    if shelf.score:
        taken = sheet.write(right, middle, str(shelf.score), GOLD, size=40, anchor="rm", bold=True)
        sheet.shape(star, 34, GOLD, right - taken - 40, middle - 18)
    start = MARGIN + NAME_WIDTH + 54
    room = right - (SCORE if shelf.score else 0) - start - STEP
    step = min(STEP, room / (len(shelf.kinds) - 1)) if len(shelf.kinds) > 1 else STEP
    for number, kind in enumerate(shelf.kinds):
        _paint_kind(sheet, kind, start + number * step, top, step)


def _paint_kind(sheet: Sheet, kind: Kind, left: float, top: int, step: float) -> None:
    """Paint an item on its shelf above four slots, filled as the set is; a complete set glows."""
    size = min(ITEM, round(step) - 2)
    full = kind.count == COPIES
    if full and kind.scores:
        sheet.box((left - 2, top + 2, left + size + 2, top + LINE - 12), GOLD, radius=10)
    sheet.pic(kind.picture, size, left, top + 1 + (ITEM - size) / 2)
    slot = size / COPIES
    for number in range(COPIES):
        filled = INK if full and kind.scores else GOLD
        colour = filled if number < kind.count else EMPTY
        sheet.shape(_dot, DOT, colour, left + slot * (number + 0.5) - DOT / 2, top + ITEM + 2)


def _dot(draw: ImageDraw, size: float, colour: Colour) -> None:
    draw.ellipse((0, 0, size - 1, size - 1), fill=colour)
