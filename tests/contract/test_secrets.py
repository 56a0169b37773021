"""Nobody meets what they may not know: not in a view, an event, a drawing, a refusal or a wait.

Two ways to ask. *Twins* are positions that differ only in what one reader may not know (see
twins/): that reader must meet the same in both. And, with no knowledge of the game at all: those
moves of somebody else that a reader is told the same of must look the same to them afterwards.

The last tests break the rules on purpose, to show that these checks can fail.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, make_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.ui.lines import examples
from bot.ui.offers import on_board
from bot.ui.render import layout
from bot.ui.ways import Legal
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, IllegalMove, Seat, Step, Told
from tests.contract.asking import names_at
from tests.contract.candidates import candidates
from tests.contract.drawing import STEP, TABLE, drawn, face_of
from tests.contract.playing import (
    CASES,
    SECRET,
    Case,
    Game,
    Position,
    cases_of,
    every_case,
    every_game,
    heard,
    moves,
    played,
    to_move,
    types_of,
)
from tests.contract.twins import secrets_of
from tests.contract.twins.types import MARK, OPEN, Marked, Otherwise, Reader


def has_secrets(game: str) -> bool:
    """Say whether a game hides anything; one without its file fails below, in a sentence."""
    try:
        return secrets_of(game) is not OPEN
    except AssertionError:
        return False


with_twins = pytest.mark.parametrize("case", [c for c in CASES if has_secrets(c.game)], ids=str)
games_with_twins = pytest.mark.parametrize("game", [one for one in GAMES if has_secrets(one)])


def play(case: Case, rules: AnyRules, state: Any, seat: Seat, move: Any, luck: int) -> Any:
    """Make a move: the step it leads to, or the sentence that refuses it."""
    try:
        return rules.play(state, seat, move, Chance.of(b"secrets", luck, 1))
    except IllegalMove as refusal:
        return str(refusal)


# --- every game has its twins ---------------------------------------------------------------------


@every_game
def test_every_game_says_what_it_hides(game: str):
    secrets_of(game)


def test_a_game_that_does_not_say_what_it_hides_is_told_what_to_write():
    with pytest.raises(AssertionError) as failed:
        secrets_of("nosuch")
    assert "write tests/contract/twins/nosuch.py with `SECRETS = Secrets(" in str(failed.value)


def test_there_are_no_twins_of_a_game_that_is_not_on_offer():
    here = {path.stem for path in (Path(__file__).parent / "twins").glob("*.py")}
    assert here - {"__init__", "types"} <= set(GAMES)


# --- twins ----------------------------------------------------------------------------------------


def twins_of(case: Case, position: Position, reader: Reader, count: int = 2) -> Iterator[Any]:
    for seed in range(count):
        other = Otherwise(Chance.of(b"twins", seed, position.number))
        yield secrets_of(case.game).disguised(position.state, reader, other)


def check_views(case: Case, rules: AnyRules, about: int = 40) -> int:
    """Compare what a reader sees of twins; return in how many the twin was another position."""
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
    """And what can be typed, and the buttons on the board, which are made from the public view."""
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
    """Say what the public could type: nothing, whatever is hidden."""
    face, view = face_of(game.case.game), game.view(position, None)
    found = Legal(tuple(game.case.rules.legal_moves(view)), tuple(game.case.rules.sampled))
    return examples(face.ways, view, names_at(game), found)


def sent(panel: Any) -> str:
    return json.dumps(layout(panel, TABLE, STEP, 1).to_components())


@with_twins
def test_a_view_has_no_room_for_what_its_reader_may_not_know(case: Case):
    """With a mark in the place of every hidden card, no mark is met."""
    for position in played(case).picked(50):
        for reader in case.readers:
            marked = secrets_of(case.game).disguised(position.state, reader, Marked())
            assert str(MARK) not in repr(case.rules.view(marked, reader))
            assert str(MARK) not in repr(case.rules.view(marked, None))


@dataclass(frozen=True)
class Branch:
    """A move in one of two positions that a reader cannot tell apart: from where, to where."""

    state: Any
    step: Step[Any, Any]

    def before_the_reveal(self, game: str, reader: Reader) -> tuple[list[Any], bool]:
        """Return what a reader heard until they were let see something new; and whether so."""
        events = heard(self.step, reader)
        for number, event in enumerate(events):
            if secrets_of(game).reveals(self.state, event, reader):
                return events[:number], True
        return events, False


def check_alike(
    case: Case, rules: AnyRules, one: Branch, other: Branch, reader: Reader, own: bool = False
) -> bool:
    """Check that two branches were told alike, and look alike if nothing has come to light.

    False if something has.
    """
    here, shown = one.before_the_reveal(case.game, reader)
    there, also_shown = other.before_the_reveal(case.game, reader)
    common = min(len(here), len(there))
    assert here[:common] == there[:common], f"{reader} was told what they may not know"
    if shown or also_shown:
        return False
    assert here == there, f"{reader} was told more of one than of the other"
    if not own:  # what one looks at oneself need not be told to be seen
        assert rules.view(one.step.state, reader) == rules.view(other.step.state, reader)
    return True


def alike(case: Case, state: Any, one: Any, offered: list[Any]) -> Iterator[Any]:
    """Find the moves that look like this one to everybody but their maker."""
    secret = secrets_of(case.game).sealed(state, one)
    for other in offered:
        if type(one) is not type(other):
            continue
        if replace(one, **{name: getattr(other, name) for name in secret}) == other:
            yield other


def check_told(case: Case, rules: AnyRules, about: int = 30) -> int:
    """Make moves in twins that look the same to a reader; return how many were compared."""
    compared = 0
    for position in played(case).picked(about)[:-1]:
        state = position.state
        for reader in case.readers:
            (twin,) = twins_of(case, position, reader, count=1)
            for seat in to_move(rules, state):
                possible = moves(rules, twin, seat)
                for move in moves(rules, state, seat)[:8]:
                    here = Branch(state, play(case, rules, state, seat, move, 1))
                    own = seat == reader
                    for same in [move] if own else list(alike(case, state, move, possible))[:2]:
                        step = play(case, rules, twin, seat, same, 1)
                        assert not isinstance(step, str), "whether it is legal tells a secret"
                        there = Branch(twin, step)
                        compared += check_alike(case, rules, here, there, reader, own)
    return compared


@with_twins
def test_what_is_told_is_the_same_until_something_comes_to_light(case: Case):
    assert check_told(case, case.rules)


@with_twins
def test_a_refusal_gives_nothing_away(case: Case):
    """What is refused to a player is refused in the same words whatever others hold."""
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
    """Moves that nobody is offered, too: what is typed that cannot be is put to the rules."""
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
    """Legal moves are asked of a seat's own view: others may hold what they like."""
    for position in played(case).picked(25):
        for reader in range(case.seats):
            here = moves(case.rules, position.state, reader)
            for twin in twins_of(case, position, reader, count=1):
                assert moves(case.rules, twin, reader) == here


def check_sealed(case: Case, rules: AnyRules) -> int:
    """Compare moves that differ only in what is sealed; return how many were compared."""
    compared = 0
    for position in played(case).picked(40)[:-1]:
        state = position.state
        for seat in range(case.seats):
            offered = moves(rules, state, seat)[:12]
            for number, one in enumerate(offered):
                for other in list(alike(case, state, one, offered[number + 1 :]))[:1]:
                    branches = [
                        Branch(state, play(case, rules, state, seat, move, 1))
                        for move in (one, other)
                    ]
                    for reader in set(case.readers) - {seat}:
                        check_alike(case, rules, branches[0], branches[1], reader)
                        compared += 1
    return compared


@games_with_twins
def test_what_is_sealed_stays_with_its_maker(game: str):
    compared = sum(check_sealed(case, case.rules) for case in cases_of(game))
    assert compared or not secrets_of(game).chosen


@every_case
def test_a_state_holds_no_seed_of_its_luck(case: Case):
    for position in played(case).picked(5):
        assert not luck_in(position.state), f"{case.rules.title} keeps what decides its future"


def luck_in(value: Any) -> bool:
    """Look for what could open the seal, anywhere in a value."""
    if is_dataclass(value):
        return any(luck_in(getattr(value, one.name)) for one in fields(value))
    if isinstance(value, tuple | frozenset):
        return any(luck_in(one) for one in value)
    return value in (SECRET, SECRET.hex())


# --- without any knowledge of the game ------------------------------------------------------------


def check_no_more_seen_than_told(case: Case, rules: AnyRules, about: int = 30) -> int:
    """Check that moves a reader was told the same of leave them with the same view.

    Returns how many were compared.
    """
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
                for step in steps if reader != seat else ():  # the mover knows what they did
                    first = seen.setdefault(repr(heard(step, reader)), step)
                    compared += first is not step
                    for whose in (reader, None):
                        views = [rules.view(one.state, whose) for one in (first, step)]
                        assert views[0] == views[1], f"{reader} sees more than they were told"
    return compared


@every_case
def test_nobody_sees_more_than_was_told(case: Case):
    check_no_more_seen_than_told(case, case.rules)


# --- these checks can fail ------------------------------------------------------------------------


def leaky(rules: AnyRules, leak: Callable[[Any], str] = repr) -> AnyRules:
    """Return the same rules with views that also hold something of the state: all of it."""
    view_type = types_of(rules)["view"]
    kind = make_dataclass("Leaky", [("leak", str)], bases=(view_type,), frozen=True, kw_only=True)

    class Leaky(type(rules)):  # type: ignore[misc]
        def view(self, state: Any, seat: Seat | None) -> Any:
            view = super().view(state, seat)
            values = {one.name: getattr(view, one.name) for one in fields(view)}
            return kind(**values, leak=leak(state))

    return Leaky()


def chatty(rules: AnyRules) -> AnyRules:
    """Return the same rules, telling everybody what was meant for some."""

    class Chatty(type(rules)):  # type: ignore[misc]
        def play(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any, Any]:
            step = super().play(state, seat, move, chance)
            return Step(step.state, tuple(Told(one.event) for one in step.told))

    return Chatty()


@every_game
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


def tells_in_private(game: Game) -> bool:
    """Say whether anything was told to some seats only, after the deal."""
    return any(one.to is not None for p in game.positions[1:] for one in p.step.told)


@games_with_twins
def test_telling_everybody_would_be_caught(game: str):
    private = [case for case in cases_of(game) if tells_in_private(played(case))]
    if not private:
        pytest.skip("nothing is told in private")
    rules = chatty(GAMES[game])

    def check_all() -> None:
        for case in private:
            check_told(case, rules)
            check_sealed(case, rules)

    with pytest.raises(AssertionError):
        check_all()
