"""Make ways from the types of moves and standing orders: verb, label, help and fields."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from bot.ui.panels.panel import LABEL_LIMIT
from bot.ui.panels.words import Names, capital, short
from bot.ui.plain.plain_text import (
    filled,
    hints_of,
    holes,
    is_marked,
    is_seat,
    is_single,
    with_form,
    words,
)
from bot.ui.ways.fields import Field, Known, number, one_of, player, read_player, yes_no
from bot.ui.ways.resolve import value_in
from bot.ui.ways.ways import AnyWay, Way
from games.rules import DATE

HELP_LIMIT = 100
HOUSE_VERBS = {"start", "practice", "hand", "table", "rules"}


class Undeclared(TypeError):
    """A face can't be made from a game's types alone; `str()` says what to write."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label from a template with the way's fields in braces: `Bid {count:die|dice}`."""

    template: str
    fields: tuple[Field, ...]

    def __call__(self, view: Any, known: Known, names: Names) -> str:
        """Write the label up to the first field that isn't known."""
        values = {
            field.name: (field, value_in(field, known))
            for field in self.fields
            if all(name in known for name in field.fills)
        }

        def fill(name: str, how: str) -> str:
            field, value = values[name]
            single = field.read is read_player or is_single(value, None)
            text = _said(field, value, names)
            return with_form(text, how, single=single) if "|" in how else text

        return short(capital(_cut(self.template, values, fill)), LABEL_LIMIT - 1)

    def phrase(self) -> str:
        """Write what a player does, inside a sentence: `duel a player`."""
        others = {field.name for field in self.fields if field.read is read_player}
        text = _cut(self.template, others, lambda name, how: "a player")
        return text[:1].lower() + text[1:]


def _said(field: Field, value: Any, names: Names) -> str:
    return names.plain(value) if field.read is read_player else field.write(value, names)


def _cut(template: str, known: Collection[str], fill: Callable[[str, str], str]) -> str:
    """Fill a template up to the last field before one that isn't known: `Bid 3`, not `Bid 3 of`."""
    missing = next((name for name in holes(template) if name not in known), None)
    before = template if missing is None else re.split(rf"{{{missing}\b", template)[0]
    if missing is not None and "}" in before:
        before = before[: before.rindex("}") + 1]
    return filled(before, fill).strip(" :,×")


def always(public: Any) -> Iterable[Known]:
    """Put a button for a kind of move on the board for as long as the game runs (`Way.board`)."""
    return ({},)


def way(
    move: type,
    label: str | Callable[[Any, Known, Names], str] = "",
    *,
    fields: Sequence[Field] = (),
    help: str = "",
    board: Callable[[Any], Iterable[Known]] = lambda public: (),
    **more: Any,
) -> AnyWay:
    """Make the way of a kind of move from its type.

    `label` has the fields in braces: `Bid {count} of {face}`. The house cuts it where a field is
    asked, and adds the `…`. `help` is the first line of the type's docstring if not given. `fields`
    replace those that the types give for the attributes that they fill. `board` and `more` are as
    in `Way`.
    """
    verb = more.pop("verb", _verb_of(move))
    if verb in HOUSE_VERBS:
        raise Undeclared(
            f"`{verb}` is a command of the house. Give {move.__name__} another verb: "
            f'way({move.__name__}, verb="...").'
        )
    spoken = tuple(more.pop("words", ())) + ((verb.replace("_", " "),) if "_" in verb else ())
    all_fields = _fields_of(move, fields)
    if isinstance(label, str):
        usual = " ".join([verb.replace("_", " "), *(f"{{{field.name}}}" for field in all_fields)])
        label = Label(label or usual, all_fields)
        _check_holes(move, label.template, all_fields)
    return Way(
        verb=verb,
        move=move,
        help=help or _help_of(move),
        label=label,
        fields=all_fields,
        words=tuple(dict.fromkeys(spoken)),
        board=board,
        **more,
    )


def order_way(
    order: type,
    label: str | Callable[[Any, Known, Names], str] = "",
    *,
    fields: Sequence[Field] = (),
    help: str = "",
    **more: Any,
) -> AnyWay:
    """Make the way of a kind of standing order from its type; its arguments are those of `way`.

    The verb begins with `plan`, because no order may be typed like a move: `plan_keep`.
    """
    verb = f"plan_{_verb_of(order).removesuffix('_ahead')}"
    usual: dict[str, Any] = {"verb": verb, "called": verb.replace("_", " "), "group": "ahead"}
    return way(order, label, fields=fields, help=help, **{**usual, **more})


def _verb_of(move: type) -> str:
    return words(move.__name__).replace(" ", "_")


def _check_holes(move: type, template: str, fields: Sequence[Field]) -> None:
    known = [field.name for field in fields]
    for name in holes(template):
        if name not in known:
            raise Undeclared(
                f"The label {template!r} of {move.__name__} names {{{name}}}, and "
                f"{move.__name__} has {', '.join(known) or 'no fields'}."
            )


def _help_of(move: type) -> str:
    """Return the first line of a type's docstring, if somebody wrote one."""
    text = (move.__doc__ or "").strip().split("\n", 1)[0]
    made_up = not text or text.startswith(f"{move.__name__}(")
    return short(capital(words(move.__name__)) if made_up else text, HELP_LIMIT)


def _fields_of(move: type, replaced: Sequence[Field]) -> tuple[Field, ...]:
    """Return a field for each attribute, in their order, but none for a `Date`."""
    by_attribute = {name: field for field in replaced for name in field.fills}
    found: dict[str, Field] = {}
    for name, hint in hints_of(move).items():
        if is_marked(hint, DATE):
            continue
        field = by_attribute.get(name) or _field_of(move, name, hint)
        found[field.name] = field
    return tuple(found.values())


def _field_of(move: type, name: str, hint: Any) -> Field:
    """Make the field for an attribute from its type."""
    label = capital(words(name))
    if is_seat(hint):
        return player(name, name, label)
    if hint is bool:
        return yes_no(name, name, label)
    if hint is int:
        return number(name, name, label)
    if get_origin(hint) is Literal:
        return one_of(name, name, label, {value: words(str(value)) for value in get_args(hint)})
    raise Undeclared(
        f"I can't ask for {move.__name__}.{name}, because its type is {hint}: numbers, seats, yes "
        f"or no, and Literals need no Field of their own. Write one (bot/ui/ways/fields.py) and "
        f"give it to the face: ways = (way({move.__name__}, fields=(...,)),)."
    )


def completed(
    kinds: Sequence[type], declared: Sequence[AnyWay], make: Callable[[type], AnyWay]
) -> tuple[AnyWay, ...]:
    """Return a way for each kind, in their order: the declared one, or one that is made."""
    by_kind = {made.move: made for made in declared}
    for kind in by_kind.keys() - set(kinds):
        raise Undeclared(f"There is a way for {kind.__name__}, which is no move of this game.")
    return tuple(by_kind.get(kind) or make(kind) for kind in kinds)
