"""Paint a hand of Dealt! as a strip of cards with their letters, for its owner.

Brackets join neighbours that make a combination. The strip depends on the hand alone, not on what
must be beaten, so it changes only when the cards do.
"""

from dataclasses import dataclass

from bot.ui.paint.sheet import GOLD, WHITE, WIDTH, Sheet
from bot.ui.panels.panel import Painter, Picture
from cogs.dealt.pics import of
from cogs.dealt.pictures.picture import FELT, TABLE
from games.dealt.cards import LONGEST, Cards, label, place, readings, spoken

MARGIN, TOP, GAP = 14, 50, 12
ROW = 10  # the most cards in a row
CARD = 84
LANE = 14  # the distance between brackets that overlap
LINE = TOP + CARD + LONGEST * LANE + GAP  # the height of a row


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """The content of the picture: the pictures of the cards, and where each bracket begins.

    A bracket is the position of its first card, counted from 0, and how many cards it joins.
    """

    cards: tuple[str, ...]
    brackets: tuple[tuple[int, int], ...]


def strip(hand: Cards) -> Picture:
    """Return the picture of a hand that holds cards, with its alt text."""
    content = Strip(cards=tuple(map(of, hand)), brackets=tuple(combinations(hand)))
    return Picture(content, alt_of(hand), STRIP)


def combinations(hand: Cards) -> list[tuple[int, int]]:
    """Find the neighbours that make a combination, without those inside a longer one."""
    found: list[tuple[int, int]] = []
    for size in range(LONGEST, 1, -1):
        for first in range(len(hand) - size + 1):
            inside = any(at <= first and first + size <= at + more for at, more in found)
            if not inside and readings(hand[first : first + size]):
                found.append((first, size))
    return sorted(found)


def alt_of(hand: Cards) -> str:
    """Describe a hand to a player who cannot see it."""
    cards = ", ".join(f"{place(at)} {label(card)}" for at, card in enumerate(hand, 1))
    runs = [
        f"{place(first + 1)} to {place(first + size)} {spoken(best)}"
        for first, size in combinations(hand)
        for best in readings(hand[first : first + size])[-1:]
    ]
    together = f" Together: {', '.join(runs)}." if runs else ""
    return f"Your hand: {cards}.{together}"


def paint(strip: Strip) -> bytes:
    """Paint a hand as a PNG, in two rows if it is long."""
    count = len(strip.cards)
    rows = -(-count // ROW)
    wide = -(-count // rows)
    sheet = Sheet(rows * LINE + GAP, TABLE)
    step = (WIDTH - 2 * MARGIN) / ROW
    for at, card in enumerate(strip.cards):
        row, column = divmod(at, wide)
        left, top = MARGIN + column * step, GAP + row * LINE
        sheet.box((left + 3, top, left + step - 3, top + LINE - GAP), FELT, radius=10)
        sheet.write(left + step / 2, top + 26, place(at + 1), WHITE, anchor="mm")
        sheet.pic(card, CARD, left + (step - CARD) / 2, top + TOP)
    for first, size, lane in _lanes(strip.brackets):
        for row in range(rows):
            begin, end = max(first, row * wide), min(first + size, (row + 1) * wide)
            if begin < end:
                left = MARGIN + (begin - row * wide) * step
                right = left + (end - begin) * step
                top = GAP + row * LINE + TOP + CARD + lane * LANE
                sheet.box((left + 12, top, right - 12, top + 7), GOLD, radius=3)
    return sheet.png()


STRIP = Painter("hand", 1, paint)


def _lanes(brackets: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int]]:
    """Give each bracket the first lane in which it overlaps no other."""
    ends: list[int] = []  # where each lane is free again
    found: list[tuple[int, int, int]] = []
    for first, size in brackets:
        lane = next((lane for lane, end in enumerate(ends) if end <= first), len(ends))
        ends[lane : lane + 1] = [first + size]
        found.append((first, size, lane))
    return found
