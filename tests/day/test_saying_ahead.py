"""What people of the simulated day say ahead: as they would decide then, from their own seat."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.chance import Chance
from games.dealt.orders import DealtOrders, LeadAhead, TakeAhead, TopAhead
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.day.__main__ import play
from tests.day.people import dealt
from tests.day.people.looking_in import STAY_10
from tests.day.terms import Terms
from tests.day.test_people import positions
from tests.games.dealt_table import ANN, BEN, CAT, RULES, Table

ORDERS = DealtOrders()
DEALT = Terms(game="dealt", players=4, habits=STAY_10, seed=3)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_dealt_what_they_say_is_taken_and_said_from_their_own_view_alone(seats: int):
    other, said = Otherwise(Chance.of(bytes(32), 1, 1)), Counter[type]()
    for state, _, _ in positions("dealt", seats, 3):
        for seat in range(seats):
            view = RULES.view(state, seat)
            orders = list(dealt.orders(view, 3))
            said.update(type(ORDERS.taken(view, one)) for one in orders)
            twin = secrets_of("dealt").disguised(state, seat, other)
            assert list(dealt.orders(RULES.view(twin, seat), 3)) == orders
    assert set(said) == {LeadAhead, TopAhead, TakeAhead}


def test_dealt_what_they_say_of_a_trick_is_what_they_decide_when_it_comes():
    found = 0
    for seed in range(3):
        said: dict[int, tuple[Any, ...]] = {}
        for state, seat, move in positions("dealt", 4, seed):
            public = RULES.view(state, None)
            for one, some in said.items():
                said[one] = tuple(ORDERS.left(RULES.view(state, one), some))
            if ORDERS.answers(public, seat, said.get(seat, ())):
                assert ORDERS.obey(RULES.view(state, seat), said[seat]) == move
                found += 1
            for other in range(4):
                if other != seat:
                    view = RULES.view(state, other)
                    some = [one for one in dealt.orders(view, seed) if one.kind != "lead_ahead"]
                    kept = tuple(ORDERS.taken(view, one) for one in some)
                    said[other] = said.get(other) or kept  # as things stood when the trick began
    assert found > 50


def orders(table: Table, seat: int) -> list[str]:
    return [f"{type(one).__name__} {what(one)}" for one in dealt.orders(table.view(seat), 1)]


def what(order: Any) -> str:
    if isinstance(order, TakeAhead):
        return f"{order.card} at {order.gap + 1}"
    return f"{order.first}: {' '.join(map(str, order.cards))}"


def test_dealt_who_has_led_says_what_they_lead_next():
    table = Table("5 7 7 1", "9 9 8 10 3", "2 4 6").play(ANN, 1)
    assert orders(table, ANN) == ["LeadAhead 1: 7 7"]


def test_dealt_who_is_still_to_play_leads_of_what_is_left_then():
    table = Table("5 7 7 1", "2 4 6", "9 9 8 10 3", reserves=("", "", "12 1")).play(ANN, 1)
    assert orders(table, CAT) == ["TopAhead 2: 9 8 10", "TakeAhead 12 at 1", "LeadAhead 5: 3"]


def test_dealt_of_cards_that_do_not_lie_together_yet_nothing_is_said():
    table = Table("5 1", "7 2 2 2 7", "4 6")
    assert orders(table, BEN) == ["TopAhead 2: 2 2 2"], "then it will be the 7s"


def test_dealt_a_reserve_card_is_said_where_nothing_else_is_left_if_a_play_goes_no_more():
    hands = {"3 2": True, "3 Stop": False}
    for hand, a_card in hands.items():
        table = Table("1 1", "4 6", hand, reserves=("", "", "12 1")).play(ANN, 1)
        said = [one for one in orders(table, CAT) if one.startswith("Take")]
        assert bool(said) == a_card, hand


def test_dealt_nobody_says_anything_of_a_game_that_is_over():
    state, seat, move = positions("dealt", 4, 1)[-1]
    over = RULES.play(state, seat, move, Chance.tape()).state
    assert not RULES.to_move(RULES.view(over, None))
    for one in range(4):
        assert not list(dealt.orders(RULES.view(over, one), 1))


def test_dealt_what_is_said_ahead_at_a_look_in_is_laid_down_by_the_house():
    by_hand, ahead = play(DEALT), play(replace(DEALT, ahead=100))
    assert by_hand.ahead == 0
    assert ahead.over
    assert ahead.ahead > 0
    assert ahead.by_hand < by_hand.by_hand
