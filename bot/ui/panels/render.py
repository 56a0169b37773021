"""Render panels and forms as the JSON that Discord's API takes, in one pure step.

The bot keeps nothing of a rendered panel: the router reads each press from its custom_id
(bot/ui/panels/custom_id.py).
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.ui.panels import custom_id
from bot.ui.panels.custom_id import FIRST_EPOCH
from bot.ui.panels.panel import (
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
from bot.ui.panels.pics import MOST, drawn, emoji_of, names_in, plain
from bot.ui.panels.words import short

Json: TypeAlias = dict[str, Any]
OwnId: TypeAlias = Callable[[Callable[[int | None], str]], str]
Known: TypeAlias = Mapping[str, int]
"""The ids of the existing emojis, by their names on Discord."""

NONE: Known = MappingProxyType({})


class Kind(IntEnum):
    """Discord's numbers for the kinds of components."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    ROLE_SELECT = 6
    CHANNEL_SELECT = 8
    TEXT = 10
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


_STYLES = {"plain": 2, "main": 1, "yes": 3, "danger": 4, "quiet": 2}
_SHORT, _PARAGRAPH = 1, 2  # Discord's numbers for a text input of one line, and of several

TABLE_CHANNELS = (0, 5, 15, 2, 13)
"""Discord's numbers for the kinds of channels in which tables can stand, or in whose threads: text,
news, forum, voice and stage.
"""


def layout(
    panel: Panel,
    table: int,
    step: int,
    accent: int | None = None,
    known: Known = NONE,
    epoch: int = FIRST_EPOCH,
) -> list[Json]:
    """Render a panel as the components of a message. Leave out pictures that are not attached.

    Small pictures appear only if their emojis are in `known`.
    """
    parts: list[Json] = []
    own_id = _unique_ids()
    texts = iter(_fit_texts([part for part in panel.parts if isinstance(part, Text)], known))
    for part in panel.parts:
        if isinstance(part, Text):
            if text := next(texts):
                parts.append(_text(text))
        elif isinstance(part, Line):
            parts.append({"type": Kind.SEPARATOR, "divider": True, "spacing": 1})
        elif isinstance(part, Row):
            parts += _rows(part, table, step, own_id, known, epoch)
        elif isinstance(part, Attached):
            parts.append(_gallery(part))
        elif isinstance(part, Picker):
            menu_id = own_id(lambda n, menu=part: custom_id.write_menu(table, step, menu, n, epoch))
            parts.append(_row([_picker(part, menu_id)]))
        elif not isinstance(part, Picture):
            for first in range(0, len(part.choices), CHOICE_LIMIT):
                some = part.choices[first : first + CHOICE_LIMIT]
                menu_id = own_id(
                    lambda n, menu=part: custom_id.write_menu(table, step, menu, n, epoch)
                )
                parts.append(_row([_select(part, some, menu_id, known)]))
    if not parts:
        return []
    box = {"type": Kind.CONTAINER, "accent_color": accent or None, "spoiler": False}
    return [{**box, "components": parts}]


def _text(content: str) -> Json:
    return {"type": Kind.TEXT, "content": content}


def _row(parts: list[Json]) -> Json:
    return {"type": Kind.ROW, "components": parts}


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


def _emoji(name: str, known: Known) -> Json:
    found = emoji_of(name, known) if name else None
    return {} if found is None else {"emoji": {"id": found[1], "name": found[0]}}


def _gallery(picture: Attached) -> Json:
    media = {"url": f"attachment://{picture.name}"}
    item = {"media": media, "spoiler": False, "description": short(picture.alt, ALT_LIMIT)}
    return {"type": Kind.GALLERY, "items": [item]}


def file_part(name: str) -> Json:
    """Render the component that shows an attached file for download."""
    return {"type": Kind.FILE, "file": {"url": f"attachment://{name}"}, "spoiler": False}


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


def button_rows(
    row: Row, table: int, step: int, known: Known = NONE, epoch: int = FIRST_EPOCH
) -> list[Json]:
    """Render buttons, five to a row, as the components of a plain text message."""
    return _rows(row, table, step, _unique_ids(), known, epoch)


def _rows(row: Row, table: int, step: int, own_id: OwnId, known: Known, epoch: int) -> list[Json]:
    buttons = _buttons(row, table, step, own_id, known, epoch)
    starts = range(0, len(buttons), ROW_LIMIT)
    return [_row(buttons[first : first + ROW_LIMIT]) for first in starts]


def _buttons(
    row: Row, table: int, step: int, own_id: OwnId, known: Known, epoch: int
) -> list[Json]:
    return [
        {
            "type": Kind.BUTTON,
            "label": short(button.label, LABEL_LIMIT),
            "style": _STYLES[button.style],
            "custom_id": own_id(
                lambda n, of=button: custom_id.write(
                    of.table or table, step, of.request, number=n, epoch=epoch
                )
            ),
            "disabled": button.disabled,
            **_emoji(button.pic, known),
        }
        for button in row.buttons
    ]


def _options(choices: Sequence[Choice], known: Known) -> list[Json]:
    return [
        {
            "label": short(choice.label, 100),
            "value": choice.value,
            "default": choice.chosen,
            **_described(choice.description),
            **_emoji(choice.pic, known),
        }
        for choice in choices
    ]


def _described(text: str) -> Json:
    return {"description": short(text, 100)} if text else {}


def _select(menu: Menu, choices: Sequence[Choice], own_id: str, known: Known) -> Json:
    return {
        "type": Kind.SELECT,
        "custom_id": own_id,
        "placeholder": short(menu.placeholder, 150),
        "options": _options(choices, known),
        "min_values": 0 if menu.several else 1,
        "max_values": len(choices) if menu.several else 1,
        "disabled": False,
        "required": True,
    }


def _picker(picker: Picker, own_id: str) -> Json:
    is_role = picker.what == "roles"
    what = "role" if is_role else "channel"
    how = {"type": Kind.ROLE_SELECT} if is_role else _CHANNEL_SELECT
    return {
        **how,
        "custom_id": own_id,
        "placeholder": short(picker.placeholder, 150),
        "default_values": [{"id": at, "type": what} for at in picker.picked],
        "min_values": 0,
        "max_values": picker.most,
        "disabled": False,
        "required": False,
    }


_CHANNEL_SELECT: Json = {"type": Kind.CHANNEL_SELECT, "channel_types": TABLE_CHANNELS}


def modal(form: Form, table: int, step: int, known: Known = NONE, epoch: int = FIRST_EPOCH) -> Json:
    """Render a form as a modal."""
    note = [_text(plain(form.note))] if form.note else []
    return {
        "title": short(form.title, 45),
        "custom_id": custom_id.write(table, step, form.request, epoch=epoch),
        "components": note + [_label(entry, known) for entry in form.entries],
    }


def _label(entry: Entry, known: Known) -> Json:
    return {
        "type": Kind.LABEL,
        "label": short(entry.label, 45),
        "component": _entry(entry, known),
        **_described(entry.hint),
    }


def _entry(entry: Entry, known: Known) -> Json:
    own = {"custom_id": entry.key, "required": entry.required}
    if entry.choices:
        return {
            **own,
            "type": Kind.SELECT,
            "options": _options(entry.choices[:CHOICE_LIMIT], known),
            "min_values": 1 if entry.required else 0,
            "max_values": 1,
            "disabled": False,
        }
    return {
        **own,
        "type": Kind.TEXT_INPUT,
        "label": None,
        "style": _PARAGRAPH if entry.long else _SHORT,
        "max_length": 1000 if entry.long else 200,
        **({"value": entry.default} if entry.default else {}),
    }
