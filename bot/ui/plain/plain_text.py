"""Write values, fields and sentences as far as the types of a game say what they mean."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from bot.ui.panels.words import Names, capital, listed
from games.rules import SEAT, Seat

Template: TypeAlias = str | tuple[str, str]
"""A sentence with the fields of its event in braces: `{seat} rolled again.`

`{dice:each}` writes a value for each seat, and `{left:die|dice}` or `{seat:has|have}` the word that
goes with a value. The first of a pair is for the seat that the event names first, the second for
everybody else.
"""
Says: TypeAlias = Template | Callable[[Any], Template]
"""A template, or a function that chooses one for an event."""
UNSAID = {"kind", "seat", "options", "asked", "turn"}
"""Fields that aren't drawn, because the house says the same or nobody needs it."""
EACH = "each"
_HOLE = re.compile(r"\{(\w+)(?::(each|[^{}|]+\|[^{}|]+))?\}('s)?")
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
    return is_marked(hint, SEAT)


def is_marked(hint: Any, mark: str) -> bool:
    """Return whether a number has a type with this mark: `SEAT` or `DATE` (games/rules.py)."""
    return get_origin(hint) is Annotated and mark in get_args(hint)


def given(hint: Any) -> Any:
    """Return a type without its `| None`."""
    some = [member for member in members_of(hint) if member is not NoneType]
    return some[0] if len(some) == 1 else hint


def element_of(hint: Any) -> Any:
    """Return the type of the elements of a tuple or set that has any number of them."""
    return next(iter(get_args(given(hint))), Any)


def written(value: Any, hint: Any, names: Names, to: Seat | None = None) -> str:
    """Write a value of this type for a player; seat `to` is "you".

    A dataclass with a `__str__` of its own is written by it.
    """
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
    if is_dataclass(value) and type(value).__str__ is object.__str__:
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
    """Write a tuple with a value for each seat: `Ann 4, Ben 2`. None and () are left out.

    A seat's several values are set apart from the next seat's: `Ann 4, 4; Ben 2`.
    """
    inner = element_of(hint)
    said = [
        f"{names[seat]} {_run(value, inner, names)}"
        for seat, value in enumerate(values)
        if value is not None and value != ()
    ]
    between = "; " if any(isinstance(value, tuple) for value in values) else ", "
    return between.join(said) or "none"


def _run(value: Any, hint: Any, names: Names) -> str:
    if not isinstance(value, tuple):
        return written(value, hint, names)
    items = cast(tuple[Any, ...], value)
    return ", ".join(written(item, element_of(hint), names) for item in items)


def is_single(value: Any, hint: Any, to: Seat | None = None) -> bool:
    """Return whether `has` goes with a value, and not `have`: with 1, a name, nobody.

    `have` goes with other numbers, several players and "you", which is seat `to`.
    """
    if isinstance(value, tuple | frozenset):
        some = cast(Collection[Any], value)
        return len(some) < 2 and not (is_seat(element_of(hint)) and to in some)
    if is_seat(hint):
        return value != to
    return value == 1 or not isinstance(value, int)


def with_form(text: str, forms: str, *, single: bool) -> str:
    """Write a value and the form of a word that goes with it, of `single|several`.

    >>> with_form("1", "die|dice", single=True), with_form("you", "has|have", single=False)
    ('1 die', 'you have')
    """
    return f"{text} {forms.split('|')[not single]}"


# --- sentences ------------------------------------------------------------------------------------


def holes(template: str) -> list[str]:
    """Return the names of the fields that a template has room for."""
    return [found[1] for found in _HOLE.finditer(template)]


def filled(template: str, fill: Callable[[str, str], str]) -> str:
    """Fill a template with `fill(name, how)`; "you" fits in where it stands.

    `how` is "" or what follows the colon of `{dice:each}`.

    >>> filled("{seat} lost. It was {seat}'s die.", lambda name, how: "you")
    'You lost. It was your die.'
    """

    def put(match: re.Match[str]) -> str:
        text, owns = fill(match[1], match[2] or ""), match[3] or ""
        said = "your" if owns and text == "you" else text + owns
        before = template[: match.start()].rstrip()
        begins = not before or before.endswith((".", "!", "?"))
        return capital(said) if begins and _NO_NAME.match(said) else said

    return _HOLE.sub(put, template)


def sentence_of(says: Says, event: Any, names: Names, to: Seat | None) -> str:
    """Tell an event by its template: to a seat as "you", or to everybody."""
    chosen = says(event) if callable(says) else says
    hints = hints_of(event.__class__)
    actor = next((getattr(event, name) for name, hint in hints.items() if is_seat(hint)), None)
    own = to is not None and actor == to
    template = chosen if isinstance(chosen, str) else chosen[0] if own else chosen[1]

    def fill(name: str, how: str) -> str:
        value, hint = getattr(event, name), hints[name]
        if how == EACH:
            return each(value, hint, names)
        text = written(value, hint, names, to)
        return with_form(text, how, single=is_single(value, hint, to)) if how else text

    return filled(template, fill)


@cache
def usual_template(event: type) -> str:
    """Make a template from an event's name and fields: `{seat} rolled: die {die}.`"""
    hints = hints_of(event)
    who = "{seat} " if is_seat(hints.get("seat")) else ""
    said = [f"{words(name)} {{{name}}}" for name in hints if name != "seat" or not who]
    about = f": {', '.join(said)}" if said else ""
    return f"{who}{words(event.__name__) if who else capital(words(event.__name__))}{about}."
