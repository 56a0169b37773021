"""Tests of parsing requests into moves, forms, panels and refusals."""

from dataclasses import replace
from typing import Any

import pytest

from bot.entry.requests.move_parsing import check_dealt, read_request, read_typed
from bot.host.reading.table_view import TableView
from bot.ui.panels.panel import Form, Panel, Request, request
from bot.ui.panels.words import Names
from games.chance import Chance
from games.rules import Refusal, Seat
from tests.bot.entry.faces import AskingFace
from tests.small.game.moves import Guess, Hide, Hurry, Move, Ponder
from tests.small.game.state import Options, State

FACE = AskingFace()
RULES = FACE.rules


def after(*moves: tuple[Seat, Move]) -> State:
    """Play these moves; Ann guesses first."""
    state: State = RULES.start(2, Options(), Chance.tape([0])).state
    for seat, move in moves:
        state = RULES.play(state, seat, move, Chance.tape()).state
    return state


HIDING = after()
CLOSED = after((0, Hide(coins=2)), (1, Hide(coins=0)))
HURRIED = after((0, Hide(coins=2)), (1, Hide(coins=0)), (1, Hurry()))


def seen(state: State | None, seat: Seat | None = 0, **more: Any) -> TableView:
    public = None if state is None else RULES.view(state, None)
    plain = TableView(
        rules=RULES,
        id=12,
        game="small",
        guild=1,
        channel=2,
        opener=101,
        phase="playing",
        options=Options(),
        pace="day",
        laid_open=True,
        seal="",
        rev=9,
        step=7,
        names=Names(["Ann", "Ben"]),
        people=(101, 102),
        seat=seat,
        view=None if state is None else RULES.view(state, seat),
        public=public,
        to_move=frozenset() if public is None else RULES.to_move(public),
        question="",
        until=None,
        standing=None,
        news=(),
        secret=None,
    )
    return replace(plain, **more)


def asked(table: TableView, verb: str, line: bool = False, **args: str) -> Any:
    wanted = Request(verb, {key.replace("typed_", "?"): text for key, text in args.items()})
    return read_request(FACE, table, wanted, line=line)


def test_complete_move_is_parsed_even_if_illegal():
    made = asked(seen(HIDING), "hide", coins="2")
    assert (made.is_move, made.made) == (True, Hide(coins=2))
    assert made.way is not None
    assert made.way.verb == "hide"
    assert asked(seen(CLOSED), "ponder").made == Ponder()
    assert asked(seen(HIDING), "hide", coins="99").made == Hide(coins=99)


def test_missing_values_are_asked_in_a_form():
    made = asked(seen(HIDING), "hide")
    assert isinstance(made.made, Form)
    assert not made.is_move
    assert isinstance(read_typed(FACE, seen(CLOSED), "guess").made, Form)


def test_command_and_typed_line_are_parsed_as_typed():
    assert asked(seen(HIDING), "hide", line=True, typed_coins="two coins").made == Hide(coins=2)
    with pytest.raises(Refusal, match="Please give a number"):
        asked(seen(HIDING), "hide", line=True, typed_coins="many")
    made = read_typed(FACE, seen(HIDING), "Two coins.")
    assert (made.is_move, made.made) == (True, Hide(coins=2))


def test_impossible_move_or_unknown_button_is_refused_with_alternatives():
    with pytest.raises(Refusal) as refusal:
        asked(seen(CLOSED, 1), "guess")
    said = str(refusal.value)
    assert "Ann is guessing" in said
    assert "You can type `hurry`." in said
    with pytest.raises(Refusal) as refusal:
        asked(seen(HURRIED, 1), "guess")
    assert "You can type" not in str(refusal.value)
    for verb in ["dance", "table_join", "hidden"]:
        with pytest.raises(Refusal, match="doesn't work any more"):
            asked(seen(HIDING), verb)


def test_way_can_ask_back_before_the_move():
    made = asked(seen(CLOSED), "guess", total="0")
    assert isinstance(made.made, Panel)
    assert made.made.text() == "None at all?"
    assert not made.is_move
    assert read_typed(FACE, seen(CLOSED), "guess 0").made.text() == "None at all?"


def test_aside_is_no_move_and_can_be_typed():
    made = asked(seen(CLOSED), "odds")
    assert (made.way, made.is_move) == (None, False)
    assert made.made.text() == "Ann could be anywhere near."
    for text in ["odds", "ODDS!", "the odds?", "`The odds`"]:
        assert isinstance(read_typed(FACE, seen(CLOSED), text).made, Panel)


def test_line_without_a_move_gets_what_can_be_done_and_where_the_rules_are():
    rules = rf"The rules are in `/{FACE.rules.command} rules`\.$"
    with pytest.raises(Refusal, match=rf"^That isn't a move\. .+ You can type `0`\. {rules}"):
        read_typed(FACE, seen(HIDING), "how do I win")
    with pytest.raises(Refusal, match=rf"^That isn't a move\. Ann is guessing.+ {rules}"):
        read_typed(FACE, seen(HURRIED, 1), "how do I win")


def test_impossible_typed_verb_is_refused_like_its_button():
    for line in ("guess", "guess many", "hide x"):
        with pytest.raises(Refusal, match=r"You can't do that now\..*You can type `hurry`"):
            read_typed(FACE, seen(CLOSED, 1), line)
    with pytest.raises(Refusal, match=r"You can't do that now\..*You can type `hurry`"):
        asked(seen(CLOSED, 1), "guess", line=True, typed_total="many")
    assert read_typed(FACE, seen(CLOSED, 1), "guess 7").made == Guess(total=7), "whole: for play"


CASES = [
    (seen(CLOSED, None), "You aren't at table 12"),
    (seen(None, None, phase="open"), "You aren't at table 12"),
    (seen(None, phase="open"), "hasn't been dealt yet"),
    (seen(CLOSED, phase="over"), "is over"),
    (seen(None, phase="ended"), "was closed before its game was over"),
    (seen(None, phase="over"), "is over"),
    (seen(None), "older rules"),
]


def test_only_players_of_a_running_game_may_ask():
    for table, said in CASES:
        with pytest.raises(Refusal, match=said):
            check_dealt(table)
        for verb, line in (("hide", "hide 2"), ("odds", "odds")):
            with pytest.raises(Refusal, match=said):
                read_request(FACE, table, request(verb), line=False)
            with pytest.raises(Refusal, match=said):
                read_typed(FACE, table, line)
    check_dealt(seen(HIDING, 1))
