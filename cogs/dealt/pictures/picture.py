"""Paint the table of Dealt!: everybody's cards, chips and reserve, and the trick."""

from bot.ui.paint.sheet import GOLD, WHITE, WIDTH, Sheet, arrow
from bot.ui.panels.panel import Painter, Picture
from bot.ui.panels.words import Names
from cogs.dealt.pictures.trick import NAME_WIDTH, Row, Trick, alt_of, trick_of
from games.dealt.views import View

MARGIN, TOP = 16, 136
LINE = 92  # the height of a row
CARD, CHIP = 82, 44

TABLE, FELT, LIT, FAINT, BACK = "#211c3a", "#312a55", "#453b78", "#cdc4ec", "#7a3fb0"
HAND, CHIPS, RESERVE, PLAYED = 226, 318, 460, 628  # the left edges of the columns


def picture(view: View, names: Names) -> Picture:
    """Return the board picture of a public view, with its alt text."""
    return Picture(trick_of(view, names), alt_of(view, names), TRICK)


def paint(trick: Trick) -> bytes:
    """Paint a table as a PNG."""
    sheet = Sheet(TOP + LINE * len(trick.rows) + MARGIN, TABLE)
    sheet.write(MARGIN + 8, 46, trick.title, GOLD, size=48, bold=True)
    sheet.write(WIDTH - MARGIN - 8, 48, trick.note, WHITE, size=42, anchor="rm", width=600)
    for left, title in ((HAND, "hand"), (CHIPS, "chips"), (RESERVE, "reserve"), (PLAYED, "trick")):
        sheet.write(left, 108, title, FAINT)
    for number, row in enumerate(trick.rows):
        _paint_row(sheet, row, TOP + number * LINE)
    return sheet.png()


TRICK = Painter("trick", 1, paint)


def _paint_row(sheet: Sheet, row: Row, top: int) -> None:
    """Paint a player's row, with an arrow if they are next."""
    middle = top + LINE / 2 - 3
    sheet.box((MARGIN, top, WIDTH - MARGIN, top + LINE - 6), LIT if row.next else FELT)
    if row.next:
        sheet.shape(arrow, 30, GOLD, MARGIN + 8, middle - 15)
    sheet.write(MARGIN + 44, middle, row.name, WHITE, width=NAME_WIDTH)
    _paint_held(sheet, row, middle)
    if not row.chips:
        sheet.write(CHIPS, middle, "lost" if row.lost else "none", WHITE if row.lost else FAINT)
    sheet.pics(["chip"] * row.chips, CHIP, CHIPS, middle - CHIP / 2, 3 * CHIP)
    sheet.pics(row.reserve, CARD, RESERVE - 8, middle - CARD / 2, 2 * CARD - 12)
    _paint_played(sheet, row, top, middle)


def _paint_held(sheet: Sheet, row: Row, middle: float) -> None:
    """Paint how many cards a player holds, on the back of one."""
    if row.held is None:
        sheet.write(HAND + 32, middle, "out", FAINT, anchor="mm")
        return
    sheet.box((HAND + 4, middle - 37, HAND + 64, middle + 37), BACK, edge=WHITE, width=3, radius=10)
    sheet.write(HAND + 34, middle, str(row.held), WHITE, size=40, anchor="mm", bold=True)


def _paint_played(sheet: Sheet, row: Row, top: float, middle: float) -> None:
    """Paint what a player did in this trick, with an edge around the highest combination."""
    if row.best:
        right = PLAYED + CARD * len(row.played) + 8
        box = (PLAYED - 6, top, right, top + LINE - 6)
        sheet.box(box, LIT if row.next else FELT, edge=GOLD)
    left = PLAYED + 2
    if row.taken:
        left += sheet.write(left + 4, middle, "took", FAINT) + 8
    sheet.pics(row.played, CARD, left, middle - CARD / 2, 3 * CARD)
