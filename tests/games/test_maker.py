"""What `maker` makes is what the class makes, and as frozen."""

from dataclasses import FrozenInstanceError, dataclass
from typing import Literal

import pytest

from games.maker import maker
from games.rules import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    kind: Literal["lamp"] = "lamp"
    lit: bool
    oil: int


new_lamp = maker(Lamp)


def test_it_is_of_the_class_and_equal_to_what_the_class_makes():
    made, usual = new_lamp(lit=True, oil=3), Lamp(lit=True, oil=3)
    assert type(made) is Lamp
    assert made == usual
    assert hash(made) == hash(usual)
    assert repr(made) == repr(usual)


def test_what_has_a_place_is_given_in_its_place_and_what_is_usual_may_be_left_out():
    new_told = maker(Told)
    assert new_told("lit") == Told("lit")
    assert new_told("lit", frozenset({1})) == Told("lit", frozenset({1}))
    assert type(new_told("lit")) is Told
    with pytest.raises(TypeError):
        new_told()


def test_it_is_frozen_when_anybody_gets_to_see_it():
    made = new_lamp(lit=True, oil=3)
    with pytest.raises(FrozenInstanceError):
        made.oil = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.oil
    assert made.oil == 3


@pytest.mark.parametrize("given", [{"lit": True}, {"lit": True, "oil": 3, "wick": 1}, {}])
def test_it_takes_what_the_class_takes_and_nothing_else(given):
    with pytest.raises(TypeError):
        new_lamp(**given)
    with pytest.raises(TypeError):
        new_lamp("lamp", True, 3)
