"""Dead Man's Chest: the board, the hand and the end."""

from dataclasses import replace

import pytest

from bot.ui.panels.panel import Form, Menu, Panel, Request, Row
from bot.ui.panels.pics import names_in, pic
from bot.ui.ways.offers import examples, on_board, what_else
from bot.ui.ways.resolve import NotNow
from cogs.deadman import FACE
from cogs.deadman.read import limits
from games.chance import Chance
from games.deadman.dice import CHART, DEAD_MAN
from games.deadman.events import Revealed
from games.deadman.moves import Bid, Challenge, Shake, ShakeAgain
from games.deadman.state import Options, State
from games.rules import IllegalMove
from tests.cogs.deadman.face import (
    NAMES,
    SHAKE,
    WAYS,
    after,
    bids,
    board,
    hand,
    labels,
    legal,
    opened,
    pressed,
    rules,
    typed,
    view,
)
from tests.cogs.terms import named
from tests.contract.playing import Case, played


def leading(panel: Panel) -> list[str]:
    rows = [part for part in panel.parts if isinstance(part, Row)]
    return [button.label for row in rows for button in row.buttons if button.style == "main"]


def menu_of(panel: Panel) -> Menu:
    (menu,) = [part for part in panel.parts if isinstance(part, Menu)]
    return menu


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_board_has_each_kind_of_legal_move_and_the_hand_each_move(seats: int):
    for position in played(Case("deadman", seats, Options(), 1)).positions[:-1]:
        state = position.state
        moves = rules.legal_moves(view(state, state.holder))
        shown = {WAYS[wanted.verb].move for wanted in board(state).requests()}
        assert shown == {type(move) for move in moves}
        pressable = hand(state, state.holder).requests()
        assert {pressed(wanted, state, state.holder) for wanted in pressable} == set(moves)


def test_board_shows_the_bid_and_offers_three_answers():
    state = bids(opened(4, 3), 54)
    assert FACE.draw.board(view(state), NAMES).headline == (
        "Ann bids 54 and passes the chest to Ben. Ben can challenge, raise or shake."
    )
    assert labels(board(state)) == [*("Challenge 54", "Raise to 61", "Raise…", "Shake and look")]
    assert leading(board(state)) == ["Challenge 54", "Shake and look"]
    assert "**Ben** · 4 gems · has the chest" in board(state).text()
    assert "Ann 54" in board(state).text()


def test_gems_are_counted_in_words():
    text = board(replace(opened(4, 3), gems=(2, 1, 0))).text()
    assert "**Ann** · 2 gems" in text
    assert "**Ben** · 1 gem" in text
    assert "**Cat** · out" in text


def test_own_gems_and_dice_have_pictures_next_to_the_text():
    two = replace(opened(3, 5), gems=(2, 1, 0))
    mine = FACE.draw.hand(view(two, 0), NAMES).headline
    assert mine.startswith(f"You have {pic('gem', '◆') * 2}◇◇ 2 gems.")
    [dice] = [part for part in hand(two, 0).parts if "#" in getattr(part, "markdown", "")]
    assert dice.markdown == f"# {pic('die_5', '⚄')} {pic('die_3', '⚂')}, 53"
    dead = Revealed(dice=(2, 1), bid=66)
    assert list(names_in(FACE.tell.sentence(dead, NAMES, None))) == ["die_2", "die_1", "dead_man"]


def test_a_received_chest_shows_no_dice_on_the_hand_and_offers_no_look():
    state = bids(opened(3, 5), 54)
    assert "⚄" not in hand(state, 1).text()
    assert labels(hand(state, 1)) == [  # DM-8
        *("Challenge 54", "Raise to 61", "Raise to 62"),
        *("Shake and look", "Shake, don't look"),
    ]
    assert leading(hand(state, 1)) == ["Challenge 54", "Shake and look", "Shake, don't look"]
    assert menu_of(hand(state, 1)).placeholder == "Raise to…"


def test_a_blind_shake_takes_the_dice_off_the_hand():
    state = after(opened(3, 5), ShakeAgain(), faces=(6, 6))
    assert "⚄" not in hand(state, 0).text()
    assert "⚅" not in hand(state, 0).text()
    assert (
        "nobody knows what's in the chest, not even you"
        in FACE.draw.hand(view(state, 0), NAMES).headline
    )
    assert labels(hand(state, 0)) == ["Bid 31", "Bid 32", "Bid 41"]
    assert menu_of(hand(state, 0)).placeholder == "Bid something else…"


def test_dm_10_the_hand_remembers_dice_that_nobody_has_shaken_since():
    state = bids(opened(5, 3), 53, 54, 61)
    assert "Nobody has shaken since you looked" in hand(state, 0).text()
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
    assert menu.choices[0].description == "36 of 36 rolls are at least this high."
    assert menu.choices[-1].label == "Dead Man (21)"
    blind = after(state, ShakeAgain(), faces=(5, 3))
    assert values_of(menu_of(hand(blind, 0)), blind, 0) == list(CHART[3:])


def test_truth_is_marked_only_for_a_player_who_knows_it():
    state = bids(rules.start(2, Options(), Chance.tape([0, 5, 3])).state, 31, 32)
    marked = [text for text in labels(hand(state, 0)) if "truth" in text]
    assert marked == ["Raise to 53, the truth"]
    form = pressed(Request("bid"), state, 0)
    assert isinstance(form, Form)
    said = {choice.label: choice.description for choice in form.entries[0].choices if choice.chosen}
    assert said == {"53": "Your roll. 22 of 36 rolls are at least this high."}
    other = after(state, SHAKE, faces=(5, 3))
    for panel in (hand(other, 0), board(state), hand(state, 1)):
        assert not [text for text in labels(panel) if "truth" in text]
    assert not any("Your roll" in choice.description for choice in menu_of(hand(other, 0)).choices)


def test_true_bid_comes_first_or_else_the_lowest_legal_one():
    assert labels(hand(opened(5, 3), 0)) == [
        *("Bid 53, the truth", "Bid 54", "Bid 61", "Shake again, don't look")
    ]
    assert leading(hand(opened(5, 3), 0)) == [], "an amount is never highlighted"
    lower = after(bids(opened(4, 3), 54), Shake(look=True), faces=(3, 1))
    assert labels(hand(lower, 1)) == ["Bid 61", "Bid 62", "Bid 63", "Shake again, don't look"]
    nobody = labels(board(opened(5, 3)))  # the dice are not for everybody
    assert nobody == ["Bid…", "Shake again, don't look"]


def test_player_who_has_shaken_may_look_bid_or_shake_again():
    state = after(bids(opened(4, 3), 54), SHAKE, faces=(6, 1))
    assert labels(board(state)) == ["Look", "Bid…", "Shake again, don't look"]
    assert labels(hand(state, 1)) == [
        *("Look", "Bid 61", "Bid 62", "Bid 63", "Shake again, don't look")
    ]
    assert menu_of(hand(state, 1)).placeholder == "Bid something else…"


def test_dead_man_offers_no_raise():
    state = bids(opened(5, 3), DEAD_MAN)
    assert labels(board(state)) == ["Challenge Dead Man", "Shake and look"]
    assert not [part for part in hand(state, 1).parts if isinstance(part, Menu)]
    with pytest.raises(NotNow):
        pressed(Request("bid"), state, 1)
    assert "challenge it, or shake" in FACE.asked.situation(view(state, 1), NAMES)
    with pytest.raises(IllegalMove, match="can't pass on"):
        rules.play(state, 1, typed("bid 21", view(state, 1)), Chance.tape())


def test_the_only_possible_bid_has_a_button():
    state = bids(opened(5, 3), 66)
    assert "Raise to Dead Man" in labels(board(state))
    assert "Raise to Dead Man" in labels(hand(state, 1))
    state = after(bids(state, DEAD_MAN), SHAKE, faces=(6, 1))
    wanted = ["Look", "Bid Dead Man", "Shake again and bid Dead Man"]
    assert labels(hand(state, 2)) == labels(board(state)) == wanted
    only = next(request for request in hand(state, 2).requests() if request.verb == "bid")
    assert pressed(only, state, 2) == Bid(value=DEAD_MAN)


def test_opener_gets_a_second_shake_only_if_the_options_allow_it():
    assert "Shake again, don't look" in labels(board(opened(5, 3)))
    printed = opened(5, 3, options=Options(opener_may_reshake=False))
    assert labels(board(printed)) == ["Bid…"]
    assert labels(hand(printed, 0)) == ["Bid 53, the truth", "Bid 54", "Bid 61"]


def test_moves_after_a_look_are_private():
    state = opened(5, 3)
    assert FACE.private(view(state)) == {0}
    state = bids(state, 54)
    assert FACE.private(view(state)) == frozenset()
    assert FACE.private(view(after(state, SHAKE, faces=(1, 2)))) == {1}


def test_ending_shows_the_winner_and_all_challenges():
    state = replace(opened(3, 1), gems=(1, 2, 0))
    state = after(state, Bid(value=66), Challenge())
    drawing = FACE.draw.ending(view(state), NAMES)
    assert drawing.headline == "**Ben wins** as the last pirate with gems (2 gems left)."
    text = Panel(drawing.parts).text()
    assert "1. Ann bid 66 and Ben challenged. The dice showed 31, so Ann lost a gem." in text
    assert FACE.private(view(state)) == frozenset()
    assert not on_board(FACE.ways, view(state), NAMES)
    assert FACE.asked.situation(view(state, 2), NAMES) == "The game is over. Ben won."
    assert FACE.asked.situation(view(state, 1), NAMES) == "The game is over. You won."


def test_ending_distinguishes_forced_challenges():
    state = replace(opened(3, 1), gems=(2, 1, 1))
    state = after(state, Bid(value=DEAD_MAN), SHAKE, Bid(value=DEAD_MAN), faces=(6, 5, 4, 3))
    assert (
        "1. Ben bid Dead Man and Cat had to challenge. The dice showed 65, so Ben lost a gem."
        in (Panel(FACE.draw.ending(view(state), NAMES).parts).text())
    )


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (0, "Ben has the chest. Wait until it comes to you."),
        (1, "Ann bid 54. You can challenge it, raise it without shaking, or shake the chest."),
        (2, "You're out of gems, so you're out of the game. Watch them bluff."),
        (
            None,
            "Ann bids 54 and passes the chest to Ben. Ben can challenge, raise or shake.",
        ),
    ],
)
def test_situation_is_true_for_each_reader(seat: int | None, said: str):
    state = replace(bids(opened(4, 3), 54), gems=(4, 4, 0))
    assert FACE.asked.situation(view(state, seat), NAMES) == said


def test_reader_is_you_and_only_the_asked_player_is_asked():
    def said(state: State, seat: int) -> str:
        return FACE.draw.hand(view(state, seat), NAMES).headline.partition("gems. ")[2]

    state = bids(opened(4, 3), 54)
    can = "passed the chest to Ben. Ben can challenge, raise or shake."
    assert said(state, 0) == f"You bid 54 and {can}"
    assert said(state, 2) == f"Ann bids 54 and {can.replace('passed', 'passes')}"
    shaken = after(state, SHAKE, faces=(6, 6))
    accepted = "Ben accepted {} 54 and shook the chest. Ben's next bid must be {}."
    assert said(shaken, 0) == accepted.format("your", "61 to 65, any double, or Dead Man")
    assert said(shaken, 2) == accepted.format("Ann's", "61 to 65, any double, or Dead Man")
    dead = bids(state, DEAD_MAN)
    over = "the chest to Cat. Cat can challenge, or shake and bid Dead Man too."
    assert said(dead, 1) == f"You bid Dead Man and passed {over}"
    assert said(dead, 0) == f"Ben bids Dead Man and passes {over}"


def test_dm_4_second_shake_is_mentioned_only_where_it_is_allowed():
    printed, usual = Options(opener_may_reshake=False), Options()
    for options, allowed in ((usual, True), (printed, False)):
        state = opened(5, 3, options=options)
        said = FACE.asked.situation(view(state, 0), NAMES)
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
        assert "Or shake once more without looking, and bid on that." in (
            FACE.asked.situation(view(raised, 1), NAMES)
        )
        only = after(bids(state, 66), Shake(look=True), faces=(6, 6))
        assert FACE.asked.situation(view(only, 1), NAMES).endswith(
            "Bid Dead Man, true or not."
            " Or shake once more without looking, and I'll bid Dead Man for you."
        )


@pytest.mark.parametrize("over", [None, *CHART])
def test_no_text_says_a_number_or_higher(over: int | None):
    """ "54 or higher" would exclude 11 and 21, and "11 or higher" would include every number."""
    state = opened(4, 3) if over is None else bids(opened(4, 3), over)
    shaken = state if over is None else after(state, Shake(look=True), faces=(6, 6))
    texts = [FACE.draw.board(view(position), NAMES).headline for position in (state, shaken)]
    texts += [FACE.draw.hand(view(shaken, seat), NAMES).headline for seat in range(3)]
    texts += [limits(over)]
    for value in CHART:
        try:
            rules.play(shaken, shaken.holder, Bid(value=value), Chance.tape([1, 1, 1, 1]))
        except IllegalMove as refusal:
            texts.append(str(refusal))
    assert not [text for text in texts if "or higher" in text]


def test_buttons_do_not_reveal_that_a_player_knows_the_bid_is_true():
    knows = bids(rules.start(2, Options(), Chance.tape([0, 2, 1])).state, 31, DEAD_MAN)
    assert next(iter(rules.legal_moves(view(knows, 0)))) == SHAKE  # DM-19
    wanted = ["Challenge Dead Man", "Shake and look", "Shake, don't look"]
    assert labels(hand(knows, 0)) == wanted
    guesses = bids(opened(2, 1), 31, DEAD_MAN)
    assert labels(hand(guesses, 2)) == wanted
    for line in examples(FACE.ways, view(knows, 0), NAMES, legal(view(knows, 0))):
        assert typed(line, view(knows, 0)) in rules.legal_moves(view(knows, 0))


def test_refusal_says_what_works_instead():
    mine = view(bids(opened(4, 3), 54), 1)
    said = what_else(FACE.ways, FACE.asked.situation(mine, NAMES), mine, NAMES, legal(mine))
    assert said.endswith(
        "raise it without shaking, or shake the chest. You can type `challenge`, `61` or `shake`."
    )
