"""Tests that values are compared strictly, with each other and with declared types."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from games.rules import Seat
from games.values import fits, same


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    kind: Literal["offer"] = "offer"
    to: Seat
    cards: tuple[int, ...]
    pair: tuple[int, str] | None
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    kind: Literal["pass"] = "pass"


def offer(**fields: Any) -> Offer:
    return Offer(**{"to": 1, "cards": (1, 2), "pair": None, "open": True, **fields})


def test_equal_values_of_other_types_are_not_the_same():
    assert same(offer(), offer())
    assert not same(offer(), offer(open=1))
    assert not same(offer(), offer(cards=(1, True)))
    assert not same(offer(), offer(cards=(1, 2, 3)))
    assert not same(1, 1.0)
    assert same(Pass(), Pass())


@pytest.mark.parametrize(
    "move", [Pass(), offer(), offer(pair=(3, "x")), offer(to=0, cards=()), offer(open=False)]
)
def test_a_move_of_the_declared_types_fits(move: Any):
    assert fits(move, Offer | Pass, 2)


@pytest.mark.parametrize(
    "move",
    [
        *(offer(to=to) for to in (2, -1, True, None, "0", 10**30)),
        *(offer(cards=cards) for cards in ((True,), (1.0,), [1], "1", 1, (None,), None)),
        *(offer(pair=pair) for pair in ((1,), (1, 2), ("x", 1), (1, "x", 1), ())),
        *(offer(open=value) for value in (1, 0, None)),
        *(offer(kind="pass"), None, 1, "pass", Pass),
    ],
)
def test_a_move_with_a_field_of_another_type_does_not_fit(move: Any):
    assert not fits(move, Offer | Pass, 2)


def test_sets_and_nothing_fit_their_types():
    assert fits(frozenset({1, 2}), frozenset[int], 3)
    assert not fits(frozenset({"x"}), frozenset[int], 3)
    assert fits(None, None, 3)
    assert fits(2, Seat, 3)
    assert not fits(3, Seat, 3)
