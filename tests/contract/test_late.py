"""A late press is refused, or is still the move that its player meant.

`too_late` repeats the staleness rule of the host, which has its own tests. Here the rule is held
against the games: their question must change whenever an older button would change its meaning.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from bot.ui.panels.panel import Form
from bot.ui.ways.resolve import resolve
from bot.ui.ways.ways import AnyWay, Holds
from games import GAMES
from games.rules import AnyRules, IllegalMove, Question, Refusal, Seat, Step
from tests.contract.asking import names_at, way_of
from tests.contract.drawing import face_of
from tests.contract.pieces import listed
from tests.contract.playing import (
    Case,
    Game,
    Position,
    altered,
    attributes,
    cases_of,
    every_case,
    every_game,
    heard,
    kinds_of_move,
    one_game,
    played,
    played_by_the_clock,
)

WINDOW = 6  # moves between a drawing and a press on it


@dataclass(frozen=True)
class Moment:
    """The public facts that decide about staleness."""

    step: int
    question: Question
    key_step: int
    """The step at which the question's key last changed."""
    subject_step: int
    moved: Mapping[Seat, int]
    """The step of each seat's last public move."""


def too_late(now: Moment, seat: Seat, drawn: int, holds: Holds) -> bool:
    """Return whether a press drawn at a step is stale."""
    since = {"key": now.key_step, "subject": now.subject_step, "game": 0}[holds]
    return drawn < max(since, now.moved.get(seat, 0))


def moments(game: Game, rules: AnyRules) -> list[Moment]:
    """Return the staleness facts for each position of a game."""
    public = rules.view(game.positions[0].state, None)
    found = [Moment(1, rules.question(public), 1, 1, {})]
    for position in game.positions[1:]:
        before, last = public, found[-1]
        public = rules.view(position.state, None)
        asked, step = rules.question(public), last.step + (public != before)
        own = {position.seat: step} if public != before and position.seat is not None else {}
        found.append(
            Moment(
                step,
                asked,
                last.key_step if asked.key == last.question.key else step,
                last.subject_step if asked.subject == last.question.subject else step,
                {**last.moved, **own},
            )
        )
    return found


# --- questions ------------------------------------------------------------------------------------


@every_case
def test_whenever_the_subject_changes_so_does_the_key(case: Case):
    for game in (played(case), played_by_the_clock(case)):
        known = moments(game, case.rules)
        for before, after in pairwise(known):
            asked, then = before.question, after.question
            assert asked.subject == then.subject or asked.key != then.key
            assert 0 < len(then.subject) <= 200
            assert 0 < len(then.key) <= 200


@every_case
def test_a_call_changes_neither_subject_nor_key(case: Case):
    """A call hurries the seats that are asked without changing the question."""
    known = moments(played(case), case.rules)
    for before, after in pairwise(known):
        if after.question.hurried and not before.question.hurried:
            assert after.question.key == before.question.key
            assert after.question.subject == before.question.subject


@every_case
def test_a_question_stays_the_same_while_it_is_open_and_never_comes_back(case: Case):
    """A new question gives fresh time; a repeated key would give none."""
    rules, known = case.rules, moments(played(case), case.rules)
    for position in played(case).picked(15):
        public = rules.view(position.state, None)
        assert rules.question(public) == rules.question(public)
    keys = [position.question.key for position in known if position.step > 0]
    begun = [key for at, key in enumerate(keys) if at == 0 or keys[at - 1] != key]
    assert len(set(begun)) == len(begun), "a question is asked again under its old key"


def check_nobody_is_asked_again(case: Case, rules: AnyRules) -> None:
    """Check that seats only leave a question, never join it, while its key stays the same."""
    game, known = played(case), moments(played(case), rules)
    for at, (before, after) in enumerate(pairwise(known), start=1):
        if after.question.key == before.question.key:
            asked, then = (game.to_move(game.positions[item]) for item in (at - 1, at))
            assert then <= asked, f"{case}, move {at}: {then - asked} are asked under an old key"


@every_case
def test_whoever_is_asked_anew_is_asked_something_new(case: Case):
    """A player who passed on $50 has not answered $80 yet, so needs time for it."""
    check_nobody_is_asked_again(case, case.rules)


@every_case
def test_a_move_that_nobody_sees_asks_nothing_new(case: Case):
    known = moments(played(case), case.rules)
    for before, after in pairwise(known):
        if after.step == before.step:
            assert after.question == before.question


# --- what is pressed late -------------------------------------------------------------------------


@dataclass(frozen=True)
class Press:
    """A button drawn at one position and pressed at a later one."""

    way: AnyWay
    seat: Seat
    move: Any
    drawn: Position
    pressed: Position
    key_held: bool


def late_presses(game: Game, rules: AnyRules) -> Iterator[tuple[Press, bool]]:
    """Yield late presses, and whether the staleness rule lets each through.

    Buttons are drawn just before each kind of step, so each way is tried across each kind of event.
    """
    known, last = moments(game, rules), len(game) - 1
    starts = {max(0, item.number - back) for item in game.picked(20) for back in (1, 2, 3)}
    for start in sorted(starts):
        drawn = game.positions[start]
        for seat in range(game.case.seats):
            legal = game.legal(drawn, seat)
            for kind in kinds_of_move(rules):
                some = [move for move in legal.moves if type(move) is kind]
                for move in some[:2] + some[-1:]:
                    way = way_of(game.case.game, move)
                    for at in range(start + 1, min(start + WINDOW, last) + 1):
                        late = too_late(known[at], seat, known[start].step, way.holds)
                        held = known[at].key_step <= known[start].step
                        pressed = game.positions[at]
                        yield Press(way, seat, move, drawn, pressed, held), not late
                        if late:
                            break  # it stays stale from here on


def played_late(game: Game, press: Press) -> Step[Any, Any] | None:
    """Play a late move with its own luck; None if the rules refuse it."""
    luck = game.case.luck(press.drawn.number + 1)
    try:
        return game.case.rules.play(press.pressed.state, press.seat, press.move, luck)
    except IllegalMove:
        return None


def check_means_the_same(game: Game, press: Press, late: Step[Any, Any]) -> None:
    """Check that a late move has the effect that its label promised.

    A way with a longer validity may have another label by then (a first bid, or a raise), and may
    meet what others did since (a secret limit answers it). With several seats asked, the number
    of seats still missing may differ.
    """
    at_once = game.after(press.drawn, press.seat, press.move)
    where = (
        f"{game.case}, seat {press.seat}: {press.move} was drawn after move {press.drawn.number}, "
        f"and is let through after move {press.pressed.number}"
    )
    told = at_once.told[:1], late.told[:1]
    if press.way.holds != "key" or len(game.to_move(press.drawn)) > 1:
        told = tuple([(type(move.event), move.to) for move in some] for some in told)
    assert told[0] == told[1], f"{where}, but now it is {late.told[:1]}"
    names, known = names_at(game), attributes(press.move)
    labels = [
        press.way.label(game.view(position, press.seat), known, names)
        for position in (press.drawn, press.pressed)
    ]
    assert reads_alike(press.way, *labels), f"{where}, but its label is another: {labels}"


def reads_alike(way: AnyWay, one: str, other: str) -> bool:
    """Return whether two labels agree; for long-lived ways compare only names and amounts."""
    if way.holds == "key":
        return one == other
    said = [re.findall(r"\S*\d\S*|(?<= )[A-Z]\w+", label) for label in (one, other)]
    return said[0] == said[1]


def check_late(case: Case, rules: AnyRules) -> list[Press]:
    """Check every late press of a case; return those that are neither stale nor illegal."""
    game, through = played(case), list[Press]()
    for press, let in late_presses(game, rules):
        step = played_late(game, press) if let else None
        if step is not None:
            check_means_the_same(game, press, step)
            through.append(press)
    return through


@every_case
def test_what_is_let_through_late_still_means_what_it_meant(case: Case):
    check_late(case, case.rules)


@every_game
def test_each_way_is_pressed_late_and_across_each_public_event(game: str):
    ways, across, happened = set[str](), set[type](), set[type]()
    for case in cases_of(game):
        found = played(case)
        public = [{type(event) for event in heard(each.step, None)} for each in found.positions]
        happened |= set[type]().union(*public[1:])
        for press, _ in late_presses(found, case.rules):
            ways.add(press.way.verb)
            across |= public[press.pressed.number]
    never = {way.verb for way in face_of(game).ways} - ways
    assert not never, f"no random game offers a press of {listed(never)} to try late"
    assert across == happened, f"no press was drawn before {listed(happened - across)}"


@every_game
def test_a_way_that_holds_longer_is_of_use_after_more_has_been_said(game: str):
    """A longer validity is pointless if such a press is never legal after the key changed."""
    let_through, gone = set[str](), set[str]()
    for case in cases_of(game):
        found = played(case)
        for press, let in late_presses(found, case.rules):
            if let and not press.key_held and press.way.verb not in gone:
                let_through.add(press.way.verb)
                gone |= {press.way.verb} if played_late(found, press) else set()
    assert let_through == gone


@every_case
def test_whoever_is_still_asked_the_same_can_still_press_what_they_were_shown(case: Case):
    """Other seats' answers or calls don't take away a seat's default move."""
    game = played(case)
    known = moments(game, case.rules)
    for start in sorted(
        {max(0, item.number - back) for item in game.picked(20) for back in (1, 2)}
    ):
        drawn = game.positions[start]
        for seat in game.to_move(drawn):
            default = game.legal(drawn, seat).moves[0]
            holds = way_of(case.game, default).holds
            for at in range(start, min(start + WINDOW, len(game) - 1)):
                now = game.positions[at]
                if known[at].key_step > known[start].step or seat not in game.to_move(now):
                    break
                if known[at].moved.get(seat, 0) > known[start].step:
                    break
                assert not too_late(known[at], seat, known[start].step, holds)
                game.after(now, seat, default)


def check_late_on_the_board(case: Case, rules: AnyRules) -> None:
    """Check that a late press on a board does what the board showed when it was drawn.

    Open fields are filled in for the person who presses, at that moment.
    """
    game, face = played(case), face_of(case.game)
    known, names = moments(game, rules), names_at(game)
    for position in game.picked(15):
        start = max(0, position.number - 1)
        before = game.view(game.positions[start], None)
        offered = [(way, item) for way in face.ways for item in way.board(before)]
        for at in range(start + 1, min(start + WINDOW, len(game))):
            now, public = game.positions[at], game.view(game.positions[at], None)
            for way, filled in offered if game.to_move(now) else ():
                for seat in range(case.seats):
                    if too_late(known[at], seat, known[start].step, way.holds):
                        continue
                    if goes_at_once(game, now, seat, way, filled):
                        labels = [way.label(view, filled, names) for view in (before, public)]
                        assert reads_alike(way, *labels), (
                            f"{case}, seat {seat}: {labels[0]!r} was drawn after move {start}, and "
                            f"is let through after move {at}, when it reads {labels[1]!r}"
                        )


@every_case
def test_a_board_pressed_late_is_refused_or_reads_as_it_did(case: Case):
    check_late_on_the_board(case, case.rules)


def goes_at_once(game: Game, now: Position, seat: Seat, way: AnyWay, filled: Any) -> bool:
    """Return whether a press becomes a legal move without a further question."""
    try:
        view, legal = game.view(now, seat), game.legal(now, seat)
        made = resolve(way, filled, view, names_at(game), legal)
        if isinstance(made, Form):
            return False
        game.after(now, seat, made)
    except Refusal:
        return False
    return True


# --- these checks can fail ------------------------------------------------------------------------


def test_the_rule_itself():
    asked = Question(subject="lot 3", key="lot 3, $50")
    now = Moment(step=9, question=asked, key_step=7, subject_step=4, moved={0: 8})
    assert [too_late(now, 1, drawn, "key") for drawn in (6, 7, 9)] == [True, False, False]
    assert [too_late(now, 1, drawn, "subject") for drawn in (3, 4, 6)] == [True, False, False]
    assert [too_late(now, 1, drawn, "game") for drawn in (1, 9)] == [False, False]
    assert [too_late(now, 0, drawn, "game") for drawn in (7, 8)] == [True, False]


def test_one_question_for_the_whole_game_would_be_caught():
    """Some games name everything in each move, so nothing can become stale there."""
    caught = [game for game in GAMES if is_caught(game)]
    assert caught


def asking_the_same(game: str) -> AnyRules:
    return altered(GAMES[game], question=lambda _: Question(subject="the game", key="a move"))


def is_caught(game: str) -> bool:
    try:
        for case in cases_of(game):
            check_late(case, asking_the_same(game))
            check_late_on_the_board(case, asking_the_same(game))
    except AssertionError as error:
        return "is let through after" in str(error)
    return False


@one_game
def test_asking_somebody_else_under_the_same_key_would_be_caught(game: str):
    with pytest.raises(AssertionError, match="asked under an old key"):
        check_nobody_is_asked_again(cases_of(game)[0], asking_the_same(game))
