"""Write values, fields and sentences as far as the types of a game say what they mean."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from bot.ui.words import Names, capital, listed
from games.rules import SEAT, Seat

Says: TypeAlias = str | tuple[str, str]
"""A sentence with the fields of its event in braces: `{seat} rolled again.` Of a pair, the first is
for the seat that the event names first, the second for everybody else.
"""
UNSAID = {"kind", "seat", "options", "asked", "turn"}
"""Fields that aren't drawn, because the house says the same or nobody needs it."""
_HOLE = re.compile(r"\{(\w+)(:each)?\}('s)?")
_NO_NAME = re.compile(r"(your?|nobody|none)\b")  # a sentence begins with it in capitals


def words(name: str) -> str:
    """Write a name of code as words.

    >>> words("RollAgain"), words("hands_left")
    ('roll again', 'hands left')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower()


@cache
def hints_of(kind: Any) -> Mapping[str, Any]:
    """Return the types of a dataclass's fields, in which seats are marked; without `kind`."""
    hints = get_type_hints(get_origin(kind) or kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind) if field.name != "kind"}


def members_of(union: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the type itself."""
    return get_args(union) if get_origin(union) in (Union, UnionType) else (union,)


def is_seat(hint: Any) -> bool:
    """Return whether a type means a seat, and not any other number."""
    return get_origin(hint) is Annotated and SEAT in get_args(hint)


def given(hint: Any) -> Any:
    """Return a type without its `| None`."""
    some = [member for member in members_of(hint) if member is not NoneType]
    return some[0] if len(some) == 1 else hint


def element_of(hint: Any) -> Any:
    """Return the type of the elements of a tuple or set that has any number of them."""
    return next(iter(get_args(given(hint))), Any)


def written(value: Any, hint: Any, names: Names, to: Seat | None = None) -> str:
    """Write a value of this type for a player; seat `to` is "you"."""
    hint = given(hint)
    if value is None:
        return "none"
    if is_seat(hint):
        return "you" if value == to else names[int(value)]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | frozenset):
        some = cast(Sequence[Any] | frozenset[Any], value)
        items = sorted(some) if isinstance(some, frozenset) else some
        said = [written(item, element_of(hint), names, to) for item in items]
        return listed(said) if said or is_seat(element_of(hint)) else "none"
    if is_dataclass(value):
        return ", ".join(f"{label} {text}" for label, text in parts(value, names, to)) or "none"
    return str(value)


def parts(
    value: Any, names: Names, to: Seat | None = None, only: Collection[str] | None = None
) -> list[tuple[str, str]]:
    """Write the fields of a dataclass that say something, each as (label, text)."""
    return [
        (words(name), written(getattr(value, name), hint, names, to))
        for name, hint in hints_of(value.__class__).items()
        if name not in UNSAID and (only is None or name in only)
        if says_something(getattr(value, name))
    ]


def says_something(value: Any) -> bool:
    """Return whether a value is worth a line: not what is missing, empty or not so."""
    return value is not None and value is not False and value not in ((), frozenset(), "")


def each(values: Sequence[Any], hint: Any, names: Names) -> str:
    """Write a tuple with a value for each seat: `Ann 4, Ben 2`. None is left out."""
    inner = element_of(hint)
    said = [
        f"{names[seat]} {written(value, inner, names)}"
        for seat, value in enumerate(values)
        if value is not None
    ]
    return ", ".join(said) if said else "none"


# --- sentences ------------------------------------------------------------------------------------


def holes(template: str) -> list[str]:
    """Return the names of the fields that a template has room for."""
    return [found[1] for found in _HOLE.finditer(template)]


def filled(template: str, fill: Callable[[str, bool], str]) -> str:
    """Fill a template with `fill(name, for each seat)`; "you" fits in where it stands.

    >>> filled("{seat} lost. It was {seat}'s die.", lambda name, each: "you")
    'You lost. It was your die.'
    """

    def put(match: re.Match[str]) -> str:
        text, owns = fill(match[1], bool(match[2])), match[3] or ""
        said = "your" if owns and text == "you" else text + owns
        before = template[: match.start()].rstrip()
        begins = not before or before.endswith((".", "!", "?"))
        return capital(said) if begins and _NO_NAME.match(said) else said

    return _HOLE.sub(put, template)


def sentence_of(says: Says, event: Any, names: Names, to: Seat | None) -> str:
    """Tell an event by its template: to a seat as "you", or to everybody."""
    hints = hints_of(event.__class__)
    actor = next((getattr(event, name) for name, hint in hints.items() if is_seat(hint)), None)
    own = to is not None and actor == to
    template = says if isinstance(says, str) else says[0] if own else says[1]

    def fill(name: str, by_seat: bool) -> str:
        value = getattr(event, name)
        if by_seat:
            return each(value, hints[name], names)
        return written(value, hints[name], names, to)

    return filled(template, fill)


@cache
def usual_template(event: type) -> str:
    """Make a template from an event's name and fields: `{seat} rolled: die {die}.`"""
    hints = hints_of(event)
    who = "{seat} " if is_seat(hints.get("seat")) else ""
    said = [f"{words(name)} {{{name}}}" for name in hints if name != "seat" or not who]
    about = f": {', '.join(said)}" if said else ""
    return f"{who}{words(event.__name__) if who else capital(words(event.__name__))}{about}."
