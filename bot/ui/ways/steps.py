"""Ask for fields that depend on each other one after the other: first a menu, then a form.

How many dice can be bid depends on the face, and the reverse. One form for both would offer pairs
that the rules refuse. So a private panel asks for the first field, and its choice narrows the next.
"""

from typing import Any

from bot.ui.panels.panel import CHOICE_LIMIT, Menu, Panel, Text
from bot.ui.panels.words import Names
from bot.ui.ways.fields import ASK, Field, Known
from bot.ui.ways.resolve import (
    ask,
    attributes_of,
    choices_of,
    fitting,
    open_fields,
    title_of,
    value_in,
)
from bot.ui.ways.ways import AnyWay, Legal

MENUS = 3  # maximum number of menus for one field


def first_step(
    way: AnyWay, known: Known, view: Any, names: Names, legal: Legal, *, line: bool
) -> Panel | None:
    """Ask for the first open field alone, or return None if one form can ask for all of them.

    With `line`, the input was typed, where a field with a usual value may be left out.
    """
    if not legal.of(way) or not legal.all_of(way):
        return None
    now, missing = open_fields(way, way.settled(view, known), view, legal)
    if len(missing) < 2 or (line and any(field.usual is not ASK for field, _ in missing)):
        return None
    field, values = missing[0]
    fits = len(values) <= MENUS * CHOICE_LIMIT
    if not fits or not _depend([field for field, _ in missing], fitting(legal, way, now)):
        return None
    choices = choices_of(way, field, values, view, names)
    asked = Menu(ask(way, now), f"*{field.name}", field.label, choices)
    return Panel([Text(f"**{title_of(way, view, now, names)}**"), asked])


def _depend(fields: list[Field], moves: Any) -> bool:
    """Return whether some combination of the fields' values is not legal."""
    values = [tuple(value_in(field, attributes_of(move)) for field in fields) for move in moves]
    product = 1
    for column in zip(*values, strict=True):
        product *= len(set(column))
    return len(set(values)) < product
