"""Random games with standing orders, played as the host plays them.

There is no clock and no file: the game's own `Orders` take each order, and it acts when a question
meets only seats whose orders answer it.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import pytest

from games import GAMES
from games.rules import AnyOrders, AnyRules, Seat
from tests.contract.playing import CASES, LONGEST, Case, Game, Position, moves

OrdersBySeat: TypeAlias = Mapping[Seat, tuple[Any, ...]]
"""The standing orders of each seat, at most one of a kind."""

every_game_with_orders = pytest.mark.parametrize(
    "game", [name for name, rules in GAMES.items() if rules.orders is not None]
)
every_case_with_orders = pytest.mark.parametrize(
    "case", [case for case in CASES if case.rules.orders is not None], ids=str
)


@dataclass(frozen=True, eq=False)
class AheadGame:
    """A game with the standing orders at each of its positions, and the moves that they made."""

    game: Game
    said: tuple[OrdersBySeat, ...]
    obeyed: Mapping[int, tuple[Any, ...]]
    """The orders that made each move, by the number of the move."""


def orders_of(rules: AnyRules) -> AnyOrders:
    """Return the orders of a game that has some."""
    assert rules.orders is not None
    return rules.orders


def answering(
    orders: AnyOrders, public: Any, waits: Iterable[Seat], said: OrdersBySeat
) -> set[Seat]:
    """Return the seats to move whose standing orders answer the question."""
    return {seat for seat in waits if seat in said and orders.answers(public, seat, said[seat])}


def still_said(orders: AnyOrders, rules: AnyRules, state: Any, said: OrdersBySeat) -> OrdersBySeat:
    """Return the orders that still apply, and check that none was made up."""
    kept: dict[Seat, tuple[Any, ...]] = {}
    for seat, some in said.items():
        left = tuple(orders.remaining(rules.view(state, seat), some))
        assert [move for move in some if move in left] == list(left), "an order was made up"
        if left:
            kept[seat] = left
    return kept


def one_more(
    orders: AnyOrders,
    rules: AnyRules,
    state: Any,
    said: OrdersBySeat,
    seat: Seat,
    picks: random.Random,
) -> OrdersBySeat:
    """Give a random order that is offered to a seat, joined to its order of that kind."""
    view = rules.view(state, seat)
    offered: dict[str, list[Any]] = {}
    for order in orders.offered(view):
        offered.setdefault(order.kind, []).append(order)
    if not offered:
        return said
    taken = orders.accept(view, picks.choice(offered[picks.choice(sorted(offered))]))
    mine = said.get(seat, ())
    joined = orders.merged(taken, next((own for own in mine if own.kind == taken.kind), None))
    others = tuple(own for own in mine if own.kind != taken.kind)
    now = {**said, seat: others if joined is None else (*others, joined)}
    return {item: some for item, some in now.items() if some}


def play_ahead(case: Case, orders: AnyOrders) -> AheadGame:
    """Play a case at random; before one move in five, a seat gives a standing order."""
    picks, rules = random.Random(f"ahead {case!r}"), case.rules
    found = [Position(0, rules.start(case.seats, case.options, case.luck(0)))]
    standing: list[OrdersBySeat] = []
    obeyed: dict[int, tuple[Any, ...]] = {}
    said: OrdersBySeat = {}
    while True:
        state, number = found[-1].state, len(found)
        public = rules.view(state, None)
        waits = rules.to_move(public)
        if waits:
            for seat in range(case.seats):
                if picks.random() < 0.2:
                    said = one_more(orders, rules, state, said, seat, picks)
        standing.append(said)
        if not waits:
            return AheadGame(Game(case, tuple(found)), tuple(standing), obeyed)
        assert number < LONGEST, f"{case} does not end"
        ahead = answering(orders, public, waits, said)
        if ahead == waits:
            seat = min(ahead)
            move = orders.obey(rules.view(state, seat), said[seat])
            obeyed[number] = said[seat]
        else:  # a move by hand goes before a standing order
            by_hand = [seat for seat in sorted(waits) if seat not in ahead or picks.random() < 0.2]
            can = {seat: some for seat in by_hand if (some := moves(rules, state, seat))}
            if not can:
                standing.pop()
                continue
            seat = picks.choice(sorted(can))
            move = picks.choice(can[seat])
        step = rules.play(state, seat, move, case.luck(number))
        found.append(Position(number, step, seat, move))
        said = still_said(orders, rules, step.state, said)


@cache
def played_ahead(case: Case) -> AheadGame:
    """Play a case with standing orders; cached."""
    return play_ahead(case, orders_of(case.rules))
