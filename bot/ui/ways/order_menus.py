"""Menus for standing orders: each shows what stands in a sentence, and sets it with one choice.

They are derived from the fields that an order's way declares. If each field can be left out by
itself, each gets a menu, and the other fields keep their values. Otherwise the first field gets
one, and a form asks for the rest. A way with other needs declares its menus itself (Way.menus).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.ui.panels.panel import CHOICE_LIMIT, Choice, Form, Menu, Request
from bot.ui.panels.words import Names, short
from bot.ui.ways.fields import ASK, Field, Known
from bot.ui.ways.read import named_in, parse_choice
from bot.ui.ways.resolve import (
    ask,
    attributes_of,
    chosen_as,
    known_of,
    resolve,
    title_of,
    typed,
    value_in,
    values_of,
)
from bot.ui.ways.ways import AnyWay, Legal, OrderMenu, field_of

ASKED, AS_IT_STANDS, OTHER = "ask", "keep", "other"  # values of choices, which are no JSON
ASK_ME = "Ask me"
_UNSAID = object()  # what stands is none of the values of a menu
END = "end"  # the argument of the button that ends an order
VALUE_LIMIT = 100  # Discord's limit for the value of a choice
VALUES_SHOWN = CHOICE_LIMIT - 3  # beside *Ask me*, *Other…* and a value that isn't offered


@dataclass(frozen=True, slots=True)
class EndOrder:
    """The choice to be asked again: the standing order of this kind ends."""

    kind: str


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A choice that changes nothing."""


def standing(way: AnyWay, legal: Legal) -> Any:
    """Return the order of this kind that stands, or None."""
    return next((order for order in legal.given_orders if type(order) is way.move), None)


def menus_of(way: AnyWay, view: Any, names: Names, legal: Legal) -> Sequence[OrderMenu]:
    """List the menus of a kind of order. There are none if it can't be given now."""
    if not legal.of(way):
        return ()
    if way.menus is not None:
        return way.menus(view, names, standing(way, legal))
    if _each_alone(way):
        return [
            OrderMenu(field=field.name, sentence=field.sentence or field.label, asked=field.usual)
            for field in way.fields
            if values_of(way, field, {}, view, legal)
        ]
    first = way.fields[0]
    return [OrderMenu(field=first.name, sentence=first.sentence or title_of(way, view, {}, names))]


def _each_alone(way: AnyWay) -> bool:
    """Return whether each of several fields can be left out, whatever the others are."""
    usual = all(field.usual is not ASK and field.usually is None for field in way.fields)
    return usual and len(way.fields) > 1


# --- drawing --------------------------------------------------------------------------------------


def draw(
    way: AnyWay, menu: OrderMenu, more: dict[str, str], view: Any, names: Names, legal: Legal
) -> Menu:
    """Draw a menu. The requests of its choices get `more` arguments."""
    field = _field(way, menu)
    offered = list(menu.values) or [
        (value, field.write(value, names))
        for value in values_of(way, field, menu.known, view, legal)
    ]
    fitting = [pair for pair in offered if len(chosen_as(way, field, pair[0])) <= VALUE_LIMIT]
    shown = fitting[:VALUES_SHOWN]
    now = _stands(way, field, menu, legal)
    if _can_be_chosen(way, field, now) and now not in [value for value, _ in shown]:
        shown.insert(0, (now, field.write(now, names)))
    choices = [
        Choice(
            short(label, 100),
            chosen_as(way, field, value),
            short(field.about(value, view, names), 100),
            chosen=value == now,
            pic=field.pic(value),
        )
        for value, label in shown
    ]
    asked = ASKED if menu.asked is ASK else chosen_as(way, field, menu.asked)
    choices.insert(0, Choice(ASK_ME, asked, chosen=now is ASK))
    if not any(choice.chosen for choice in choices):
        choices.insert(0, Choice("as it stands", AS_IT_STANDS, chosen=True))
    if not field.closed or menu.known or len(shown) < len(offered):
        choices.append(Choice("Other…", _other(way, field, now, shown)))
    spoken = [_as_sentence(menu, choice) if choice.chosen else choice for choice in choices]
    request = ask(way, menu.known).with_args(more)
    return Menu(request, f"*{field.name}", short(menu.sentence, 150), spoken)


def _as_sentence(menu: OrderMenu, choice: Choice) -> Choice:
    """Return the chosen choice with a label that says what it is chosen for."""
    return replace(choice, label=short(f"{menu.sentence}: {choice.label}", 100))


def _stands(way: AnyWay, field: Field, menu: OrderMenu, legal: Legal) -> Any:
    """Return the value that stands, ASK if the owner is asked, or _UNSAID if no value says it."""
    if menu.stands is not None:
        return menu.stands
    order = standing(way, legal)
    if order is None:
        return ASK
    if any(getattr(order, name) != value for name, value in menu.known.items()):
        return _UNSAID
    value = value_in(field, attributes_of(order))
    return ASK if menu.asked is not ASK and value == menu.asked else value


def _can_be_chosen(way: AnyWay, field: Field, value: Any) -> bool:
    stands = value is not ASK and value is not _UNSAID
    return stands and len(chosen_as(way, field, value)) <= VALUE_LIMIT


def _other(way: AnyWay, field: Field, now: Any, shown: Sequence[tuple[Any, str]]) -> str:
    """Return the value of *Other…*, which holds the value that its form opens with."""
    first = now if _can_be_chosen(way, field, now) else shown[0][0] if shown else None
    value = OTHER if first is None else f"{OTHER}{chosen_as(way, field, first)}"
    return value if len(value) <= VALUE_LIMIT else OTHER


def _field(way: AnyWay, menu: OrderMenu) -> Field:
    field = field_of(way, menu.field)
    assert field is not None, f"{way.verb} has no field {menu.field}"
    return field


# --- reading --------------------------------------------------------------------------------------


def chosen(
    way: AnyWay, wanted: Request, view: Any, names: Names, legal: Legal, *, line: bool
) -> Any:
    """Read a choice on the panel, or a form that it opened.

    Returns an order, a Form, EndOrder or Unchanged. Raises Refusal.
    """
    picked = next((text for key, text in wanted.args.items() if key.startswith("*")), "")
    if picked == AS_IT_STANDS:
        return Unchanged()
    if picked == ASKED or END in wanted.args:
        return _end(way, legal)
    if picked.startswith(OTHER):
        return _other_form(way, wanted, view, names, legal)
    known = named_in(way, wanted, view, names)
    if _each_alone(way):
        known = {**_values(way, legal), **known}
    made = resolve(way, known, view, names, legal, line=line)
    if _each_alone(way) and not isinstance(made, Form) and _says_nothing(way, made):
        return _end(way, legal)
    return made


def _end(way: AnyWay, legal: Legal) -> EndOrder | Unchanged:
    order = standing(way, legal)
    return Unchanged() if order is None else EndOrder(order.kind)


def _values(way: AnyWay, legal: Legal) -> Known:
    """Return the values of the order that stands, or of one that says nothing."""
    order, known = standing(way, legal), dict[str, Any]()
    for field in way.fields:
        value = field.usual if order is None else value_in(field, attributes_of(order))
        known |= known_of(field, value)
    return known


def _says_nothing(way: AnyWay, order: Any) -> bool:
    attributes = attributes_of(order)
    return all(value_in(field, attributes) == field.usual for field in way.fields)


def _other_form(way: AnyWay, wanted: Request, view: Any, names: Names, legal: Legal) -> Any:
    """Return the form behind *Other…*: for one field, or for all if they depend on each other."""
    key, text = next(pair for pair in wanted.args.items() if pair[0].startswith("*"))
    field = field_of(way, key[1:])
    if field is None or not (_each_alone(way) or len(way.fields) == 1) or field.closed:
        return resolve(way, {}, view, names, legal)
    opens_with = text.removeprefix(OTHER)
    named: Known = parse_choice(way, field, opens_with) if opens_with else {}
    default = field.write(value_in(field, named), names) if named else ""
    kept: Known = way.settled(view, {}) if len(way.fields) == 1 else {}
    title = short(field.sentence or title_of(way, view, {}, names), 45)
    entry = typed(field, field.hint(view, {}), default)
    return Form(ask(way, kept), title, [entry], way.note(view, names))
