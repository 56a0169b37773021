"""The kinds of message components, and the form in which Discord stores them.

`normalize` turns a payload that component_rules.py has checked into what Discord stores: every
component has a numeric `id`, defaults are filled in, and media have URLs.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from discord_playground.world.discord_errors import Json, objects

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)

IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
ON_TOP_V2 = (*IN_CONTAINER, CONTAINER)
IN_ROW = (BUTTON, *SELECTS)
IN_LABEL = (*SELECTS, TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
IN_MODAL = (ROW, TEXT, LABEL)

TOTAL, TOTAL_TEXT = 40, 4000
LINK, PREMIUM = 5, 6
LAST_CHANNEL_TYPE = 16


_CHILD_KEYS: dict[Any, tuple[str, ...]] = {
    ROW: ("components",),
    SECTION: ("components", "accessory"),
    CONTAINER: ("components",),
    LABEL: ("component",),
}


def walk(components: Any) -> Iterator[Json]:
    """Yield all components, nested ones too, in reading order.

    Only layout components have children; a `components` key on any other kind is ignored.
    """
    for component in objects(components):
        yield component
        kind = component.get("type")
        for key in _CHILD_KEYS.get(kind, ()) if isinstance(kind, int) else ():
            inner = component.get(key)
            yield from walk(inner if key == "components" else [inner])


def normalize(
    components: list[Json], media: Mapping[str, Json], new_id: Callable[[], str]
) -> list[Json]:
    """Return components as Discord stores them.

    `media` maps file names to attachments. `new_id` makes the ids of media, which are not those of
    the attachments.
    """
    stored = deepcopy(components)
    taken = {part["id"] for part in walk(stored) if part.get("id")}
    number = 0
    for component in walk(stored):
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number
        for key in [
            key for key, value in component.items() if value is None and key != "accent_color"
        ]:
            del component[key]
        _fill_in(component, media, new_id)
    return stored


def clean_name(name: Any) -> str:
    """Return a file name as Discord stores it."""
    return re.sub(r"[^\w.\-]", "_", str(name)) or "unknown"


def file_named(url: Any, media: Mapping[str, Json]) -> Json:
    """Return the attachment that `attachment://name` names, or {} for any other address."""
    scheme, _, name = str(url).partition("://")
    return media.get(clean_name(name), {}) if scheme == "attachment" else {}


def used_files(components: list[Json]) -> set[str]:
    """Return the ids of the attachments that stored components show."""
    shown = [
        *(part["file"] for part in walk(components) if part["type"] == FILE),
        *(part["media"] for part in walk(components) if part["type"] == THUMBNAIL),
        *(
            item["media"]
            for part in walk(components)
            if part["type"] == GALLERY
            for item in part["items"]
        ),
    ]
    return {media["attachment_id"] for media in shown if "attachment_id" in media}


_DEFAULTS: dict[int, Json] = {
    STRING_SELECT: {"min_values": 1, "max_values": 1},
    USER_SELECT: {"min_values": 1, "max_values": 1},
    ROLE_SELECT: {"min_values": 1, "max_values": 1},
    MENTIONABLE_SELECT: {"min_values": 1, "max_values": 1},
    CHANNEL_SELECT: {"min_values": 1, "max_values": 1},
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
    FILE: {"spoiler": False},
}


def _fill_in(component: Json, media: Mapping[str, Json], new_id: Callable[[], str]) -> None:
    for key, value in _DEFAULTS.get(component["type"], {}).items():
        component.setdefault(key, value)
    for default in component.get("default_values") or ():
        default["id"] = str(default["id"])  # libraries may send a number, which pages can't hold
    if component["type"] == FILE:
        attachment = file_named(component["file"]["url"], media)
        component["file"] = _unfurled(component["file"], media, new_id())
        component |= {"name": attachment.get("filename"), "size": attachment.get("size")}
    for item in [component] if component["type"] == THUMBNAIL else component.get("items") or ():
        item["media"] = _unfurled(item["media"], media, new_id())
        item["description"] = item.get("description")
        item["spoiler"] = bool(item.get("spoiler"))


def _unfurled(item: Json, media: Mapping[str, Json], media_id: str) -> Json:
    url = str(item["url"])
    attachment = file_named(url, media)
    made: Json = {
        "id": media_id,
        "url": attachment.get("url", url),
        "proxy_url": attachment.get("proxy_url", url),
        "width": attachment.get("width"),
        "height": attachment.get("height"),
        "content_type": attachment.get("content_type"),
        "flags": 0,
    }
    if attachment:
        return made | {"attachment_id": attachment["id"]}
    return made | {"placeholder": None, "loading_state": 2}
