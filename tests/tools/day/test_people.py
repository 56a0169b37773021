"""The people of the simulated day: when they come, how long they stay, what they go by."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from games import GAMES
from games.chance import Chance
from games.dealt.moves import TakeReserve
from games.dealt.state import to_beat
from games.downeast.moves import AnswerLot, Keep, Pass, Sell
from games.rules import Seat
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.tools.bench.playouts import options_of
from tests.tools.day.people import DECIDE, dealt, downeast
from tests.tools.day.people.looking_in import (
    DAY,
    DAYS,
    STAY_3,
    STAY_10,
    THINK,
    UP,
    Habits,
    Person,
    waking,
)

Position = tuple[Any, Seat, Any]
"""A state, who is to move, and the move that they chose."""


def positions(game: str, seats: int, seed: int, options: Any = None) -> list[Position]:
    """Play a game by people alone, with no house about it."""
    rules, found = GAMES[game], list[Position]()
    secret = seed.to_bytes(32)
    state = rules.start(seats, options or options_of(rules), Chance.of(secret, 0, 0)).state
    while waiting := rules.to_move(rules.view(state, None)):
        seat = min(waiting)
        move = DECIDE[game](rules.view(state, seat), seed)
        found.append((state, seat, move))
        assert len(found) < 3000, "they go round in circles"
        state = rules.play(state, seat, move, Chance.of(secret, 0, len(found))).state
    return found


# --- when they come -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(4))
def test_they_look_in_every_half_hour_from_eight_to_eleven_at_night(seat: int):
    looks = Person(STAY_3, 1, seat).looks
    of_day = [[at - day * DAY for at in looks if at // DAY == day] for day in range(DAYS - 1)]
    for day in of_day:
        assert len(day) in range(29, 32)
        assert all(0 <= at <= UP for at in day)
        gaps = [later - at for at, later in pairwise(day[1:-1])]
        assert all(20 <= gap <= 40 for gap in gaps), "half an hour, and a sixth of it either way"


def test_everybody_has_a_phase_of_their_own_and_the_same_one_every_time():
    firsts = [Person(STAY_3, 1, seat).looks[0] for seat in range(5)]
    assert len(set(firsts)) == 5
    assert firsts == [Person(STAY_3, 1, seat).looks[0] for seat in range(5)]
    assert firsts != [Person(STAY_3, 2, seat).looks[0] for seat in range(5)]


def test_who_lives_elsewhere_looks_in_by_their_own_clock():
    east = Person(Habits(zones=(0, 9)), 1, 1)
    assert all((at + 9 * 60) % DAY <= UP for at in east.looks)


def test_who_vanishes_is_not_seen_again():
    gone = Person(Habits(vanishes=(1, 60.0)), 1, 1)
    assert gone.looks
    assert max(gone.looks) <= 60
    assert gone.next_answer(DAY) is None
    assert max(Person(Habits(vanishes=(1, 60.0)), 1, 0).looks) > DAY


def test_who_is_slow_looks_in_as_seldom_as_said():
    slow = Person(Habits(periods=(30, 240)), 1, 1)
    assert len([at for at in slow.looks if at < DAY]) in (3, 4)


def test_a_time_that_was_agreed_is_kept_every_day():
    person = Person(Habits(meets=((720, 30),)), 1, 0)
    assert all(person.present(day * DAY + at) for day in range(3) for at in (720, 735, 750))


def test_who_is_there_answers_in_twenty_seconds_and_else_when_they_look_in():
    person = Person(STAY_3, 1, 0)
    first, second = person.looks[:2]
    assert person.next_answer(0) == first + THINK
    assert person.next_answer(first + 1) == first + 1 + THINK
    assert person.next_answer(first + 3.01) == second + THINK
    assert pytest.approx(20) == THINK * 60


def test_two_answers_take_twice_as_long():
    person = Person(STAY_3, 1, 0)
    first = person.looks[0]
    person.acts(first + THINK)
    assert person.next_answer(first) == pytest.approx(first + 2 * THINK)


def test_stay_3_ends_three_minutes_after_the_look_in_whatever_they_answer():
    person = Person(STAY_3, 1, 0)
    first = person.looks[0]
    person.acts(first + 2.9)
    assert person.present(first + 3)
    assert not person.present(first + 3.01)
    assert person.last_online(first + 9) == first + 3


def test_stay_10_is_ten_minutes_from_the_last_answer_and_at_most_twenty():
    person = Person(STAY_10, 1, 0)
    first = person.looks[0]
    assert person.present(first + 10)
    assert not person.present(first + 10.01)
    person.acts(first + 5)
    assert person.present(first + 15)
    assert not person.present(first + 15.01)
    for minutes in (9, 12, 15, 18):
        person.acts(first + minutes)
    sat_since = first + 5 - THINK  # until then they only looked
    assert person.last_online(first + 29) <= sat_since + 20
    assert person.present(sat_since + 20)


def test_waking_hours_leave_the_night_out():
    assert waking(0, 60) == 60
    assert waking(0, UP + 100) == UP
    assert waking(UP - 10, DAY + 10) == 20
    assert waking(0, 3 * DAY) == 3 * UP


# --- how they decide ------------------------------------------------------------------------------

TABLES = [("downeast", 4), ("deadman", 5), ("yankee", 5), ("dealt", 4), ("trump", 4)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_they_decide_from_their_own_view_alone(game: str, seats: int):
    """Whatever is hidden from them is put elsewhere: they do as they did."""
    rules, other = GAMES[game], Otherwise(Chance.of(bytes(32), 1, 1))
    for state, seat, move in positions(game, seats, 3)[::5]:
        twin = secrets_of(game).twin(state, seat, other)
        assert DECIDE[game](rules.view(twin, seat), 3) == move


@pytest.mark.parametrize(
    ("game", "seats", "terms"),
    [
        ("downeast", 3, {"limits": False}),
        ("downeast", 5, {"bidding": "once", "payments": "house", "thief": True}),
        ("deadman", 8, {"opener_may_reshake": False}),
        ("yankee", 2, {"strict": True}),
        ("dealt", 3, {"chips": 3}),
        ("trump", 3, {"bidding": "open", "books": "open"}),
    ],
)
def test_on_all_terms_their_games_come_to_an_end(game: str, seats: int, terms: dict[str, Any]):
    options = replace(options_of(GAMES[game]), **terms)
    for seed in range(2):
        assert positions(game, seats, seed, options)


def test_seeds_make_different_people():
    assert len({len(positions("deadman", 4, seed)) for seed in range(6)}) > 3


def test_downeast_an_answer_for_all_is_what_it_is_worth_and_the_auctioneers_two_thirds_of_it():
    options = replace(options_of(GAMES["downeast"]), bidding="once", payments="house")
    seen = set[str]()
    for state, seat, move in positions("downeast", 4, 1, options):
        view = GAMES["downeast"].view(state, seat)
        if view.phase.kind != "lot":
            continue
        worth = downeast.worth(view, 1, view.phase.item, view.phase.lot)
        seen.add(move.kind)
        match move:
            case AnswerLot(most=most, ask=False):
                assert most == worth >= 10
            case Keep(most=most, against=(), ask=False):
                assert most is not None
                assert most <= worth / 1.5 < most + 10
            case _:
                assert isinstance(move, Sell if seat == view.turn else Pass)
    assert seen >= {"answer_lot", "keep", "pass"}


def test_dealt_they_think_of_all_that_can_be_played():
    rules = GAMES["dealt"]
    for state, seat, _ in positions("dealt", 4, 2):
        view = rules.view(state, seat)
        if view.drawn is None:
            thought = list(dealt.plays(view.hand, to_beat(view.up)))
            legal = [move for move in rules.legal_moves(view) if not isinstance(move, TakeReserve)]
            assert len(thought) == len(set(thought))
            assert set(thought) == set(legal)


def test_trump_they_bid_play_and_deal():
    kinds = {move.kind for seed in range(4) for _, _, move in positions("trump", 4, seed)}
    assert kinds >= {"open_bid", "roll", "play", "tax", "force_sale", "put_up", "take", "add"}
    assert kinds >= {"propose", "accept", "reject", "counter", "pass"}
