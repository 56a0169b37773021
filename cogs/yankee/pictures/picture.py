"""Paint the table of Yankee Swap: the tree, the gift that is offered, and who holds what."""

from bot.ui.paint.sheet import GOLD, INK, WIDTH, Sheet, star
from bot.ui.panels.panel import Painter, Picture
from bot.ui.panels.words import Names
from cogs.yankee.pictures.tree import NAME_WIDTH, Place, Tree, alt_of, tree_of
from games.yankee.views import View

MARGIN, TOP, GAP = 16, 196, 8
ONE_COLUMN = 4  # the most players that have a whole line each
GIFT = 62

PINE, SNOW, BRANCH, LIT, RED, ALARM = (
    "#10291f",
    "#f4f7f5",
    "#1b3f30",
    "#2b5f49",
    "#b3261e",
    "#ff7466",
)


def picture(view: View, names: Names) -> Picture:
    """Return the board picture of a public view, with its alt text."""
    return Picture(tree_of(view, names), alt_of(view, names), TREE)


def paint(tree: Tree) -> bytes:
    """Paint a table as a PNG."""
    columns = 1 if len(tree.places) <= ONE_COLUMN else 2
    high = 84 if columns == 1 else 124
    lines = -(-len(tree.places) // columns)
    sheet = Sheet(TOP + lines * (high + GAP) + MARGIN - GAP, PINE)
    _paint_head(sheet, tree)
    wide = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
    for number, place in enumerate(tree.places):
        column, line = divmod(number, lines)
        left, top = MARGIN + column * (wide + GAP), TOP + line * (high + GAP)
        edge = GOLD if place.asked else ALARM if place.lost else None
        sheet.box(
            (left, top, left + wide, top + high), LIT if place.asked else BRANCH, edge=edge, width=4
        )
        if columns == 1:
            _paint_line(sheet, place, left, top + high / 2)
        else:
            _paint_half(sheet, place, left, top, wide)
    return sheet.png()


TREE = Painter("tree", 1, paint)


def _paint_head(sheet: Sheet, tree: Tree) -> None:
    """Paint the tree with the gifts under it, and the gift that is offered."""
    sheet.pic("tree", 128, MARGIN, 36)
    sheet.box((MARGIN + 104, 112, MARGIN + 168, 168), RED, radius=12)
    sheet.write(MARGIN + 136, 140, str(tree.left), size=42, anchor="mm", bold=True)
    left = MARGIN + 190
    sheet.write(left, 46, tree.title, GOLD, size=48, bold=True)
    if not tree.declared:
        sheet.write(left, 124, tree.says, size=44, width=WIDTH - MARGIN - left)
        return
    sheet.write(WIDTH - MARGIN - 4, 48, tree.says, size=38, anchor="rm", width=440)
    sheet.pic("gift", 112, left - 8, 76)
    sheet.box((left + 136, 84, WIDTH - MARGIN, 180), SNOW, radius=28)
    sheet.write(left + 158, 132, "said:", INK, size=38)
    sheet.pic(tree.declared, 88, left + 246, 88)
    sheet.write(left + 346, 132, tree.named, INK, size=48, bold=True, width=320)


def _paint_line(sheet: Sheet, place: Place, left: float, middle: float) -> None:
    """Paint a player's place as a whole line: name, gifts and hand."""
    sheet.write(left + 16, middle, place.name, width=NAME_WIDTH)
    start = left + NAME_WIDTH + 32
    _paint_gifts(sheet, place, GIFT, start, middle - GIFT / 2, WIDTH - MARGIN - 100 - start)
    _paint_hand(sheet, place, WIDTH - MARGIN - 84, middle)


def _paint_half(sheet: Sheet, place: Place, left: float, top: float, wide: float) -> None:
    """Paint a player's place in half a line: name, score and hand, and the gifts below."""
    sheet.write(left + 14, top + 34, place.name, width=NAME_WIDTH)
    if place.stars is not None:
        right = left + wide - 96
        taken = sheet.write(right, top + 34, str(place.stars), GOLD, anchor="rm")
        sheet.shape(star, 32, GOLD, right - taken - 38, top + 16)
    _paint_hand(sheet, place, left + wide - 78, top + 34)
    _paint_gifts(sheet, place, 58, left + 8, top + 62, wide - 20)


def _paint_hand(sheet: Sheet, place: Place, left: float, middle: float) -> None:
    """Paint how many cards a player holds, on the back of one."""
    sheet.box((left, middle - 26, left + 66, middle + 26), RED, radius=10, edge=SNOW, width=3)
    sheet.write(left + 33, middle, str(place.held), size=36, anchor="mm", bold=True)


def _paint_gifts(
    sheet: Sheet, place: Place, size: int, left: float, top: float, width: float
) -> None:
    """Paint gifts from left to right; those of one kind overlap, so that they read as one pile."""
    if not place.gifts:
        return
    piled = size * 0.55  # how far the next one of a pile is moved
    needed = sum(size + piled * (count - 1) for _, count in place.gifts)
    scale = min(1.0, (width - size) / (needed - size)) if needed > size else 1.0
    for name, count in place.gifts:
        sheet.pics([name] * count, size, left, top, size + piled * (count - 1) * scale)
        left += (size + piled * (count - 1)) * scale
