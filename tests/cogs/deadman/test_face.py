"""How Dead Man's Chest is drawn, told and asked: what each reader meets, in words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from bot.ui.fields import value_in
from bot.ui.lines import can_be_typed, examples, read_line, suggestions, what_else
from bot.ui.offers import on_board, on_hand
from bot.ui.panel import Form, Menu, Panel, Part, Request, Row
from bot.ui.pics import names_in, pic, plain
from bot.ui.ways import AnyWay, Legal, NotNow, named_in, resolve
from bot.ui.words import Names, escape
from cogs.deadman import FACE, setup
from cogs.deadman.read import ROLL, limits
from games.chance import Chance
from games.deadman.dice import CHART, DEAD_MAN, higher
from games.deadman.events import (
    Challenged,
    Event,
    HasBid,
    Looked,
    LostGem,
    Opened,
    Revealed,
    Shook,
    Won,
)
from games.deadman.moves import Bid, Challenge, Look, Move, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.deadman.views import View
from games.rules import IllegalMove, Refusal
from tests.cogs.terms import help_of, named
from tests.contract.playing import Case, played, variants

rules = FACE.rules
NAMES = Names(["Ann", "Ben", "Cat"])
WAYS = {way.verb: way for way in FACE.ways}
SHAKE = Shake(look=False)


def opened(*faces: int, options: Options | None = None) -> State:
    return rules.start(3, options or Options(), Chance.tape([0, *faces])).state


def after(state: State, *moves: Move, faces: tuple[int, ...] = ()) -> State:
    luck = Chance.tape(faces)
    for move in moves:
        state = rules.play(state, state.holder, move, luck).state
    return state


def bids(state: State, *values: int) -> State:
    return after(state, *(Bid(value=value) for value in values))


def view(state: State, seat: int | None = None) -> View:
    return rules.view(state, seat)


def legal(mine: View) -> Legal:
    return Legal(tuple(rules.legal_moves(mine)), rules.sampled)


def board(state: State) -> Panel:
    drawing = FACE.board(view(state), NAMES)
    return Panel([*drawing.parts, *on_board(FACE.ways, view(state), NAMES)])


def hand(state: State, seat: int) -> Panel:
    mine = view(state, seat)
    drawing = FACE.hand(mine, NAMES)
    return Panel([*drawing.parts, *on_hand(FACE.ways, mine, NAMES, legal(mine))])


def labels(panel: Panel) -> list[str]:
    return [b.label for part in panel.parts if isinstance(part, Row) for b in part.buttons]


def leading(panel: Panel) -> list[str]:
    rows = [part for part in panel.parts if isinstance(part, Row)]
    return [button.label for row in rows for button in row.buttons if button.style == "main"]


def menu_of(panel: Panel) -> Menu:
    (menu,) = [part for part in panel.parts if isinstance(part, Menu)]
    return menu


def pressed(wanted: Request, state: State, seat: int) -> Move | Form:
    mine = view(state, seat)
    way = WAYS[wanted.verb]
    return resolve(way, named_in(way, wanted, mine, NAMES), mine, NAMES, legal(mine))


def typed(text: str, mine: View) -> Move | Form:
    read = read_line(FACE.ways, text, mine, NAMES, legal(mine))
    assert read is not None, text
    return resolve(read[0], read[1], mine, NAMES, legal(mine), line=True)


# --- the board and the hand -----------------------------------------------------------------------


def test_the_board_says_who_bids_what_and_offers_the_three_answers():
    state = bids(opened(4, 3), 54)
    assert FACE.board(view(state), NAMES).headline == (
        "Ann bids 54 and passes the chest to Ben, who can challenge, raise unseen, or shake."
    )
    assert labels(board(state)) == [
        *("Challenge 54", "Raise unseen to 61", "Raise unseen…", "Shake and look")
    ]
    assert leading(board(state)) == ["Challenge 54"]
    assert "◆◆◆◆ 4 gems · has the chest" in board(state).text()
    assert "Ann 54" in board(state).text()


def test_gems_are_said_and_not_only_drawn():
    text = board(replace(opened(4, 3), gems=(2, 1, 0))).text()
    assert "**Ann**  ◆◆◇◇ 2 gems" in text
    assert "**Ben**  ◆◇◇◇ 1 gem" in text
    assert "**Cat**  ◇◇◇◇ out" in text


def test_gems_and_dice_have_their_pictures_beside_what_is_said():
    """And in place of the signs that stand for them: two, not four."""
    two = replace(opened(3, 5), gems=(2, 1, 0))
    gems, _ = board(two).parts[:2]
    ann, ben, cat = gems.markdown.split("\n")
    assert ann.startswith(f"**Ann**  {pic('gem', '◆') * 2}◇◇ 2 gems")
    assert list(names_in(ann)) == ["gem", "gem", "chest"]
    assert list(names_in(ben)) == ["gem"]
    assert not list(names_in(cat))
    [dice] = [part for part in hand(two, 0).parts if "#" in getattr(part, "markdown", "")]
    assert dice.markdown == f"# {pic('die_5', '⚄')} {pic('die_3', '⚂')}, 53"
    dead = Revealed(dice=(2, 1), bid=66)
    assert list(names_in(FACE.tell(dead, NAMES, None))) == ["die_2", "die_1", "dead_man"]


def test_the_roller_and_nobody_else_meets_the_dice():
    state, other = opened(3, 5), opened(6, 6)
    assert "# ⚄ ⚂, 53" in hand(state, 0).text()
    for seat in (1, 2):
        assert hand(state, seat) == hand(other, seat)
    assert board(state) == board(other)


def test_a_received_chest_shows_no_dice_on_the_hand_and_offers_no_look():
    state = bids(opened(3, 5), 54)
    assert "⚄" not in hand(state, 1).text()
    assert labels(hand(state, 1)) == [  # DM-8
        *("Challenge 54", "Raise unseen to 61", "Raise unseen to 62", "Raise unseen to 63"),
        *("Shake and look", "Shake, don't look"),
    ]
    assert leading(hand(state, 1)) == ["Challenge 54"]
    assert menu_of(hand(state, 1)).placeholder == "Raise unseen to…"


def test_a_blind_shake_takes_the_dice_off_the_hand():
    state = after(opened(3, 5), ShakeAgain(), faces=(6, 6))
    assert "⚄" not in hand(state, 0).text()
    assert "⚅" not in hand(state, 0).text()
    assert "nobody knows, not even you" in FACE.hand(view(state, 0), NAMES).headline
    assert labels(hand(state, 0)) == ["Bid 31", "Bid 32", "Bid 41"]
    assert menu_of(hand(state, 0)).placeholder == "Bid something else…"


def test_dm_10_the_hand_remembers_dice_that_nobody_has_shaken_since():
    state = bids(opened(5, 3), 53, 54, 61)
    assert "still the ones you saw" in hand(state, 0).text()
    assert "⚄ ⚂, 53" in hand(state, 0).text()
    shaken = after(state, SHAKE, faces=(5, 3))
    assert "⚄" not in hand(shaken, 0).text()


def values_of(menu: Menu, state: State, seat: int) -> list[int]:
    chosen = [menu.request.with_args({menu.key: choice.value}) for choice in menu.choices]
    return [pressed(request, state, seat).value for request in chosen]  # type: ignore[union-attr]


def test_the_menu_holds_every_other_value_upwards():
    state = opened(5, 3)
    menu = menu_of(hand(state, 0))
    assert values_of(menu, state, 0) == [value for value in CHART if value not in (53, 54, 61)]
    assert menu.choices[0].description == "36 of 36 shakes are as high or higher."
    assert menu.choices[-1].label == "Dead Man (21)"
    blind = after(state, ShakeAgain(), faces=(5, 3))
    assert values_of(menu_of(hand(blind, 0)), blind, 0) == list(CHART[3:])


def test_the_truth_is_marked_for_who_still_knows_it_and_for_nobody_else():
    state = bids(rules.start(2, Options(), Chance.tape([0, 5, 3])).state, 31, 32)
    marked = [text for text in labels(hand(state, 0)) if "truth" in text]
    assert marked == ["Raise unseen to 53, the truth"]
    form = pressed(Request("bid"), state, 0)
    assert isinstance(form, Form)
    said = {choice.label: choice.description for choice in form.entries[0].choices if choice.chosen}
    assert said == {"53": "What lies there. 22 of 36 shakes are as high or higher."}
    other = after(state, SHAKE, faces=(5, 3))
    for panel in (hand(other, 0), board(state), hand(state, 1)):
        assert not [text for text in labels(panel) if "truth" in text]
    assert not any("What lies" in choice.description for choice in menu_of(hand(other, 0)).choices)


def test_who_has_looked_is_offered_the_truth_first_or_else_the_least_that_goes():
    assert labels(hand(opened(5, 3), 0)) == [
        *("Bid 53, the truth", "Bid 54", "Bid 61", "Shake again, unseen")
    ]
    assert leading(hand(opened(5, 3), 0)) == ["Bid 53, the truth"]
    lower = after(bids(opened(4, 3), 54), Shake(look=True), faces=(3, 1))
    assert labels(hand(lower, 1)) == ["Bid 61", "Bid 62", "Bid 63", "Shake again, unseen"]
    nobody = labels(board(opened(5, 3)))  # the dice are not for everybody
    assert nobody == ["Bid…", "Shake again, unseen"]


def test_who_has_shaken_may_look_bid_or_shake_again():
    state = after(bids(opened(4, 3), 54), SHAKE, faces=(6, 1))
    assert labels(board(state)) == ["Look", "Bid…", "Shake again, unseen"]
    assert labels(hand(state, 1)) == [
        *("Look", "Bid 61", "Bid 62", "Bid 63", "Shake again, unseen")
    ]
    assert menu_of(hand(state, 1)).placeholder == "Bid something else…"
    assert leading(hand(state, 1)) == ["Look"]


def test_dead_man_offers_no_unseen_raise():
    state = bids(opened(5, 3), DEAD_MAN)
    assert labels(board(state)) == ["Challenge Dead Man", "Shake and look"]
    assert not [part for part in hand(state, 1).parts if isinstance(part, Menu)]
    with pytest.raises(NotNow):
        pressed(Request("bid"), state, 1)
    assert "Challenge it, or shake" in FACE.situation(view(state, 1), NAMES)
    with pytest.raises(IllegalMove, match="cannot be passed on"):
        rules.play(state, 1, typed("bid 21", view(state, 1)), Chance.tape())


def test_the_only_bid_there_is_has_a_button():
    state = bids(opened(5, 3), 66)
    assert "Raise unseen to Dead Man" in labels(board(state))
    assert "Raise unseen to Dead Man" in labels(hand(state, 1))
    state = after(bids(state, DEAD_MAN), SHAKE, faces=(6, 1))
    wanted = ["Look", "Bid Dead Man", "Shake again and bid Dead Man"]
    assert labels(hand(state, 2)) == labels(board(state)) == wanted
    only = next(request for request in hand(state, 2).requests() if request.verb == "bid")
    assert pressed(only, state, 2) == Bid(value=DEAD_MAN)


def test_the_opener_is_offered_the_second_shake_only_if_the_table_plays_so():
    assert "Shake again, unseen" in labels(board(opened(5, 3)))
    printed = opened(5, 3, options=Options(opener_may_reshake=False))
    assert labels(board(printed)) == ["Bid…"]
    assert labels(hand(printed, 0)) == ["Bid 53, the truth", "Bid 54", "Bid 61"]


def test_what_is_done_with_seen_dice_is_private():
    state = opened(5, 3)
    assert FACE.private(view(state)) == {0}
    state = bids(state, 54)
    assert FACE.private(view(state)) == frozenset()
    assert FACE.private(view(after(state, SHAKE, faces=(1, 2)))) == {1}


def test_the_end_says_who_won_and_how_the_others_were_found_out():
    state = replace(opened(3, 1), gems=(1, 2, 0))
    state = after(state, Bid(value=66), Challenge())
    drawing = FACE.ending(view(state), NAMES)
    assert drawing.headline == "**Ben wins**, the last with gems: 2 gems left."
    text = Panel(drawing.parts).text()
    assert "1. Ann bid 66, Ben challenged: it was 31. Ann lost a gem." in text
    assert FACE.private(view(state)) == frozenset()
    assert not on_board(FACE.ways, view(state), NAMES)
    assert FACE.situation(view(state, 2), NAMES) == "The game is over: Ben has won."
    assert FACE.situation(view(state, 1), NAMES) == "The game is over: you have won."


def test_the_end_tells_a_challenge_that_had_to_be_from_one_that_was_chosen():
    state = replace(opened(3, 1), gems=(2, 1, 1))
    state = after(state, Bid(value=DEAD_MAN), SHAKE, Bid(value=DEAD_MAN), faces=(6, 5, 4, 3))
    assert "1. Ben bid Dead Man, Cat had to challenge: it was 65. Ben lost a gem." in (
        Panel(FACE.ending(view(state), NAMES).parts).text()
    )


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (0, "Ben has the chest. Wait until it comes to you."),
        (1, "Before you: Ann's 54. Challenge it, raise it without a look, or shake."),
        (2, "You are out of gems, and out of the game. Watch them bluff."),
        (
            None,
            "Ann bids 54 and passes the chest to Ben, who can challenge, raise unseen, or shake.",
        ),
    ],
)
def test_the_situation_is_true_for_each_reader(seat: int | None, said: str):
    state = replace(bids(opened(4, 3), 54), gems=(4, 4, 0))
    assert FACE.situation(view(state, seat), NAMES) == said


def test_whoever_reads_is_you_and_who_is_not_asked_is_asked_nothing():
    def said(state: State, seat: int) -> str:
        return FACE.hand(view(state, seat), NAMES).headline.partition("gems. ")[2]

    state = bids(opened(4, 3), 54)
    can = "passed the chest to Ben, who can challenge, raise unseen, or shake."
    assert said(state, 0) == f"You bid 54 and {can}"
    assert said(state, 2) == f"Ann bids 54 and {can.replace('passed', 'passes')}"
    shaken = after(state, SHAKE, faces=(6, 6))
    believes = "Ben believes {} 54, has shaken the chest, and is to bid {}."
    assert said(shaken, 0) == believes.format("your", "61 to 65, any double, or Dead Man")
    assert said(shaken, 2) == believes.format("Ann's", "61 to 65, any double, or Dead Man")
    dead = bids(state, DEAD_MAN)
    over = "the chest to Cat, who can challenge, or shake and bid Dead Man as well."
    assert said(dead, 1) == f"You bid Dead Man and passed {over}"
    assert said(dead, 0) == f"Ben bids Dead Man and passes {over}"


def test_dm_4_shaking_again_is_spoken_of_where_it_is_allowed_and_nowhere_else():
    printed, usual = Options(opener_may_reshake=False), Options()
    for options, allowed in ((usual, True), (printed, False)):
        state = opened(5, 3, options=options)
        said = FACE.situation(view(state, 0), NAMES)
        assert ("once more" in said) == allowed
        answers = []
        for move in (SHAKE, ShakeAgain(), Challenge()):
            try:
                rules.play(state, 0, move, Chance.tape([3, 3]))
            except IllegalMove as refusal:
                answers.append(str(refusal))
        assert any("once more" in answer for answer in answers) == allowed
        assert ("may shake again" in named(FACE, options)) == allowed
        raised = after(bids(state, 54), Shake(look=True), faces=(6, 6))  # there it always is
        assert "Or shake once more, unseen, and bid on that." in (
            FACE.situation(view(raised, 1), NAMES)
        )
        only = after(bids(state, 66), Shake(look=True), faces=(6, 6))
        assert FACE.situation(view(only, 1), NAMES).endswith(
            "Bid Dead Man, true or not. Or shake once more, unseen, and bid it."
        )


@pytest.mark.parametrize("over", [None, *CHART])
def test_no_face_says_of_a_bid_that_it_is_a_number_or_higher(over: int | None):
    """11 or higher is every number there is, and 54 or higher is neither 11 nor 21."""
    state = opened(4, 3) if over is None else bids(opened(4, 3), over)
    shaken = state if over is None else after(state, Shake(look=True), faces=(6, 6))
    texts = [FACE.board(view(position), NAMES).headline for position in (state, shaken)]
    texts += [FACE.hand(view(shaken, seat), NAMES).headline for seat in range(3)]
    texts += [limits(over)]
    for move in [Bid(value=value) for value in CHART]:
        try:
            rules.play(shaken, shaken.holder, move, Chance.tape([1, 1, 1, 1]))
        except IllegalMove as refusal:
            texts.append(str(refusal))
    assert not [text for text in texts if "or higher" in text]


def test_who_knows_that_a_bid_is_true_is_offered_the_same_buttons_as_anybody():
    knows = bids(rules.start(2, Options(), Chance.tape([0, 2, 1])).state, 31, DEAD_MAN)
    assert rules.legal_moves(view(knows, 0))[0] == SHAKE  # DM-19
    wanted = ["Challenge Dead Man", "Shake and look", "Shake, don't look"]
    assert labels(hand(knows, 0)) == wanted
    guesses = bids(opened(2, 1), 31, DEAD_MAN)
    assert labels(hand(guesses, 2)) == wanted
    for line in examples(FACE.ways, view(knows, 0), NAMES, legal(view(knows, 0))):
        assert typed(line, view(knows, 0)) in rules.legal_moves(view(knows, 0))


def test_what_cannot_be_done_is_answered_with_what_can():
    mine = view(bids(opened(4, 3), 54), 1)
    said = what_else(FACE.ways, FACE.situation(mine, NAMES), mine, NAMES, legal(mine))
    assert said.endswith(
        "raise it without a look, or shake. You can type `challenge`, `61` or `shake`."
    )


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "to", "said"),
    [
        (Opened(seat=1, round=2), 0, "Ben opened round 2: shook the chest, and looked."),
        (Opened(seat=1, round=2), 1, "You opened round 2: shook the chest, and looked."),
        (Shook(seat=0, blind=False), None, "Ann shook the chest."),
        (Shook(seat=0, blind=True), 0, "You shook the chest a second time, and left the lid on."),
        (Looked(seat=2), 0, "Cat looked under the lid."),
        (
            HasBid(seat=0, value=54, to=1, unseen=False),
            None,
            "Ann bid 54 and passed the chest to Ben.",
        ),
        (
            HasBid(seat=0, value=21, to=1, unseen=True),
            1,
            "Ann bid Dead Man, unseen, and passed the chest to you.",
        ),
        (Challenged(seat=1, bidder=0, bid=54, forced=False), 0, "Ben challenged your 54."),
        (
            Challenged(seat=1, bidder=0, bid=21, forced=True),
            1,
            "A second Dead Man: you had to challenge Ann's bid.",
        ),
        (Revealed(dice=(5, 3), bid=54), None, "Under the lid: ⚄ ⚂, 53. 54 falls."),
        (Revealed(dice=(2, 1), bid=66), None, "Under the lid: ⚁ ⚀, 21, Dead Man. 66 stands."),
        (LostGem(seat=2, left=1), None, "Cat lost a gem; 1 left."),
        (LostGem(seat=2, left=0), 2, "You lost a gem, your last one, and went overboard."),
        (LostGem(seat=2, left=0), 0, "Cat lost a gem, the last one, and went overboard."),
        (Won(seat=0, gems=2), None, "Ann won, the last pirate with gems (2 left)."),
    ],
)
def test_events_are_told_to_you_and_of_others(event: Event, to: int | None, said: str):
    assert plain(FACE.tell(event, NAMES, to)) == said


# --- each way in ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "position", "move"),
    [
        ("challenge", "passed", Challenge()),
        ("look", "shaken", Look()),
        ("reshake", "shaken", ShakeAgain()),
        ("reshake", "seen", ShakeAgain()),
        ("reshake", "opened", ShakeAgain()),
    ],
)
def test_a_way_without_fields_is_a_move_at_once(verb: str, position: str, move: Move):
    mine = view(POSITIONS[position], POSITIONS[position].holder)
    assert resolve(WAYS[verb], {}, mine, NAMES, legal(mine)) == move


def test_a_command_to_shake_means_to_look_unless_it_says_no():
    mine = view(bids(opened(4, 3), 54), 1)
    way = WAYS["shake"]
    assert resolve(way, {}, mine, NAMES, legal(mine), line=True) == Shake(look=True)
    known = named_in(way, Request("shake", {"?look": "no"}), mine, NAMES)
    assert resolve(way, known, mine, NAMES, legal(mine), line=True) == Shake(look=False)


def test_raise_unseen_opens_a_form_with_all_that_goes_the_least_chosen():
    state = bids(opened(4, 3), 54)
    least, other = [request for request in board(state).requests() if request.verb == "bid"]
    assert pressed(least, state, 1) == Bid(value=61)
    form = pressed(other, state, 1)
    assert isinstance(form, Form)
    assert form.title == "Raise unseen"
    (entry,) = form.entries
    assert entry.hint == (
        "You can bid a mixed roll from 61 to 65, a double from 11 to 66, or 21 for Dead Man."
    )
    assert [choice.label for choice in entry.choices if choice.chosen] == ["61"]
    assert len(entry.choices) == 12
    chosen = form.request.with_args({entry.key: entry.choices[1].value})
    assert pressed(chosen, state, 1) == Bid(value=62)


def test_the_roller_s_form_is_filled_with_the_truth():
    form = pressed(Request("bid"), opened(5, 3), 0)
    assert isinstance(form, Form)
    assert form.title == "Your bid"
    assert [choice.label for choice in form.entries[0].choices if choice.chosen] == ["53"]


def test_dm_8_a_peek_at_a_received_chest_is_warned_of_and_then_a_challenge():
    state = bids(opened(4, 3), 54)
    mine = view(state, 1)
    way, known = read_line(FACE.ways, "peek", mine, NAMES, legal(mine)) or pytest.fail("unread")
    assert way is WAYS["look"]
    panel = way.instead(mine, known, NAMES)
    assert panel is not None
    assert (
        "is a challenge: the lid comes off for everybody, and Ann's 54 stands or falls"
        in panel.text()
    )
    assert labels(panel) == ["Challenge 54", "Shake and look"]
    yes, no = panel.requests()
    assert pressed(yes, state, 1) == Challenge()
    assert pressed(no, state, 1) == Shake(look=True)


def test_dm_8_nobody_else_is_warned():
    state = bids(opened(4, 3), 54)
    look = WAYS["look"]
    assert look.instead(view(state, 2), {}, NAMES) is None
    assert look.instead(view(state), {}, NAMES) is None
    shaken = after(state, SHAKE, faces=(6, 6))
    assert look.instead(view(shaken, 1), {}, NAMES) is None
    assert look.instead(view(opened(4, 3), 0), {}, NAMES) is None


def test_a_press_by_who_has_not_the_chest_is_refused():
    state = bids(opened(4, 3), 54)
    with pytest.raises(NotNow):  # the house answers with the situation: who has it
        pressed(Request("bid"), state, 2)
    with pytest.raises(IllegalMove, match="The chest is with seat 2"):  # the house names them
        rules.play(state, 2, pressed(Request("challenge"), state, 2), Chance.tape())


def test_the_command_suggests_only_what_is_higher():
    mine = view(bids(opened(4, 3), 55), 1)

    def suggested(text: str, seen: View = mine) -> list[tuple[str, str]]:
        return suggestions(WAYS["bid"], ROLL, {}, seen, NAMES, legal(seen), text)

    assert suggested("") == [
        ("66: 3 of 36 shakes are as high or higher.", "66"),
        ("Dead Man (21): 2 of 36 shakes are as high or higher.", "Dead Man (21)"),
    ]
    for text in ("dead", "12", "21", "Dead Man"):
        assert [value for _, value in suggested(text)] == ["Dead Man (21)"]
    assert len(suggested("", view(opened(4, 3), 0))) == 21
    assert suggested("", view(opened(4, 3), 1)) == []


# --- what is read ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "left"),
    [
        *[("52", 52, ""), ("25", 52, ""), (" 2 5 ", 52, ""), ("33", 33, ""), ("21", 21, "")],
        *[("12", 21, ""), ("5, 2", 52, ""), ("dead man", 21, ""), ("Dead  Man", 21, "")],
        *[("the dead man", 21, ""), ("deadman", 21, ""), ("Dead Man (21)", 21, "")],
        *[("52 or so", 52, " or so"), ("dead man!", 21, "!")],
    ],
)
def test_dm_6_a_value_is_read_in_either_order(text: str, value: int, left: str):
    assert ROLL.read(text, view(opened(4, 3), 0), NAMES) == (value, left)


@pytest.mark.parametrize(
    "nonsense",
    ["", "0", "7", "77", "70", "07", "-5", "525", "x", "five", "5²", "٥٢", "5 10", "dead mango"],
)
def test_dm_6_what_is_no_roll_is_refused_as_such_and_then_with_what_goes(nonsense: str):
    mine = view(bids(opened(4, 3), 54), 1)
    said = f"“{escape(nonsense[:20])}” is no roll of two dice." if nonsense else "What do you bid?"
    goes = "You can bid a mixed roll from 61 to 65, a double from 11 to 66, or 21 for Dead Man."
    with pytest.raises(Refusal) as refused:
        ROLL.read(nonsense, mine, NAMES)
    assert str(refused.value) == f"{said} {goes}"
    dead = bids(opened(4, 3), DEAD_MAN)
    for other in (view(bids(opened(4, 3), 54), 2), view(dead, 1)):  # who cannot bid now
        with pytest.raises(Refusal) as refused:
            ROLL.read(nonsense, other, NAMES)
        assert str(refused.value) == said


@pytest.mark.parametrize("line", ["70", "bid 70", "I bid 70.", "7 0", "raise to 70"])
def test_dm_6_seventy_is_no_roll_of_two_dice_wherever_something_can_be_bid(line: str):
    for position in ("opened", "passed", "shaken", "seen", "blind"):
        state = POSITIONS[position]
        with pytest.raises(Refusal, match=r"^“70?.*” is no roll of two dice\. You can bid "):
            typed(line, view(state, state.holder))
    with pytest.raises(IllegalMove, match=r"^70 is no roll of two dice, read with the higher"):
        rules.play(POSITIONS["passed"], 1, Bid(value=70), Chance.tape())


@pytest.mark.parametrize("over", [None, *CHART])
def test_the_limits_of_a_bid_are_those_values_and_no_others(over: int | None):
    said = limits(over)
    assert meant(said.removeprefix("only ").replace("21 for Dead Man", "Dead Man")) == set(
        higher(over)
    )
    assert len(f"You can bid {said}.") <= 100
    assert all(int(word) in higher(over) for word in re.findall(r"[0-9]+", said))


def meant(said: str) -> set[int]:
    """Read what may be bid, as a player would: `61 to 65, any double, or Dead Man`."""
    if said == "anything from 31 to Dead Man":
        return set(CHART)
    doubles = {value for value in CHART if value % 11 == 0}
    found: set[int] = set()
    for part in re.split(r", or |, | or ", said):
        mixed = re.fullmatch(r"(?:a mixed roll from )?([0-9]+) to ([0-9]+)", part)
        double = re.fullmatch(r"a double from ([0-9]+) to ([0-9]+)", part)
        if part in ("Dead Man", "Dead Man (21)"):
            found |= {DEAD_MAN}
        elif part == "any double":
            found |= doubles
        elif double:
            found |= {value for value in doubles if int(double[1]) <= value <= int(double[2])}
        elif mixed:
            span = range(int(mixed[1]), int(mixed[2]) + 1)
            found |= {value for value in CHART if value in span} - doubles - {DEAD_MAN}
        else:
            found |= {int(part)}
    return found


@pytest.mark.parametrize(
    ("over", "said"),
    [
        (None, "a mixed roll from 31 to 65, a double from 11 to 66, or 21 for Dead Man"),
        (63, "64, 65, a double from 11 to 66, or 21 for Dead Man"),
        (64, "65, a double from 11 to 66, or 21 for Dead Man"),
        (65, "a double from 11 to 66, or 21 for Dead Man"),
        (44, "55, 66, or 21 for Dead Man"),
        (55, "66, or 21 for Dead Man"),
        (66, "only Dead Man (21)"),
        (21, "only Dead Man (21)"),
    ],
)
def test_the_limits_of_a_bid_are_said(over: int | None, said: str):
    assert limits(over) == said


def test_whether_to_look_is_asked_in_words_that_are_no_line():
    mine = view(bids(opened(4, 3), 54), 1)
    with pytest.raises(Refusal, match=r"^Do you look at once: yes or no\?$"):
        typed("shake 1", mine)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        *[("52", Bid(value=52)), ("25", Bid(value=52)), ("bid 52", Bid(value=52))],
        *[("5, 2", Bid(value=52)), ("I bid 5 2.", Bid(value=52)), ("raise 16", Bid(value=61))],
        *[("raise to 5 2", Bid(value=52)), ("raise unseen to 61", Bid(value=61))],
        *[("Dead man!", Bid(value=21)), ("12", Bid(value=21)), ("`Dead Man (21)`", Bid(value=21))],
        *[("Challenge", Challenge()), ("I challenge!", Challenge()), ("doubt", Challenge())],
        *[("Liar!", Challenge()), ("look", Look()), ("peek", Look())],
        *[("shake", Shake(look=True)), ("roll", Shake(look=True)), ("shake no", SHAKE)],
        *[("shake and look", Shake(look=True)), ("Shake, don't look", SHAKE)],
        *[("shake don’t look", SHAKE), ("shake dont look", SHAKE)],
        *[("shake unseen", SHAKE), ("shake only", SHAKE)],
        *[("again", ShakeAgain()), ("shake again", ShakeAgain()), ("reshake", ShakeAgain())],
        ("Shake again, unseen", ShakeAgain()),
    ],
)
def test_a_typed_line_is_read(line: str, move: Move):
    state = opened(4, 3) if isinstance(move, Bid) else bids(opened(4, 3), 54)
    assert typed(line, view(state, state.holder)) == move


def test_a_bare_bid_is_read_where_a_bid_is_legal_only():
    mine = view(bids(opened(4, 3), DEAD_MAN), 1)
    assert read_line(FACE.ways, "66", mine, NAMES, legal(mine)) is None


@pytest.mark.parametrize("line", ["7", "0", "77", "5 10 10", "bid", "bid x"])
def test_a_typed_bid_that_makes_no_sense_says_what_does(line: str):
    mine = view(opened(4, 3), 0)
    if line == "bid":
        form = typed(line, mine)
        assert isinstance(form, Form)
        assert "You can bid a mixed roll from 31 to 65" in form.entries[0].hint
        return
    with pytest.raises(Refusal, match=r"no roll of two dice\. You can bid a mixed roll from 31"):
        typed(line, mine)


@pytest.mark.parametrize("line", ["", "hello", "?!"])
def test_a_line_without_a_verb_or_a_bid_is_nobody_s(line: str):
    mine = view(opened(4, 3), 0)
    assert read_line(FACE.ways, line, mine, NAMES, legal(mine)) is None


def test_a_challenge_takes_no_more_words():
    mine = view(bids(opened(4, 3), 54), 1)
    with pytest.raises(Refusal, match="54 maybe"):
        typed("challenge 54 maybe", mine)


PASSED = bids(opened(4, 3), 54)
POSITIONS = {
    "opened": opened(4, 3),
    "passed": PASSED,
    "dead man": bids(opened(4, 3), DEAD_MAN),
    "shaken": after(PASSED, SHAKE, faces=(6, 6)),
    "seen": after(PASSED, Shake(look=True), faces=(6, 6)),
    "blind": after(opened(4, 3), ShakeAgain(), faces=(6, 6)),
}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("opened", ["43", "reshake"]),
        ("passed", ["challenge", "61", "shake"]),
        ("dead man", ["challenge", "shake"]),
        ("shaken", ["look", "61", "reshake"]),
        ("seen", ["66", "reshake"]),
        ("blind", ["31"]),
    ],
)
def test_what_can_be_typed_is_said(position: str, said: list[str]):
    state = POSITIONS[position]
    for seat in range(3):
        mine = view(state, seat)
        wanted = said if seat == state.holder else []
        assert examples(FACE.ways, mine, NAMES, legal(mine)) == wanted
        assert bool(can_be_typed(FACE.ways, mine, NAMES, legal(mine))) == bool(wanted)


# --- terms, help, loading -------------------------------------------------------------------------


def test_the_help_names_every_value_lowest_first():
    odds = help_of(FACE, "All mixed values") + help_of(FACE, "Doubles and Dead Man")
    at = [odds.index(f"`{value}`") for value in CHART]
    assert at == sorted(at)


def test_dm_19_the_help_says_what_is_done_for_the_absent():
    assert (
        "Who was passed a bid challenges it. Only where they know that this loses"
        " (a bid of 31, or one that they have seen to be true and nobody has shaken since) they"
        " make the least raise instead, unseen; a true Dead Man cannot be raised, so they shake,"
        " don't look, and bid it again."
    ) in help_of(FACE, "Decided here: if time runs out")


def test_the_help_says_of_nobody_that_they_have_not_seen_dice_that_they_may_know():
    # DM-10: they may have seen them
    assert "who may not look under the lid" in help_of(FACE, "A round")


def test_the_terms_say_whether_the_opener_may_shake_twice():
    assert "may shake again" in named(FACE, Options())
    assert "only once" in named(FACE, Options(opener_may_reshake=False))
    assert {term.name: term.fills for term in FACE.terms_asked} == {"reshake": "opener_may_reshake"}


def test_there_is_a_command_for_each_kind_of_move_and_its_help_fits():
    assert {way.move for way in FACE.ways} == {Challenge, Look, Bid, Shake, ShakeAgain}
    assert set(WAYS) == {"bid", "challenge", "shake", "look", "reshake"}
    for text in (FACE.about, *(part.help for part in (*FACE.ways, *FACE.terms_asked))):
        assert 0 < len(text) <= 100
    assert all(len(field.label) <= 45 for way in FACE.ways for field in way.fields)


async def test_the_module_loads_its_face():
    class Bot:
        face: Any = None

        async def add_face(self, face: Any) -> None:
            self.face = face

    bot = Bot()
    await setup(bot)
    assert bot.face is FACE


# --- everywhere -----------------------------------------------------------------------------------


def whole_game(seats: int, options: Options) -> Iterator[State]:
    picks = Chance.of(b"drawn", 0, seats)
    state = rules.start(seats, options, picks).state
    yield state
    while moves := rules.legal_moves(view(state, state.holder)):
        few = moves[1:3] if len(moves) > 2 and picks.below(3) else moves
        state = rules.play(state, state.holder, few[picks.below(len(few))], picks).state
        yield state


every_size = pytest.mark.parametrize("seats", [2, 5, 8])
both_terms = pytest.mark.parametrize("reshake", [True, False])


def ends_in(asked: Move | Form, state: State) -> Move:
    """Fill in what a form asks for with what it is filled with."""
    if not isinstance(asked, Form):
        return asked
    assert len(asked.title) <= 45
    (entry,) = asked.entries
    assert len(entry.choices) <= 25
    (chosen,) = [choice for choice in entry.choices if choice.chosen]
    filled = pressed(asked.request.with_args({entry.key: chosen.value}), state, state.holder)
    assert not isinstance(filled, Form)
    return filled


@every_size
@both_terms
def test_every_button_asks_for_something_that_goes_and_every_panel_fits(seats: int, reshake: bool):
    names = Names(["_*" * 20] * seats)
    for state in whole_game(seats, Options(opener_may_reshake=reshake)):
        public = view(state)
        if not rules.to_move(public):
            drawing = FACE.ending(public, names)
            assert len(Panel(drawing.parts).text() + drawing.headline) < 3500
            continue
        mine = view(state, state.holder)
        drawn: list[Part] = []
        for drawing in (FACE.board(public, names), FACE.hand(mine, names)):
            assert len(Panel(drawing.parts).text() + drawing.headline) < 3500
            drawn += drawing.parts
        drawn += on_board(FACE.ways, public, names)
        drawn += on_hand(FACE.ways, mine, names, legal(mine))
        reached: set[Move] = set()
        for wanted in Panel(drawn).requests():
            move = ends_in(pressed(wanted, state, state.holder), state)
            rules.play(state, state.holder, move, Chance.of(b"any", 0, 0))
            reached.add(move)
        assert reached == set(rules.legal_moves(mine))  # by buttons and menus alone
        for seat in set(range(seats)) - {state.holder}:
            other = view(state, seat)
            assert on_hand(FACE.ways, other, names, legal(other)) == []


@every_size
def test_the_board_offers_what_the_holder_may_do_and_no_more(seats: int):
    names = Names([f"P{seat}" for seat in range(seats)])
    for state in whole_game(seats, Options()):
        offered = {type(move) for move in rules.legal_moves(view(state, state.holder))}
        shown = {
            WAYS[wanted.verb].move
            for wanted in Panel(on_board(FACE.ways, view(state), names)).requests()
        }
        assert shown == offered


@every_size
@both_terms
def test_every_example_is_legal_when_it_is_typed(seats: int, reshake: bool):
    names = Names([f"P{seat}" for seat in range(seats)])
    for state in whole_game(seats, Options(opener_may_reshake=reshake)):
        mine = view(state, state.holder)
        can = legal(mine)
        said = examples(FACE.ways, mine, names, can)
        assert bool(said) == bool(can.moves)
        for line in said:
            way, known = read_line(FACE.ways, line, mine, names, can) or pytest.fail(line)
            assert resolve(way, known, mine, names, can, line=True) in can.moves


@every_size
def test_what_is_written_is_read_as_it_was_meant(seats: int):
    names = Names([f"P{seat}" for seat in range(seats)])
    for state in whole_game(seats, Options()):
        mine = view(state, state.holder)
        for way in FACE.ways:
            for move in legal(mine).of(way):
                assert_read_back(way, move, mine, names)


def assert_read_back(way: AnyWay, move: Any, mine: View, names: Names) -> None:
    for field in way.fields:
        value = value_in(field, {name: getattr(move, name) for name in field.fills})
        assert field.read(field.write(value, names), mine, names) == (value, "")


# --- whatever is asked of somebody, they can do ---------------------------------------------------

Asks: TypeAlias = Callable[[str, frozenset[Move]], bool]
WHO = r"(?:your|\S+'s) (?:[0-9]{2}|Dead Man)"


def can(*kinds: type) -> Asks:
    """Ask for each of these kinds of move."""
    return lambda said, moves: all(any(type(move) is kind for move in moves) for kind in kinds)


def can_bid(*kinds: type) -> Asks:
    """Ask for the bids that are said, and for nothing less or more; and for these kinds."""
    return lambda said, moves: (
        meant(said) == {move.value for move in moves if type(move) is Bid}
        and can(*kinds)(said, moves)
    )


PROMPTS: dict[str, Asks] = {
    rf"Before you: {WHO}\. Challenge it, raise it without a look, or shake\.": can(
        Challenge, Bid, Shake
    ),
    rf"Before you: {WHO}\. Challenge it, or shake and bid Dead Man yourself\.": can(
        Challenge, Shake
    ),
    r"Shaken twice: what lies there nobody knows, not even you\. Bid (.*?)\.": can_bid(),
    rf"You have shaken over {WHO}, and not looked yet\. Look or not; then bid (.*?)\.": can_bid(
        Look
    ),
    rf"You have shaken over {WHO}, and looked\. Bid (.*?), true or not\."
    r" Or shake once more, unseen, and bid (?:it|on that)\.": can_bid(ShakeAgain),
    r"You have shaken to open round [0-9]+, and looked\. Bid (.*?), true or not\."
    r" Or shake once more, unseen, and bid on that\.": can_bid(ShakeAgain),
    r"You have shaken to open round [0-9]+, and looked\. Bid (.*?), true or not\.": can_bid(),
}
"""What a seat is asked in plain words -> whether it can do all of that; the group are bids."""

NOTHING_ASKED = (
    r"\S+ has the chest\. Wait until it comes to you\.",
    r"You are out of gems, and out of the game\. Watch them bluff\.",
    r"The game is over: (?:you have|\S+ has) won\.",
    r"(?:You are out of gems, and watch\. )?"
    r"(?:You bid .* and passed|\S+ bids .* and passes) the chest to \S+, who can challenge,"
    r" (?:raise unseen, or shake|or shake and bid Dead Man as well)\.",
    r"(?:You are out of gems, and watch\. )?"
    r"\S+ opens the round, has shaken the chest(?: and looked| once more, unseen), and is to bid\.",
    rf"(?:You are out of gems, and watch\. )?\S+ believes {WHO}, has"
    r" shaken (?:the chest|and looked|twice), and is to bid (?:.*)\.",
)
MINE = re.compile(r"You have [◆◇]+ [0-9] gems?\. ")
EVERY_TABLE = [
    Case("deadman", seats, options, seed)
    for options in variants(rules)
    for seats in (2, 3, 5, 8)
    for seed in (1, 2, 3)
]


def test_whoever_is_asked_is_told_something_that_they_can_do_and_nobody_else_is():
    met: set[str] = set()
    for case in EVERY_TABLE:
        game, names = played(case), Names([f"P{seat}" for seat in range(case.seats)])
        for position in game.positions:
            waits_for = game.to_move(position)
            for seat in range(case.seats):
                mine = game.view(position, seat)
                texts = [FACE.situation(mine, names)]
                if waits_for:
                    texts.append(MINE.sub("", plain(FACE.hand(mine, names).headline)))
                for text in texts:
                    if seat in waits_for:
                        met |= {asked_for(text, frozenset(rules.legal_moves(mine)))}
                    else:
                        assert any(re.fullmatch(pattern, text) for pattern in NOTHING_ASKED), text
            said = FACE.board(game.view(position, None), names).headline
            assert not waits_for or any(re.fullmatch(pattern, said) for pattern in NOTHING_ASKED), (
                said
            )
    assert met == set(PROMPTS), "a prompt that nobody meets"


def asked_for(text: str, moves: frozenset[Move]) -> str:
    """Check that all that is asked for can be done; return the prompt that it is."""
    for prompt, asks in PROMPTS.items():
        if found := re.fullmatch(prompt, text):
            assert asks(found[1] if found.lastindex else "", moves), (text, moves)
            return prompt
    raise AssertionError(f"what does this ask for? {text}")
