"""What can be pressed on a board and on a hand, made of the ways in. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.ui.draft_kind import AnySlipKind
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


def on_board(
    ways: Sequence[AnyWay], public: Any, names: Names, slips: Sequence[AnySlipKind] = ()
) -> list[Part]:
    """Draw what anybody may press on the board, from the public view alone.

    What begins a slip stands behind the last of the ways that it becomes a move of.
    """
    buttons: list[Button] = []
    left = list(slips)
    for at, way in enumerate(ways):
        for known in way.board(public):
            buttons.append(_button(way, public, known, names, ask(way, known)))
        later = {one.verb for one in ways[at + 1 :]}
        for kind in [one for one in left if later.isdisjoint(one.becomes)]:
            left.remove(kind)
            buttons += kind.board(public, names)
    return [Row(_led(buttons))] if buttons else []


def on_hand(
    ways: Sequence[AnyWay],
    view: Any,
    names: Names,
    legal: Legal,
    slips: Sequence[AnySlipKind] = (),
) -> list[Part]:
    """Draw what the owner of a view may do: all menus, all buttons; first what is offered first.

    What is put together on one of these `slips` is not asked for in a form as well, and if that is
    the heart of what they may do, none of the other buttons leads.
    """
    begun = {verb for kind in slips if kind.hand(view, names) for verb in kind.becomes}
    menus: list[Part] = []
    buttons: list[Button] = []
    menu_leads = False
    for way in ways:
        if not legal.of(way):
            continue
        offered = _usual_offers(way, view, legal) if way.hand is None else way.hand(view)
        for one in offered:
            if isinstance(one, MenuOf):
                menus += _menu(way, one, view, names, legal)
                menu_leads = menu_leads or not buttons
            elif isinstance(one, Said):
                wanted = Request(way.verb, {SAID: one.line})
                known = named_in(way, wanted, view, names)
                buttons.append(_button(way, view, known, names, wanted))
            elif way.verb not in begun or _is_whole(way, one):
                buttons.append(_button(way, view, one, names, ask(way, one)))
    heart = next((way.verb for way in ways if legal.of(way)), "")
    rows = [Row(buttons if heart in begun else _led(buttons))] if buttons else []
    return [*menus, *rows] if menu_leads else [*rows, *menus]


def _button(way: AnyWay, view: Any, known: Known, names: Names, wanted: Request) -> Button:
    return Button(way.label(view, known, names), wanted, way.style, pic=way.pic(view, known))


def _is_whole(way: AnyWay, known: Known) -> bool:
    return all(name in known for field in way.fields for name in field.fills)


def _led(buttons: list[Button]) -> list[Button]:
    """Have the first plain button lead: one alone is the main one."""
    for at, button in enumerate(buttons):
        if button.style == "plain":
            main = replace(button, style="main")
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
