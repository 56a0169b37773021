"""What people of the simulated day say ahead: as they would decide then, from their own seat."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from games.chance import Chance
from games.dealt.orders import DealtOrders, LeadAhead, TakeAhead, TopAhead
from games.downeast.moves import Challenge, TurnOver
from games.downeast.orders import DowneastOrders, KeepList, PriceList, TurnAhead
from games.downeast.state import Choosing
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise
from tests.games.dealt.table import ANN, BEN, CAT, RULES, Table
from tests.tools.day.__main__ import play
from tests.tools.day.house import DayHouse, Game
from tests.tools.day.people import dealt, downeast
from tests.tools.day.people.looking_in import STAY_3, STAY_10
from tests.tools.day.terms import Terms, options_for
from tests.tools.day.test_people import positions

ORDERS = DealtOrders()
DOWNEAST = Terms(
    game="downeast",
    players=3,
    options={"bidding": "once", "payments": "house", "short": True},
    habits=STAY_10,
    seed=3,
)
DEALT = Terms(game="dealt", players=4, habits=STAY_10, seed=3)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_dealt_what_they_say_is_taken_and_said_from_their_own_view_alone(seats: int):
    other, said = Otherwise(Chance.of(bytes(32), 1, 1)), Counter[type]()
    for state, _, _ in positions("dealt", seats, 3):
        for seat in range(seats):
            view = RULES.view(state, seat)
            orders = list(dealt.orders(view, 3))
            said.update(type(ORDERS.accept(view, order)) for order in orders)
            twin = secrets_of("dealt").twin(state, seat, other)
            assert list(dealt.orders(RULES.view(twin, seat), 3)) == orders
    assert set(said) == {LeadAhead, TopAhead, TakeAhead}


def test_dealt_what_they_say_of_a_trick_is_what_they_decide_when_it_comes():
    found = 0
    for seed in range(3):
        said: dict[int, tuple[Any, ...]] = {}
        for state, seat, move in positions("dealt", 4, seed):
            public = RULES.view(state, None)
            for item, some in said.items():
                said[item] = tuple(ORDERS.remaining(RULES.view(state, item), some))
            if ORDERS.answers(public, seat, said.get(seat, ())):
                assert ORDERS.obey(RULES.view(state, seat), said[seat]) == move
                found += 1
            for other in range(4):
                if other != seat:
                    view = RULES.view(state, other)
                    some = [
                        order for order in dealt.orders(view, seed) if order.kind != "lead_ahead"
                    ]
                    kept = tuple(ORDERS.accept(view, move) for move in some)
                    said[other] = said.get(other) or kept  # as things stood when the trick began
    assert found > 50


def orders(table: Table, seat: int) -> list[str]:
    return [f"{type(order).__name__} {what(order)}" for order in dealt.orders(table.view(seat), 1)]


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
        said = [order for order in orders(table, CAT) if order.startswith("Take")]
        assert bool(said) == a_card, hand


def test_dealt_nobody_says_anything_of_a_game_that_is_over():
    state, seat, move = positions("dealt", 4, 1)[-1]
    over = RULES.play(state, seat, move, Chance.tape()).state
    assert not RULES.to_move(RULES.view(over, None))
    for number in range(4):
        assert not list(dealt.orders(RULES.view(over, number), 1))


def test_dealt_what_is_said_ahead_at_a_look_in_is_laid_down_by_the_house():
    by_hand, ahead = play(DEALT), play(replace(DEALT, ahead=100))
    assert by_hand.ahead == 0
    assert ahead.over
    assert ahead.ahead > 0
    assert ahead.by_press == ahead.by_hand, "nobody came for what they had said"


# --- Downeast Dealer ------------------------------------------------------------------------------

AHEAD = DowneastOrders()


@pytest.mark.parametrize("seats", [3, 5])
def test_downeast_what_they_say_is_taken_and_said_from_their_own_view_alone(seats: int):
    rules, other, said = GAMES["downeast"], Otherwise(Chance.of(bytes(32), 1, 1)), Counter[type]()
    options = options_for(DOWNEAST, rules)
    for state, _, _ in positions("downeast", seats, 3, options):
        for seat in range(seats):
            view = rules.view(state, seat)
            orders = list(downeast.orders(view, 3))
            said.update(type(AHEAD.accept(view, order)) for order in orders)
            twin = secrets_of("downeast").twin(state, seat, other)
            assert list(downeast.orders(rules.view(twin, seat), 3)) == orders
    assert set(said) == {PriceList, KeepList, TurnAhead}


def test_downeast_the_turn_they_say_is_the_one_they_would_decide_on_then():
    rules, found = GAMES["downeast"], Counter[type]()
    options = options_for(DOWNEAST, rules)
    for state, seat, move in positions("downeast", 4, 5, options):
        view = rules.view(state, seat)
        if isinstance(view.phase, Choosing):
            assert not list(downeast.next_turn(view, 5)), "that is the question itself"
            (said,) = downeast.next_turn(replace(view, turn=(seat + 1) % 4), 5)
            kind = TurnOver if said.item is None else Challenge
            assert kind is type(move)
            if isinstance(move, Challenge):
                assert (said.item, said.target, said.cards) == (move.item, move.target, move.cards)
            found[kind] += 1
    assert set(found) == {TurnOver, Challenge}


def test_downeast_what_they_write_down_is_what_an_item_is_worth_to_them_and_to_keep_it_less():
    rules = GAMES["downeast"]
    state, _, _ = positions("downeast", 4, 5, options_for(DOWNEAST, rules))[0]
    view = rules.view(state, 1)
    price, keep = downeast.lists(view, 5)
    for item, other in zip(price.prices, keep.prices, strict=True):
        assert item.most == downeast.worth(view, 5, item.item, view.lots)
        assert item.most is not None
        assert other.most == int(item.most / 1.5 // 10 * 10)


def test_downeast_lists_and_turns_are_laid_down_by_the_house():
    short = replace(DOWNEAST, habits=STAY_3)
    by_hand, ahead = play(short), play(replace(short, ahead=100, orders=100))
    assert by_hand.ahead == 0
    assert ahead.over
    assert ahead.ahead >= ahead.by_hand
    assert ahead.hours < by_hand.hours


def test_who_has_just_answered_says_what_comes_next_and_who_is_asked_answers_first(
    monkeypatch: pytest.MonkeyPatch,
):
    """They are there, and read it; and nothing is said at the moment of its question."""
    asked: list[bool] = []
    after: list[float] = []
    say = DayHouse._say_ahead

    async def watched(self: DayHouse, game: Game, seat: int) -> None:
        loaded = await self.store.loaded(game.table)
        before, waits = loaded.orders.get(seat, ()), self._is_asked(loaded, seat)
        await say(self, game, seat)
        if (await self.store.loaded(game.table)).orders.get(seat, ()) != before:
            asked.append(waits)
            after.append(self.minutes() - self.people[seat].busy)

    monkeypatch.setattr(DayHouse, "_say_ahead", watched)
    assert play(replace(DOWNEAST, ahead=100, orders=100)).over
    assert asked
    assert not any(asked)
    assert 0 in after, "nobody said anything right after an answer"
