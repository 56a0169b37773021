"""`fast_frozen` changes how an object is created, and nothing else about its class."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from typing import Any, Literal

import pytest

from games.fast_frozen import constructor_of, copier_of, fast_frozen
from games.rules import Step, Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    kind: Literal["lamp"] = "lamp"
    lit: bool
    oil: int


@fast_frozen
@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    kind: Literal["lamp"] = "lamp"
    lit: bool
    oil: int


LAMP = Lamp(lit=True, oil=3)


def test_an_object_equals_what_the_usual_constructor_makes():
    usual = Usual(lit=True, oil=3)
    assert type(LAMP) is Lamp
    assert hash(LAMP) == hash(usual)
    assert repr(LAMP) == repr(usual).replace("Usual", "Lamp")
    made = object.__new__(Lamp)
    Lamp.__init__(made, lit=True, oil=3)
    assert made == LAMP
    assert [field.name for field in fields(LAMP)] == ["kind", "lit", "oil"]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, replace, pickle.loads])
def test_an_object_can_be_copied(copied: Any):
    same = copied(pickle.dumps(LAMP) if copied is pickle.loads else LAMP)
    assert (type(same), same) == (Lamp, LAMP)


def test_positional_arguments_and_defaults_are_taken():
    assert Told("lit") == Told("lit", None)
    assert Told("lit", frozenset({1})).to == {1}
    with pytest.raises(TypeError):
        Told()  # pyright: ignore[reportCallIssue]


def test_a_generic_class_can_be_called_with_its_type():
    assert Told[Lamp](LAMP) == Told(LAMP)
    assert Told[Lamp](LAMP, to=frozenset({1})).to == {1}


def test_objects_are_frozen():
    with pytest.raises(FrozenInstanceError):
        LAMP.oil = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del LAMP.oil
    assert LAMP.oil == 3


@pytest.mark.parametrize("given", [{"lit": True}, {"lit": True, "oil": 3, "wick": 1}, {}])
def test_exactly_the_arguments_of_the_class_are_taken(given: dict[str, Any]):
    with pytest.raises(TypeError):
        Lamp(**given)
    with pytest.raises(TypeError):
        Lamp("lamp", True, 3)  # pyright: ignore[reportCallIssue]


def test_a_constructor_creates_what_a_call_of_the_class_creates():
    new_lamp = constructor_of(Lamp)
    lamp = new_lamp(lit=True, oil=3)
    assert (type(lamp), lamp) == (Lamp, LAMP)
    with pytest.raises(FrozenInstanceError):
        lamp.oil = 4  # type: ignore[misc]
    with pytest.raises(TypeError):
        new_lamp(lit=True)  # pyright: ignore[reportCallIssue]


def test_a_generic_class_with_its_types_has_a_constructor_too():
    assert constructor_of(Step[int, Lamp])(1, ()) == Step(1)


def test_a_copier_copies_the_named_fields_and_takes_the_others():
    lit_like = copier_of(Lamp, "lit")
    lamp = lit_like(LAMP, oil=2)
    assert (type(lamp), lamp) == (Lamp, Lamp(lit=True, oil=2))
    assert lit_like(Usual(lit=False, oil=9), oil=2) == Lamp(lit=False, oil=2)
    with pytest.raises(TypeError):
        lit_like(LAMP)
    with pytest.raises(TypeError):
        lit_like(LAMP, lit=False, oil=2)


def test_a_subclass_has_the_usual_constructor():
    @dataclass(frozen=True, kw_only=True)
    class Lantern(Lamp):
        wick: int

    lantern = Lantern(lit=True, oil=3, wick=1)
    assert (type(lantern), lantern.wick, lantern.oil) == (Lantern, 1, 3)
    assert Lamp(lit=True, oil=3) == LAMP
