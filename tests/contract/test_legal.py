"""Legal moves are offered, offered moves are legal, everything else is refused in a sentence."""

import copy
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, IllegalMove, Seat, Step
from tests.contract.candidates import candidates, ill_typed, no_moves
from tests.contract.playing import (
    Case,
    Game,
    Position,
    altered,
    assert_sentence,
    attributes,
    cases_of,
    every_case,
    every_game,
    moves,
    one_game,
    played,
    steady,
    survives,
    to_move,
    types_of,
    usual_cases,
)
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.scope import examples


def attempt(case: Case, state: Any, seat: Seat, move: Any) -> Step[Any, Any] | None:
    """Play a move; check that a refusal is a sentence, repeatable and without side effects."""
    before = copy.deepcopy(state)
    try:
        step = case.rules.play(state, seat, move, case.luck(9))
    except IllegalMove as refusal:
        assert_sentence(str(refusal))
        assert state == before, "a refused move has changed something"
        return None
    assert state == before, "play has changed the state it was handed"
    assert survives(case, "state", step.state), "an accepted move led where no state should be"
    return step


def accepted(game: Game, rules: AnyRules, position: Position, seat: Seat, move: Any) -> bool:
    """Say whether a move is legal."""
    try:
        rules.play(position.state, seat, move, game.case.luck(position.number + 1))
    except IllegalMove as refusal:
        assert_sentence(str(refusal))
        return False
    return True


# --- both ways ------------------------------------------------------------------------------------


@every_case
def test_whoever_is_to_move_has_a_move_and_every_move_on_offer_is_accepted(case: Case):
    game = played(case)
    for position in game.in_play(40):
        for seat in range(case.seats):
            offered = game.legal(position, seat).moves
            assert offered or seat not in game.to_move(position)
            assert len(set(offered)) == len(offered), "a move is offered twice"
            for move in offered:
                game.after(position, seat, move)


def check_all_is_offered(case: Case, rules: AnyRules, positions: Iterable[Position]) -> None:
    """Check that each accepted move is offered; for a sampled kind, that the kind is."""
    game = played(case)
    for position in positions:
        for seat in range(case.seats):
            offered = moves(rules, position.state, seat)
            whole, kinds = set(offered), {type(order) for order in offered}
            for move in candidates(game, position, seat):
                if move in whole or not accepted(game, rules, position, seat, move):
                    continue
                who = f"{case}, after move {position.number}, seat {seat}"
                kind = type(move)
                if kind in rules.sampled:
                    assert kind in kinds, f"{who}: no {kind.__name__} is offered, as {move}"
                else:
                    raise AssertionError(f"{who}: {move} is accepted, but not offered")


@every_case
def test_what_is_accepted_is_offered_to_every_seat_that_may_make_it(case: Case):
    few = played(case).in_play(10)
    check_all_is_offered(case, case.rules, few[: 30 if case.seed == 1 else 20])


def test_candidates_of_every_kind_find_what_is_legal():
    """Otherwise the candidates would be too tame to prove anything."""
    for rules in GAMES.values():
        case = cases_of(rules.name)[-1]
        game, found = played(case), set[type]()
        legal = set[type]()
        for position in game.in_play(15):
            for seat in game.to_move(position):
                offered = set(game.legal(position, seat).moves)
                legal |= {type(order) for order in offered}
                found |= {
                    type(candidate)
                    for candidate in candidates(game, position, seat)
                    if candidate in offered
                }
        assert found == legal


# --- whose move -----------------------------------------------------------------------------------


@usual_cases
def test_a_move_of_the_wrong_seat_is_refused_in_a_sentence_or_allowed_by_the_rules(case: Case):
    game = played(case)
    for position in game.in_play(12):
        seat = min(game.to_move(position))
        for move in game.legal(position, seat).moves[:6]:
            for other in (-1, case.seats, 10**9):
                assert attempt(case, position.state, other, move) is None, "who was that?"
            for other in set(range(case.seats)) - {seat}:
                attempt(case, position.state, other, move)


@usual_cases
def test_nothing_can_be_played_when_the_game_is_over(case: Case):
    game = played(case)
    last = game.positions[-1].state
    for position in game.picked(8):
        if position.move is not None:
            for seat in (-1, *range(case.seats), case.seats):
                made = attempt(case, last, seat, position.move)
                assert made is None, f"`play` accepts {position.move} after the end"


TWINS = 300  # some positions have few twins


def check_a_choice_is_left(game: str, rules: AnyRules) -> None:
    """Check that among twins somebody has another move."""
    for case in cases_of(game):
        for position in played(case).in_play(150):
            forced = only_moves(rules, position.state)
            kinds = {move.kind for move in (forced or {}).values()}
            if kinds <= set(secrets_of(game).asked_anyway):
                continue
            twin_of, number = secrets_of(game).twin, position.number
            lucks = (Chance.of(b"choice", seed, number) for seed in range(TWINS))
            twins = (twin_of(position.state, None, Otherwise(luck)) for luck in lucks)
            found = (only_moves(rules, twin) for twin in twins)
            assert any(result != forced for result in found if result is not None), (
                f"{case}, after move {position.number}: everybody can see that it must be {forced}"
            )


def only_moves(rules: AnyRules, state: Any) -> dict[Seat, Any] | None:
    """Return each seat's only move; nothing if some seat has a choice.

    None if a seat has no move: the twin would not have led to this question.
    """
    found: dict[Seat, Any] = {}
    for seat in to_move(rules, state):
        offered = moves(rules, state, seat)
        if not offered:
            return None
        if len(offered) == 1 and type(offered[0]) not in rules.sampled:
            found[seat] = offered[0]
    return found if len(found) == len(to_move(rules, state)) else {}


@every_game
def test_a_step_that_leaves_nobody_a_choice_as_all_can_see_is_not_asked(game: str):
    check_a_choice_is_left(game, GAMES[game])


# --- what is no move ------------------------------------------------------------------------------


@every_game
def test_what_is_no_move_or_has_a_field_of_another_type_is_refused(game: str):
    rules, met = GAMES[game], dict[type, int]()
    for case in cases_of(game)[:4]:
        for position in played(case).in_play(25):
            for seat in sorted(played(case).to_move(position))[:2]:
                offered = played(case).legal(position, seat).moves
                for move in no_moves(rules):
                    made = attempt(case, position.state, seat, move)
                    assert made is None, f"`play` accepts {move!r}, which is no move"
                for move in {type(order): order for order in offered}.values():
                    met[type(move)] = met.get(type(move), 0) + 1
                    for wrong in ill_typed(move) if met[type(move)] <= 4 else ():
                        assert attempt(case, position.state, seat, wrong) is None, wrong


numbers = st.sampled_from([-(10**30), -2, -1, 0, 1, 2, 3, 7, 10, 50, 99, 10**6, 10**30])
words = st.sampled_from(["", "x", "Ann", "coal", "X", "Stop", "hotel", "🎲" * 50, "'; --"])


def mangled(value: Any, draw: st.DrawFn) -> Any:
    """Replace a part of a move's field by something senseless."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, tuple | frozenset):
        some = list(value)
        how = draw(st.sampled_from(["none", "more", "change"]))
        if how == "more" or not some:
            some.append(mangled(draw(st.sampled_from(some)), draw) if some else draw(numbers))
        elif how == "change":
            at = draw(st.integers(0, len(some) - 1))
            some[at] = mangled(some[at], draw)
        else:
            some = []
        return type(value)(some)
    if isinstance(value, int) or value is None:
        return draw(numbers)
    if isinstance(value, str):
        return draw(words)
    return draw(st.sampled_from([value]))


@st.composite
def nonsense(draw: st.DrawFn, rules: AnyRules) -> tuple[Case, Any, Seat, Any]:
    """Draw a position, a seat, and a move with a field or two mangled."""
    game = played(draw(st.sampled_from(cases_of(rules.name))))
    at = draw(st.integers(0, len(game) - 2))
    near = min(max(0, at + draw(st.sampled_from([0, 0, 0, 1, -5]))), len(game) - 2)
    made = game.positions[near + 1]
    assert made.seat is not None
    move, names = made.move, list(attributes(made.move))
    for name in draw(st.lists(st.sampled_from(names), max_size=2)) if names else []:
        move = replace(move, **{name: mangled(getattr(move, name), draw)})
    seat = draw(st.sampled_from([made.seat, made.seat, made.seat, 0, 1, -1, 10**9]))
    return game.case, game.positions[at].state, seat, move


@every_game
def test_nonsense_is_played_or_refused_in_a_sentence(game: str):
    @settings(steady, max_examples=examples(250))
    @given(nonsense(GAMES[game]))
    def check(drawn: tuple[Case, Any, Seat, Any]):
        attempt(*drawn)

    check()


@every_game
def test_any_move_at_all_is_played_or_refused_in_a_sentence(game: str):
    games = [played(case) for case in cases_of(game)]
    some = [(game.case, game.positions[at]) for game in games for at in (0, len(game) // 2)]

    @settings(steady, max_examples=examples(150))
    @given(st.sampled_from(some), st.integers(0, 4), st.from_type(types_of(GAMES[game])["move"]))
    def check(where: tuple[Case, Position], seat: Seat, move: Any):
        attempt(where[0], where[1].state, seat, move)

    check()


# --- these checks can fail ------------------------------------------------------------------------


@one_game
def test_a_move_that_is_kept_quiet_would_be_caught(game: str):
    rules = GAMES[game]

    def but_for(hidden: type, view: Any) -> list[Any]:
        return [move for move in rules.legal_moves(view) if type(move) is not hidden]

    found: dict[type, dict[Case, list[Position]]] = {}
    for case in cases_of(game)[:2]:
        for position in played(case).in_play(6):
            legal = [played(case).legal(position, seat).moves for seat in range(case.seats)]
            for kind in {type(move) for some in legal for move in some}:
                found.setdefault(kind, {}).setdefault(case, []).append(position)
    for kind, where in found.items():
        quiet = altered(rules, legal_moves=partial(but_for, kind))
        with pytest.raises(AssertionError, match=kind.__name__):
            [check_all_is_offered(case, quiet, few) for case, few in where.items()]


@one_game
def test_asking_without_a_choice_would_be_caught(game: str):
    rules = GAMES[game]
    stubborn = altered(rules, legal_moves=lambda view: list(rules.legal_moves(view))[:1])
    with pytest.raises(AssertionError, match="everybody can see"):
        check_a_choice_is_left(game, stubborn)
