"""What every game promises (games/rules.py), checked on random games.

test_legal.py tests legality, and test_late.py questions.
"""

from dataclasses import replace
from itertools import chain
from typing import get_args

import pytest

from db.base.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, Refusal
from tests.contract.pieces import listed
from tests.contract.playing import (
    Case,
    assert_sentence,
    cases_of,
    every_case,
    played,
    played_by_the_clock,
    survives,
    to_move,
    types_of,
    usual_cases,
    variants,
)

every_rules = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


# --- beginning and end ----------------------------------------------------------------------------


@every_rules
def test_only_a_number_of_players_that_can_play_is_dealt_to(rules: AnyRules):
    usual = types_of(rules)["options"]()
    for seats in (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 10**9):
        if seats in rules.seats:
            assert to_move(rules, rules.start(seats, usual, Chance.of(b"", 0, 0)).state)
        else:
            try:
                rules.start(seats, usual, Chance.of(b"", 0, 0))
            except Refusal as refused:
                assert_sentence(str(refused))
            else:
                pytest.fail(f"`start` deals to {seats} seats: raise Refusal outside of `seats`")


@every_rules
def test_there_are_terms_that_can_be_played(rules: AnyRules):
    assert variants(rules)[0] == types_of(rules)["options"](), "the usual terms are refused"
    for options in variants(rules):
        assert codec_of(rules).options.load(codec_of(rules).options.dump(options)) == options


@every_case
def test_a_game_ends_with_winners_and_waits_for_nobody_then(case: Case):
    for game in (played(case), played_by_the_clock(case)):  # both fail if the game never ends
        rules, last = case.rules, game.positions[-1].state
        standing = rules.standing(rules.view(last, None))
        assert standing.winners <= frozenset(range(case.seats))
        assert len(standing.points) == case.seats
        for seat in case.readers:
            assert not list(rules.legal_moves(rules.view(last, seat)))
        for position in game.positions[:-1]:
            before = rules.standing(rules.view(position.state, None))
            assert not before.winners, "somebody has won before the end"
            assert len(before.points) == case.seats


@every_rules
def test_somebody_wins(rules: AnyRules):
    ended = [played(case).positions[-1].state for case in cases_of(rules.name)]
    winners = [rules.standing(rules.view(state, None)).winners for state in ended]
    assert any(winners), "`standing` names no winner at the end of any game"


@every_rules
def test_every_kind_of_move_and_event_comes_up_when_it_is_played(rules: AnyRules):
    """Otherwise a part of the game couldn't be reached by legal moves."""
    wanted: set[type] = set()
    for union in (types_of(rules)["move"], types_of(rules)["event"]):
        wanted |= set(get_args(union) or (union,))
    more = (replace(case, seed=seed) for seed in range(20, 40) for case in cases_of(rules.name))
    for case in chain(cases_of(rules.name), more):
        for position in played(case).positions:
            wanted -= {
                type(position.move),
                *(type(told_event.event) for told_event in position.step.told),
            }
        if not wanted:
            return
    raise AssertionError(f"{listed(wanted)} never comes up in a random game")


@every_case
def test_the_public_has_no_moves_and_only_seats_of_the_table_are_to_move(case: Case):
    game = played(case)
    for position in game.picked(20):
        assert not list(case.rules.legal_moves(game.view(position, None)))
        assert game.to_move(position) <= frozenset(range(case.seats))


# --- storing, and playing again -------------------------------------------------------------------


@every_case
def test_everything_survives_json(case: Case):
    game = played(case)
    for position in game.picked(4):
        assert survives(case, "state", position.state)
        assert survives(case, "told", position.step.told)
    for position in game.picked(2)[-8:]:
        for seat in case.readers:
            assert survives(case, "view", game.view(position, seat))
    for position in game.picked(60):
        assert all(survives(case, "event", told_event.event) for told_event in position.step.told)
        assert position.move is None or survives(case, "move", position.move)


@every_case
def test_the_same_move_with_the_same_luck_leads_to_the_same_place(case: Case):
    """A move repeated after a crash and a game dealt again must go the same way."""
    game = played(case)
    assert case.rules.start(case.seats, case.options, case.luck(0)) == game.positions[0].step
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        assert game.after(before, after.seat or 0, after.move) == after.step


@usual_cases
def test_a_game_goes_on_from_what_was_stored_as_from_the_state_itself(case: Case):
    codec, game = codec_of(case.rules), played(case)
    for before, after in list(zip(game.positions, game.positions[1:], strict=False))[::15]:
        stored = codec.state.load(codec.state.dump(before.state))
        move = codec.move.load(codec.move.dump(after.move))
        assert case.rules.play(stored, after.seat or 0, move, case.luck(after.number)) == after.step


@every_rules
def test_luck_decides_something(rules: AnyRules):
    """Another secret must deal another game."""
    case = cases_of(rules.name)[0]
    lucks = [case.luck(number) for number in range(9)]
    assert len({repr(rules.start(case.seats, case.options, luck)) for luck in lucks}) > 1


# --- views ----------------------------------------------------------------------------------------


@every_case
def test_a_view_says_whose_it_is_and_answers_by_itself(case: Case):
    """A fresh rules object must answer the same from a view that was stored and loaded."""
    rules, stranger, codec = case.rules, type(case.rules)(), codec_of(case.rules).view
    for position in played(case).picked(2)[-8:]:
        for seat in case.readers:
            view = rules.view(position.state, seat)
            again = codec.load(codec.dump(view))
            assert view.seat == seat
            assert list(rules.legal_moves(view)) == list(stranger.legal_moves(again))
            if seat is None:
                assert rules.to_move(view) == stranger.to_move(again)
                assert rules.standing(view) == stranger.standing(again)
                assert rules.question(view) == stranger.question(again)


@every_case
def test_what_is_told_in_private_is_told_to_seats_of_the_table(case: Case):
    for position in played(case).positions:
        for told_event in position.step.told:
            assert told_event.to is None or (
                told_event.to and told_event.to <= frozenset(range(case.seats))
            )
