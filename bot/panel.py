"""What a face draws with: text, buttons, menus and forms, and what a player asks for with them.

A face says what is on a panel; only `layout` and `modal` turn it into Discord's own components.
They are renderers: nothing is kept or registered, the custom_id says all (`table:rev:verb:k=v`),
so a button outlives the process that drew it. Custom ids are read by anybody who sees the message:
they carry no secret.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import discord
from discord import ui

from bot.words import Names as Names
from bot.words import escape as escape
from bot.words import listed as listed
from bot.words import short

TEXT_LIMIT = 4000  # characters of text in one message, all components together
LABEL_LIMIT = 80
CHOICE_LIMIT = 25


@dataclass(frozen=True, slots=True)
class Ask:
    """What a player asks for, by whatever way in: a verb, and named plain-text arguments.

    A button, a menu, a form, a slash command and a typed line all become one of these, and
    `Face.read` makes a move of it. Keys and verbs are words; values go into custom_ids as they are
    and may hold anything but `:`, `=` and `;`.
    """

    verb: str
    args: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        for key, value in self.args.items():
            if not re.fullmatch(r"[a-z_]+", key):
                raise ValueError(f"not an argument's name: {key!r}")
            object.__setattr__(self, "args", {**self.args, key: str(value)})

    def with_args(self, **more: str) -> "Ask":
        """Return the same request with these arguments put in."""
        return Ask(self.verb, {**self.args, **more})


def ask(verb: str, **args: object) -> Ask:
    """Write an Ask shortly: `ask("bid", amount=80)`."""
    return Ask(verb, {key: str(value) for key, value in args.items()})


Style: TypeAlias = Literal["plain", "main", "yes", "danger"]


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of Discord markdown. Names in it are escaped already (see Names)."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line between two parts."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its label says what will happen, in a few words (34 characters read well)."""

    label: str
    ask: Ask
    style: Style = "plain"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Buttons side by side; more than five flow onto further rows."""

    buttons: Sequence[Button]


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu; what is chosen is put into the Ask as argument `key` (several joined by commas).

    More than 25 choices flow into further menus with the same Ask (only for `most=1`).
    """

    ask: Ask
    key: str
    placeholder: str
    choices: Sequence[Choice]
    least: int = 1
    most: int = 1


Part: TypeAlias = Text | Line | Row | Menu


@dataclass(frozen=True, slots=True)
class Panel:
    """A message: parts from top to bottom."""

    parts: Sequence[Part]

    def text(self) -> str:
        """Everything that is written on it, for a screen reader, a log or a test."""
        return "\n".join(part.markdown for part in self.parts if isinstance(part, Text))

    def asks(self) -> Iterator[Ask]:
        """Everything that can be asked for with its enabled buttons and single-choice menus."""
        for part in self.parts:
            if isinstance(part, Row):
                yield from (button.ask for button in part.buttons if not button.disabled)
            elif isinstance(part, Menu) and part.least <= 1:
                yield from (part.ask.with_args(**{part.key: c.value}) for c in part.choices)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: a line to type, or a menu. Filled with the likeliest answer.

    A menu's likeliest answer is the Choice that is `chosen`. With `most` above 1 what was chosen is
    joined by commas.
    """

    key: str
    label: str
    hint: str = ""
    default: str = ""
    choices: Sequence[Choice] = ()
    required: bool = True
    most: int = 1


@dataclass(frozen=True, slots=True)
class Form:
    """A form that opens over the channel: up to five fields, and the Ask they fill."""

    ask: Ask
    title: str
    fields: Sequence[Field]
    note: str = ""


# --- rendering ------------------------------------------------------------------------------------

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "yes": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_ID = re.compile(r"(\d{1,15}):(\d{1,15}):([a-z_]{1,30})((?:;[a-z_]+=[^:;=]*)*)(?::[0-9]{1,3})?")


def custom_id(table: int, rev: int, wanted: Ask, number: int | None = None) -> str:
    """Write a component's custom_id; `number` tells apart two that ask the same."""
    args = "".join(f";{key}={value}" for key, value in wanted.args.items())
    text = f"{table}:{rev}:{wanted.verb}{args}" + ("" if number is None else f":{number}")
    if len(text) > 100 or not _ID.fullmatch(text):
        raise ValueError(f"not a custom_id: {text!r}")
    return text


def read_custom_id(text: str) -> tuple[int, int, Ask] | None:
    """Read (table, rev, ask) back; None if it is none of ours."""
    match = _ID.fullmatch(text)
    if match is None:
        return None
    pairs = (pair.split("=") for pair in match[4].split(";") if pair)
    return int(match[1]), int(match[2]), Ask(match[3], dict(pairs))


def layout(panel: Panel, table: int, rev: int, accent: int | None = None) -> ui.LayoutView:
    """Render a panel as a fresh, stopped LayoutView."""
    items: list[ui.Item[Any]] = []
    used: set[str] = set()

    def own_id(wanted: Ask) -> str:
        made = custom_id(table, rev, wanted)
        number = 0
        while made in used:
            number += 1
            made = custom_id(table, rev, wanted, number)
        used.add(made)
        return made

    room = TEXT_LIMIT
    for part in panel.parts:
        if isinstance(part, Text):
            markdown = (
                part.markdown if len(part.markdown) <= room else part.markdown[: room - 1] + "…"
            )
            if room > 1 and markdown:
                items.append(ui.TextDisplay(markdown))
            room -= len(markdown)
        elif isinstance(part, Line):
            items.append(ui.Separator(spacing=discord.SeparatorSpacing.small))
        elif isinstance(part, Row):
            for first in range(0, len(part.buttons), 5):
                row: ui.ActionRow[Any] = ui.ActionRow()
                for button in part.buttons[first : first + 5]:
                    row.add_item(
                        ui.Button[Any](
                            label=short(button.label, LABEL_LIMIT),
                            style=_STYLES[button.style],
                            custom_id=own_id(button.ask),
                            disabled=button.disabled,
                        )
                    )
                items.append(row)
        else:
            for first in range(0, len(part.choices), CHOICE_LIMIT):
                some = part.choices[first : first + CHOICE_LIMIT]
                items.append(ui.ActionRow(_select(part, some, own_id(with_key(part)))))
    view = ui.LayoutView(timeout=None)
    if items:
        view.add_item(ui.Container(*items, accent_colour=accent or None))
    view.stop()  # a renderer only: nothing of it stays behind in discord.py
    return view


def with_key(menu: Menu) -> Ask:
    """Mark in the Ask under which name the chosen value goes in: `key=*`."""
    return menu.ask.with_args(**{menu.key: "*"})


def chosen_in(wanted: Ask, values: Sequence[str]) -> Ask:
    """Put a menu's values where `with_key` marked it; without values, or a mark, as it was."""
    for key, value in wanted.args.items():
        if value == "*":
            return wanted.with_args(**{key: ",".join(values)})
    return wanted


def _options(choices: Sequence[Choice]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=short(choice.label, 100),
            value=choice.value,
            description=short(choice.description, 100) or None,
            default=choice.chosen,
        )
        for choice in choices
    ]


def _select(menu: Menu, choices: Sequence[Choice], own_id: str) -> ui.Select[Any]:
    return ui.Select(
        custom_id=own_id,
        placeholder=short(menu.placeholder, 150),
        options=_options(choices),
        min_values=min(menu.least, len(choices)),
        max_values=min(menu.most, len(choices)),
    )


def modal(form: Form, table: int, rev: int) -> ui.Modal:
    """Render a form as a fresh, stopped modal."""
    made = ui.Modal(
        title=short(form.title, 45), custom_id=custom_id(table, rev, form.ask), timeout=1
    )
    if form.note:
        made.add_item(ui.TextDisplay(form.note))
    for one in form.fields:
        item: ui.Select[Any] | ui.TextInput[Any]
        if one.choices:
            item = ui.Select(
                custom_id=one.key,
                options=_options(one.choices[:CHOICE_LIMIT]),
                required=one.required,
                min_values=1 if one.required else 0,
                max_values=min(one.most, len(one.choices)),
            )
        else:
            item = ui.TextInput(
                custom_id=one.key,
                default=one.default or None,
                required=one.required,
                max_length=200,
            )
        made.add_item(
            ui.Label(
                text=short(one.label, 45), description=short(one.hint, 100) or None, component=item
            )
        )
    made.stop()
    return made
