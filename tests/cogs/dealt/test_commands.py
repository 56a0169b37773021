"""Dealt!: the forms and the autocomplete of slash commands."""

from bot.ui.panels.panel import Form, Request
from bot.ui.ways.offers import suggestions
from cogs.dealt import FACE
from cogs.dealt.read import DRAWN_TO, RESERVE_CARD, RUN, TAKEN_TO
from tests.cogs.dealt.face import NAMES, asked, drawing_table, legal
from tests.games.dealt.table import ANN, BEN, CAT, Table


def test_autocomplete_starts_with_the_likeliest_play_without_an_x():
    view = Table("X 9 3 Stop", "1 1", "2 2").view(ANN)
    found = suggestions(FACE.ways[0], RUN, {}, view, NAMES, legal(view), "")
    assert [text for _, text in found][:3] == ["C", "B", "A-B as 9 9"]


def test_play_without_cards_opens_a_form():
    form = asked(Table("9 7", "1 1", "2 2").view(ANN), Request("play"), line=True)
    assert isinstance(form, Form)
    assert form.title == "Play"
    assert [choice.label for choice in form.entries[0].choices] == ["B", "A"]
    table = Table("1 1", "9 X X", "2 2").play(ANN, 1)  # more than a menu holds
    form = asked(table.view(BEN), Request("play"), line=True)
    assert isinstance(form, Form)
    assert form.entries[0].hint == "one, two or three neighbouring cards"
    assert form.note == "To beat: Ann's 1."
    assert form.entries[0].default == "A"


def suggested(table: Table, seat: int, field: object, given: dict[str, object], text: str):
    (way,) = [way for way in FACE.ways if field in way.fields]
    view = table.view(seat)
    return suggestions(way, field, given, view, NAMES, legal(view), text)  # type: ignore


def test_autocomplete_offers_runs_highest_first():
    table = Table("9 X", "1 1", "2 2")
    found = suggested(table, ANN, RUN, {}, "")
    assert found[:3] == [
        ("A: a 9", "A"),
        ("A-B as 9 9: a pair of 9s (9 X)", "A-B as 9 9"),
        ("B as 12: a 12 (X)", "B as 12"),
    ]
    assert len(found) == 16  # the three, two more for 9 X, eleven more for X
    assert suggested(table, ANN, RUN, {}, "A-B as 8 9") == [
        ("A-B as 9 8: 8-9 in a row (9 X)", "A-B as 9 8")
    ]


def test_autocomplete_names_gaps_by_their_neighbours():
    table = Table("3 1", "9 8", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    assert suggested(table, BEN, RESERVE_CARD, {}, "") == [("12", "12"), ("X", "X")]
    assert suggested(table, BEN, TAKEN_TO, {"card": 12}, "") == [
        ("at C: right end, after 8", "at C"),
        ("at B: between 9 and 8", "at B"),
        ("at A: left end, before 9", "at A"),
    ]
    assert suggested(drawing_table(), ANN, DRAWN_TO, {}, "B") == [("B: between 8 and 3", "B")]
    assert suggested(table, CAT, RESERVE_CARD, {}, "") == []
