"""A class decorator that makes it cheap to create frozen dataclasses, for those in every move.

Measured on Python 3.11: an object with 3, 8 or 16 fields takes half the time, and random games are
10 to 18 % faster (docs/decisions/0010).
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from types import new_class
from typing import Any, ParamSpec, TypeVar, cast, get_origin

C = TypeVar("C", bound=type[Any])
P = ParamSpec("P")
T = TypeVar("T")


def fast_frozen(kind: C) -> C:
    """Return the same frozen, slotted dataclass with a faster constructor, except for subclasses.

    The `__init__` of a frozen class is slow because it sets each field with `object.__setattr__`.
    Here the class gets a metaclass whose `__call__` creates an object of an unfrozen twin class,
    sets its fields and then changes its class to the frozen one. Its code is generated as
    dataclasses generates its own; only the names of the fields enter it. The same code without
    `cls` is the function that `constructor_of` returns.
    """
    parts = fields(kind)
    names = [part.name for part in parts]
    # The twin needs the same bases (Generic too), or `__class__` could not be assigned.
    twin = new_class(
        kind.__name__,
        getattr(kind, "__orig_bases__", ()),
        exec_body=lambda body: body.update(__slots__=tuple(names)),
    )
    lines = ["one = new(twin)", *[f"one.{name} = {name}" for name in names]]
    lines += ["one.__class__ = frozen", "return one"]
    usual = {part.name: part.default for part in parts}
    made: dict[str, Any] = {"new": object.__new__, "twin": twin, "usual": usual}
    for head in (f"__call__(cls, {_parameters(parts)})", f"create({_parameters(parts)})"):
        exec("\n ".join([f"def {head}:", *lines]), made)
    methods = {"__call__": made["__call__"], "create": staticmethod(made["create"])}
    meta: Any = type("FastFrozen", (_Usual,), methods)
    left_out = {*names, "__dict__", "__weakref__"}  # these are made anew from `__slots__`
    body = {name: value for name, value in vars(kind).items() if name not in left_out}
    body["__setattr__"] = body["__delattr__"] = _refuse
    body["__init_subclass__"] = classmethod(_build_as_usual)
    made["frozen"] = frozen = meta(kind.__name__, kind.__bases__, body)
    return frozen


def constructor_of(kind: Callable[P, T]) -> Callable[P, T]:
    """Return a function that creates objects of a `fast_frozen` class as a call of it does.

    A call of the function takes half the time of a call of the class: 0.25 µs instead of 0.55 with
    7 fields. That pays only for what nearly every move creates.
    """
    plain: Any = get_origin(kind) or kind  # of `Step[State, Event]`, the class `Step`
    return cast(Callable[P, T], plain.create)


class _Usual(type):
    pass


def _refuse(self: object, name: str, *value: object) -> None:
    """Refuse a change with the error that typing expects when it marks `Told[Event](…)`."""
    raise FrozenInstanceError(f"cannot change {name!r}: {type(self).__name__} is frozen")


def _build_as_usual(subclass: Any) -> None:
    subclass.__class__ = _Usual


def _parameters(parts: tuple[Field[Any], ...]) -> str:
    """Write the parameter list of the constructor: positional fields, then keyword-only ones."""
    placed, named = list[str](), list[str]()
    for part in parts:
        usual = "" if part.default is MISSING else f"=usual[{part.name!r}]"
        (named if part.kw_only else placed).append(part.name + usual)
    return ", ".join([*placed, "*", *named] if named else placed)
