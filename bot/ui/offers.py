"""What can be pressed on a board and on a hand, made of the ways in. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.ui.fields import Known, known_of
from bot.ui.panel import CHOICE_LIMIT, Button, Menu, Part, Request, Row
from bot.ui.ways import (
    SAID,
    AnyWay,
    Legal,
    MenuOf,
    Said,
    ask,
    choices_of,
    field_of,
    named_in,
    open_fields,
    values_of,
)
from bot.ui.words import Names

FEW = 3  # values that become a button each


def on_board(ways: Sequence[AnyWay], public: Any, names: Names) -> list[Part]:
    """Draw what anybody may press on the board, from the public view alone."""
    buttons = [
        Button(way.label(public, known, names), ask(way, known), way.style)
        for way in ways
        for known in way.board(public)
    ]
    return [Row(_led(buttons))] if buttons else []


def on_hand(ways: Sequence[AnyWay], view: Any, names: Names, legal: Legal) -> list[Part]:
    """Draw what the owner of a view may do: menus first, then buttons."""
    menus: list[Part] = []
    buttons: list[Button] = []
    for way in ways:
        if not legal.of(way):
            continue
        offered = _usual_offers(way, view, legal) if way.hand is None else way.hand(view)
        for one in offered:
            if isinstance(one, MenuOf):
                menus += _menu(way, one, view, names, legal)
            elif isinstance(one, Said):
                wanted = Request(way.verb, {SAID: one.line})
                label = way.label(view, named_in(way, wanted, view, names), names)
                buttons.append(Button(label, wanted, way.style))
            else:
                label = way.label(view, one, names)
                buttons.append(Button(label, ask(way, one), way.style))
    return [*menus, *([Row(_led(buttons))] if buttons else [])]


def _led(buttons: list[Button]) -> list[Button]:
    """Have the first plain button lead: one alone is the main one."""
    for at, button in enumerate(buttons):
        if button.style == "plain":
            main = Button(button.label, button.request, "main", button.disabled)
            return [*buttons[:at], main, *buttons[at + 1 :]]
    return buttons


def _usual_offers(way: AnyWay, view: Any, legal: Legal) -> Iterable[Known | MenuOf | Said]:
    """Offer a way as its legal moves suggest: few values are buttons, up to 25 a menu."""
    known, missing = open_fields(way, {}, view, legal)
    if not missing:
        return [known]
    field, values = missing[0]
    counted = legal.all_of(way) or field.closed
    if len(missing) == 1 and values and (len(values) <= FEW or not counted):
        some = [{**known, **known_of(field, value)} for value in values[:FEW]]
        return some if counted else [*some, known]
    if counted and len(values) <= CHOICE_LIMIT:
        return [MenuOf(field=field.name, placeholder="", known=known)]
    return [known]


def _menu(way: AnyWay, wanted: MenuOf, view: Any, names: Names, legal: Legal) -> list[Part]:
    field = field_of(way, wanted.field)
    assert field is not None, f"{way.verb} has no field {wanted.field}"
    values = values_of(way, field, wanted.known, view, legal)
    rest = [value for value in values if value not in wanted.but_for]
    if not rest:
        return []
    placeholder = wanted.placeholder or way.label(view, wanted.known, names)
    choices = choices_of(way, field, rest, view, names)
    return [Menu(ask(way, wanted.known), f"*{field.name}", placeholder, choices)]
