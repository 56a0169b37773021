"""Render panels and forms as Discord's own components.

Each call builds a new view and stops it before it is sent. So discord.py doesn't keep or register
it, and the router reads each press from its custom_id (bot/ui/custom_id.py).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.ui import custom_id
from bot.ui.panel import (
    ALT_LIMIT,
    CHOICE_LIMIT,
    LABEL_LIMIT,
    ROW_LIMIT,
    TEXT_LIMIT,
    Attached,
    Choice,
    Entry,
    Form,
    Line,
    Menu,
    Panel,
    Picker,
    Picture,
    Row,
    Text,
)
from bot.ui.pics import MOST, drawn, emoji_of, names_in, plain
from bot.ui.words import short

OwnId: TypeAlias = Callable[[Callable[[int | None], str]], str]
Known: TypeAlias = Mapping[str, int]
"""The ids of the existing emojis, by their names on Discord."""

NONE: Known = MappingProxyType({})

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "yes": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
    "quiet": discord.ButtonStyle.secondary,
}

TABLE_CHANNELS = [  # the kinds of channels in which tables can stand, or in whose threads
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
]


def layout(
    panel: Panel, table: int, step: int, accent: int | None = None, known: Known = NONE
) -> ui.LayoutView:
    """Render a panel as a new, stopped LayoutView. Leave out pictures that are not attached.

    Small pictures appear only if their emojis are in `known`.
    """
    items: list[ui.Item[Any]] = []
    own_id = _unique_ids()
    texts = iter(_fit_texts([part for part in panel.parts if isinstance(part, Text)], known))
    for part in panel.parts:
        if isinstance(part, Text):
            if text := next(texts):
                items.append(ui.TextDisplay(text))
        elif isinstance(part, Line):
            items.append(ui.Separator(spacing=discord.SeparatorSpacing.small))
        elif isinstance(part, Row):
            items += _rows(part, table, step, own_id, known)
        elif isinstance(part, Attached):
            items.append(_gallery(part))
        elif isinstance(part, Picker):
            menu_id = own_id(lambda n, menu=part: custom_id.write_menu(table, step, menu, n))
            items.append(ui.ActionRow(_picker(part, menu_id)))
        elif not isinstance(part, Picture):
            for first in range(0, len(part.choices), CHOICE_LIMIT):
                some = part.choices[first : first + CHOICE_LIMIT]
                menu_id = own_id(lambda n, menu=part: custom_id.write_menu(table, step, menu, n))
                items.append(ui.ActionRow(_select(part, some, menu_id, known)))
    view = ui.LayoutView(timeout=None)
    if items:
        view.add_item(ui.Container(*items, accent_colour=accent or None))
    view.stop()  # stopped, so that discord.py does not keep the view
    return view


def _fit_texts(texts: Sequence[Text], known: Known) -> list[str]:
    """Write texts within Discord's limits. Drop small pictures before cutting words.

    From the top, each text keeps all of its pictures if there is room for them, or none.
    """
    plain_texts = [plain(text.markdown) for text in texts]
    spare, left, room = TEXT_LIMIT - sum(map(len, plain_texts)), MOST, TEXT_LIMIT
    fitted: list[str] = []
    for text, words in zip(texts, plain_texts, strict=True):
        pictured = drawn(text.markdown, known) if known else None
        if pictured is not None:
            more, count = len(pictured) - len(words), sum(1 for _ in names_in(text.markdown))
            if more <= spare and count <= left:
                spare, left, room = spare - more, left - count, room - len(words)
                fitted.append(pictured)
                continue
        fitted.append(short(words, room) if room > 1 and words else "")
        room -= len(words)
    return fitted


def _emoji(name: str, known: Known) -> discord.PartialEmoji | None:
    found = emoji_of(name, known) if name else None
    return None if found is None else discord.PartialEmoji(name=found[0], id=found[1])


def _gallery(picture: Attached) -> ui.MediaGallery[Any]:
    alt = short(picture.alt, ALT_LIMIT)
    return ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{picture.name}", description=alt)
    )


def _unique_ids() -> OwnId:
    """Return a function that numbers equal custom_ids within one message."""
    used: set[str] = set()

    def own_id(write: Callable[[int | None], str]) -> str:
        text, number = write(None), 0
        while text in used:
            number += 1
            text = write(number)
        used.add(text)
        return text

    return own_id


def _rows(row: Row, table: int, step: int, own_id: OwnId, known: Known) -> list[ui.Item[Any]]:
    """Render buttons, five to a row."""
    buttons = _buttons(row, table, step, own_id, known)
    starts = range(0, len(buttons), ROW_LIMIT)
    return [ui.ActionRow(*buttons[first : first + ROW_LIMIT]) for first in starts]


def _buttons(row: Row, table: int, step: int, own_id: OwnId, known: Known) -> list[ui.Button[Any]]:
    return [
        ui.Button(
            label=short(button.label, LABEL_LIMIT),
            style=_STYLES[button.style],
            custom_id=own_id(
                lambda n, of=button: custom_id.write(of.table or table, step, of.request, number=n)
            ),
            disabled=button.disabled,
            emoji=_emoji(button.pic, known),
        )
        for button in row.buttons
    ]


def _options(choices: Sequence[Choice], known: Known) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=short(choice.label, 100),
            value=choice.value,
            description=short(choice.description, 100) or None,
            default=choice.chosen,
            emoji=_emoji(choice.pic, known),
        )
        for choice in choices
    ]


def _select(menu: Menu, choices: Sequence[Choice], own_id: str, known: Known) -> ui.Select[Any]:
    return ui.Select(
        custom_id=own_id,
        placeholder=short(menu.placeholder, 150),
        options=_options(choices, known),
        min_values=0 if menu.several else 1,
        max_values=len(choices) if menu.several else 1,
    )


def _picker(picker: Picker, own_id: str) -> ui.ChannelSelect[Any] | ui.RoleSelect[Any]:
    is_role = picker.what == "roles"
    kind = (
        discord.SelectDefaultValueType.role if is_role else discord.SelectDefaultValueType.channel
    )
    how: dict[str, Any] = {
        "custom_id": own_id,
        "placeholder": short(picker.placeholder, 150),
        "default_values": [discord.SelectDefaultValue(id=at, type=kind) for at in picker.picked],
        "min_values": 0,
        "max_values": picker.most,
    }
    if is_role:
        return ui.RoleSelect(**how)
    return ui.ChannelSelect(channel_types=TABLE_CHANNELS, **how)


def modal(form: Form, table: int, step: int, known: Known = NONE) -> ui.Modal:
    """Render a form as a new, stopped modal."""
    view = ui.Modal(
        title=short(form.title, 45), custom_id=custom_id.write(table, step, form.request), timeout=1
    )
    if form.note:
        view.add_item(ui.TextDisplay(plain(form.note)))
    for entry in form.entries:
        view.add_item(
            ui.Label(
                text=short(entry.label, 45),
                description=short(entry.hint, 100) or None,
                component=_entry(entry, known),
            )
        )
    view.stop()
    return view


def _entry(entry: Entry, known: Known) -> ui.Select[Any] | ui.TextInput[Any]:
    if entry.choices:
        return ui.Select(
            custom_id=entry.key,
            options=_options(entry.choices[:CHOICE_LIMIT], known),
            required=entry.required,
            min_values=1 if entry.required else 0,
            max_values=1,
        )
    return ui.TextInput(
        custom_id=entry.key,
        default=entry.default or None,
        required=entry.required,
        style=discord.TextStyle.paragraph if entry.long else discord.TextStyle.short,
        max_length=1000 if entry.long else 200,
    )


def plain_view(row: Row, table: int, step: int, known: Known = NONE) -> ui.View:
    """Render buttons to attach to a plain text message."""
    view = ui.View(timeout=None)
    for button in _buttons(row, table, step, _unique_ids(), known):
        view.add_item(button)
    view.stop()
    return view
