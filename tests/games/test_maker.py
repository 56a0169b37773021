"""`maker` builds the same frozen objects as the class."""

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


def test_maker_builds_an_equal_object_of_the_class():
    made, usual = new_lamp(lit=True, oil=3), Lamp(lit=True, oil=3)
    assert type(made) is Lamp
    assert made == usual
    assert hash(made) == hash(usual)
    assert repr(made) == repr(usual)


def test_maker_takes_positional_arguments_and_defaults():
    new_told = maker(Told)
    assert new_told("lit") == Told("lit")
    assert new_told("lit", frozenset({1})) == Told("lit", frozenset({1}))
    assert type(new_told("lit")) is Told
    with pytest.raises(TypeError):
        new_told()  # pyright: ignore[reportCallIssue]


def test_maker_builds_frozen_objects():
    made = new_lamp(lit=True, oil=3)
    with pytest.raises(FrozenInstanceError):
        made.oil = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.oil
    assert made.oil == 3


@pytest.mark.parametrize("given", [{"lit": True}, {"lit": True, "oil": 3, "wick": 1}, {}])
def test_maker_takes_exactly_the_arguments_of_the_class(given):
    with pytest.raises(TypeError):
        new_lamp(**given)
    with pytest.raises(TypeError):
        new_lamp("lamp", True, 3)  # pyright: ignore[reportCallIssue]
