"""Paint the board of Dead Man's Chest: the chest with its claim or dice, and everybody's gems."""

from PIL.ImageDraw import ImageDraw

from bot.ui.paint.paint import Colour
from bot.ui.paint.sheet import GOLD, INK, LEAST, WHITE, WIDTH, Sheet
from bot.ui.panels.panel import Painter, Picture
from bot.ui.panels.words import Names
from cogs.deadman.pictures.scene import Scene, alt_of, scene_of
from games.deadman.views import View

HEIGHT, MARGIN, TOP = 430, 20, 84
CHEST = 192  # the chest's side
MIDDLE = 222  # the middle of the chest, across
LIST = 436  # the left edge of the pirates
GEM = 40

DECK, PLANK, LIT, FAINT = "#2a151b", "#3d2028", "#5a2733", "#e2c4bd"
WOOD, DARK, LID, BRASS = "#9b5e2e", "#1b0d10", "#82491f", "#f0bf4c"


def picture(view: View, names: Names) -> Picture:
    """Return the board picture of a public view, with its alt text."""
    return Picture(scene_of(view, names), alt_of(view, names), SCENE)


def paint(scene: Scene) -> bytes:
    """Paint a board as a PNG."""
    sheet = Sheet(HEIGHT, DECK)
    sheet.write(MARGIN + 4, 46, scene.title, GOLD, size=48, bold=True)
    sheet.write(WIDTH - MARGIN - 4, 48, scene.note, WHITE, size=40, anchor="rm", width=600)
    _paint_chest(sheet, scene)
    _paint_lines(sheet, scene)
    for seat in range(len(scene.names)):
        _paint_pirate(sheet, scene, seat)
    return sheet.png()


SCENE = Painter("chest", 2, paint)


def _paint_chest(sheet: Sheet, scene: Scene) -> None:
    """Paint the open chest with its dice, or the closed chest and the claim above it."""
    left, top = MIDDLE - CHEST / 2, HEIGHT - 108 - CHEST
    if scene.dice is not None:
        sheet.shape(_inside, CHEST, BRASS, left, top - 34)
        for number, die in enumerate(scene.dice):
            sheet.pic(f"die_{die}", 92, MIDDLE - 94 + number * 96, top + 12)
        sheet.shape(_front, CHEST, BRASS, left, top)
        return
    sheet.shape(_front, CHEST, BRASS, left, top)
    sheet.shape(_lid, CHEST, BRASS, left, top)
    if scene.claim:
        _paint_claim(sheet, scene.claim)


def _paint_lines(sheet: Sheet, scene: Scene) -> None:
    """Write what is said above and below the chest."""
    wide = LIST - MARGIN - 20
    if scene.above:
        sheet.write(MIDDLE, TOP + 12, scene.above, anchor="mm", width=wide)
    for number, line in enumerate(scene.below):
        below = HEIGHT - 84 + number * 46
        sheet.write(MIDDLE, below, line, FAINT if number else WHITE, anchor="mm", width=wide)


def _paint_claim(sheet: Sheet, claim: str) -> None:
    """Paint the bid in a speech bubble, as large as it can be."""
    wide = 196 if claim.isdigit() else 330
    top = TOP - 6
    sheet.box((MIDDLE - wide / 2, top, MIDDLE + wide / 2, top + 100), WHITE, radius=30)
    sheet.shape(_tip, 40, WHITE, MIDDLE - 20, top + 92)
    if claim.isdigit():
        sheet.write(MIDDLE, top + 49, claim, INK, size=96, anchor="mm", bold=True)
        return
    sheet.pic("dead_man", 88, MIDDLE - wide / 2 + 10, top + 6)
    sheet.write(MIDDLE + 46, top + 50, claim, INK, size=48, anchor="mm", bold=True)


def _paint_pirate(sheet: Sheet, scene: Scene, seat: int) -> None:
    """Paint a pirate's name and gems, with the chest beside its holder."""
    line = min(88, (HEIGHT - TOP - MARGIN) / len(scene.names))
    top = TOP + seat * line
    middle = top + line / 2 - 2
    marked = seat == scene.marked
    box = (LIST, top, WIDTH - MARGIN, top + line - 5)
    sheet.box(box, LIT if marked else PLANK, radius=12, edge=BRASS if marked else None, width=4)
    left = scene.gems[seat]
    if marked and not scene.over:
        sheet.pic("chest", 46, LIST + 8, middle - 23)
    sheet.write(LIST + 58, middle, scene.names[seat], WHITE if left else FAINT)
    if not left:
        sheet.write(WIDTH - MARGIN - 14, middle, "out", FAINT, size=LEAST, anchor="rm")
        return
    start = WIDTH - MARGIN - 12 - scene.of * GEM
    for number in range(scene.of):
        sheet.pic("gem", GEM, start + number * GEM, middle - GEM / 2, faint=number >= left)


# --- the chest ------------------------------------------------------------------------------------


def _front(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw the lower half of a chest, with bands and a lock."""
    u = size / 100
    draw.rounded_rectangle((4 * u, 50 * u, 96 * u, 98 * u), 5 * u, fill=WOOD)
    for left in (14, 76):
        draw.rectangle((left * u, 50 * u, (left + 10) * u, 98 * u), fill=colour)
    draw.rectangle((4 * u, 50 * u, 96 * u, 57 * u), fill=colour)
    draw.rounded_rectangle((42 * u, 46 * u, 58 * u, 70 * u), 3 * u, fill=colour)
    draw.ellipse((47 * u, 53 * u, 53 * u, 59 * u), fill=DARK)
    draw.rectangle((48.6 * u, 56 * u, 51.4 * u, 65 * u), fill=DARK)


def _lid(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw the closed lid of a chest, above its lock."""
    u = size / 100
    draw.rounded_rectangle((4 * u, 18 * u, 96 * u, 80 * u), 26 * u, fill=LID)
    draw.rectangle((4 * u, 49 * u, 96 * u, 82 * u), fill=(0, 0, 0, 0))
    for left in (14, 76):
        draw.rectangle((left * u, 20 * u, (left + 10) * u, 49 * u), fill=colour)
    draw.rounded_rectangle((42 * u, 42 * u, 58 * u, 49 * u), 2 * u, fill=colour)


def _inside(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw the open lid of a chest, and the dark inside of it."""
    u = size / 100
    draw.rounded_rectangle((4 * u, 6 * u, 96 * u, 40 * u), 9 * u, fill=LID)
    for left in (14, 76):
        draw.rectangle((left * u, 6 * u, (left + 10) * u, 34 * u), fill=colour)
    draw.rectangle((6 * u, 30 * u, 94 * u, 80 * u), fill=DARK)


def _tip(draw: ImageDraw, size: float, colour: Colour) -> None:
    """Draw the tip of a speech bubble, pointing down."""
    draw.polygon(((0, 0), (size, 0), (size / 2, size * 0.7)), fill=colour)
