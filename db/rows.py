"""Turns rows into objects and back. A column has the name of the field that it fills."""

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from db.engines.engine import Row

T = TypeVar("T")


@cache
def names_of(kind: type[Any], *without: str) -> tuple[str, ...]:
    """Return the columns of a dataclass, except those for the fields `without`."""
    return tuple(field.name for field in fields(kind) if field.name not in without)


@cache
def _flags(kind: type[Any]) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind) if field.type is bool)


def read(kind: type[T], row: Row) -> T:
    """Build an object from a row that has all its columns. The file has 0 and 1 for flags."""
    flags = _flags(kind)
    values = {name: row[name] for name in names_of(kind)}
    return kind(**{name: bool(at) if name in flags else at for name, at in values.items()})


def values_of(item: Any, names: Iterable[str]) -> tuple[Any, ...]:
    """Return what a row has in these columns for an object."""
    found = (getattr(item, name) for name in names)
    return tuple(int(value) if isinstance(value, bool) else value for value in found)
