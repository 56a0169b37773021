"""Secrets don't leak: not in a view, an event, a drawing, a refusal or a wait.

There are two methods. *Twins* are positions that differ only in what one reader may not know (see
twins/): the reader must see the same in both. And without knowledge of the game: if a reader is
told the same about two moves of somebody else, both must look the same afterwards.
test_luck.py covers luck that is drawn within a step.

The last tests break rules on purpose, to show that these checks can fail.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, make_dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pytest

from bot.ui.panels.render import layout
from bot.ui.ways.offers import examples, on_board
from bot.ui.ways.ways import Legal
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Seat, Step, Told
from tests.contract.asking import names_at
from tests.contract.candidates import candidates
from tests.contract.drawing import STEP, TABLE, drawn, face_of
from tests.contract.luck import check_luck, replayed
from tests.contract.playing import (
    SECRET,
    Case,
    Game,
    Position,
    altered,
    cases_of,
    every_case,
    every_game,
    games_with_twins,
    heard,
    moves,
    one_game,
    played,
    to_move,
    types_of,
    with_twins,
)
from tests.contract.telling import check_sealed, check_told, play, twins_of
from tests.contract.twins import declared, has_secrets, secrets_of, what_to_write
from tests.contract.twins.types import MARK, Marked

# --- every game has its twins ---------------------------------------------------------------------


@every_game
def test_every_game_says_what_it_hides(game: str):
    assert declared(game) is not None, what_to_write(game)


def test_a_game_that_does_not_say_what_it_hides_is_told_what_to_write():
    with pytest.raises(AssertionError, match=r"write tests/contract/twins/nosuch\.py with"):
        secrets_of("nosuch")


def test_there_are_no_twins_of_a_game_that_is_not_on_offer():
    here = {path.stem for path in (Path(__file__).parent / "twins").glob("*.py")}
    assert here - {"__init__", "types"} <= set(GAMES)


# --- what its player alone learns from a move -----------------------------------------------------


@with_twins
def test_whether_a_player_alone_learns_something_from_a_move_is_no_secret(case: Case):
    """A press on the board is answered in private if so, and others can see that."""
    for position in played(case).in_play(12):
        for twin in twins_of(case, position, None, count=1):
            for seat in to_move(case.rules, position.state):
                offered = moves(case.rules, twin, seat)
                for move in moves(case.rules, position.state, seat)[:20]:
                    if move in offered:
                        check_learned_alike(case, (position.state, twin), seat, move)


def check_learned_alike(case: Case, twins: tuple[Any, Any], seat: Seat, move: Any) -> None:
    here, there = (play(case, case.rules, state, seat, move, 1) for state in twins)
    if isinstance(here, str) or isinstance(there, str) or heard(here, None) != heard(there, None):
        return  # it is refused, or turns a secret up
    assert learned(here, seat) == learned(there, seat)


def learned(step: Step[Any, Any], seat: Seat) -> bool:
    return any(told.to is not None and seat in told.to for told in step.told)


# --- twins ----------------------------------------------------------------------------------------


def check_views(case: Case, rules: AnyRules, about: int = 40) -> int:
    """Check that a reader sees the same in twins; return how many twins differed."""
    different = 0
    for position in played(case).picked(about):
        public = rules.view(position.state, None)
        asked = rules.to_move(public), rules.question(public), rules.standing(public)
        for reader in case.readers:
            own = rules.view(position.state, reader)
            for twin in twins_of(case, position, reader):
                different += twin != position.state
                assert rules.view(twin, reader) == own
                there = rules.view(twin, None)
                assert public == there, f"what everybody sees is not all seen by {reader}"
                assert asked == (rules.to_move(there), rules.question(there), rules.standing(there))
    return different


@with_twins
def test_a_view_is_the_same_whatever_its_reader_may_not_know(case: Case):
    assert check_views(case, case.rules), "no twin was another position: nothing was tested"


@with_twins
def test_boards_and_hands_are_the_same_to_the_byte(case: Case):
    """Typed lines and the board's buttons come from the public view too."""
    game, face = played(case), face_of(case.game)
    for position in game.picked(8):
        for reader in case.readers:
            (twin,) = twins_of(case, position, reader, count=1)
            instead = replace(position, step=Step(twin, position.step.told))
            here, there = drawn(game, position, reader), drawn(game, instead, reader)
            assert here == there
            assert sent(here) == sent(there)
            if reader is None:
                public, names = case.rules.view(twin, None), names_at(game)
                buttons = on_board(face.ways, game.view(position, None), names)
                assert buttons == on_board(face.ways, public, names)
                assert can_type(game, instead) == can_type(game, position)


def can_type(game: Game, position: Position) -> list[str]:
    """Return what the public could type: nothing, whatever is hidden."""
    face, view = face_of(game.case.game), game.view(position, None)
    found = Legal(tuple(game.case.rules.legal_moves(view)), tuple(game.case.rules.sampled))
    return examples(face.ways, view, names_at(game), found)


def sent(panel: Any) -> str:
    return json.dumps(layout(panel, TABLE, STEP, 1))


@with_twins
def test_a_view_has_no_room_for_what_its_reader_may_not_know(case: Case):
    """If a mark replaces every hidden card, no reader meets a mark."""
    for position in played(case).picked(50):
        for reader in case.readers:
            marked = secrets_of(case.game).twin(position.state, reader, Marked())
            assert str(MARK) not in repr(case.rules.view(marked, reader))
            assert str(MARK) not in repr(case.rules.view(marked, None))


@with_twins
def test_what_is_told_is_the_same_until_something_comes_to_light(case: Case):
    assert check_told(case, case.rules)


@with_twins
def test_a_refusal_gives_nothing_away(case: Case):
    """A refusal has the same words whatever others hold."""
    positions = played(case).positions
    for at in range(3, len(positions) - 1, max(1, len(positions) // 25)):
        for old in (positions[at - 2], positions[at], positions[at + 1]):
            state, reader, move = positions[at].state, old.seat, old.move
            if move is None or reader is None:
                continue
            for twin in twins_of(case, positions[at], reader):
                here = play(case, case.rules, state, reader, move, 1)
                there = play(case, case.rules, twin, reader, move, 1)
                assert isinstance(here, str) == isinstance(there, str)
                assert not isinstance(here, str) or here == there


@with_twins
def test_whatever_is_tried_is_refused_in_the_same_words_in_twins(case: Case):
    """Even impossible typed moves are put to the rules here."""
    game, refused = played(case), 0
    for position in game.picked(6):
        reader = position.number % case.seats
        tried = list(candidates(game, position, reader))
        random.Random(f"{case} {position.number}").shuffle(tried)
        for twin in twins_of(case, position, reader, count=1):
            for move in tried[:120]:
                here = play(case, case.rules, position.state, reader, move, 1)
                there = play(case, case.rules, twin, reader, move, 1)
                assert isinstance(here, str) == isinstance(there, str)
                assert not isinstance(here, str) or here == there
                refused += isinstance(here, str)
    assert refused


@with_twins
def test_what_can_be_done_gives_nothing_away(case: Case):
    """Legal moves depend on the seat's own view, whatever others hold."""
    for position in played(case).picked(25):
        for reader in range(case.seats):
            here = moves(case.rules, position.state, reader)
            for twin in twins_of(case, position, reader, count=1):
                assert moves(case.rules, twin, reader) == here


@games_with_twins
def test_what_is_sealed_stays_with_its_maker(game: str):
    compared = sum(check_sealed(case, case.rules) for case in cases_of(game))
    assert compared or not secrets_of(game).chosen


@every_case
def test_a_state_holds_no_seed_of_its_luck(case: Case):
    for position in played(case).picked(5):
        assert not luck_in(position.state), f"{case.rules.title} keeps what decides its future"


def luck_in(value: Any) -> bool:
    """Return whether the table's secret occurs anywhere in a value."""
    if is_dataclass(value):
        return any(luck_in(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, tuple | frozenset):
        return any(luck_in(item) for item in value)
    return value in (SECRET, SECRET.hex())


# --- without any knowledge of the game ------------------------------------------------------------


def check_no_more_seen_than_told(case: Case, rules: AnyRules, about: int = 30) -> int:
    """Check that equal events leave a reader with equal views; return how many were compared."""
    compared = 0
    for position in played(case).picked(about)[:-1]:
        for seat in range(case.seats):
            offered = moves(rules, position.state, seat)
            steps = [
                rules.play(position.state, seat, move, case.luck(position.number + 1))
                for move in offered[:8] + offered[8::5][:6]
            ]
            for reader in case.readers:
                seen: dict[str, Step[Any, Any]] = {}
                for step in steps if reader != seat else ():  # the mover knows the move
                    first = seen.setdefault(repr(heard(step, reader)), step)
                    compared += first is not step
                    for whose in (reader, None):
                        views = [rules.view(item.state, whose) for item in (first, step)]
                        assert views[0] == views[1], f"{reader} sees more than they were told"
    return compared


@every_case
def test_nobody_sees_more_than_was_told(case: Case):
    check_no_more_seen_than_told(case, case.rules)


# --- these checks can fail ------------------------------------------------------------------------


def leaky(rules: AnyRules, leak: Callable[[Any], str] = repr) -> AnyRules:
    """Return the rules with views that also contain the whole state."""
    view_type = types_of(rules)["view"]
    kind = make_dataclass("Leaky", [("leak", str)], bases=(view_type,), frozen=True, kw_only=True)

    def view(state: Any, seat: Seat | None) -> Any:
        view = rules.view(state, seat)
        values = {field.name: getattr(view, field.name) for field in fields(view)}
        return kind(**values, leak=leak(state))

    return altered(rules, view=view)


def chatty(rules: AnyRules, kind: str, dealing: bool) -> AnyRules:
    """Return the rules with private events of a kind told to all, in the deal or in moves."""

    def start(seats: int, options: Any, chance: Chance) -> Step[Any, Any]:
        return aloud(rules.start(seats, options, chance))

    def play(state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any, Any]:
        return aloud(rules.play(state, seat, move, chance))

    def aloud(step: Step[Any, Any]) -> Step[Any, Any]:
        told = (
            Told(told_event.event) if told_event.event.kind == kind else told_event
            for told_event in step.told
        )
        return Step(step.state, tuple(told))

    return altered(rules, start=start) if dealing else altered(rules, play=play)


@one_game
def test_a_view_that_leaks_would_be_caught(game: str):
    rules = leaky(GAMES[game])
    for case in cases_of(game)[:3]:
        if check_no_more_seen_than_told(case, GAMES[game]):
            with pytest.raises(AssertionError):
                check_no_more_seen_than_told(case, rules)
        if has_secrets(game):
            check_views(case, leaky(GAMES[game], lambda state: "nothing"))
            with pytest.raises(AssertionError):
                check_views(case, rules)


CHECKS = (check_luck, check_told, check_sealed)


def told_in_private(game: str, rules: AnyRules) -> dict[tuple[str, bool], list[Case]]:
    """Return the cases with private events of a kind, in the deal or a move."""
    found: dict[tuple[str, bool], list[Case]] = {}
    for case in cases_of(game):
        private = {
            (told_event.event.kind, number == 0)
            for number, step in enumerate(replayed(case, rules))
            for told_event in step.told
            if told_event.to is not None
        }
        for where in private:
            found.setdefault(where, []).append(case)
    return found


def check_secrets_are_noticed(game: str, rules: AnyRules) -> None:
    """Check that making a kind of private event public would be noticed."""
    for (kind, dealing), cases in sorted(told_in_private(game, rules).items()):
        loud = chatty(rules, kind, dealing)
        when = "in the deal" if dealing else "after a move"
        assert any(notices(check, case, loud) for check in CHECKS for case in cases), (
            f"{rules.title} tells `{kind}` in private {when}, and no test would notice if it told "
            "everybody. If it is no secret, tell everybody: `Told(event)`. If it is one, say more "
            f"in tests/contract/twins/{game}.py: `disguised` puts something else in its place, "
            "`sealed` names the field of the move that it comes from, and `reveals` is true for "
            "those seats alone that are told."
        )


def notices(check: Callable[[Case, AnyRules], object], case: Case, rules: AnyRules) -> bool:
    """Return whether a check fails."""
    try:
        check(case, rules)
    except AssertionError:
        return True
    return False


@one_game
def test_telling_everybody_would_be_caught(game: str):
    check_secrets_are_noticed(game, GAMES[game])


def telling_each(rules: AnyRules, event: Callable[[Any, Seat], Any]) -> AnyRules:
    """Return Dead Man's Chest with an extra private event for seats that see fresh dice."""

    def start(seats: int, options: Any, chance: Chance) -> Step[Any, Any]:
        return more(rules.start(seats, options, chance))

    def play(state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any, Any]:
        return more(rules.play(state, seat, move, chance))

    def more(step: Step[Any, Any]) -> Step[Any, Any]:
        if not {"opened", "shook"} & {told_event.event.kind for told_event in step.told}:
            return step  # nothing was rolled
        told = (Told(event(step.state, seat), frozenset({seat})) for seat in step.state.seen_by)
        return Step(step.state, (*step.told, *told))

    return altered(rules, start=start, play=play)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whispered:
    """A private event."""

    kind: Literal["whispered"] = "whispered"
    what: Any


def test_each_may_be_told_its_own_roll_in_private():
    """Telling everybody would be noticed even for dice rolled within the step."""
    rules = telling_each(GAMES["deadman"], lambda state, seat: Whispered(what=state.dice))
    for case in cases_of("deadman"):
        check_luck(case, rules)
        check_told(case, rules)
    assert told_in_private("deadman", rules).keys() == {("whispered", False), ("whispered", True)}
    check_secrets_are_noticed("deadman", rules)


def test_whoever_tells_in_private_what_is_no_secret_is_told_what_to_write():
    rules = telling_each(GAMES["deadman"], lambda state, seat: Whispered(what=state.gems[seat]))
    with pytest.raises(AssertionError) as failed:
        check_secrets_are_noticed("deadman", rules)
    said = str(failed.value)
    assert said.startswith(
        "Dead Man's Chest tells `whispered` in private after a move, and no test"
    )
    assert "tell everybody: `Told(event)`" in said
    assert "say more in tests/contract/twins/deadman.py" in said
