"""What standing orders promise (`Orders` in games/rules.py), in every game that has them.

An offered order is accepted, kept unchanged, makes a legal move when it answers, and acts the same
whatever is hidden. The last tests break orders on purpose, to show that these checks can fail.
"""

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from bot.host.proof.verify import verify
from db.base.codec import codec_of
from games import GAMES
from games.chance import Chance
from games.rules import AnyOrders, AnyRules, IllegalMove, Orders, Seat
from tests.contract.candidates import hints_of, pool_of
from tests.contract.playing import Case, Position, assert_sentence, cases_of, played
from tests.contract.standing_orders import (
    AheadGame,
    answering,
    every_case_with_orders,
    every_game_with_orders,
    orders_of,
    play_ahead,
    played_ahead,
    still_said,
)
from tests.contract.test_replay import transcript
from tests.contract.test_secrets import leaky
from tests.contract.test_types import has_default, parts_of
from tests.contract.twins import secrets_of
from tests.contract.twins.types import Otherwise

FEW = 20  # offered orders to look at


def some(offered: Sequence[Any]) -> list[Any]:
    """Choose some offered orders: the first of each kind and an even spread of others."""
    firsts = {order.kind: order for order in reversed(offered)}
    stride = max(1, len(offered) // FEW)
    return list(dict.fromkeys([*firsts.values(), *offered[::stride]]))


def offers(case: Case, about: int = 12) -> Iterator[tuple[Position, Seat, Any, Any]]:
    """Yield offered orders from all over a game, each with its seat's view."""
    orders, game = orders_of(case.rules), played(case)
    for position in game.picked(about):
        for seat in range(case.seats):
            view = game.view(position, seat)
            for move in some(list(orders.offered(view))):
                yield position, seat, view, move


@every_case_with_orders
def test_what_lasts_can_be_said_again_in_another_game_or_comes_to_nothing(case: Case):
    """Otherwise a button would offer an order that is refused."""
    orders = orders_of(case.rules)
    lasting = [item for *_, item in offers(case) if orders.is_lasting(item)]
    for _, _, view, _ in offers(case, 6):
        for move in some(lasting):
            made = orders.again(view, move)
            if made is not None:
                assert orders.is_lasting(made)
                assert type(made) is type(move)
                orders.accept(view, made)


# --- what an order is -----------------------------------------------------------------------------


@every_game_with_orders
def test_an_order_is_a_frozen_plain_dataclass_told_apart_by_its_kind(game: str):
    kinds = orders_of(GAMES[game]).kinds
    assert kinds
    for kind in kinds:
        first, *others = dataclasses.fields(kind)
        assert first.name == "kind"
        assert get_args(get_type_hints(kind)["kind"]) == (first.default,)
        assert all(path.kw_only for path in (first, *others)), f"{kind} goes by position"
        assert not [other.name for other in others if has_default(other)], (
            f"{kind} makes something up"
        )
        for part in parts_of(kind):
            if dataclasses.is_dataclass(part):
                assert part.__dataclass_params__.frozen, f"{part} can be changed"
                assert "__slots__" in vars(part), f"{part} has no slots"
            else:
                origins = (tuple, frozenset, Literal, Union, type(int | str))
                plain = (bool, int, str, type(None), Ellipsis)
                assert part in plain or get_origin(part) in origins, part
    assert len({dataclasses.fields(kind)[0].default for kind in kinds}) == len(kinds)


@every_case_with_orders
def test_what_is_offered_is_taken_and_kept_as_it_was_taken(case: Case):
    orders, codec = orders_of(case.rules), codec_of(case.rules).order
    assert codec is not None
    for _, _, view, item in offers(case):
        check_taken(orders, view, item)
        assert codec.load(codec.dump(item)) == item
        kept = orders.accept(view, item)
        assert codec.load(codec.dump(kept)) == kept


def check_taken(orders: AnyOrders, view: Any, order: Any) -> None:
    """Check that an order is accepted and then applies."""
    kept = orders.accept(view, order)
    assert type(kept) is type(order), "it is kept in place of what was said of its kind"
    assert type(kept) in orders.kinds
    assert orders.accept(view, kept) == kept
    assert list(orders.remaining(view, [kept])) == [kept], "it is over as soon as it is said"
    alone = orders.merged(kept, None)
    if alone is not None:
        assert type(alone) is type(kept), "another kind would stay beside it"
        assert orders.merged(kept, alone) == alone, "said twice it is something else"
        assert list(orders.remaining(view, [alone])) == [alone]


@every_case_with_orders
def test_nothing_is_offered_to_the_public_or_after_the_end(case: Case):
    orders, game = orders_of(case.rules), played(case)
    for position in game.picked(8):
        assert not list(orders.offered(game.view(position, None)))
    for seat in range(case.seats):
        assert not list(orders.offered(game.view(game.positions[-1], seat)))


@every_case_with_orders
def test_who_has_said_nothing_answers_nothing(case: Case):
    orders, game = orders_of(case.rules), played(case)
    for position in game.in_play(20):
        for seat in game.to_move(position):
            assert not orders.answers(game.view(position, None), seat, ())


@pytest.mark.full
@every_game_with_orders
def test_every_kind_of_standing_order_is_offered_and_acts_somewhere(game: str):
    wanted = set(orders_of(GAMES[game]).kinds)
    more = (replace(case, seed=seed) for seed in range(20, 30) for case in cases_of(game))
    for case in chain(cases_of(game), more):
        ahead = played_ahead(case)
        for by in ahead.obeyed.values():
            wanted -= {type(move) for move in by[:1] if len(by) == 1}
        if not wanted:
            return
    raise AssertionError(f"never laid down: {wanted}")


# --- what is refused ------------------------------------------------------------------------------


@cache
def far_orders(game: str) -> tuple[Any, ...]:
    """Collect orders from all over some games."""
    found = dict.fromkeys(item for case in cases_of(game)[:3] for *_, item in offers(case, 6))
    picks = random.Random(game)
    return tuple(picks.sample(list(found), min(60, len(found))))


def askew(game: str, orders: list[Any], picks: random.Random) -> Iterator[Any]:
    """Yield variants of orders, each with one field taken from elsewhere."""
    far = far_orders(game)
    for order in orders:
        for name, hint in hints_of(type(order)).items():
            alike = [getattr(other, name) for other in far if type(other) is type(order)]
            values = list(dict.fromkeys([*(pool_of(game, hint) or ()), *alike]))
            for value in picks.sample(values, min(10, len(values))):
                yield replace(order, **{name: value})


@every_case_with_orders
def test_what_cannot_be_said_is_refused_in_a_sentence(case: Case):
    """An accepted variant is kept like an offered one."""
    orders, game, refusals = orders_of(case.rules), played(case), 0
    picks = random.Random(repr(case))
    for position in game.picked(6):
        for seat in picks.sample(range(case.seats), 2):
            view = game.view(position, seat)
            near = list(orders.offered(view))
            far = list(far_orders(case.game))
            for item in chain(
                picks.sample(far, min(20, len(far))),
                askew(case.game, picks.sample(near, min(4, len(near))), picks),
            ):
                try:
                    orders.accept(view, item)
                except IllegalMove as refusal:
                    refusals += 1
                    assert_sentence(str(refusal))
                else:
                    check_taken(orders, view, item)
    assert refusals


@every_case_with_orders
def test_after_the_end_nothing_can_be_said(case: Case):
    game = played(case)
    for seat in range(case.seats):
        for order in far_orders(case.game)[:20]:
            try:
                orders_of(case.rules).accept(game.view(game.positions[-1], seat), order)
            except IllegalMove:
                continue
            pytest.fail(f"`accept` takes {order} after the end: raise IllegalMove")


# --- what an order does ---------------------------------------------------------------------------


def check_obeyed(ahead: AheadGame, orders: AnyOrders) -> int:
    """Check that each answering order makes a legal move; return how many did."""
    game, found = ahead.game, 0
    rules = game.case.rules
    for position, said in zip(game.positions, ahead.said, strict=True):
        waits, public = game.to_move(position), game.view(position, None)
        for seat in answering(orders, public, waits, said):
            view = game.view(position, seat)
            move = orders.obey(view, said[seat])
            game.after(position, seat, move)  # or it raises IllegalMove
            legal = list(rules.legal_moves(view))
            assert move in legal or isinstance(move, tuple(rules.sampled))
            found += 1
    return found


@every_case_with_orders
def test_an_order_that_answers_comes_to_a_legal_move(case: Case):
    ahead = played_ahead(case)
    assert check_obeyed(ahead, orders_of(case.rules)) >= len(ahead.obeyed)


@every_game_with_orders
def test_what_is_said_ahead_is_laid_down_in_some_games_at_least(game: str):
    obeyed = any(played_ahead(case).obeyed for case in cases_of(game))
    assert obeyed, "no order that `offered` yields and `accept` returns ever makes a move"


@every_case_with_orders
def test_of_what_was_said_ahead_nothing_is_made_up_and_what_is_left_stays_left(case: Case):
    ahead, orders = played_ahead(case), orders_of(case.rules)
    for position, said in zip(ahead.game.positions, ahead.said, strict=True):
        if ahead.game.to_move(position):
            assert still_said(orders, case.rules, position.state, said) == said


@every_case_with_orders
def test_a_game_that_is_partly_said_ahead_ends_and_is_dealt_again_from_its_transcript(case: Case):
    game = played_ahead(case).game
    assert not game.to_move(game.positions[-1])
    assert f"all {len(game)} steps" in verify(transcript(game), GAMES)


# --- what is hidden -------------------------------------------------------------------------------


def check_alike(ahead: AheadGame, rules: AnyRules, orders: AnyOrders, about: int = 40) -> int:
    """Check that orders act in both twins or in neither; return how many twins differed."""
    game, different = ahead.game, 0
    for position in game.picked(about):
        state, said, waits = position.state, ahead.said[position.number], game.to_move(position)
        here = answering(orders, rules.view(state, None), waits, said)
        for reader in game.case.readers:
            other = Otherwise(Chance.of(b"twins", 7, position.number))
            twin = secrets_of(game.case.game).twin(state, reader, other)
            different += twin != state
            there = answering(orders, rules.view(twin, None), waits, said)
            assert here == there, f"whether an order acts tells {reader} what is hidden"
            if reader is not None:
                mine = said.get(reader, ())
                views = [rules.view(state, reader), rules.view(twin, reader)]
                check_own(orders, views, mine, reader in here)
    return different


def check_own(orders: AnyOrders, views: list[Any], mine: tuple[Any, ...], acts: bool) -> None:
    """Check that a seat can give the same orders, with the same effect, whatever others hide."""
    here, there = ([*orders.offered(view)] for view in views)
    assert here == there, "what is offered tells what others hide"
    for move in some(here)[:8]:
        kept = [orders.accept(view, move) for view in views]
        assert kept[0] == kept[1], "what is kept tells what others hide"
    left = [list(orders.remaining(view, mine)) for view in views]
    assert left[0] == left[1], "what is left tells what others hide"
    if acts:
        made = [orders.obey(view, mine) for view in views]
        assert made[0] == made[1], "what is done tells what others hide"


@every_case_with_orders
def test_orders_act_alike_whatever_is_hidden(case: Case):
    assert check_alike(played_ahead(case), case.rules, orders_of(case.rules)), (
        "no twin was another position"
    )


# --- these checks can fail ------------------------------------------------------------------------


class Broken(Orders[Any, Any, Any]):
    """A game's orders with one method broken."""

    def __init__(self, orders: AnyOrders, name: str, spoilt: Callable[..., Any]) -> None:
        self._orders, self._name, self._spoilt = orders, name, spoilt
        self.kinds = orders.kinds  # type: ignore[misc]
        self.merged = orders.merged  # type: ignore[method-assign]

    def _asked(self, name: str, *asked: Any) -> Any:
        answer = getattr(self._orders, name)(*asked)
        return self._spoilt(answer, *asked) if name == self._name else answer

    def offered(self, view: Any) -> Any:
        return self._asked("offered", view)

    def accept(self, view: Any, order: Any) -> Any:
        return self._asked("accept", view, order)

    def answers(self, public: Any, seat: Seat, orders: Sequence[Any]) -> bool:
        return self._asked("answers", public, seat, orders)

    def obey(self, view: Any, orders: Sequence[Any]) -> Any:
        return self._asked("obey", view, orders)

    def remaining(self, view: Any, orders: Sequence[Any]) -> Any:
        return self._asked("remaining", view, orders)


@every_game_with_orders
def test_orders_that_are_made_up_or_come_to_no_move_would_be_caught(game: str):
    orders = orders_of(GAMES[game])

    def play_all(name: str, spoilt: Callable[..., Any]) -> None:
        for case in cases_of(game):
            play_ahead(case, Broken(orders, name, spoilt))

    with pytest.raises(AssertionError, match="made up"):
        play_all("remaining", lambda left, view, some: [*orders.offered(view)][:1])
    with pytest.raises(IllegalMove):
        play_all("obey", lambda move, view, some: "pass")
    with pytest.raises(IllegalMove):
        play_all("offered", lambda offered, view: far_orders(game))


@every_game_with_orders
def test_an_order_that_is_not_kept_as_it_was_taken_would_be_caught(game: str):
    orders = orders_of(GAMES[game])

    def another(kept: Any, view: Any, order: Any) -> Any:
        return next((other for other in orders.offered(view) if other != order), kept)

    def check_all(some: AnyOrders) -> None:
        for case in cases_of(game):
            for _, _, view, item in offers(case):
                check_taken(some, view, item)

    check_all(orders)
    with pytest.raises(AssertionError):
        check_all(Broken(orders, "accept", another))


@pytest.mark.full
@every_game_with_orders
@pytest.mark.parametrize("name", ["answers", "offered", "remaining", "obey"])
def test_an_order_that_depends_on_what_is_hidden_would_be_caught(game: str, name: str):
    """Its own rules can't show a leak, so here the views hold everything."""

    def peeked(answer: Any, view: Any, *asked: Any) -> Any:
        luck = random.Random(view.leak).random()
        if name == "answers":
            return answer and luck < 0.5
        if name == "obey":
            return answer, luck
        return [item for item in answer if random.Random(repr((view.leak, item))).random() < 0.5]

    rules = leaky(GAMES[game])

    def check_all(some: AnyOrders) -> None:
        for case in cases_of(game):
            check_alike(played_ahead(case), rules, some, about=10)

    check_all(orders_of(rules))
    with pytest.raises(AssertionError, match=r"tells"):
        check_all(Broken(orders_of(rules), name, peeked))
