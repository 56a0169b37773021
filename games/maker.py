"""Frozen dataclasses made in a third of the time, for those that are made in every move."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def maker(kind: Callable[P, T]) -> Callable[P, T]:
    """Return a function that makes what calling a frozen, slotted, keyword-only dataclass makes.

    A frozen class sets its fields in a roundabout way, past the lock on its own door, and most of
    what it costs is that. So each thing is made of a twin of the class that has no lock, and is of
    the frozen class before anybody gets to see it. The function is written out for the class, as
    dataclasses writes out its own: of the house's source it holds the names of the fields alone.
    """
    frozen: Any = kind
    parts = fields(frozen)
    names = [one.name for one in parts]
    twin = type(frozen.__name__, (), {"__slots__": tuple(names)})
    usual = {one.name: one.default for one in parts if one.default is not MISSING}
    taken = [f"{name}=usual[{name!r}]" if name in usual else name for name in names]
    lines = [
        f"def made(*, {', '.join(taken)}):",
        "one = new(twin)",
        *[f"one.{name} = {name}" for name in names],
        "one.__class__ = frozen",
        "return one",
    ]
    facts: dict[str, Any] = {"new": object.__new__, "twin": twin, "frozen": frozen, "usual": usual}
    exec("\n ".join(lines), facts)
    return facts["made"]
