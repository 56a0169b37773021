"""Dealt!: typed lines and answers."""

import pytest

from bot.ui.panels.panel import Form, Request
from bot.ui.ways.offers import can_be_typed
from bot.ui.ways.resolve import NotNow
from cogs.dealt import FACE
from games.dealt.moves import Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.rules import IllegalMove, Refusal
from tests.cogs.dealt.face import NAMES, asked, drawing_table, face, legal, typed
from tests.games.dealt.table import ANN, BEN, CAT, RULES, Table


@pytest.mark.parametrize(
    ("text", "first", "values"),
    [
        ("A", 1, (7,)),
        *((text, 1, (7, 7)) for text in ("A-B", "A B", "B,A", "a-b")),
        *((text, 1, (7, 7, 7)) for text in ("play A-C", "Play: A-C", "A-B-C")),
        *((text, 2, (7, 8)) for text in ("B-C as 7 8", "B-C as 8", "B-C as 8 7")),
        *((text, 2, (7, 9, 8)) for text in ("B-D as 9", "B C D as 7 8 9")),
        *(("C", 3, (12,)), ("C as 4.", 3, (4,)), ("`c AS 4`", 3, (4,))),
    ],
)
def test_a_run_is_typed_by_its_letters(text: str, first: int, values: tuple[int, ...]):
    table = Table("7 7 X 8 Stop", "1 1", "2 2")
    cards = table.state.hands[ANN][first - 1 : first - 1 + len(values)]
    assert typed(table, ANN, text) == Play(first=first, cards=cards, values=values)


def test_readings_in_any_order_are_the_same_play():
    table = Table("X X 6", "1 1", "2 2")
    for text in ("A-B as 2 3", "A-B as 3 2"):
        assert typed(table, ANN, text) == Play(first=1, cards=("X", "X"), values=(2, 3))
    for text in ("A-C as 7 8", "A-C as 8 7", "A-C as 6 7 8", "A-C as 8 6 7"):
        move = typed(table, ANN, text)
        assert move in [*RULES.legal_moves(table.view(ANN))]
        assert sorted(move.values) == [6, 7, 8]  # type: ignore


def test_special_cards_are_typed_by_name_or_letter():
    table = Table("7 Stop Redraw", "1 1", "2 2")
    for text in ("stop", "B", "stop B", "stop at B", "play stop", "Stop the trick!"):
        assert typed(table, ANN, text) == PlayStop(position=2), text
    for text in ("Redraw!", "C", "redraw C", "play the redraw"):
        assert typed(table, ANN, text) == PlayRedraw(position=3), text
    with pytest.raises(NotNow):
        typed(Table("7 1", "1 1", "2 2"), ANN, "stop")
    with pytest.raises(Refusal, match="To play it, type `stop B`"):
        typed(table, ANN, "play B")
    with pytest.raises(Refusal, match="Your STOP is at B"):
        typed(table, ANN, "stop A")


def test_typed_special_card_asks_which_of_two():
    table = Table("Stop 7 Stop", "1 1", "2 2")
    with pytest.raises(Refusal, match="`stop A` or `stop C`"):
        typed(table, ANN, "stop")
    assert typed(table, ANN, "stop C") == PlayStop(position=3)
    assert typed(table, ANN, "C") == PlayStop(position=3)
    form = asked(table.view(ANN), Request("stop"), line=True)
    assert isinstance(form, Form), "a command can open a form"


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        *[("take the 12 at A", 0), ("take 12 left", 0), ("take 12 at B", 1)],
        *[("reserve 12 at C", 2), ("reserve 12, c", 2)],
        *[("reserve 12 right", 3), ("take 12 to the right end", 3)],
        *[("Take the 12 and put it at C", 2), ("take 12, put it right", 3)],
    ],
)
def test_a_reserve_card_is_typed_with_its_place(text: str, gap: int):
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    assert typed(table, BEN, text) == TakeReserve(card=12, gap=gap)


def test_a_reserve_card_without_its_place_or_with_a_wrong_one_is_refused():
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    for text, why in (
        ("reserve 12", "`reserve 12 at D` puts it at the right end"),
        ("take the X somewhere", "`reserve X at D`"),
        ("reserve 4 at A", r"isn't in your reserve\. You can take the 12 or the X\."),
        ("reserve", r"Which reserve card\? You can take the 12 or the X\."),
        ("reserve 12 at E", "from A to D"),
        ("reserve 12 at C please", "I don't understand “please”"),
    ):
        with pytest.raises(Refusal, match=why):
            typed(table, BEN, text)
    with pytest.raises(NotNow):
        typed(Table("3 1", "9 8", "2 2"), ANN, "take 4 left")
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "1 1", "")).play(ANN, 1)
    with pytest.raises(Refusal, match="You can take the 1\\."):
        typed(table, BEN, "reserve 12 at A")


def test_a_drawn_card_is_placed_by_a_letter():
    table = drawing_table()
    for text in ("C", "right", "place c", "put it at C", "at the right end", "Place at C."):
        assert typed(table, ANN, text) == Place(gap=2), text
    assert typed(table, ANN, "left") == typed(table, ANN, "A") == Place(gap=0)
    refusals = {
        "place there": "`left` or `right`",
        "D": "from A to C",
        "A-B": "I don't understand",
    }
    for text, why in refusals.items():
        with pytest.raises(Refusal, match=why):
            typed(table, ANN, text)


def test_invalid_run_is_refused():
    table = Table("7 7 X 8 9", "1 1", "2 2")
    letters = ("0", "9", "I", "1-2", "A-D", "A C", "3-A", "A A", "play", "play -", "E-E-E", "as 7")
    for text in (*letters, "A-B as 8", "C as 7 8", "A-C as 7 8"):
        with pytest.raises(Refusal):
            typed(table, ANN, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A-B as 8 8", "counts as itself"),
        ("C as 13", "An X can be any number from 1 to 12"),
        ("D-F", "aren't a combination"),
        ("F-G", "played alone"),
    ],
)
def test_impossible_values_are_refused_by_the_rules(text: str, why: str):
    table = Table("7 7 X 8 9 2 Stop", "1 1", "2 2")
    move = typed(table, ANN, text)
    with pytest.raises(IllegalMove, match=why):
        table.do(ANN, move)  # type: ignore


def test_situation_names_the_player_the_table_waits_for():
    table = Table("7 7 1", "8 8 9", "2 2 5", "", reserves=("", "", "3"))

    def situation(seat: int | None) -> str:
        return face.asked.situation(table.view(seat), NAMES)

    assert situation(ANN) == "**You lead.** Play one or two neighbouring cards."
    assert situation(BEN) == situation(None) == "It's Ann's turn to lead."
    assert situation(3) == "You're out of cards and safe this round. It's Ann's turn to lead."
    table.play(ANN, 1)
    assert situation(None) == situation(CAT) == "It's Ben's turn."
    assert situation(ANN) == ("You've already had your turn in this trick. It's Ben's turn.")
    assert situation(BEN).startswith("**Your turn.** To beat: Ann's 7.")
    table = drawing_table()
    assert situation(ANN) == "You drew **a 4** (2 more to come). Where does it go?"
    assert situation(BEN) == "Ann is still placing cards drawn for a REDRAW."


def test_missing_card_or_reserve_is_refused():
    table = Table("7 7 1", "8 8 9", "2 2 5", reserves=("5", "", "3"))
    for verb in ("stop", "redraw", "reserve", "place"):
        with pytest.raises(NotNow) as refused:
            asked(table.view(ANN), Request(verb))
        assert refused.value.way.verb == verb
    with pytest.raises(Refusal, match=r"^You haven't drawn a card to place\.$"):
        asked(table.view(ANN), Request("place", {"?at": "A"}))


def test_examples_spend_no_x():
    view = Table("X 7 7 X 12", "2 2", "3 3").view(ANN)
    assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == "You can type `B-C`."
    (entry,) = asked(view, Request("play")).entries  # type: ignore[union-attr]
    likely = entry.default or next(choice.label for choice in entry.choices if choice.chosen)
    assert likely == "B-C"


def test_hints_for_typed_lines():
    table = Table("3 1", "2 9 Stop", "1 1", reserves=("", "5 12", "4")).play(ANN, 1)
    view = table.view(BEN)
    assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == (
        "You can type `B`, `stop C` or `reserve 5 at D`."
    )
    view = drawing_table().view(ANN)
    assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == "You can type `C`."
