"""What every game on offer promises to the house (games/rules.py), held against games at random."""

import copy
from dataclasses import replace
from itertools import chain
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.rules import AnyRules, IllegalMove, Refusal, Seat, Step
from tests.contract.playing import (
    CASES,
    Case,
    Game,
    Position,
    assert_sentence,
    awaited,
    cases_of,
    moves,
    played,
    played_by_the_clock,
    steady,
    survives,
    types_of,
    variants,
)

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
every_case = pytest.mark.parametrize("case", CASES, ids=str)
usual = pytest.mark.parametrize("case", [case for case in CASES if case.seed == 1], ids=str)


def in_play(game: Game, about: int) -> list[Position]:
    """Pick positions in which somebody is to move."""
    return [one for one in game.picked(about) if awaited(game.case.rules, one.state)]


# --- beginning and end ----------------------------------------------------------------------------


@every_game
def test_only_a_number_of_players_that_can_play_is_dealt_to(rules: AnyRules):
    usual = types_of(rules)["options"]()
    for seats in (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 10**9):
        if seats in rules.seats:
            assert awaited(rules, rules.start(seats, usual, Chance.of(b"", 0, 1)).state)
        else:
            with pytest.raises(Refusal) as refused:
                rules.start(seats, usual, Chance.of(b"", 0, 1))
            assert_sentence(str(refused.value))


@every_game
def test_there_are_terms_that_can_be_played(rules: AnyRules):
    assert variants(rules)[0] == types_of(rules)["options"](), "the usual terms are refused"
    for options in variants(rules):
        assert codec_of(rules).options.load(codec_of(rules).options.dump(options)) == options


@every_case
def test_a_game_ends_with_winners_and_waits_for_nobody_then(case: Case):
    for game in (played(case), played_by_the_clock(case)):  # both fail if they go on for ever
        rules, last = case.rules, game.positions[-1].state
        standing = rules.standing(rules.view(last, None))
        assert standing.winners <= frozenset(range(case.seats))
        assert len(standing.points) == case.seats
        for seat in (None, *range(case.seats)):
            assert not list(rules.moves(rules.view(last, seat)))
        for position in game.positions[:-1]:
            before = rules.standing(rules.view(position.state, None))
            assert not before.winners, "somebody has won before the end"
            assert len(before.points) == case.seats


@every_game
def test_somebody_wins(rules: AnyRules):
    ended = [played(case).positions[-1].state for case in cases_of(rules.name)]
    assert any(rules.standing(rules.view(state, None)).winners for state in ended)


@every_game
def test_every_kind_of_move_and_event_comes_up_when_it_is_played(rules: AnyRules):
    """Or a part of the game cannot be reached by the moves that its rules offer."""
    wanted: set[type] = set()
    for union in (types_of(rules)["move"], types_of(rules)["event"]):
        wanted |= set(get_args(union) or (union,))
    more = (replace(case, seed=seed) for seed in range(20, 40) for case in cases_of(rules.name))
    for case in chain(cases_of(rules.name), more):
        for position in played(case).positions:
            wanted -= {type(position.move), *(type(one.event) for one in position.step.told)}
        if not wanted:
            return
    raise AssertionError(f"never met: {wanted}")


# --- moves ----------------------------------------------------------------------------------------


@every_case
def test_whoever_is_awaited_has_a_move_and_every_move_on_offer_is_accepted(case: Case):
    for position in in_play(played(case), 40):
        for seat in range(case.seats):
            offered = moves(case.rules, position.state, seat)
            assert offered or seat not in awaited(case.rules, position.state)
            assert len(set(map(repr, offered))) == len(offered), "a move is offered twice"
            for move in offered:
                case.rules.play(position.state, seat, move, case.luck(position.rev + 1))


@every_case
def test_the_public_has_no_moves_and_only_seats_of_the_table_are_awaited(case: Case):
    for position in played(case).picked(20):
        assert not list(case.rules.moves(case.rules.view(position.state, None)))
        assert awaited(case.rules, position.state) <= frozenset(range(case.seats))


def attempt(case: Case, state: Any, seat: Seat, move: Any) -> Step[Any, Any] | None:
    """Try a move that may be refused: in a sentence, without a trace, and every time alike."""
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


@usual
def test_a_move_of_the_wrong_seat_is_refused_in_a_sentence_or_allowed_by_the_rules(case: Case):
    for position in in_play(played(case), 12):
        seat = min(awaited(case.rules, position.state))
        for move in moves(case.rules, position.state, seat)[:6]:
            for other in (-1, case.seats, 10**9):
                assert attempt(case, position.state, other, move) is None, "who was that?"
            for other in set(range(case.seats)) - {seat}:
                attempt(case, position.state, other, move)


@usual
def test_nothing_can_be_played_when_the_game_is_over(case: Case):
    game = played(case)
    last = game.positions[-1].state
    for position in game.picked(8):
        if position.move is not None:
            for seat in (-1, *range(case.seats), case.seats):
                assert attempt(case, last, seat, position.move) is None


@usual
def test_a_late_move_is_refused_or_still_what_it_was(case: Case):
    """A click that was made some moves ago never crashes, whatever has happened since."""
    positions = played(case).positions
    for late in (1, 2, 7):
        for before, now in list(zip(positions, positions[late:], strict=False))[::9]:
            for seat in awaited(case.rules, before.state):
                attempt(case, now.state, seat, moves(case.rules, before.state, seat)[-1])


numbers = st.sampled_from([-(10**30), -2, -1, 0, 1, 2, 3, 7, 10, 50, 99, 10**6, 10**30])
words = st.sampled_from(["", "x", "Ann", "coal", "X", "Stop", "hotel", "🎲" * 50, "'; --"])


def mangled(value: Any, draw: st.DrawFn) -> Any:
    """Change a part of a move's field into something that makes no sense there."""
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
    """Draw a position, a seat and a move that was legal somewhere, with a field or two mangled."""
    game = played(draw(st.sampled_from(cases_of(rules.name))))
    at = draw(st.integers(0, len(game) - 2))
    near = min(max(0, at + draw(st.sampled_from([0, 0, 0, 1, -5]))), len(game) - 2)
    made = game.positions[near + 1]
    move, fields = made.move, [name for name in made.move.__slots__ if name != "kind"]
    for name in draw(st.lists(st.sampled_from(fields), max_size=2)) if fields else []:
        value = mangled(getattr(move, name), draw)
        move = replace(move, **{name: value})
    seat = draw(st.sampled_from([made.seat, made.seat, made.seat, 0, 1, -1, 10**9]))
    return game.case, game.positions[at].state, seat, move


@every_game
def test_nonsense_is_played_or_refused_in_a_sentence(rules: AnyRules):
    @settings(steady, max_examples=250)
    @given(nonsense(rules))
    def check(drawn: tuple[Case, Any, Seat, Any]):
        attempt(*drawn)

    check()


@every_game
def test_any_move_at_all_is_played_or_refused_in_a_sentence(rules: AnyRules):
    some = [played(case).positions[at] for case in cases_of(rules.name) for at in (0, 9)]

    @settings(steady, max_examples=150)
    @given(st.sampled_from(some), st.integers(0, 4), st.from_type(types_of(rules)["move"]))
    def check(position: Position, seat: Seat, move: Any):
        attempt(cases_of(rules.name)[0], position.state, seat, move)

    check()


# --- storing, and playing again -------------------------------------------------------------------


@every_case
def test_everything_survives_json(case: Case):
    rules, game = case.rules, played(case)
    for position in game.picked(4):
        assert survives(case, "state", position.state)
        assert survives(case, "told", position.step.told)
    for position in game.picked(2)[-8:]:
        for seat in (None, *range(case.seats)):
            assert survives(case, "view", rules.view(position.state, seat))
    for position in game.picked(60):
        assert all(survives(case, "event", one.event) for one in position.step.told)
        assert position.move is None or survives(case, "move", position.move)


@every_case
def test_the_same_move_with_the_same_luck_leads_to_the_same_place(case: Case):
    """So that a move repeated after a crash, and a game dealt again, go as they went."""
    game = played(case)
    assert case.rules.start(case.seats, case.options, case.luck(1)) == game.positions[0].step
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        again = case.rules.play(before.state, after.seat, after.move, case.luck(after.rev))
        assert again == after.step


@usual
def test_a_game_goes_on_from_what_was_stored_as_from_the_state_itself(case: Case):
    codec, game = codec_of(case.rules), played(case)
    for before, after in list(zip(game.positions, game.positions[1:], strict=False))[::15]:
        stored = codec.state.load(codec.state.dump(before.state))
        move = codec.move.load(codec.move.dump(after.move))
        assert case.rules.play(stored, after.seat, move, case.luck(after.rev)) == after.step


# --- views ----------------------------------------------------------------------------------------


@every_case
def test_a_view_says_whose_it_is_and_answers_by_itself(case: Case):
    """Whom the table waits for, the score and the moves are asked of a view and of nothing else:
    rules that have never seen the game answer alike, from a view that was stored."""
    rules, stranger, codec = case.rules, type(case.rules)(), codec_of(case.rules).view
    for position in played(case).picked(2)[-8:]:
        for seat in (None, *range(case.seats)):
            view = rules.view(position.state, seat)
            again = codec.load(codec.dump(view))
            assert view.seat == seat
            assert list(rules.moves(view)) == list(stranger.moves(again))
            if seat is None:
                assert rules.awaited(view) == stranger.awaited(again)
                assert rules.standing(view) == stranger.standing(again)
                assert rules.question(view) == stranger.question(again)


@every_case
def test_a_question_stays_the_same_while_it_is_open(case: Case):
    """A new question means fresh time to think: asking twice must not make it a new one."""
    for position in played(case).picked(15):
        public = case.rules.view(position.state, None)
        assert case.rules.question(public) == case.rules.question(public)
        assert len(case.rules.question(public).key) <= 200


@every_case
def test_what_is_told_in_private_is_told_to_seats_of_the_table(case: Case):
    for position in played(case).positions:
        for one in position.step.told:
            assert one.to is None or (one.to and one.to <= frozenset(range(case.seats)))
