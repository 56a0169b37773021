"""Build frozen dataclasses in a third of the usual time, for classes that every move creates."""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from types import new_class
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def maker(kind: Callable[P, T]) -> Callable[P, T]:
    """Return a function that builds the same objects as a frozen, slotted dataclass, but faster.

    The `__init__` of a frozen class is slow because it sets each field with `object.__setattr__`.
    So the function creates an object of an unfrozen twin class, sets its fields and changes its
    class to the frozen one before it returns. The code is generated as dataclasses generates its
    own; only the names of the fields enter it.
    """
    frozen: Any = kind
    names = [field.name for field in fields(frozen)]
    # The twin needs the same bases (Generic too), or `__class__` could not be assigned.
    twin = new_class(
        frozen.__name__,
        getattr(frozen, "__orig_bases__", ()),
        exec_body=lambda body: body.update(__slots__=tuple(names)),
    )
    lines = [
        f"def made({_parameters(fields(frozen))}):",
        "one = new(twin)",
        *[f"one.{name} = {name}" for name in names],
        "one.__class__ = frozen",
        "return one",
    ]
    usual = {field.name: field.default for field in fields(frozen)}
    facts: dict[str, Any] = {"new": object.__new__, "twin": twin, "frozen": frozen, "usual": usual}
    exec("\n ".join(lines), facts)
    return facts["made"]


def _parameters(parts: tuple[Field[Any], ...]) -> str:
    """Write the parameter list of the function: positional fields first, then keyword-only ones."""
    placed, named = list[str](), list[str]()
    for field in parts:
        usual = "" if field.default is MISSING else f"=usual[{field.name!r}]"
        (named if field.kw_only else placed).append(field.name + usual)
    return ", ".join([*placed, "*", *named] if named else placed)
