"""Dealt!: the buttons and menus of a hand, the likeliest first."""

from bot.ui.panels.panel import Form, Menu, Row
from bot.ui.panels.pics import plain
from bot.ui.ways.offers import on_board
from cogs.dealt import FACE
from cogs.dealt.likely import likely_gaps
from games.dealt.cards import MOST_HELD, PLACES
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.views import View
from tests.cogs.dealt.face import NAMES, asked, drawing_table, face, offered, words
from tests.games.dealt.table import ANN, BEN, CAT, RULES, Table, cards


def buttons(view: View) -> list[str]:
    rows = [part for part in offered(view) if isinstance(part, Row)]
    return [button.label for row in rows for button in row.buttons]


def menus(view: View) -> list[Menu]:
    return [part for part in offered(view) if isinstance(part, Menu)]


def labels(menu: Menu) -> list[str]:
    return [f"{choice.label}: {choice.description}" for choice in menu.choices]


def pressed(view: View, label: str) -> Move | Form:
    (wanted,) = [
        button.request
        for part in offered(view)
        if isinstance(part, Row)
        for button in part.buttons
        if button.label == label
    ]
    return asked(view, wanted)


def test_hand_offers_exactly_the_higher_plays():
    table = Table("7 7 1", "8 8 9 7 7", "2 2").play(ANN, 1, 2)
    assert menus(table.view(BEN)) == []
    assert buttons(table.view(BEN)) == [  # but neither a 9 nor the pair of 7s
        "Play 7-8-9",
        "Play the pair of 8s",
    ]
    made = pressed(table.view(BEN), "Play 7-8-9")
    assert made == Play(first=2, cards=(8, 9, 7), values=(8, 9, 7))


def test_a_button_names_letters_only_if_two_plays_have_the_same_cards():
    view = Table("2 9 2", "1 1", "3 3").view(ANN)
    assert buttons(view) == ["Play the 2 at A", "Play the 2 at C", "Play the 9"]
    made = pressed(view, "Play the 2 at C")
    assert made == Play(first=3, cards=(2,), values=(2,))
    assert buttons(Table("4 5", "1 1", "3 3").view(ANN))[0] == "Play 4-5"


def test_likeliest_plays_are_buttons_and_head_the_menu():
    view = Table("9 8 8 2 2 5 12", "1 1", "3 3").view(ANN)
    assert buttons(view) == ["Play 8-9", "Play the pair of 2s"]
    (menu,) = menus(view)
    assert menu.placeholder == "Play something else…"
    assert labels(menu)[-1] == "G: a 12"
    assert len(labels(menu)) + 2 == len(list(RULES.legal_moves(view)))


def test_an_x_is_never_spent_first():
    view = Table("9 X 1 1 5 7 2 2", "12 12", "3 3").view(ANN)
    (menu,) = menus(view)
    assert [button for button in buttons(view) if "X" in button] == []
    assert menu.placeholder == "Play something else…"
    with_x = ["X" in text for text in labels(menu)]
    assert with_x == sorted(with_x), "plays without an X come first"
    assert len(labels(menu)) + len(buttons(view)) == len(list(RULES.legal_moves(view)))


def test_more_plays_than_a_menu_holds_leave_plays_with_an_x_to_a_second_menu():
    view = Table("9 X 1 1 5 7 X 2", "12 12", "3 3").view(ANN)
    first, rest = menus(view)
    assert not [text for text in labels(rest) if "X" not in text]
    assert len(labels(first)) < len(labels(rest))
    assert rest.placeholder == "Play with an X…"
    wanted = [choice for choice in rest.choices if choice.label == "A-B as 9 9"]
    assert asked(view, rest.request.with_args({rest.key: wanted[0].value})) == Play(
        first=1, cards=(9, "X"), values=(9, 9)
    )


def test_needed_x_is_offered_at_its_highest_value():
    table = Table("7 7 1", "9 X 5", "2 2").play(ANN, 1, 2)
    (menu,) = menus(table.view(BEN))
    assert menu.placeholder == "Play…"
    assert labels(menu) == ["A-B as 9 9: a pair of 9s (9 X)"]


def test_without_an_x_there_is_no_second_menu():
    assert len(menus(Table("9 7 1 4 4", "1 1", "2 2").view(ANN))) == 1


def test_buttons_match_the_cards_in_hand():
    table = Table("10 1", "9 Stop Redraw", "1 1", reserves=("", "5 12", "4"))
    assert buttons(table.view(BEN)) == []
    table.play(ANN, 1)
    assert buttons(table.view(BEN)) == ["Stop the trick", "Play a REDRAW"]
    assert [menu.placeholder for menu in menus(table.view(BEN))] == ["Take the 5…", "Take the 12…"]
    assert pressed(table.view(BEN), "Stop the trick") == PlayStop(position=2)
    assert pressed(table.view(BEN), "Play a REDRAW") == PlayRedraw(position=3)


def test_a_leader_is_offered_no_reserve_card():
    table = Table("3 1", "9 2", "1 1", reserves=("7 8", "", ""))
    assert buttons(table.view(ANN)) == ["Play the 1", "Play the 3"]
    assert menus(table.view(ANN)) == []


def test_menu_asks_which_of_two_special_cards():
    table = Table("Stop 7 Stop", "1 1", "2 2")
    (menu,) = menus(table.view(ANN))
    assert menu.placeholder == "Stop the trick…"
    assert [choice.label for choice in menu.choices] == ["stop A", "stop C"]
    chosen = menu.request.with_args({menu.key: menu.choices[1].value})
    assert asked(table.view(ANN), chosen) == PlayStop(position=3)


def test_reserve_card_menu_lists_gaps_likeliest_first():
    table = Table("10 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    twelve, x = menus(table.view(BEN))
    assert [f"{choice.label}: {choice.description}" for choice in twelve.choices] == [
        "at D: right end, after 7",
        "at C: between 8 and 7",
        "at B: between 9 and 8",
        "at A: left end, before 9",
    ]
    assert labels(x)[0] == "at C: between 8 and 7", "10-9-8 is the most that it can make"
    chosen = x.request.with_args({x.key: x.choices[0].value})
    assert asked(table.view(BEN), chosen) == TakeReserve(card="X", gap=2)
    form = asked(table.view(BEN), x.request)  # as a notice asks
    assert isinstance(form, Form)
    assert form.title == "Take the X from your reserve"
    assert [choice.label for choice in form.entries[0].choices if choice.chosen] == ["at C"]


def test_few_places_of_a_reserve_card_are_buttons():
    table = Table("10 1", "9 5", "2 2", reserves=("", "12", "")).play(ANN, 1)
    assert buttons(table.view(BEN)) == [
        "Take the 12 and put it at C",
        "Take the 12 and put it at B",
        "Take the 12 and put it at A",
    ]
    assert pressed(table.view(BEN), "Take the 12 and put it at B") == TakeReserve(card=12, gap=1)


def test_likeliest_gap_makes_the_best_combination():
    assert likely_gaps(cards("7 3 9"), 3)[0] == 2, "a pair, the right one of two places"
    assert likely_gaps(cards("7 8 1"), 9)[0] == 2
    assert likely_gaps(cards("7 7 1"), 7)[0] == 2
    assert likely_gaps(cards("4 9 1"), 12) == [3, 2, 1, 0], "nowhere: to the right end"
    assert likely_gaps((), 12) == [0]


def test_every_position_has_a_letter_other_than_x():
    assert len(PLACES) > MOST_HELD
    assert "X" not in PLACES


def test_a_drawn_card_asks_where_it_goes():
    table = drawing_table()
    drawing = face.draw.hand(table.view(ANN), NAMES)
    assert plain(drawing.headline) == "You drew **a 4** (2 more to come). Where does it go?"
    assert buttons(table.view(ANN)) == [
        "Put the 4 at the right end",
        "Put the 4 at B, between 8 and 3",
        "Put the 4 at the left end",
    ]
    assert pressed(table.view(ANN), "Put the 4 at B, between 8 and 3") == Place(gap=1)
    (menu,) = menus(table.place(ANN, 0).view(ANN))
    assert menu.placeholder == "Put the 5…"
    assert labels(menu)[0] == "B: between 4 and 8", "beside the 4 it makes a sequence"
    for other in (BEN, CAT, None):
        assert "drew" not in words(face.draw.hand(table.view(other), NAMES))
        assert offered(table.view(other)) == []


def test_a_drawn_card_for_an_empty_hand_is_put_there():
    table = Table("Redraw", "Stop 2", "3 1", pile="4 5 6").redraw(ANN).stop(BEN)
    assert buttons(table.view(ANN)) == ["Put the 4 into your hand"]
    assert pressed(table.view(ANN), "Put the 4 into your hand") == Place(gap=0)


def test_board_has_no_buttons():
    for table in (Table("3 1", "9 Stop", "1 1", reserves=("", "5", "")), drawing_table()):
        assert on_board(FACE.ways, table.view(None), NAMES) == []
