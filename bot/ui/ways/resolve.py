"""What is resolved: known attributes of a move become the move, or a form that asks for the rest.

A field with few values becomes a menu of the form. A field that combines cards of several kinds is
counted: each kind gets an entry, and their joined texts are read like a typed line (read.py).
"""

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from string import ascii_lowercase
from typing import Any, get_type_hints

from bot.ui.panels.panel import CHOICE_LIMIT, FIELD_LIMIT, Choice, Entry, Form, Request
from bot.ui.panels.words import Names, short
from bot.ui.ways.fields import ASK, Field, Known
from bot.ui.ways.ways import AnyWay, Legal, M, V, Way
from db.base.codec import Codec
from games.rules import Refusal

CARRIED = 60  # characters in a form's custom_id that known attributes may use
NONE = "-"
"""The value of a counting entry for zero cards, because a menu's choice can't be empty."""


@cache
def codec_of(move: type, name: str) -> Codec[Any]:
    return Codec(get_type_hints(move)[name])


@cache
def attribute_names(move: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(move) if field.name != "kind")


def attributes_of(move: Any) -> dict[str, Any]:
    return {name: getattr(move, name) for name in attribute_names(move.__class__)}


def known_of(field: Field, value: Any) -> Known:
    """Return the attributes that a field's value fills."""
    if len(field.fills) == 1:
        return {field.fills[0]: value}
    return dict(zip(field.fills, value, strict=True))


def usual_of(field: Field, view: Any, known: Known) -> Any:
    """Return the value of a field that was left out, or ASK if it must be named."""
    if field.usual is ASK or field.usually is None:
        return field.usual
    return field.usually(view, known)


def value_in(field: Field, known: Known) -> Any:
    """Return a field's value from attributes, which must include all that the field fills."""
    if len(field.fills) == 1:
        return known[field.fills[0]]
    return tuple(known[name] for name in field.fills)


def args_of(way: AnyWay, known: Known) -> dict[str, str]:
    """Write attributes of a move as the JSON arguments of a request."""
    return {name: codec_of(way.move, name).dump(value) for name, value in known.items()}


def ask(way: AnyWay, known: Known) -> Request:
    """Build the request of a button."""
    return Request(way.verb, args_of(way, known))


def chosen_as(way: AnyWay, field: Field, value: Any) -> str:
    """Write a field's value in the form that a menu's choice has."""
    known = known_of(field, value)
    written = [codec_of(way.move, name).dump(known[name]) for name in field.fills]
    return written[0] if len(written) == 1 else f"[{','.join(written)}]"


def fitting(legal: Legal, way: AnyWay, known: Known) -> Sequence[Any]:
    """Return the legal moves of a way that agree with the known attributes."""
    own = legal.of(way)
    for name, value in known.items():
        own = [move for move in own if getattr(move, name) == value]
    return own


def values_of(way: AnyWay, field: Field, known: Known, view: Any, legal: Legal) -> list[Any]:
    """List the possible values of a field, likeliest first, or likely ones if moves are sampled."""
    own = {name: value for name, value in known.items() if name not in field.fills}
    if legal.all_of(way):
        values = dict.fromkeys(map(_value_getter(field.fills), fitting(legal, way, own)))
    else:
        values = dict.fromkeys(field.offer(view, known))
    return list(field.sort(view, own, list(values)))


@cache
def _value_getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return a function that gets the value of a field (one attribute or several) from a move."""
    return attrgetter(*names)


def open_fields(
    way: AnyWay, known: Known, view: Any, legal: Legal
) -> tuple[Known, list[tuple[Field, list[Any]]]]:
    """Fill in fields with only one legal value. Return the known attributes and the open fields."""
    now = dict(known)
    missing = list(_fill_single_values(way, now, view, legal))
    return now, missing


def asks_first(way: AnyWay, known: Known, view: Any, legal: Legal) -> bool:
    """Return whether something must be asked before a move with known attributes can be made."""
    now = dict(way.settled(view, known))
    return next(_fill_single_values(way, now, view, legal), None) is not None


def _fill_single_values(
    way: AnyWay, now: dict[str, Any], view: Any, legal: Legal
) -> Iterator[tuple[Field, list[Any]]]:
    """Add single legal values to the known attributes, and yield the open fields with theirs."""
    for field in way.fields:
        if all(name in now for name in field.fills):
            continue
        values = values_of(way, field, now, view, legal)
        if len(values) == 1 and (legal.all_of(way) or field.closed):
            now |= known_of(field, values[0])
        else:
            yield field, values


class NotNow(Refusal):
    """No move of this kind is legal now. `what_else` lists what can be done instead."""

    def __init__(self, way: AnyWay) -> None:
        super().__init__("You can't do that now.")
        self.way = way


class NoSuchMove(NotNow):
    """No legal move has the named values. The rules can explain why.

    `move` is a complete move with these values. Its other values come from a legal move.
    """

    def __init__(self, way: AnyWay, move: Any) -> None:
        super().__init__(way)
        self.move = move


def resolve(
    way: Way[M, V], known: Known, view: V, names: Names, legal: Legal, *, line: bool = False
) -> M | Form:
    """Build a move from known attributes, or a form that asks for the missing ones.

    Buttons, menus, forms, commands and lines all end here. With `line`, the input was typed in a
    line or command, where a field with a usual value may be left out. A complete move is not
    checked here; `play` decides whether it is legal. Raises NotNow if something is missing and no
    move of this kind is legal, and NoSuchMove if no legal move has the known values.
    """
    known = way.settled(view, known)
    now, missing = open_fields(way, known, view, legal)
    if line:
        now, asked = fill_usual([field for field, _ in missing], now, view)
        missing = [pair for pair in missing if pair[0] in asked]
    if not missing:
        return way.move(**now)
    if not legal.of(way):
        raise NotNow(way)
    if not _can_fit(way, now, view, legal):
        raise NoSuchMove(way, way.move(**{**attributes_of(legal.of(way)[0]), **now}))
    asked = [(field, _orders_first(way, field, values, legal)) for field, values in missing]
    return _form(way, now, asked[:FIELD_LIMIT], view, names)


def fill_usual(fields: Iterable[Field], known: Known, view: Any) -> tuple[Known, list[Field]]:
    """Fill in the usual values of fields that were left out; also return fields that have none."""
    now, missing = dict(known), list[Field]()
    for field in fields:
        usual = usual_of(field, view, now)
        if usual is ASK:
            missing.append(field)
        else:
            now |= known_of(field, usual)
    return now, missing


def _can_fit(way: AnyWay, known: Known, view: Any, legal: Legal) -> bool:
    """Return whether a legal move can have these values, or menus offer them if only sampled."""
    if legal.all_of(way):
        return bool(fitting(legal, way, known))
    for field in way.fields:
        if field.closed and all(name in known for name in field.fills):
            own = {name: value for name, value in known.items() if name not in field.fills}
            if value_in(field, known) not in field.offer(view, own):
                return False
    return True


def _orders_first(way: AnyWay, field: Field, values: list[Any], legal: Legal) -> list[Any]:
    """Put the values of current standing orders first, if they are still possible."""
    orders = [order for order in legal.given_orders if type(order) is way.move]
    stand = [value_in(field, attributes_of(order)) for order in orders]
    if not stand or (field.closed and stand[0] not in values):
        return values
    return [*stand, *(value for value in values if value not in stand)]


def _form(
    way: AnyWay, known: Known, missing: Sequence[tuple[Field, list[Any]]], view: Any, names: Names
) -> Form:
    named = [field for field in way.fields if all(name in known for name in field.fills)]
    kept, again = carried(named, known, args_of(way, known))
    entries = [asked_again(field, known, view, names) for field in again]
    for left, (field, values) in zip(range(len(missing) - 1, -1, -1), missing, strict=True):
        room = FIELD_LIMIT - len(entries) - left
        entries += _entries(way, field, values, known, view, names, room)
    return Form(
        ask(way, kept),
        short(title_of(way, view, known, names), 45),
        entries[:FIELD_LIMIT],
        way.note(view, names) if len(entries) < FIELD_LIMIT else "",  # a note counts as an entry
    )


def title_of(way: AnyWay, view: Any, known: Known, names: Names) -> str:
    """Return the title of a form with known attributes."""
    return (way.title or way.label)(view, known, names).rstrip("…")


def _entries(
    way: AnyWay, field: Field, values: list[Any], known: Known, view: Any, names: Names, room: int
) -> list[Entry]:
    """Ask for a field with a menu of its values, with counting entries, or with a line to type."""
    likely = field.likely(view, known, values) if values else ASK
    hint, required = field.hint(view, known), field.usual is ASK
    listable = field.closed or not field.offer(view, known)
    if values and len(values) <= CHOICE_LIMIT and listable:
        choices = choices_of(way, field, values, view, names, likely)
        return [Entry(f"*{field.name}", field.label, hint, choices=choices, required=required)]
    if listable and field.option is int:
        hint = hint or _limits(field, values, names)
    default = "" if likely is ASK else field.write(likely, names)
    return counted(field, view, known, likely, room) or [typed(field, hint, default)]


def _limits(field: Field, values: Sequence[Any], names: Names) -> str:
    """Write the limits of the numbers that may be typed, or "" if some between them may not."""
    numbers = sorted(value for value in values if isinstance(value, int))
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(values))):
        return ""
    return f"{field.write(numbers[0], names)} to {field.write(numbers[-1], names)}"


def choices_of(
    way: AnyWay, field: Field, values: Iterable[Any], view: Any, names: Names, likely: Any = ASK
) -> list[Choice]:
    return [
        Choice(
            short(field.write(value, names), 100),
            chosen_as(way, field, value),
            short(field.about(value, view, names), 100),
            chosen=value == likely,
            pic=field.pic(value),
        )
        for value in values
    ]


def carried(
    named: Sequence[Field], known: Known, args: Mapping[str, str]
) -> tuple[Known, list[Field]]:
    """Split off the fields that don't fit into a form's custom_id. The form asks for them again.

    `named` are the completely known fields. `args` are the known attributes as written in
    custom_ids. Returns the attributes that fit, and the fields to ask for again.
    """
    kept, again = dict(known), list[Field]()
    sizes = {name: _size(name, text) for name, text in args.items()}
    for field in sorted(named, key=lambda field: -sum(sizes[name] for name in field.fills)):
        if sum(sizes[name] for name in kept) <= CARRIED:
            break
        again.append(field)
        for name in field.fills:
            del kept[name]
    return kept, again


def _size(name: str, text: str) -> int:
    """Return the size of an argument in a custom_id; too large if it cannot be written there."""
    return len(name) + len(text) + 2 if not re.search("[:;=]", text) else CARRIED + 1


def asked_again(field: Field, known: Known, view: Any, names: Names) -> Entry:
    """Make an entry that already contains the field's known value."""
    default = field.write(value_in(field, known), names)
    return typed(field, field.hint(view, known), default)


def typed(field: Field, hint: str, default: str) -> Entry:
    """Make an entry in which the player types a field's value."""
    return Entry(
        f"?{field.name}",
        field.label,
        hint,
        default.replace(field.lines, "\n") if field.lines else default,
        required=field.usual is ASK,
        long=bool(field.lines),
    )


def counted(field: Field, view: Any, known: Known, likely: Any, room: int) -> list[Entry]:
    """Make at most `room` counting entries for a field, or none if it can't be counted."""
    counts = () if field.counts is None else field.counts(view, known, likely, room)
    return [
        Entry(
            f"#{field.name}_{letter}",
            short(count.label, 45),
            short(count.hint, 100),
            "" if count.choices else count.says,
            [
                Choice(short(called, 100), says or NONE, chosen=says == count.says, pic=count.pic)
                for called, says in count.choices
            ],
            part_of=field.label,
        )
        for letter, count in zip(ascii_lowercase, counts, strict=False)
    ]
