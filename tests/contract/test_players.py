"""House players: their moves are legal and repeatable, and their games end."""

from games.rules import AnyPlayer, AnyRules, Seat
from tests.contract.playing import (
    LONGEST,
    Case,
    Position,
    cases_of,
    every_case,
    every_game,
    played,
    with_twins,
)
from tests.contract.telling import twins_of


def player_of(rules: AnyRules) -> AnyPlayer:
    assert rules.player is not None  # playing.py has checked that
    return rules.player


def asked(case: Case) -> list[tuple[Position, Seat]]:
    """List the positions of a game with each seat that is to move there."""
    rules = case.rules
    return [
        (position, seat)
        for position in played(case).picked(200)
        for seat in sorted(rules.to_move(rules.view(position.state, None)))
    ]


@every_case
def test_a_house_move_is_legal_in_every_position(case: Case):
    rules, player = case.rules, player_of(case.rules)
    for position, seat in asked(case):
        move = player.choose(rules.view(position.state, seat), case.luck(position.number))
        rules.play(position.state, seat, move, case.luck(position.number))


@every_case
def test_the_same_view_and_luck_choose_the_same_move(case: Case):
    rules, player = case.rules, player_of(case.rules)
    for position, seat in asked(case):
        again = [
            player.choose(rules.view(position.state, seat), case.luck(position.number))
            for _ in range(2)
        ]
        assert again[0] == again[1]


@every_game
def test_games_of_house_players_alone_end(game: str):
    for case in cases_of(game)[:3]:
        rules, player = case.rules, player_of(case.rules)
        state, number = rules.start(case.seats, case.options, case.luck(0)).state, 0
        while seats := rules.to_move(rules.view(state, None)):
            number += 1
            assert number < LONGEST, f"{case} does not end"
            seat = min(seats)
            move = player.choose(rules.view(state, seat), case.luck(number))
            state = rules.play(state, seat, move, case.luck(number)).state
        assert rules.standing(rules.view(state, None)).winners, "`standing` names no winner"


@with_twins
def test_a_house_move_depends_on_nothing_that_its_seat_cannot_see(case: Case):
    """It is chosen from the view; this would fail if a view carried more than its reader sees."""
    rules, player = case.rules, player_of(case.rules)
    compared = 0
    for position, seat in asked(case)[:60]:
        chosen = player.choose(rules.view(position.state, seat), case.luck(position.number))
        for twin in twins_of(case, position, seat):
            compared += twin != position.state
            again = player.choose(rules.view(twin, seat), case.luck(position.number))
            assert again == chosen
    assert compared, "no twin was another position: nothing was tested"
