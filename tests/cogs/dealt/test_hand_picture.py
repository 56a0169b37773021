"""The painted hand of Dealt!: its cards, its brackets and its words."""

from io import BytesIO

from PIL import Image

from bot.ui.panels.panel import Picture
from cogs.dealt.pictures.hand import combinations, paint, strip
from games.dealt.cards import MOST_HELD
from games.dealt.legal import moves_of
from games.dealt.moves import Play
from tests.cogs.dealt.face import NAMES, face
from tests.games.dealt.table import ANN, BEN, Table, cards


def pictures(table: Table, seat: int) -> list[Picture]:
    drawn = face.draw.hand(table.view(seat), NAMES)
    return [part for part in drawn.parts if isinstance(part, Picture)]


def test_the_alt_text_names_each_card_and_what_goes_together():
    assert strip(cards("7 7 X 12 Stop Redraw")).alt == (
        "Your hand: A 7, B 7, C X, D 12, E STOP, F REDRAW. "
        "Together: A to C three 7s, C to D a pair of 12s."
    )
    assert strip(cards("1 5 9")).alt == "Your hand: A 1, B 5, C 9."


def test_brackets_join_what_may_be_played_together_and_nothing_else():
    table = Table("7 7 X 12 11 Stop 3 3 4", "1 1", "2 2")
    view = table.view(ANN)
    runs = {
        (move.first, len(move.cards))
        for move in moves_of(view.up, ANN, view.hand)
        if isinstance(move, Play) and len(move.cards) > 1
    }
    found = {(first + 1, size) for first, size in combinations(view.hand)}
    assert found <= runs
    inside = {
        (first, size)
        for first, size in runs - found
        if any(at <= first and first + size <= at + more for at, more in found)
    }
    assert inside == runs - found


def test_the_picture_changes_with_the_cards_alone():
    table = Table("7 7 1", "8 8 9", "2 2")
    [before] = pictures(table, BEN)
    table.play(ANN, 1, 2)
    assert pictures(table, BEN) == [before], "it is Ben's turn now, and his cards are the same"
    [mine] = pictures(table, ANN)
    assert mine.content.cards == ("card_1",)  # type: ignore[attr-defined]


def test_who_holds_no_cards_has_no_picture():
    table = Table("3", "4 1", "5 2").play(ANN, 1)
    assert pictures(table, ANN) == []


def test_a_long_hand_takes_two_rows():
    heights = [
        Image.open(BytesIO(paint(strip(cards("7 " * held)).content))).height  # type: ignore[arg-type]
        for held in (1, 10, 11, MOST_HELD)
    ]
    assert heights[0] == heights[1] < heights[2] == heights[3]
