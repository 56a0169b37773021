"""What people of the simulated day say ahead in TRUMP The Game, from their own view alone."""

from collections import Counter
from dataclasses import replace

import pytest

from games.chance import Chance
from games.trump import Trump
from games.trump.ahead.ordered import ChoicesAhead, TurnsAhead
from games.trump.moves import Play
from games.trump.orders import TrumpOrders
from games.trump.state import Acting
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.games.trump.table import table
from tests.tools.day.__main__ import play
from tests.tools.day.people import SAY_AHEAD, trump, trump_ahead
from tests.tools.day.people.looking_in import STAY_10
from tests.tools.day.terms import Terms
from tests.tools.day.test_people import positions

RULES, ORDERS = Trump(), TrumpOrders()
TRUMP = Terms(game="trump", players=3, options={"bidding": "once"}, habits=STAY_10, seed=3)


@pytest.mark.parametrize("seats", [3, 4])
def test_what_they_say_is_taken_and_said_from_their_own_view_alone(seats: int):
    other, said = Otherwise(Chance.of(bytes(32), 1, 1)), Counter[type]()
    for state, _, _ in positions("trump", seats, 3):
        for seat in range(seats):
            view = RULES.view(state, seat)
            orders = list(trump_ahead.orders(view, 3))
            said.update(type(ORDERS.accept(view, order)) for order in orders)
            twin = secrets_of("trump").twin(state, seat, other)
            assert list(trump_ahead.orders(RULES.view(twin, seat), 3)) == orders
    assert set(said) == {TurnsAhead, ChoicesAhead}


def test_their_next_turn_is_the_one_that_they_would_decide_on():
    """As things stand: what they draw before it, they do not know."""
    met = Counter[str]()
    for state, _, _ in positions("trump", 4, 5):
        for seat in range(4):
            view = RULES.view(state, seat)
            said = [order for order in trump_ahead.orders(view, 5) if isinstance(order, TurnsAhead)]
            if state.public.seat == seat:
                continue
            turn = state.public.turn + (seat - state.public.seat) % 4
            then = replace(state.public, turn=turn, seat=seat, phase=Acting(), clearance=None)
            move = trump.decide(replace(view, public=then), 5)
            met[move.kind] += 1
            wanted = {"roll": (), "pass": (), "propose": None}.get(move.kind, (move,))
            assert [line.cards for line in said] == ([] if wanted is None else [wanted])
    assert {"roll", "pass", "play", "propose"} <= set(met)


def test_a_card_that_brings_something_is_named_and_a_roll_or_a_pass_behind_it():
    owners = {"Hotel": 1}
    for dealing, then in ((False, "roll"), (True, "pass")):
        state = table(["Any 40"], ["Hotel Profits"], ["Any 40"], owners=owners, dealing=dealing)
        said = {
            order.cards: order.then
            for seed in range(30)
            for order in trump_ahead.orders(RULES.view(state, 1), seed)
            if isinstance(order, TurnsAhead)
        }
        assert said.get((Play(card="Hotel Profits"),)) == then
        assert set(said.values()) == {then}


def test_nobody_says_anything_of_a_game_that_is_over():
    state, seat, move = positions("trump", 3, 1)[-1]
    over = RULES.play(state, seat, move, Chance.tape()).state
    assert not RULES.to_move(RULES.view(over, None))
    for number in range(3):
        assert not list(trump_ahead.orders(RULES.view(over, number), 1))


def test_what_is_said_ahead_at_a_look_in_is_laid_down_by_the_house():
    assert SAY_AHEAD["trump"] is trump_ahead.give_order
    by_hand, ahead = play(TRUMP), play(replace(TRUMP, ahead=100))
    assert by_hand.ahead == 0
    assert ahead.over
    assert ahead.ahead > 0
