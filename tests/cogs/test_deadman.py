"""How Dead Man's Chest is drawn, told and read: what each reader meets, in words."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.panel import Ask, Form, Menu, Names, Panel, Row, ask, layout, modal
from cogs.deadman import FACE, offers
from games.chance import Chance
from games.deadman.dice import CHART
from games.deadman.moves import (
    Bid,
    Challenge,
    Challenged,
    HasBid,
    Look,
    LostGem,
    Move,
    Opened,
    Revealed,
    Shake,
    ShakeAgain,
    Shook,
    Won,
)
from games.deadman.table import Options, State, View
from games.rules import IllegalMove, Refusal

face = FACE(None)  # type: ignore[arg-type]  # drawing, telling and reading need no press
rules = face.rules
NAMES = Names(["Ann", "Ben", "Cat"])


def opened(*faces: int, options: Options | None = None) -> State:
    return rules.start(3, options or Options(), Chance.tape([0, *faces])).state


def after(state: State, *moves: Move, faces: tuple[int, ...] = ()) -> State:
    luck = Chance.tape(faces)
    for move in moves:
        state = rules.play(state, state.holder, move, luck).state
    return state


def view(state: State, seat: int | None = None) -> View:
    return rules.view(state, seat)


def hand(state: State, seat: int) -> Panel:
    drawing = face.hand(view(state, seat), NAMES)
    return Panel([*drawing.parts, *drawing.controls])


def labels(panel: Panel) -> list[str]:
    return [b.label for part in panel.parts if isinstance(part, Row) for b in part.buttons]


def board(state: State) -> Panel:
    drawing = face.board(view(state), NAMES)
    return Panel([*drawing.parts, *drawing.controls])


def menu_of(panel: Panel) -> Menu:
    (menu,) = [part for part in panel.parts if isinstance(part, Menu)]
    return menu


# --- the board and the hand -----------------------------------------------------------------------


def test_the_board_says_who_bids_what_and_offers_the_three_answers():
    state = after(opened(4, 3), Bid(value=54))
    drawing = face.board(view(state), NAMES)
    assert "Ann bids 54 and passes the chest to Ben." in drawing.headline
    assert labels(board(state)) == ["Challenge 54", "Raise unseen…", "Shake and look"]
    assert "◆◆◆◆ 4 gems · has the chest" in board(state).text()
    assert "Ann 54" in board(state).text()


def test_gems_are_said_and_not_only_drawn():
    state = replace(opened(4, 3), gems=(2, 1, 0))
    text = board(state).text()
    assert "**Ann**  ◆◆◇◇ 2 gems" in text
    assert "**Ben**  ◆◇◇◇ 1 gem" in text
    assert "**Cat**  ◇◇◇◇ out" in text


def test_the_roller_and_nobody_else_meets_the_dice():
    state = opened(3, 5)
    assert "# ⚄ ⚂ : 53" in hand(state, 0).text()
    other = opened(6, 6)
    for seat in (1, 2):
        assert hand(state, seat) == hand(other, seat)
    assert board(state) == board(other)


def test_a_received_chest_shows_no_dice_on_the_hand():
    state = after(opened(3, 5), Bid(value=54))
    assert "⚄" not in hand(state, 1).text()
    assert "Look" not in labels(hand(state, 1))  # DM-8: no such button


def test_a_blind_shake_takes_the_dice_off_the_hand():
    state = after(opened(3, 5), ShakeAgain(), faces=(6, 6))
    assert "⚄" not in hand(state, 0).text()
    assert "⚅" not in hand(state, 0).text()
    assert "nobody knows" in face.hand(view(state, 0), NAMES).headline


def test_dm_10_the_hand_remembers_dice_that_nobody_has_shaken_since():
    state = after(opened(5, 3), Bid(value=53), Bid(value=54, over=53), Bid(value=61, over=54))
    assert "still the ones you saw" in hand(state, 0).text()
    assert "⚄ ⚂ : 53" in hand(state, 0).text()
    shaken = after(state, Shake(over=61), faces=(5, 3))
    assert "⚄" not in hand(shaken, 0).text()


def test_the_menu_holds_all_21_values_and_marks_the_truth_for_who_knows_it():
    menu = menu_of(hand(opened(5, 3), 0))
    assert [choice.value for choice in menu.choices] == [str(value) for value in CHART]
    assert [c.value for c in menu.choices if "What lies there" in c.description] == ["53"]
    blind = menu_of(hand(after(opened(5, 3), ShakeAgain(), faces=(5, 3)), 0))
    assert not any("What lies there" in choice.description for choice in blind.choices)


def test_dead_man_offers_no_unseen_raise():
    state = after(opened(5, 3), Bid(value=21))
    assert labels(board(state)) == ["Challenge Dead Man", "Shake and look"]
    assert not [part for part in hand(state, 1).parts if isinstance(part, Menu)]
    with pytest.raises(Refusal, match="cannot be passed on"):
        face.read(ask("raise"), view(state, 1), NAMES)


def test_the_only_bid_there_is_has_a_button():
    state = after(opened(5, 3), Bid(value=66))
    assert "Raise unseen to Dead Man" in labels(board(state))
    state = after(state, Bid(value=21, over=66), Shake(over=21), faces=(6, 1))
    assert labels(hand(state, 2)) == ["Look", "Bid Dead Man", "Shake again, unseen"]
    only = next(wanted for wanted in hand(state, 2).asks() if wanted.verb == "bid")
    assert face.read(only, view(state, 2), NAMES) == Bid(value=21, over=21)


def test_the_opener_is_offered_the_second_shake_only_if_the_table_plays_so():
    assert "Shake again, unseen" in labels(board(opened(5, 3)))
    printed = opened(5, 3, options=Options(opener_may_reshake=False))
    assert "Shake again, unseen" not in labels(board(printed))


def test_what_is_done_with_seen_dice_is_private():
    state = opened(5, 3)
    assert face.private(view(state)) == {0}
    state = after(state, Bid(value=54))
    assert face.private(view(state)) == frozenset()
    assert face.private(view(after(state, Shake(over=54), faces=(1, 2)))) == {1}


def test_the_end_says_who_won_and_how_the_others_were_found_out():
    state = replace(opened(3, 1), gems=(1, 2, 0))
    state = after(state, Bid(value=66), Challenge(bid=66))
    drawing = face.ending(view(state), NAMES)
    assert drawing.headline == "**Ben wins**, the last with gems: 2 gems left."
    assert (
        "1. Ann bid 66, Ben challenged: it was 31. Ann lost a gem." in Panel(drawing.parts).text()
    )
    assert face.private(view(state)) == frozenset()


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "to", "said"),
    [
        (Opened(seat=1, round=2), 0, "Ben opened round 2: shook the chest, and looked."),
        (Opened(seat=1, round=2), 1, "You opened round 2: shook the chest, and looked."),
        (Shook(seat=0), None, "Ann shook the chest."),
        (Shook(seat=0, blind=True), 0, "You shook the chest a second time, and left the lid on."),
        (HasBid(seat=0, value=54, to=1), None, "Ann bid 54 and passed the chest to Ben."),
        (
            HasBid(seat=0, value=21, to=1, unseen=True),
            1,
            "Ann bid Dead Man, unseen, and passed the chest to you.",
        ),
        (Challenged(seat=1, bidder=0, bid=54), 0, "Ben challenged your 54."),
        (
            Challenged(seat=1, bidder=0, bid=21, forced=True),
            1,
            "A second Dead Man: you had to challenge Ann's bid.",
        ),
        (Revealed(dice=(5, 3), bid=54), None, "Under the lid: ⚄ ⚂ : 53. 54 falls."),
        (Revealed(dice=(2, 1), bid=66), None, "Under the lid: ⚁ ⚀ : 21, Dead Man. 66 stands."),
        (LostGem(seat=2, left=1), None, "Cat lost a gem; 1 left."),
        (LostGem(seat=2, left=0), 2, "You lost your last gem, and went overboard."),
        (Won(seat=0, gems=2), None, "Ann won, the last pirate with gems (2 left)."),
    ],
)
def test_events_are_told_to_you_and_of_others(event: object, to: int | None, said: str):
    assert face.tell(event, NAMES, to) == said


# --- what is read ---------------------------------------------------------------------------------


def test_buttons_name_the_bid_they_rest_on():
    state = after(opened(4, 3), Bid(value=54))
    later = after(state, Bid(value=61, over=54), Bid(value=62, over=61), Bid(value=63, over=62))
    challenge = next(iter(board(state).asks()))
    late = face.read(challenge, view(later, 1), NAMES)
    assert late == Challenge(bid=54)
    with pytest.raises(IllegalMove, match="the bid is 63 now"):
        rules.play(later, 1, late, Chance.tape())


def test_a_command_names_no_bid_and_means_the_present_one():
    mine = view(after(opened(4, 3), Bid(value=54)), 1)
    assert face.read(ask("challenge"), mine, NAMES) == Challenge(bid=54)
    assert face.read(ask("bid", value="16"), mine, NAMES) == Bid(value=61, over=54)
    assert face.read(ask("shake"), mine, NAMES) == Shake(over=54, look=True)
    assert face.read(ask("shake", look="no"), mine, NAMES) == Shake(over=54)
    assert face.read(ask("again"), mine, NAMES) == ShakeAgain(over=54)


@pytest.mark.parametrize("nonsense", ["", "7", "0", "77", "five", "5²"])
def test_a_bid_that_is_no_roll_is_refused_with_the_limits(nonsense: str):
    mine = view(after(opened(4, 3), Bid(value=54)), 1)
    with pytest.raises(Refusal, match="61 to 65, the doubles 11 to 66, or 21 for Dead Man"):
        face.read(ask("bid", value=nonsense), mine, NAMES)


def test_raise_unseen_opens_a_form_filled_with_the_least_that_goes():
    mine = view(after(opened(4, 3), Bid(value=54)), 1)
    form = face.read(ask("raise"), mine, NAMES)
    assert isinstance(form, Form)
    assert form.title == "Raise unseen"
    assert form.fields[0].default == "61"
    assert face.read(form.ask.with_args(value="62"), mine, NAMES) == Bid(value=62, over=54)


def test_the_roller_s_form_is_filled_with_the_truth():
    form = face.read(ask("raise"), view(opened(5, 3), 0), NAMES)
    assert isinstance(form, Form)
    assert form.fields[0].default == "53"
    assert face.read(form.ask.with_args(value="dead man"), view(opened(5, 3), 0), NAMES) == Bid(
        value=21
    )


def test_dm_8_a_peek_at_a_received_chest_is_warned_of_and_then_a_challenge():
    state = after(opened(4, 3), Bid(value=54))
    panel = face.read(ask("look"), view(state, 1), NAMES)
    assert isinstance(panel, Panel)
    assert "is a challenge" in panel.text()
    yes = next(iter(panel.asks()))
    assert face.read(yes, view(state, 1), NAMES) == Challenge(bid=54)


def test_look_after_a_shake_is_a_move():
    state = after(opened(4, 3), Bid(value=54), Shake(over=54), faces=(6, 6))
    assert face.read(ask("look"), view(state, 1), NAMES) == Look(over=54)


def test_who_has_not_the_chest_is_told_who_has():
    state = after(opened(4, 3), Bid(value=54))
    with pytest.raises(Refusal, match="Ben has the chest"):
        face.read(ask("raise"), view(state, 2), NAMES)
    out = replace(state, gems=(4, 4, 0))
    with pytest.raises(Refusal, match="out of gems"):
        face.read(ask("raise"), view(out, 2), NAMES)


def test_an_unknown_verb_is_refused():
    with pytest.raises(Refusal, match="no move of this game"):
        face.read(ask("sing"), view(opened(4, 3), 0), NAMES)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("52", ask("bid", value=52)),
        ("25", ask("bid", value=52)),
        ("bid 52", ask("bid", value=52)),
        ("5, 2", ask("bid", value=52)),
        ("raise to 5 2", ask("bid", value=52)),
        ("Dead man!", ask("bid", value=21)),
        ("Challenge", ask("challenge")),
        ("shake", ask("shake")),
        ("Shake, don't look", ask("shake", look="no")),
        ("look", ask("look")),
        ("peek", ask("look")),
        ("again", ask("again")),
        ("shake again", ask("again")),
    ],
)
def test_a_typed_line_is_read(line: str, asked: Ask):
    assert face.typed(line, view(opened(4, 3), 0)) == asked


@pytest.mark.parametrize("line", ["", "7", "0", "77", "hello", "5 10 10", "challenge 54 maybe"])
def test_a_typed_line_that_makes_no_sense_says_what_does(line: str):
    with pytest.raises(Refusal, match="You can type a bid"):
        face.typed(line, view(opened(4, 3), 0))


def test_everything_that_is_said_to_be_typed_now_can_be():
    passed = after(opened(4, 3), Bid(value=54))
    dead = after(opened(4, 3), Bid(value=21))
    shaken = after(passed, Shake(over=54, look=False), faces=(6, 6))
    states = {
        "opened": opened(4, 3),
        "passed": passed,
        "dead man": dead,
        "shaken": shaken,
        "seen": after(passed, Shake(over=54), faces=(6, 6)),
        "blind": after(opened(4, 3), ShakeAgain(), faces=(6, 6)),
    }
    offered: dict[str, list[str]] = {}
    for name, state in states.items():
        mine = view(state, state.holder)
        offered[name] = re.findall("`(.*?)`", face.hand(mine, NAMES).typing)
        for line in offered[name]:
            move = face.read(face.typed(line, mine), mine, NAMES)
            rules.play(state, state.holder, move, Chance.of(b"", 0, 0))
    assert offered["opened"] == ["31", "again"]
    assert offered["passed"] == ["challenge", "61", "shake", "shake unseen"]
    assert offered["dead man"] == ["challenge", "shake", "shake unseen"]
    assert offered["shaken"] == ["look", "61", "again"]
    assert offered["blind"] == ["31"]
    with pytest.raises(Refusal, match="The chest is not with you"):
        face.typed("?!", view(passed, 2))


def test_the_hand_offers_a_bid_once():
    for state in (opened(4, 3), after(opened(4, 3), ShakeAgain(), faces=(6, 6))):
        assert "Bid…" not in labels(hand(state, 0))
        assert menu_of(hand(state, 0)).placeholder == "Bid…"


def test_the_command_offers_only_what_is_higher():
    mine = view(after(opened(4, 3), Bid(value=55)), 1)
    assert [(one.name, one.value) for one in offers(mine, "")] == [
        ("66", "66"),
        ("Dead Man (21)", "21"),
    ]
    assert [one.value for one in offers(mine, "dead")] == ["21"]
    assert [one.value for one in offers(mine, "12")] == ["21"]
    assert len(offers(view(opened(4, 3), 0), "")) == 21


def test_the_commands_are_start_and_one_per_kind_of_move():
    names = {command.name for command in face.app_command.commands}
    assert {"start", "bid", "challenge", "shake", "look", "reshake"} <= names
    for command in face.app_command.commands:
        if command.name in {"bid", "challenge", "shake", "look", "reshake"}:
            assert command.parameters[-1].name == "table"


def test_the_help_fits_its_pages_and_names_every_value():
    pages = face.how_to()
    assert all(0 < len(page) <= 3500 for page in pages)
    assert all(f"`{value}`" in "\n".join(pages) for value in CHART)


def test_the_terms_say_whether_the_opener_may_shake_twice():
    assert "may shake again" in face.terms(Options())
    assert "only once" in face.terms(Options(opener_may_reshake=False))


# --- everywhere -----------------------------------------------------------------------------------


def whole_game(seats: int) -> Iterator[State]:
    picks = Chance.of(b"drawn", 0, seats)
    state = rules.start(seats, Options(), picks).state
    yield state
    while moves := list(rules.moves(view(state, state.holder))):
        few = moves[1:3] if len(moves) > 2 and picks.below(3) else moves
        state = rules.play(state, state.holder, few[picks.below(len(few))], picks).state
        yield state


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_button_asks_for_something_that_goes_and_every_panel_fits(seats: int):
    names = Names(["_*" * 20] * seats)
    for state in whole_game(seats):
        public = view(state)
        if not rules.awaited(public):
            drawing = face.ending(public, names)
            assert len(Panel([*drawing.parts]).text() + drawing.headline) < 3500
            continue
        mine = view(state, state.holder)
        for drawing in (face.board(public, names), face.hand(mine, names)):
            panel = Panel([*drawing.parts, *drawing.controls])
            assert len(panel.text() + drawing.headline) < 3500
            assert layout(panel, 1, 1).children
            for wanted in panel.asks():
                asked = face.read(wanted, mine, names)
                if isinstance(asked, Form):
                    modal(asked, 1, 1)
                    default = asked.fields[0].default
                    asked = face.read(asked.ask.with_args(value=default), mine, names)
                rules.play(state, state.holder, asked, Chance.of(b"any", 0, 0))
