"""Dealt! on Discord: what is drawn, told, and read; nothing here needs Discord."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.panel import Ask, Form, Menu, Names, Panel, Row, Text, ask, layout, modal
from cogs.dealt import FACE, gap_offers, run_offers
from games.chance import Chance
from games.dealt.cards import DECK, strength
from games.dealt.state import (
    Move,
    Options,
    Place,
    Play,
    PlayRedraw,
    PlayStop,
    State,
    TakeReserve,
    View,
)
from games.rules import Refusal
from tests.games.dealt_table import ANN, BEN, CAT, RULES, Table

face = FACE(None)  # type: ignore[arg-type]
NAMES = Names(["Ann", "Ben", "Cat", "Dan", "Eve"])


def words(drawing: object) -> str:
    """Everything that is written in a drawing, for whoever reads or hears it."""
    parts = [*drawing.parts, *drawing.controls]  # type: ignore
    texts = [part.markdown for part in parts if isinstance(part, Text)]
    return "\n".join([drawing.headline, *texts])  # type: ignore


def buttons(view: View) -> list[str]:
    drawing = face.hand(view, NAMES)
    rows = [part for part in drawing.controls if isinstance(part, Row)]
    return [button.label for row in rows for button in row.buttons]


def menu(view: View) -> Menu:
    (found,) = [p for p in face.hand(view, NAMES).controls if isinstance(p, Menu)]
    return found


def run(view: View, text: str, **more: str) -> Move | Form | Panel:
    return face.read(ask("play", run=text, **more), view, NAMES)


def typed(table: Table, seat: int, text: str) -> Move | Form | Panel:
    view = table.view(seat)
    return face.read(face.typed(text, view), view, NAMES)


# --- drawing --------------------------------------------------------------------------------------


def test_a_hand_is_a_numbered_strip():
    table = Table("7 7 X 12 Stop Redraw", "1 1", "2 2")
    text = words(face.hand(table.view(ANN), NAMES))
    assert "```\n1:7 2:7 3:X 4:12 5:STOP\n6:REDRAW\n```" in text


def test_a_long_strip_breaks_between_cards_where_a_phone_does():
    table = Table("12 11 10 9 8 7 6 5 4 3 2 1 12 11 10 9 8 7", "1 1", "2 2")
    strip = words(face.hand(table.view(ANN), NAMES)).split("```")[1].strip().split("\n")
    assert max(map(len, strip)) <= 30
    assert " ".join(strip).split() == [
        f"{at}:{card}" for at, card in enumerate(table.state.hands[ANN], 1)
    ]


def test_the_menu_offers_what_is_higher_and_nothing_else():
    table = Table("7 7 1", "8 8 9 7 7", "2 2").play(ANN, 1, 2)
    assert [(c.label, c.value) for c in menu(table.view(BEN)).choices] == [
        ("1-2: a pair of 8s", "1-2[8 8]as 8 8"),
        ("2-4: sequence 7-8-9", "2-4[8 9 7]as 8 9 7"),  # but neither a 9 nor the pair of 7s
    ]


def test_the_menu_offers_the_most_an_x_can_mean_and_then_asks():
    table = Table("9 X 1", "1 1", "2 2")
    labels = [c.label for c in menu(table.view(ANN)).choices]
    assert labels == [
        "1: a 9",
        "1-2: a pair of 9s",
        "1-2: say what X is…",
        "2: a 12",
        "2: say what X is…",
        "2-3: a pair of 1s",
        "2-3: say what X is…",
        "3: a 1",
    ]
    (choice,) = [c for c in menu(table.view(ANN)).choices if c.value == "1-2[9 X]as ?"]
    form = run(table.view(ANN), choice.value, over="none")
    assert isinstance(form, Form)
    (field,) = form.fields
    assert [(c.label, c.chosen) for c in field.choices] == [
        ("a pair of 9s", True),
        ("9-10", False),
        ("8-9", False),
    ]
    wanted = form.ask.with_args(run=field.choices[2].value)
    assert face.read(wanted, table.view(ANN), NAMES) == Play(
        first=1, cards=(9, "X"), values=(9, 8), over=()
    )


def test_buttons_are_those_of_the_cards_one_has():
    table = Table("3 1", "9 Stop Redraw", "1 1", reserves=("", "5 12", "4"))
    assert buttons(table.view(BEN)) == ["Which cards are gone?"]
    table.play(ANN, 1)
    assert buttons(table.view(BEN)) == [
        "Stop the trick",
        "Play Redraw",
        "Take 5…",
        "Take 12…",
        "Which cards are gone?",
    ]


def test_a_leader_is_offered_no_reserve_card():
    table = Table("3 1", "9 2", "1 1", reserves=("7 8", "", ""))
    assert buttons(table.view(ANN)) == ["Which cards are gone?"]


def test_a_drawn_card_asks_where_it_goes():
    table = Table("9 8 3", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1)
    drawing = face.hand(table.view(ANN), NAMES)
    assert drawing.headline == "You drew **4** (2 more to come). Where does it go?"
    assert [(c.label, c.value) for c in menu(table.view(ANN)).choices] == [
        ("1: left end, before 8", "4@1"),
        ("2: between 8 and 3", "4@2"),
        ("3: right end, after 3", "4@3"),
    ]
    for other in (BEN, CAT, None):
        assert "drew" not in words(face.hand(table.view(other), NAMES))


def test_the_board_says_the_trick_and_everything_that_lies_open():
    table = Table("7 X 12", "Redraw 9 8", "3 3 1", reserves=("5", "4", "2 6"), chips=(2, 0, 1))
    table.play(ANN, 1, 2).redraw(BEN)
    text = words(face.board(table.view(None), NAMES))
    for said in (
        "To beat: a pair of 7s (7 X) by Ann.",
        "Ann leads: a pair of 7s (7 X) — **highest**",
        "Ben: REDRAW, whoever takes the trick draws 3",
        "Still to act: Cat.",
        "**Ann**  1 card · reserve 5 · 2 chips",
        "**Ben**  2 cards · reserve 4 · no chips: the next one loses",
        "**Cat**  3 cards · reserve 2 6 · 1 chip",
    ):
        assert said in text


def test_the_board_remembers_which_reserve_card_went_where():
    table = Table("7 12", "9 8", "3 3 1", reserves=("5", "4", "2 6"))
    table.play(ANN, 1).take(BEN, 4, 1)
    assert "**Ben**  3 cards · no reserve · 2 chips · known 2:4" in words(
        face.board(table.view(None), NAMES)
    )


def test_who_is_out_is_told_so():
    table = Table("3", "4 1", "5 2", "").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert "**Ann**  out, safe" in words(face.board(table.view(None), NAMES))
    assert "You are out of this round, and safe." in face.hand(table.view(ANN), NAMES).headline


def test_the_cards_that_are_gone_are_counted():
    table = Table("7 12", "9 8", "3 3 1", reserves=("", "4", ""))
    panel = face.read(ask("gone"), table.view(CAT), NAMES)
    assert isinstance(panel, Panel)
    assert "7: 3 of 4" in panel.text()
    assert "STOP: 2 of 2" in panel.text()


def test_the_ending_says_who_lost_and_how_it_came_to_that():
    table = Table("3", "4 1", "5", chips=(2, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    text = words(face.ending(table.view(None), NAMES))
    assert "**Ben loses**, owing a chip and having none. **Ann and Cat win.**" in text
    assert "Chips left: Ann 2, Ben 0, Cat 1." in text
    assert "1. Ben had the last cards." in text


def test_terms_and_help():
    assert face.terms(Options()).startswith("2 chips each, a short game")
    assert face.terms(Options(chips=3)).startswith("3 chips each, a longer game")
    pages = face.how_to()
    assert all(0 < len(page) <= 3500 for page in pages)
    for word in ("by lot", "an X as 12", "known", "STOP and a REDRAW in one trick"):
        assert any(word in page for page in pages), word


# --- every position -------------------------------------------------------------------------------


def position(seats: int, seed: int, moves: int) -> tuple[State, list[object]]:
    """Return a state of a random game, and all that was told on the way."""
    picks = Chance.of(b"picks", seed, 0)
    step = RULES.start(seats, Options(), Chance.of(b"deal", seed, 0))
    told = list(step.told)
    for rev in range(1, moves + 1):
        awaited = RULES.awaited(RULES.view(step.state, None))
        if not awaited:
            break
        seat = next(iter(awaited))
        legal = list(RULES.moves(RULES.view(step.state, seat)))
        move = legal[picks.below(len(legal))]
        step = RULES.play(step.state, seat, move, Chance.of(b"deal", seed, rev))
        told += step.told
    return step.state, told  # type: ignore


positions = st.builds(
    position, st.sampled_from([3, 4, 5]), st.integers(0, 10**6), st.integers(0, 150)
)


def reachable(view: View) -> set[tuple[object, ...]]:
    """Every move that the panel leads to, through its forms as well."""
    drawing = face.hand(view, NAMES)
    found: set[tuple[object, ...]] = set()
    for wanted in Panel(drawing.controls).asks():
        if wanted.verb == "gone":
            continue
        made = face.read(wanted, view, NAMES)
        if isinstance(made, Form):
            modal(made, 1, 1)
            (field,) = made.fields
            assert len(field.choices) <= 25
            for choice in field.choices:
                move = face.read(made.ask.with_args(**{field.key: choice.value}), view, NAMES)
                found.add(plain(move))  # type: ignore
        else:
            found.add(plain(made))  # type: ignore
    return found


def plain(move: Move) -> tuple[object, ...]:
    """Name a move by what it does: which of two X is which makes no difference."""
    if isinstance(move, Play):
        return (move.first, move.cards, strength(move.values), move.over)
    return (move,)


@settings(max_examples=40, deadline=None)
@given(positions)
def test_every_position_can_be_drawn_and_every_legal_move_be_pressed(
    found: tuple[State, list[object]],
):
    state, _ = found
    public = RULES.view(state, None)
    if state.up.losers:
        drawing = face.ending(public, NAMES)
        layout(Panel([Text(drawing.headline), *drawing.parts]), 1, 1)
        return
    awaited = RULES.awaited(public)
    assert face.private(public) == awaited
    for drawing in [face.board(public, NAMES)] + [
        face.hand(RULES.view(state, seat), NAMES) for seat in range(len(state.hands))
    ]:
        view = layout(Panel([Text(drawing.headline), *drawing.parts, *drawing.controls]), 1, 1)
        assert view.content_length() < 3000
        assert sum(1 for _ in view.walk_children()) <= 34
    for seat in awaited:
        own = RULES.view(state, seat)
        assert reachable(own) == {plain(move) for move in RULES.moves(own)}


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
    """What a button would send is the same whatever the cards: only kinds of move differ."""
    state, _ = found
    for seat in range(len(state.hands)):
        for part in face.hand(RULES.view(state, seat), NAMES).controls:
            asks = [b.ask for b in part.buttons] if isinstance(part, Row) else [part.ask]  # type: ignore
            for wanted in asks:
                assert set(wanted.args) <= {"over", "card"}
                if "card" in wanted.args:
                    assert wanted.args["card"] in map(str, state.up.reserves[seat])


# --- telling --------------------------------------------------------------------------------------


def told(table: Table, to: int | None) -> list[str]:
    return [line for event in table.events if (line := face.tell(event, NAMES, to))]


def test_a_trick_is_told_to_everybody_and_to_you():
    table = Table("7 X 1", "Redraw", "9 9 3", pile="4 5 6").play(ANN, 1, 2).redraw(BEN)
    table.play(CAT, 1, 2).place(CAT, 0, 0, 0)
    assert told(table, None)[:5] == [
        "Ann played a pair of 7s (7 X).",
        "Ben played REDRAW: 3 cards to draw for whoever takes the trick.",
        "Cat played a pair of 9s.",
        "Cat took the trick.",
        "The Redraw gave Cat 3 cards to draw.",
    ]
    assert "You played a pair of 7s (7 X)." in told(table, ANN)
    assert "You are out of cards, and safe." in told(table, BEN)
    assert "You drew 4." in told(table, CAT)


def test_the_end_of_a_round_is_told():
    table = Table("3", "4 1", "5").play(ANN, 1).play(BEN, 1).play(CAT, 1)
    costs = "that ended the round, and cost a chip. Chips: Ann 2, Ben 1, Cat 2."
    assert f"Ben was the last with cards: {costs}" in told(table, None)
    assert f"You were the last with cards: {costs}" in told(table, BEN)
    assert "Round 2: new hands for everybody. You lead." in told(table, BEN)
    table = Table("12", "4 1", "5 2").play(ANN, 1)
    assert any("You could play nothing and had no reserve" in line for line in told(table, BEN))


def test_several_who_pay_are_told_together():
    table = Table("3", "4", "5", chips=(0, 0, 1)).play(ANN, 1).play(BEN, 1).play(CAT, 1)
    assert any("Beaten at the last, Ann and Ben owed a chip each." in t for t in told(table, None))
    assert any("Beaten at the last, you and Ann owed a chip each." in t for t in told(table, BEN))
    assert told(table, BEN)[-1] == (
        "You and Ann lost, owing a chip and having none. Everybody else won."
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
        ("1", 1, (7,)),
        ("1-2", 1, (7, 7)),
        ("1 2", 1, (7, 7)),
        ("2,1", 1, (7, 7)),
        ("play 1-3", 1, (7, 7, 7)),
        ("1-2-3", 1, (7, 7, 7)),
        ("2-3 as 7 8", 2, (7, 8)),
        ("2-3 as 8", 2, (7, 8)),
        ("2-4 as 9", 2, (7, 9, 8)),
        ("3", 3, (12,)),
        ("3 as 4.", 3, (4,)),
    ],
)
def test_a_run_is_typed_by_its_numbers(text: str, first: int, values: tuple[int, ...]):
    table = Table("7 7 X 8 Stop", "1 1", "2 2")
    size = len(values)
    assert typed(table, ANN, text) == Play(
        first=first, cards=table.state.hands[ANN][first - 1 : first - 1 + size], values=values
    )


def test_special_cards_are_typed_by_name_or_number():
    table = Table("7 Stop Redraw", "1 1", "2 2")
    assert typed(table, ANN, "stop") == typed(table, ANN, "2") == PlayStop(position=2)
    assert typed(table, ANN, "Redraw!") == typed(table, ANN, "3") == PlayRedraw(position=3)
    with pytest.raises(Refusal, match="hold no Stop"):
        typed(Table("7 1", "1 1", "2 2"), ANN, "stop")


def test_of_two_like_special_cards_one_is_asked_for():
    table = Table("Stop 7 Stop", "1 1", "2 2")
    with pytest.raises(Refusal, match="`stop 1` or `stop 3`"):
        typed(table, ANN, "stop")
    assert typed(table, ANN, "stop 3") == PlayStop(position=3)
    form = face.read(ask("stop"), table.view(ANN), NAMES)
    assert isinstance(form, Form)
    assert [c.value for c in form.fields[0].choices] == ["1", "3"]


@pytest.mark.parametrize(
    ("text", "gap"),
    [("reserve 12 at 3", 2), ("take the 12 at 1", 0), ("reserve 12 right", 3), ("take 12 left", 0)],
)
def test_a_reserve_card_is_typed_with_its_place(text: str, gap: int):
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    assert typed(table, BEN, text) == TakeReserve(card=12, gap=gap)


def test_a_reserve_button_asks_where():
    table = Table("3 1", "9 8 7", "2 2", reserves=("", "12 X", "")).play(ANN, 1)
    form = face.read(ask("reserve", card="X"), table.view(BEN), NAMES)
    assert isinstance(form, Form)
    assert [c.value for c in form.fields[0].choices] == ["1", "2", "3", "4"]
    assert form.fields[0].choices[-1].chosen
    with pytest.raises(Refusal, match="reserve 12 at 3"):
        typed(table, BEN, "reserve 12")
    with pytest.raises(Refusal, match="You can take 12 and X"):
        typed(table, BEN, "reserve 4 at 1")
    with pytest.raises(Refusal, match="number 1 to 4"):
        typed(table, BEN, "reserve 12 at 5")


def test_a_drawn_card_is_placed_by_a_number():
    table = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    table.play(ANN, 1).redraw(BEN).take(CAT, 1)
    assert typed(table, ANN, "2") == typed(table, ANN, "right") == Place(card=4, gap=1)
    assert typed(table, ANN, "left") == Place(card=4, gap=0)
    with pytest.raises(Refusal, match="`left` or `right`"):
        typed(table, ANN, "1-2")
    with pytest.raises(Refusal, match="number 1 to 2"):
        typed(table, ANN, "3")
    late = face.read(ask("place", gap="9@1"), table.view(ANN), NAMES)
    assert late == Place(card=9, gap=0)  # which the rules refuse: the card in hand is the 4


def test_a_late_choice_names_the_cards_and_the_trick_it_was_made_for():
    table = Table("7 7 1", "8 8 9", "2 2 5", reserves=("", "3", "3")).play(ANN, 1)
    assert run(table.view(BEN), "1-2[9 9]as 9 9", over="6") == Play(
        first=1, cards=(9, 9), values=(9, 9), over=(6,)
    )


@pytest.mark.parametrize("text", ["", "hello", "0", "9", "1-4", "1 3", "3-1-", "as 7", "1 1", "-"])
def test_what_is_no_run_is_refused_with_what_can_be_typed(text: str):
    with pytest.raises(Refusal):
        typed(Table("7 7 X 8 9", "1 1", "2 2"), ANN, text)


@pytest.mark.parametrize("text", ["1-2 as 8", "3 as 7 8", "1-3 as 7 8"])
def test_values_are_for_each_card_or_for_each_x(text: str):
    with pytest.raises(Refusal):
        typed(Table("7 7 X 8 9", "1 1", "2 2"), ANN, text)


def test_out_of_turn_one_is_told_whose_turn_it_is():
    table = Table("7 7 1", "8 8 9", "2 2 5", reserves=("", "", "3"))
    with pytest.raises(Refusal, match="It is Ann's turn"):
        typed(table, BEN, "1")
    table.play(ANN, 1)
    with pytest.raises(Refusal, match="as everybody does once"):
        typed(table, ANN, "1")


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["play", "stop", "redraw", "reserve", "place", "gone", "what"]),
    st.dictionaries(
        st.sampled_from(["run", "over", "card", "gap", "position"]),
        st.one_of(st.text(max_size=12), st.from_regex(r"[0-9 -]{0,9}(\[7 X\])?(as [0-9 ?]{0,5})?")),
    ),
)
def test_anything_asked_for_is_read_or_refused(verb: str, args: dict[str, str]):
    drawing = Table("9 8", "Redraw 2", "3 1", reserves=("", "", "1"), pile="4 5 6")
    drawing.play(ANN, 1).redraw(BEN).take(CAT, 1)
    for table in (Table("7 X 8 Stop", "1 1", "2 2", reserves=("7",)), drawing):
        try:
            face.read(Ask(verb, args), table.view(ANN), NAMES)
        except Refusal as refused:
            said = str(refused)
        else:
            said = "It was read."
        assert said.endswith((".", "!"))


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=30), st.from_regex(r"(play|stop|reserve|put)? ?[0-9X -]{0,9}")))
def test_anything_typed_is_read_or_refused(text: str):
    table = Table("7 X 8 Stop", "1 1", "2 2", reserves=("7",))
    try:
        typed(table, ANN, text)
    except Refusal as refused:
        said = str(refused)
    else:
        said = "It was read."
    assert said.endswith((".", "!", "?"))


# --- commands -------------------------------------------------------------------------------------


def test_there_is_a_command_for_each_kind_of_move():
    assert {"start", "play", "stop", "redraw", "reserve", "place"} <= {
        command.name
        for command in face.app_command.commands  # type: ignore
    }


def test_runs_are_offered_while_one_types_the_highest_first():
    table = Table("9 X", "1 1", "2 2")
    offered = run_offers(table.view(ANN), "")
    assert [choice.name for choice in offered[:3]] == ["1: a 9", "1-2: a pair of 9s", "2: a 12"]
    assert len(offered) == 16  # the three, two more for 9 X, eleven more for X
    (only,) = run_offers(table.view(ANN), "1-2 as 9 8")
    assert run(table.view(ANN), only.value) == Play(first=1, cards=(9, "X"), values=(9, 8))


def test_gaps_are_offered_by_what_they_lie_between():
    table = Table("9 X", "1 1", "2 2")
    assert [(choice.value, choice.name) for choice in gap_offers(table.view(ANN), "")] == [
        (1, "1: left end, before 9"),
        (2, "2: between 9 and X"),
        (3, "3: right end, after X"),
    ]
