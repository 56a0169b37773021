"""Compare values with each other and with declared types, strictly: 1 is neither True nor 1.0."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from games.rules import SEAT


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal and of equal types.

    >>> same((1, 2), (1, 2)), same((1, 2), (True, 2))
    (True, False)
    """
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        names = [field.name for field in fields(one)]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple):
        ours, theirs = cast(tuple[Any, ...], one), cast(tuple[Any, ...], other)
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return one == other


def fits(value: Any, hint: Any, seats: int) -> bool:
    """Return whether a value has a declared type. A `Seat` must be one of this many seats.

    >>> fits((1, 2), tuple[int, ...], 3), fits((1, "2"), tuple[int, ...], 3)
    (True, False)
    """
    origin: Any = get_origin(hint)
    arguments = get_args(hint)
    if origin in (Union, UnionType):
        return any(fits(value, member, seats) for member in arguments)
    if origin is Annotated:
        is_someone = SEAT not in arguments or value in range(seats)
        return fits(value, arguments[0], seats) and is_someone
    if origin is Literal:
        return any(same(value, word) for word in arguments)
    if origin in (tuple, frozenset):
        return _members_fit(value, origin, arguments, seats)
    if type(value) is not (NoneType if hint is None else hint):
        return False
    if not is_dataclass(hint):
        return True
    return all(fits(getattr(value, name), part, seats) for name, part in hints_of(hint).items())


def _members_fit(value: Any, kind: type, hints: tuple[Any, ...], seats: int) -> bool:
    """Return whether a tuple or set fits: all members alike (`tuple[int, ...]`), or one by one."""
    if type(value) is not kind:
        return False
    members = list[Any](value)
    if kind is frozenset or hints[-1] is Ellipsis:
        return all(fits(member, hints[0], seats) for member in members)
    return len(members) == len(hints) and all(
        fits(member, hint, seats) for member, hint in zip(members, hints, strict=True)
    )


@cache
def hints_of(kind: Any) -> Mapping[str, Any]:
    """Return the types of a dataclass's fields, in which seats and dates are marked."""
    return get_type_hints(kind, include_extras=True)
