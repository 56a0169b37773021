"""Dealt! on Discord: what is drawn, told, offered and read; nothing here needs Discord."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.fields import value_in
from bot.ui.lines import can_be_typed, examples, read_line, suggestions
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Menu, Part, Request, Row, Text
from bot.ui.pics import plain
from bot.ui.ways import Legal, NotNow, named_in, resolve
from bot.ui.words import Names
from cogs.dealt import FACE, PLACE, PLAY, REDRAW, RESERVE, STOP
from cogs.dealt.likely import likely_gaps
from cogs.dealt.read import DRAWN_TO, RESERVE_CARD, RUN, TAKEN_TO
from games.chance import Chance
from games.dealt.cards import DECK, MOST_HELD, PLACES, place
from games.dealt.moves import Move, Place, Play, PlayRedraw, PlayStop, TakeReserve
from games.dealt.state import Options, State
from games.dealt.views import View
from games.rules import IllegalMove, Refusal
from tests.cogs.terms import help_of, named
from tests.games.dealt.table import ANN, BEN, CAT, DAN, RULES, Table, cards

face = FACE
HANDS = cards("7 X 12 Redraw 9 8 3 3 1 5")
NAMES = Names(["Ann", "Ben", "Cat", "Dan", "Eve"])


def words(drawing: object) -> str:
    """Everything that is written in a drawing, for whoever reads or hears it."""
    texts = [part.markdown for part in drawing.parts if isinstance(part, Text)]  # type: ignore
    return plain("\n".join([drawing.headline, *texts]))  # type: ignore


def legal(view: View) -> Legal:
    return Legal(tuple(RULES.legal_moves(view)), RULES.sampled)


def offered(view: View) -> list[Part]:
    return on_hand(FACE.ways, view, NAMES, legal(view))


def buttons(view: View) -> list[str]:
    rows = [part for part in offered(view) if isinstance(part, Row)]
    return [button.label for row in rows for button in row.buttons]


def menus(view: View) -> list[Menu]:
    return [part for part in offered(view) if isinstance(part, Menu)]


def labels(menu: Menu) -> list[str]:
    return [f"{choice.label}: {choice.description}" for choice in menu.choices]


def asked(view: View, wanted: Request, *, line: bool = False) -> Move | Form:
    """Do what the house does with a button, a menu, a form or (`line`) a command."""
    (way,) = [way for way in FACE.ways if way.verb == wanted.verb]
    known = named_in(way, wanted, view, NAMES)
    return resolve(way, known, view, NAMES, legal(view), line=line)


def pressed(view: View, label: str) -> Move | Form:
    (wanted,) = [
        button.request
        for part in offered(view)
        if isinstance(part, Row)
        for button in part.buttons
        if button.label == label
    ]
    return asked(view, wanted)


def typed(table: Table, seat: int, text: str) -> Move | Form | None:
    """Do what the house does with a typed line; None: it is no move at all."""
    view = table.view(seat)
    found = read_line(FACE.ways, text, view, NAMES, legal(view))
    return found and resolve(*found, view, NAMES, legal(view), line=True)


OUT_OF_THE_WAY = " ".join(str(card) for card in (Counter(DECK) - Counter(HANDS)).elements())


def drawing_table() -> Table:
    """Ann, with 9 8 3 in her hand less the 9, has drawn a 4 of three."""
    table = Table("9 8 3", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    return table.play(ANN, 1).redraw(BEN).take(CAT, 1)


# --- drawing --------------------------------------------------------------------------------------


def test_a_hand_is_a_strip_with_letters_for_places():
    table = Table("7 7 X 12 Stop Redraw", "1 1", "2 2")
    text = words(face.hand(table.view(ANN), NAMES))
    assert "```\nA:7 B:7 C:X D:12 E:STOP\nF:REDRAW\n```" in text


def test_a_long_strip_breaks_between_cards_where_a_phone_does():
    table = Table("12 11 10 9 8 7 6 5 4 3 2 1 12 11 10 9 8 7", "1 1", "2 2")
    strip = words(face.hand(table.view(ANN), NAMES)).split("```")[1].strip().split("\n")
    assert max(map(len, strip)) <= 30
    assert " ".join(strip).split() == [
        f"{place(at)}:{card}" for at, card in enumerate(table.state.hands[ANN], 1)
    ]


def test_the_board_says_the_trick_and_everything_that_lies_open():
    table = Table("7 X 12", "Redraw 9 8", "3 3 1", reserves=("5", "4", "2 6"), chips=(2, 0, 1))
    table.play(ANN, 1, 2).redraw(BEN)
    text = words(face.board(table.view(None), NAMES))
    for said in (
        "To beat: a pair of 7s (7 X) by Ann.",
        "Ann leads: a pair of 7s (7 X) — **highest**",
        "Ben: REDRAW\n",
        "Still to act: Cat.",
        "**Ann**  1 card · reserve 5 · 2 chips",
        "**Ben**  2 cards · reserve 4 · no chips: the next one loses",
        "**Cat**  3 cards · reserve 2 6 · 1 chip",
    ):
        assert said in text


def test_what_a_redraw_costs_is_said_once_and_as_it_is():
    table = Table("Redraw 5", "Redraw 9", "3 3 1", "8 8", pile="1 2 4 5 6 7")

    def lines() -> list[str]:
        return words(face.board(table.view(None), NAMES)).split("\n")

    table.redraw(ANN)
    assert "Whoever takes the trick draws 3 cards, or Ann if nobody does." in lines()
    table.redraw(BEN)
    assert "Whoever takes the trick draws 6 cards, or Ann if nobody does." in lines()
    table.play(CAT, 1)
    assert "Whoever takes the trick draws 6 cards." in lines()
    assert sum("draws" in line for line in lines()) == 1
    table.play(DAN, 1)
    assert "Dan draws for two REDRAWs: 6 cards to place." in lines()
    assert sum("draws" in line for line in lines()) == 1
    table = Table("5 2", "Redraw 9", "3 6 1", pile="1 2 4").play(ANN, 1).redraw(BEN).play(CAT, 2)
    assert face.board(table.view(None), NAMES).headline == (
        "Cat draws for the REDRAW: 3 cards to place."
    )


def test_the_board_counts_the_current_trick_among_what_is_played_away():
    table = Table("7 X 12", "Redraw 9 8", "3 3 1", reserves=("", "", "5"), pile=OUT_OF_THE_WAY)
    small = "played away in this round"
    assert f"· nothing {small} ·" in words(face.board(table.view(None), NAMES))
    table.play(ANN, 1, 2).redraw(BEN)
    assert f"· 3 {small} ·" in words(face.board(table.view(None), NAMES))
    (gone,) = FACE.asides
    assert gone.panel(table.view(CAT), NAMES).text() == (
        "**Played away in this round**\n7: 1 of 4\nX: 1 of 2\nREDRAW: 1 of 2"
    )


def test_the_board_remembers_which_reserve_card_went_where():
    table = Table("7 12", "9 8", "3 3 1", reserves=("5", "4", "2 6"))
    table.play(ANN, 1).take(BEN, 4, 1)
    assert "**Ben**  3 cards · no reserve · 2 chips · known B:4" in words(
        face.board(table.view(None), NAMES)
    )


def test_who_is_out_is_told_so():
    table = Table("3", "4 1", "5 2", "").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert "**Ann**  out, safe" in words(face.board(table.view(None), NAMES))
    assert "You are out of this round, and safe." in face.hand(table.view(ANN), NAMES).headline


def test_the_cards_that_are_gone_are_counted():
    table = Table("7 12", "9 8", "3 3 1", reserves=("", "4", ""))
    (aside,) = FACE.asides
    text = aside.panel(table.view(CAT), NAMES).text()
    assert "7: 3 of 4" in text
    assert "STOP: 2 of 2" in text
    assert (aside.verb, aside.label) == ("gone", "Which cards are gone?")


def test_the_ending_says_who_lost_and_how_it_came_to_that():
    table = Table("3", "4 1", "5", chips=(2, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    text = words(face.ending(table.view(None), NAMES))
    assert "**Ben loses**, owing a chip and having none. **Ann and Cat win.**" in text
    assert (
        "**Ann** · 2 chips left, owed none\n**Cat** · 1 chip left, owed none\n"
        "**Ben** · lost, owed one in round 1\n"
    ) in text
    assert "**Who owed a chip**\n1. Ben had the last cards." in text


@pytest.mark.parametrize(
    ("hands", "acts", "said"),
    [
        (("3", "Stop", ""), ("1", "stop"), "1. Ben went out"),
        (("3", "4", ""), ("1", "1"), "1. Ann went out"),
        (("3", "4", "5"), ("1", "1", "1"), "1. Ann and Ben went out"),
        (("3", "Stop", "9"), ("1", "stop"), "1. Cat had the last cards."),
        (("12", "5 3", "9"), ("1",), "1. Ben could play nothing and had no reserve."),
    ],
)
def test_dl_29_the_ending_says_of_every_round_what_is_so(
    hands: tuple[str, ...], acts: tuple[str, ...], said: str
):
    table = Table(*hands, chips=(0, 0, 0))
    for seat, act in enumerate(acts):
        table.stop(seat) if act == "stop" else table.play(seat, int(act))
    text = words(face.ending(table.view(None), NAMES))
    tail = " in the last trick without its highest combination."
    assert said + (tail if said.endswith("out") else "") in text.split("\n")


def test_terms_and_help():
    assert named(face, Options()).startswith("2 chips each, a short game")
    assert named(face, Options(chips=3)).startswith("3 chips each, a longer game")
    whole = help_of(face)
    for word in (
        *("by lot", "an X as 12", "known", "STOP and a REDRAW in one trick", "`6-5`", "`gone`"),
        *("any combination goes", "takes no reserve card", "against the order of play"),
        *("before anybody draws", "two chips, or with three"),
    ):
        assert word in whole, word


# --- offered --------------------------------------------------------------------------------------


def test_what_is_higher_is_offered_and_nothing_else():
    table = Table("7 7 1", "8 8 9 7 7", "2 2").play(ANN, 1, 2)
    assert menus(table.view(BEN)) == []
    assert buttons(table.view(BEN)) == [  # but neither a 9 nor the pair of 7s
        "Play B-D: sequence 7-8-9",
        "Play A-B: a pair of 8s",
    ]
    made = pressed(table.view(BEN), "Play B-D: sequence 7-8-9")
    assert made == Play(first=2, cards=(8, 9, 7), values=(8, 9, 7))


def test_of_many_plays_the_likeliest_are_buttons_and_lead_the_menu():
    """Most cards first, of these the lowest; nothing is offered twice."""
    view = Table("9 8 8 2 2 5 12", "1 1", "3 3").view(ANN)
    assert buttons(view) == ["Play A-B: sequence 8-9", "Play D-E: a pair of 2s"]
    (menu,) = menus(view)
    assert menu.placeholder == "Play something else…"
    assert labels(menu)[-1] == "G: a 12"
    assert len(labels(menu)) + 2 == len(RULES.legal_moves(view))


def test_an_x_is_never_spent_first():
    """Not in the first menu where a play of its kind or a higher one is there without it."""
    view = Table("9 X 1 1 5 7 2 2", "12 12", "3 3").view(ANN)
    first, rest = menus(view)
    assert [button for button in buttons(view) if "X" in button] == []
    assert first.placeholder == "Play something else…"
    assert labels(first)[-1] == "B-D as 1 1 1: trips of 1s (X 1 1)"
    assert [text for text in labels(first)[:-1] if "X" in text] == []
    assert rest.placeholder == "Play with an X…"
    assert labels(rest)[:3] == [
        "B-C as 1 1: a pair of 1s (X 1)",
        "A-B as 9 9: a pair of 9s (9 X)",
        "B as 12: a 12 (X)",
    ]
    chosen = rest.request.with_args({rest.key: rest.choices[1].value})
    assert asked(view, chosen) == Play(first=1, cards=(9, "X"), values=(9, 9))


def test_where_nothing_goes_without_an_x_it_is_offered_first_as_the_most_it_can_mean():
    table = Table("7 7 1", "9 X 5", "2 2").play(ANN, 1, 2)
    first, *rest = menus(table.view(BEN))
    assert first.placeholder == "Play…"
    assert labels(first) == ["A-B as 9 9: a pair of 9s (9 X)"]
    assert not rest
    table = Table("3 1", "X 2", "4 4").play(ANN, 1)
    first, rest = menus(table.view(BEN))
    assert labels(first) == ["A-B as 2 2: a pair of 2s (X 2)", "A as 12: a 12 (X)"]
    assert labels(rest)[:2] == ["A-B as 3 2: sequence 2-3 (X 2)", "A-B as 1 2: sequence 1-2 (X 2)"]


def test_without_an_x_there_is_no_second_menu():
    assert len(menus(Table("9 7 1 4 4", "1 1", "2 2").view(ANN))) == 1


def test_buttons_are_those_of_the_cards_one_has():
    table = Table("10 1", "9 Stop Redraw", "1 1", reserves=("", "5 12", "4"))
    assert buttons(table.view(BEN)) == []
    table.play(ANN, 1)
    assert buttons(table.view(BEN)) == ["Stop the trick", "Play REDRAW"]
    assert [menu.placeholder for menu in menus(table.view(BEN))] == ["Take 5…", "Take 12…"]
    assert pressed(table.view(BEN), "Stop the trick") == PlayStop(position=2)
    assert pressed(table.view(BEN), "Play REDRAW") == PlayRedraw(position=3)


def test_a_leader_is_offered_no_reserve_card():
    table = Table("3 1", "9 2", "1 1", reserves=("7 8", "", ""))
    assert buttons(table.view(ANN)) == ["Play B: a 1", "Play A: a 3"]
    assert menus(table.view(ANN)) == []


def test_of_two_like_special_cards_a_menu_asks_which():
    table = Table("Stop 7 Stop", "1 1", "2 2")
    (menu,) = menus(table.view(ANN))
    assert menu.placeholder == "Stop the trick…"
    assert [choice.label for choice in menu.choices] == ["stop A", "stop C"]
    chosen = menu.request.with_args({menu.key: menu.choices[1].value})
    assert asked(table.view(ANN), chosen) == PlayStop(position=3)


def test_a_reserve_card_has_a_menu_of_its_places_the_likeliest_first():
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
    assert form.title == "Take X from your reserve"
    assert [choice.label for choice in form.entries[0].choices if choice.chosen] == ["at C"]


def test_few_places_of_a_reserve_card_are_buttons():
    table = Table("10 1", "9 5", "2 2", reserves=("", "12", "")).play(ANN, 1)
    assert buttons(table.view(BEN)) == ["Take 12 to C", "Take 12 to B", "Take 12 to A"]
    assert pressed(table.view(BEN), "Take 12 to B") == TakeReserve(card=12, gap=1)


def test_where_a_card_makes_most_it_is_likely_to_go():
    assert likely_gaps(cards("7 3 9"), 3)[0] == 2, "a pair, the right one of two places"
    assert likely_gaps(cards("7 8 1"), 9)[0] == 2
    assert likely_gaps(cards("7 7 1"), 7)[0] == 2
    assert likely_gaps(cards("4 9 1"), 12) == [3, 2, 1, 0], "nowhere: to the right end"
    assert likely_gaps((), 12) == [0]


def test_there_is_a_letter_for_every_place_and_x_is_none():
    assert len(PLACES) > MOST_HELD
    assert "X" not in PLACES


def test_a_drawn_card_asks_where_it_goes():
    table = drawing_table()
    drawing = face.hand(table.view(ANN), NAMES)
    assert plain(drawing.headline) == "You drew **4** (2 more to come). Where does it go?"
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
        assert "drew" not in words(face.hand(table.view(other), NAMES))
        assert offered(table.view(other)) == []


def test_a_drawn_card_for_an_empty_hand_is_put_there():
    table = Table("Redraw", "Stop 2", "3 1", pile="4 5 6").redraw(ANN).stop(BEN)
    assert buttons(table.view(ANN)) == ["Put the 4 into your hand"]
    assert pressed(table.view(ANN), "Put the 4 into your hand") == Place(gap=0)


def test_nothing_is_pressed_on_the_board():
    for table in (Table("3 1", "9 Stop", "1 1", reserves=("", "5", "")), drawing_table()):
        assert on_board(FACE.ways, table.view(None), NAMES) == []


# --- every position -------------------------------------------------------------------------------


def position(seats: int, seed: int, moves: int) -> tuple[State, list[object]]:
    """Return a state of a random game, and all that was told on the way."""
    picks = random.Random(seed)
    step = RULES.start(seats, Options(), Chance.of(b"deal", seed, 0))
    told = list(step.told)
    for rev in range(1, moves + 1):
        to_move = RULES.to_move(RULES.view(step.state, None))
        if not to_move:
            break
        seat = next(iter(to_move))
        move = picks.choice(list(RULES.legal_moves(RULES.view(step.state, seat))))
        step = RULES.play(step.state, seat, move, Chance.of(b"deal", seed, rev))
        told += step.told
    return step.state, told  # type: ignore


positions = st.builds(
    position, st.sampled_from([3, 4, 5]), st.integers(0, 10**6), st.integers(0, 150)
)


def reachable(view: View) -> set[Move]:
    """Every move that the hand leads to, through its forms as well."""
    found: set[Move] = set()
    for part in offered(view):
        requests = (
            [button.request for button in part.buttons]
            if isinstance(part, Row)
            else [part.request.with_args({part.key: choice.value}) for choice in part.choices]  # type: ignore
        )
        for wanted in requests:
            made = asked(view, wanted)
            if isinstance(made, Form):
                (entry,) = made.entries
                for choice in entry.choices:
                    found.add(asked(view, made.request.with_args({entry.key: choice.value})))  # type: ignore
            else:
                found.add(made)
    return found


@settings(max_examples=40, deadline=None)
@given(positions)
def test_every_position_can_be_drawn_and_every_legal_move_be_pressed(
    found: tuple[State, list[object]],
):
    state, _ = found
    public = RULES.view(state, None)
    if state.up.losers:
        assert "Who owed a chip" in words(face.ending(public, NAMES))
        return
    to_move = RULES.to_move(public)
    assert face.private(public) == to_move
    for drawing in [face.board(public, NAMES)] + [
        face.hand(RULES.view(state, seat), NAMES) for seat in range(len(state.hands))
    ]:
        assert len(words(drawing)) < 3000
    for seat in range(len(state.hands)):
        own = RULES.view(state, seat)
        assert reachable(own) == set(RULES.legal_moves(own))


@settings(max_examples=30, deadline=None)
@given(positions)
def test_what_is_written_is_read_back_and_every_example_can_be_typed(
    found: tuple[State, list[object]],
):
    state, _ = found
    for seat in RULES.to_move(RULES.view(state, None)):
        view = RULES.view(state, seat)
        can = legal(view)
        for way in FACE.ways:
            for move in can.of(way):
                known = {name: getattr(move, name) for name in move.__slots__ if name != "kind"}
                for field in way.fields:
                    value = value_in(field, known)
                    assert field.read(field.write(value, NAMES), view, NAMES) == (value, "")
        lines = examples(FACE.ways, view, NAMES, can)
        assert lines
        for line in lines:
            read = read_line(FACE.ways, line, view, NAMES, can)
            assert read is not None, line
            move = resolve(*read, view, NAMES, can, line=True)
            assert move in can.moves, line


@settings(max_examples=30, deadline=None)
@given(positions)
def test_every_event_is_told_and_only_the_obvious_is_not(found: tuple[State, list[object]]):
    for told in found[1]:
        for to in (None, 0, 1, 2) if told.to is None else (None, *told.to):  # type: ignore
            line = face.tell(told.event, NAMES, to)  # type: ignore
            kind = told.event.kind  # type: ignore
            if kind == "hand_dealt" and to is not None:
                assert line == ""
            elif kind != "lead_taken":
                assert line.endswith(".")
                assert not line[0].islower()
                assert "\n" not in line
                assert len(line) < 300


@settings(max_examples=30, deadline=None)
@given(positions)
def test_no_custom_id_says_what_is_in_a_hand(found: tuple[State, list[object]]):
    """What a button sends is the same whatever the cards: only kinds of move differ."""
    state, _ = found
    for seat in range(len(state.hands)):
        for part in offered(RULES.view(state, seat)):
            some = [b.request for b in part.buttons] if isinstance(part, Row) else [part.request]  # type: ignore
            for wanted in some:
                assert set(wanted.args) <= {"card", "gap", "said"}
                assert re.fullmatch("[A-W](-[A-W])?", wanted.args.get("said", "A")), "no card"
                if "card" in wanted.args:
                    assert wanted.args["card"].strip('"') in map(str, state.up.reserves[seat])


# --- telling --------------------------------------------------------------------------------------


def told(table: Table, to: int | None) -> list[str]:
    return [line for event in table.events if (line := face.tell(event, NAMES, to))]


def test_a_trick_is_told_to_everybody_and_to_you():
    table = Table("7 X 1", "Redraw", "9 9 3", pile="4 5 6").play(ANN, 1, 2).redraw(BEN)
    table.play(CAT, 1, 2).place(CAT, 0, 0, 0)
    assert told(table, None)[:5] == [
        "Ann played a pair of 7s (7 X).",
        "Ben played REDRAW: 3 more cards to draw when the trick ends.",
        "Cat played a pair of 9s.",
        "Cat took the trick.",
        "The REDRAW gave Cat 3 cards to draw.",
    ]
    assert "You played a pair of 7s (7 X)." in told(table, ANN)
    assert "You are out of cards, and safe." in told(table, BEN)
    assert "You drew 4." in told(table, CAT)


def test_two_redraws_are_told_as_six_cards():
    table = Table("3 1", "Redraw 2", "Redraw 5", "9 8", pile="1 2 3 4 5 6 7")
    table.play(ANN, 1).redraw(BEN).redraw(CAT).play(DAN, 1)
    assert told(table, DAN)[1:-1] == [
        "Ben played REDRAW: 3 more cards to draw when the trick ends.",
        "Cat played REDRAW: 3 more cards to draw when the trick ends.",
        "You played a 9.",
        "You took the trick.",
        "The two REDRAWs gave you 6 cards to draw.",
    ]


def test_dl_16_who_pays_is_never_told_to_be_safe_and_everything_is_told_once():
    table = Table("3", "4", "5", chips=(0, 1, 2)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    for reader in (None, ANN, BEN, CAT):
        assert not any("safe" in line for line in told(table, reader))
    assert told(table, None)[3:] == [
        "Cat took the trick.",
        "All hands were empty: that ended the round. Without the highest combination, "
        "Ann and Ben owed a chip each. Chips: Ann 0, Ben 0, Cat 2.",
        "Ann lost, owing a chip and having none. Everybody else won.",
    ]


def test_dl_33_a_chip_that_nobody_has_is_owed_and_not_paid():
    for chips in ((2, 0, 2), (2, 1, 2)):
        table = Table("3", "4 1", "5", chips=chips).play(ANN, 1).play(BEN, 1).play(CAT, 1)
        assert (
            "Ben was the last with cards: that ended the round, and a chip was owed."
            " Chips: Ann 2, Ben 0, Cat 2."
        ) in told(table, None)
        assert not any("cost" in line or "paid" in line for line in told(table, BEN))


def test_the_end_of_a_round_is_told():
    table = Table("3", "4 1", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    costs = "that ended the round, and a chip was owed. Chips: Ann 2, Ben 1, Cat 2."
    assert f"Ben was the last with cards: {costs}" in told(table, None)
    assert f"You were the last with cards: {costs}" in told(table, BEN)
    assert "Round 2: new hands for everybody. You lead." in told(table, BEN)
    table = Table("12", "4 1", "5 2").play(ANN, 1)
    assert any("You could play nothing and had no reserve" in line for line in told(table, BEN))


def test_several_who_pay_are_told_together():
    table = Table("3", "4", "5", chips=(0, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    without = "Without the highest combination"
    assert any(f"{without}, Ann and Ben owed a chip each." in t for t in told(table, None))
    assert any(f"{without}, you and Ann owed a chip each." in t for t in told(table, BEN))
    assert (
        told(table, BEN)[-1]
        == "You and Ann lost, owing a chip and having none. Everybody else won."
    )


def test_a_deal_is_laid_open_only_when_everybody_is_told():
    step = RULES.start(3, Options(), Chance.tape([0, DECK]))
    (hand,) = [t for t in step.told if t.to == {0}]
    assert face.tell(hand.event, NAMES, 0) == ""
    assert face.tell(hand.event, NAMES, None) == "Ann was dealt 1 1 1 1 2 2 2 2 3 3."


# --- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first", "values"),
    [
        ("A", 1, (7,)),
        ("A-B", 1, (7, 7)),
        ("A B", 1, (7, 7)),
        ("B,A", 1, (7, 7)),
        ("play A-C", 1, (7, 7, 7)),
        ("Play: A-C", 1, (7, 7, 7)),
        ("A-B-C", 1, (7, 7, 7)),
        ("B-C as 7 8", 2, (7, 8)),
        ("B-C as 8", 2, (7, 8)),
        ("B-C as 8 7", 2, (7, 8)),
        ("B-D as 9", 2, (7, 9, 8)),
        ("B C D as 7 8 9", 2, (7, 9, 8)),
        ("C", 3, (12,)),
        ("C as 4.", 3, (4,)),
        ("`c AS 4`", 3, (4,)),
        ("a-b", 1, (7, 7)),
    ],
)
def test_a_run_is_typed_by_its_letters(text: str, first: int, values: tuple[int, ...]):
    table = Table("7 7 X 8 Stop", "1 1", "2 2")
    cards = table.state.hands[ANN][first - 1 : first - 1 + len(values)]
    assert typed(table, ANN, text) == Play(first=first, cards=cards, values=values)


def test_an_order_that_makes_no_difference_need_not_be_known():
    table = Table("X X 6", "1 1", "2 2")
    for text in ("A-B as 2 3", "A-B as 3 2"):
        assert typed(table, ANN, text) == Play(first=1, cards=("X", "X"), values=(2, 3))
    for text in ("A-C as 7 8", "A-C as 8 7", "A-C as 6 7 8", "A-C as 8 6 7"):
        move = typed(table, ANN, text)
        assert move in RULES.legal_moves(table.view(ANN))
        assert sorted(move.values) == [6, 7, 8]  # type: ignore


def test_special_cards_are_typed_by_name_or_letter():
    table = Table("7 Stop Redraw", "1 1", "2 2")
    for text in ("stop", "B", "stop B", "stop at B", "play stop", "Stop the trick!"):
        assert typed(table, ANN, text) == PlayStop(position=2), text
    for text in ("Redraw!", "C", "redraw C", "play the redraw"):
        assert typed(table, ANN, text) == PlayRedraw(position=3), text
    with pytest.raises(NotNow):
        typed(Table("7 1", "1 1", "2 2"), ANN, "stop")
    with pytest.raises(Refusal, match="play it with `stop B`"):
        typed(table, ANN, "play B")
    with pytest.raises(Refusal, match="Your STOP lies at B"):
        typed(table, ANN, "stop A")


def test_of_two_like_special_cards_one_is_asked_for():
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
        ("reserve 12 at C", 2),
        ("reserve 12, c", 2),
        ("take the 12 at A", 0),
        ("take 12 at B", 1),
        ("reserve 12 right", 3),
        ("take 12 to the right end", 3),
        ("take 12 left", 0),
    ],
)
def test_a_reserve_card_is_typed_with_its_place(text: str, gap: int):
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    assert typed(table, BEN, text) == TakeReserve(card=12, gap=gap)


def test_a_reserve_card_without_its_place_or_with_a_wrong_one_is_refused():
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    with pytest.raises(Refusal, match="`reserve 12 at D` puts it at the right end"):
        typed(table, BEN, "reserve 12")
    with pytest.raises(Refusal, match="`reserve X at D`"):
        typed(table, BEN, "take the X somewhere")
    with pytest.raises(Refusal, match=r"not in your reserve\. You can take 12 or X\."):
        typed(table, BEN, "reserve 4 at A")
    with pytest.raises(Refusal, match=r"Which card of your reserve\? You can take 12 or X\."):
        typed(table, BEN, "reserve")
    with pytest.raises(Refusal, match="A to D of your hand"):
        typed(table, BEN, "reserve 12 at E")
    with pytest.raises(Refusal, match="anything of “please”"):
        typed(table, BEN, "reserve 12 at C please")
    with pytest.raises(NotNow):
        typed(Table("3 1", "9 8", "2 2"), ANN, "take 4 left")
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "1 1", "")).play(ANN, 1)
    with pytest.raises(Refusal, match="You can take 1\\."):
        typed(table, BEN, "reserve 12 at A")


def test_a_drawn_card_is_placed_by_a_letter():
    table = drawing_table()
    for text in ("C", "right", "place c", "put it at C", "at the right end", "Place at C."):
        assert typed(table, ANN, text) == Place(gap=2), text
    assert typed(table, ANN, "left") == typed(table, ANN, "A") == Place(gap=0)
    with pytest.raises(Refusal, match="`left` or `right`"):
        typed(table, ANN, "place there")
    with pytest.raises(Refusal, match="A to C of your hand"):
        typed(table, ANN, "D")
    with pytest.raises(Refusal, match="anything of"):
        typed(table, ANN, "A-B")


@pytest.mark.parametrize(
    "text", ["0", "9", "I", "1-2", "A-D", "A C", "3-A", "A A", "play", "play -", "E-E-E", "as 7"]
)
def test_what_is_no_run_is_refused_with_what_can_be_typed(text: str):
    with pytest.raises(Refusal):
        typed(Table("7 7 X 8 9", "1 1", "2 2"), ANN, text)


@pytest.mark.parametrize("text", ["", "hello", "-", "what now?"])
def test_what_is_no_move_at_all_is_left_alone(text: str):
    assert typed(Table("7 7 X 8 9", "1 1", "2 2"), ANN, text) is None


@pytest.mark.parametrize("text", ["A-B as 8", "C as 7 8", "A-C as 7 8"])
def test_values_are_for_each_card_or_for_each_x(text: str):
    with pytest.raises(Refusal):
        typed(Table("7 7 X 8 9", "1 1", "2 2"), ANN, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A-B as 8 8", "counts as itself"),
        ("C as 13", "An X counts as a number from 1 to 12"),
        ("D-F", "no combination"),
        ("F-G", "played alone"),
    ],
)
def test_what_cannot_be_meant_is_read_and_the_rules_say_why_not(text: str, why: str):
    table = Table("7 7 X 8 9 2 Stop", "1 1", "2 2")
    move = typed(table, ANN, text)
    with pytest.raises(IllegalMove, match=why):
        table.do(ANN, move)  # type: ignore


def test_everybody_is_told_whom_the_table_waits_for():
    table = Table("7 7 1", "8 8 9", "2 2 5", "", reserves=("", "", "3"))

    def situation(seat: int | None) -> str:
        return face.situation(table.view(seat), NAMES)

    assert situation(ANN) == "**You lead**: play one or two neighbouring cards."
    assert situation(BEN) == situation(None) == "It is Ann's turn to lead."
    assert situation(3) == "You are out of this round, and safe. It is Ann's turn to lead."
    table.play(ANN, 1)
    assert situation(None) == situation(CAT) == "It is Ben's turn."
    assert situation(ANN) == (
        "You have acted in this trick already, as everybody does once. It is Ben's turn."
    )
    assert situation(BEN).startswith("**Your turn.** To beat: a 7 by Ann.")
    table = drawing_table()
    assert situation(ANN) == "You drew **4** (2 more to come). Where does it go?"
    assert situation(BEN) == "Ann is still placing cards drawn for a REDRAW."


@pytest.mark.parametrize("verb", ["stop", "redraw", "reserve", "place"])
def test_what_there_is_none_of_just_now_is_refused(verb: str):
    table = Table("7 7 1", "8 8 9", "2 2 5", reserves=("5", "", "3"))
    with pytest.raises(NotNow) as refused:
        asked(table.view(ANN), Request(verb))
    assert refused.value.way.verb == verb


def test_what_is_shown_as_an_example_spends_no_x():
    view = Table("X 7 7 X 12", "2 2", "3 3").view(ANN)
    assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == "You can type `B-C`."
    (entry,) = asked(view, Request("play")).entries  # type: ignore[union-attr]
    likely = entry.default or next(choice.label for choice in entry.choices if choice.chosen)
    assert likely == "B-C"


def test_what_can_be_typed_is_said():
    table = Table("3 1", "2 9 Stop", "1 1", reserves=("", "5 12", "4")).play(ANN, 1)
    view = table.view(BEN)
    assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == (
        "You can type `B`, `stop C` or `reserve 5 at D`."
    )
    view = drawing_table().view(ANN)
    assert can_be_typed(FACE.ways, view, NAMES, legal(view)) == "You can type `C`."


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([way.verb for way in FACE.ways]),
    st.dictionaries(
        st.sampled_from(["?cards", "?card", "?at", "*cards", "*at", "card", "gap", "first"]),
        st.one_of(st.text(max_size=12), st.from_regex(r"[0-9A-F -]{0,9}(as [0-9 ?]{0,5})?")),
    ),
)
def test_anything_asked_for_is_read_or_refused(verb: str, args: dict[str, str]):
    for table in (Table("7 X 8 Stop", "1 1", "2 2", reserves=("7",)), drawing_table()):
        for line in (False, True):
            said = "It was read."
            try:
                asked(table.view(ANN), Request(verb, args), line=line)
            except Refusal as refused:
                said = str(refused)
            assert said.endswith((".", "!", "?"))


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(st.text(max_size=30), st.from_regex(r"(play|stop|reserve|put)? ?[0-9A-FX -]{0,9}"))
)
def test_anything_typed_is_read_or_refused(text: str):
    for table in (Table("7 X 8 Stop", "1 1", "2 2", reserves=("7",)), drawing_table()):
        said = "It was read."
        try:
            typed(table, ANN, text)
        except Refusal as refused:
            said = str(refused)
        assert said.endswith((".", "!", "?"))


# --- commands -------------------------------------------------------------------------------------


def test_there_is_a_way_for_each_kind_of_move():
    assert [(way.verb, way.move) for way in FACE.ways] == [
        ("play", Play),
        ("stop", PlayStop),
        ("redraw", PlayRedraw),
        ("reserve", TakeReserve),
        ("place", Place),
    ]
    assert FACE.ways == (PLAY, STOP, REDRAW, RESERVE, PLACE)


def test_a_whole_game_can_be_given_as_commands():
    table = Table("X 9 Stop", "1 1", "2 2", reserves=("", "12", ""))
    assert asked(table.view(ANN), Request("play", {"?cards": "A-B as 9 9"}), line=True) == Play(
        first=1, cards=("X", 9), values=(9, 9)
    )
    assert asked(table.view(ANN), Request("stop"), line=True) == PlayStop(position=3)
    table.play(ANN, 2)
    wanted = Request("reserve", {"?card": "12", "?at": "B"})
    assert asked(table.view(BEN), wanted, line=True) == TakeReserve(card=12, gap=1)
    assert asked(drawing_table().view(ANN), Request("place", {"?at": "C"})) == Place(gap=2)


def test_what_is_suggested_begins_with_the_likeliest_and_never_with_an_x():
    view = Table("X 9 3 Stop", "1 1", "2 2").view(ANN)
    found = suggestions(FACE.ways[0], RUN, {}, view, NAMES, legal(view), "")
    assert [text for _, text in found][:3] == ["C", "B", "A-B as 9 9"]


def test_a_play_that_is_not_named_is_asked_for():
    form = asked(Table("9 7", "1 1", "2 2").view(ANN), Request("play"), line=True)
    assert isinstance(form, Form)
    assert form.title == "Play"
    assert [choice.label for choice in form.entries[0].choices] == ["B", "A"]
    table = Table("1 1", "9 X X", "2 2").play(ANN, 1)  # more than a menu holds
    form = asked(table.view(BEN), Request("play"), line=True)
    assert isinstance(form, Form)
    assert form.entries[0].hint == "one, two or three neighbouring cards"
    assert form.note == "To beat: a 1 by Ann."
    assert form.entries[0].default == "A"


def suggested(table: Table, seat: int, field: object, given: dict[str, object], text: str):
    (way,) = [way for way in FACE.ways if field in way.fields]
    view = table.view(seat)
    return suggestions(way, field, given, view, NAMES, legal(view), text)  # type: ignore


def test_runs_are_offered_while_one_types_the_highest_first():
    table = Table("9 X", "1 1", "2 2")
    found = suggested(table, ANN, RUN, {}, "")
    assert found[:3] == [
        ("A: a 9", "A"),
        ("A-B as 9 9: a pair of 9s (9 X)", "A-B as 9 9"),
        ("B as 12: a 12 (X)", "B as 12"),
    ]
    assert len(found) == 16  # the three, two more for 9 X, eleven more for X
    assert suggested(table, ANN, RUN, {}, "A-B as 8 9") == [
        ("A-B as 9 8: sequence 8-9 (9 X)", "A-B as 9 8")
    ]


def test_reserve_cards_and_gaps_are_offered_by_what_they_lie_between():
    table = Table("3 1", "9 8", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    assert suggested(table, BEN, RESERVE_CARD, {}, "") == [("12", "12"), ("X", "X")]
    assert suggested(table, BEN, TAKEN_TO, {"card": 12}, "") == [
        ("at C: right end, after 8", "at C"),
        ("at B: between 9 and 8", "at B"),
        ("at A: left end, before 9", "at A"),
    ]
    assert suggested(drawing_table(), ANN, DRAWN_TO, {}, "B") == [("B: between 8 and 3", "B")]
    assert suggested(table, CAT, RESERVE_CARD, {}, "") == []
