"""Buttons, menus, texts and boxes: what Discord takes of them, and how it writes them back.

Limits are those of components/reference; the codes are what Discord is known to answer. `settle` makes
of a checked payload what Discord stores: every component numbered (`id`), defaults written out,
media with addresses.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import deepcopy
from typing import Any

from bot.playground.errors import Form, Json, Path

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


def walk(components: list[Json]) -> Iterator[Json]:
    """Go through components and all that is in them, in reading order."""
    for one in components:
        yield one
        yield from walk(one.get("components") or [])
        yield from walk([one[key] for key in ("accessory", "component") if one.get(key)])


def settle(components: list[Json], media: Mapping[str, Json]) -> list[Json]:
    """Write components as Discord stores them; `media`: attachments of the message by file name."""
    made = deepcopy(components)
    taken = {one["id"] for one in walk(made) if one.get("id")}
    number = 0
    for one in walk(made):
        if not one.get("id"):
            number += 1
            while number in taken:
                number += 1
            one["id"] = number
        for key in [key for key, value in one.items() if value is None and key != "accent_color"]:
            del one[key]
        _write_out(one, media)
    return made


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


def _write_out(one: Json, media: Mapping[str, Json]) -> None:
    for key, value in _DEFAULTS.get(one["type"], {}).items():
        one.setdefault(key, value)
    if one["type"] == THUMBNAIL:
        one["media"] = _unfurled(one["media"], media)
    elif one["type"] == FILE:
        one["file"] = _unfurled(one["file"], media)
    elif one["type"] == GALLERY:
        for item in one["items"]:
            item["media"] = _unfurled(item["media"], media)


def _unfurled(item: Json, media: Mapping[str, Json]) -> Json:
    url = str(item["url"])
    found = media.get(url.removeprefix("attachment://"), {}) if "attachment://" in url else {}
    address = found.get("url", url)
    return {
        "id": found.get("id", "0"),
        "url": address,
        "proxy_url": address,
        "width": None,
        "height": None,
        "placeholder": None,
        "content_type": found.get("content_type"),
        "loading_state": 2,
        "flags": 0,
        **({"attachment_id": found["id"]} if found else {}),
    }


class Check:
    """One reading of a message's, or a modal's, components; complaints go into `form`."""

    def __init__(
        self, form: Form, *, attachments: Collection[str] = (), emojis: Collection[str] = ()
    ) -> None:
        self.form = form
        self.attachments = attachments
        self.emojis = emojis
        self.in_modal = False
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.total = 0
        self.text = 0

    def message(self, path: Path, components: Any, *, v2: bool) -> None:
        """Check what a message carries."""
        if not self.form.count(path, components, 0, TOTAL if v2 else 5):
            return
        for number, one in enumerate(components):
            self._one((*path, number), one, ON_TOP_V2 if v2 else (ROW,))
        if self.total > TOTAL:
            self.form.say(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The maximum number of components in a message is {TOTAL}",
            )
        if self.text > TOTAL_TEXT:
            self.form.say(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Components displayable text size exceeds maximum size of {TOTAL_TEXT}",
            )

    def modal(self, path: Path, components: Any) -> None:
        """Check what a modal asks."""
        self.in_modal = True
        if self.form.count(path, components, 1, 5):
            for number, one in enumerate(components):
                self._one((*path, number), one, IN_MODAL)

    def _one(self, path: Path, one: Any, allowed: tuple[int, ...]) -> None:
        if not isinstance(one, dict) or one.get("type") not in allowed:  # pyright: ignore[reportUnknownMemberType]
            kinds = ", ".join(map(str, allowed)) + ("," if len(allowed) == 1 else "")
            self.form.say(
                path, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({kinds}).'
            )
            return
        item: Json = one
        self.total += 1
        number = item.get("id")
        if number and self.form.number((*path, "id"), number, 0, 2**31 - 1):
            if number in self.ids:
                self.form.say(path, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(number)
        self._KINDS[item["type"]](self, path, item)

    # --- boxes ---

    def _row(self, path: Path, one: Json) -> None:
        children = one.get("components")
        if not self.form.count((*path, "components"), children, 1, 5):
            return
        assert isinstance(children, list)
        wide = [*SELECTS, TEXT_INPUT]
        kinds: list[Any] = [child.get("type") for child in children]  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
        if len(kinds) > 1 and any(kind in wide for kind in kinds):
            # a menu is as wide as five buttons
            for number in range(1, len(kinds)):
                self.form.say(
                    (*path, "components", number),
                    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                    "The specified component exceeds the maximum width",
                )
        for number, child in enumerate(children):  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
            self._one(
                (*path, "components", number), child, (TEXT_INPUT,) if self.in_modal else IN_ROW
            )

    def _section(self, path: Path, one: Json) -> None:
        texts = one.get("components")
        if self.form.count((*path, "components"), texts, 1, 3):
            assert isinstance(texts, list)
            for number, text in enumerate(texts):  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
                self._one((*path, "components", number), text, (TEXT,))
        if not one.get("accessory"):
            self.form.required((*path, "accessory"))
        else:
            self._one((*path, "accessory"), one["accessory"], (BUTTON, THUMBNAIL))

    def _container(self, path: Path, one: Json) -> None:
        accent = one.get("accent_color")
        if accent is not None:
            self.form.number((*path, "accent_color"), accent, 0, 0xFFFFFF)
        children = one.get("components")
        if self.form.count((*path, "components"), children, 1, TOTAL):
            assert isinstance(children, list)
            for number, child in enumerate(children):  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
                self._one((*path, "components", number), child, IN_CONTAINER)

    def _label(self, path: Path, one: Json) -> None:
        self.form.length((*path, "label"), one.get("label") or "", 1, 45)
        if one.get("description") is not None:
            self.form.length((*path, "description"), one["description"], 0, 100)
        if not one.get("component"):
            self.form.required((*path, "component"))
        else:
            self._one((*path, "component"), one["component"], IN_LABEL)

    # --- texts and media ---

    def _text(self, path: Path, one: Json) -> None:
        content = one.get("content") or ""
        if self.form.length((*path, "content"), content, 1, TOTAL_TEXT) or content:
            self.text += len(content)

    def _thumbnail(self, path: Path, one: Json) -> None:
        self._media((*path, "media"), one.get("media"))
        self._described(path, one)

    def _gallery(self, path: Path, one: Json) -> None:
        items = one.get("items")
        if self.form.count((*path, "items"), items, 1, 10):
            assert isinstance(items, list)
            for number, item in enumerate(items):  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]
                picture: Json = item
                self._media((*path, "items", number, "media"), picture.get("media"))
                self._described((*path, "items", number), picture)

    def _file(self, path: Path, one: Json) -> None:
        self._media((*path, "file"), one.get("file"), only_uploaded=True)

    def _described(self, path: Path, one: Json) -> None:
        if one.get("description") is not None:
            self.form.length((*path, "description"), one["description"], 0, 1024)

    def _media(self, path: Path, item: Any, *, only_uploaded: bool = False) -> None:
        url = str(item.get("url") or "") if isinstance(item, dict) else ""  # pyright: ignore[reportUnknownArgumentType,reportUnknownMemberType]
        scheme, _, rest = url.partition("://")
        if not url:
            self.form.required((*path, "url"))
        elif scheme == "attachment":
            if rest not in self.attachments:
                self.form.say(
                    path,
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                )
        elif only_uploaded or scheme not in ("http", "https"):
            self._scheme((*path, "url"), scheme, "attachment" if only_uploaded else "http")

    def _scheme(self, path: Path, scheme: str, *wanted: str) -> None:
        self.form.say(
            path,
            "URL_TYPE_INVALID_SCHEME",
            f'Scheme "{scheme}" is not supported. Scheme must be one of {wanted}.',
        )

    def _separator(self, path: Path, one: Json) -> None:
        if one.get("spacing") not in (None, 1, 2):
            self.form.say((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")

    # --- what can be pressed ---

    def _own_id(self, path: Path, one: Json) -> None:
        wanted = one.get("custom_id")
        if wanted is None or wanted == "":
            self.form.required((*path, "custom_id"))
        elif self.form.length((*path, "custom_id"), wanted, 1, 100):
            if wanted in self.custom_ids:
                self.form.say(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self.custom_ids.add(wanted)
        if self.in_modal and one.get("disabled"):
            self.form.say(
                (*path, "disabled"),
                "COMPONENT_DISABLED_NOT_ALLOWED",
                "Components in a modal cannot be disabled",
            )

    def _emoji(self, path: Path, emoji: Any) -> None:
        if not emoji:
            return
        own, name = emoji.get("id"), str(emoji.get("name") or "")
        if (own and str(own) not in self.emojis) or (not own and (not name or name.isascii())):
            self.form.say((*path, "emoji"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _button(self, path: Path, one: Json) -> None:
        style = one.get("style")
        if not self.form.number((*path, "style"), style, 1, 6):
            return
        if one.get("label") is not None:
            self.form.length((*path, "label"), one["label"], 0, 80)
        self._emoji(path, one.get("emoji"))
        if style != PREMIUM and not one.get("label") and not one.get("emoji"):
            self.form.say(
                path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required"
            )
        if style == LINK:
            url = str(one.get("url") or "")
            if not url:
                self.form.say(path, "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
            elif self.form.length((*path, "url"), url, 1, 512):
                scheme = url.partition("://")[0]
                if scheme not in ("http", "https", "discord"):
                    self._scheme((*path, "url"), scheme, "http", "https", "discord")
        if style in (LINK, PREMIUM):
            if one.get("custom_id"):
                self.form.say(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        elif one.get("url"):
            self.form.say(
                path,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
        else:
            self._own_id(path, one)

    def _select(self, path: Path, one: Json) -> None:
        self._own_id(path, one)
        if one.get("placeholder") is not None:
            self.form.length((*path, "placeholder"), one["placeholder"], 0, 150)
        least, most = self._range(path, one, 25)
        if one["type"] != STRING_SELECT:
            given: Any = one.get("default_values") or []
            if given and not least <= len(given) <= most:
                self.form.say(
                    (*path, "default_values"),
                    "BASE_TYPE_BAD_LENGTH",
                    f"Must be between {least} and {most} in length.",
                )
            return
        options: Any = one.get("options")
        if not self.form.count((*path, "options"), options, 1, 25):
            return
        self._options(path, options, most)
        for key, value in (("min_values", least), ("max_values", most)):
            if value > len(options):
                self.form.say(
                    (*path, key),
                    "SELECT_COMPONENT_VALUES_TOO_LARGE",
                    f"Must be less than or equal to the number of options ({len(options)}).",
                )

    def _range(self, path: Path, one: Json, limit: int) -> tuple[int, int]:
        least, most = one.get("min_values"), one.get("max_values")
        least = 1 if least is None else least
        most = 1 if most is None else most
        fits = self.form.number((*path, "min_values"), least, 0, limit)
        fits = self.form.number((*path, "max_values"), most, 1, limit) and fits
        if fits and least > most:
            self.form.say(
                (*path, "min_values"),
                "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
                "min_values must be less than or equal to max_values",
            )
        return (least, most) if fits else (0, limit)

    def _options(self, path: Path, options: list[Json], most: int) -> None:
        values: set[str] = set()
        for number, option in enumerate(options):
            place = (*path, "options", number)
            self.form.length((*place, "label"), option.get("label") or "", 1, 100)
            if option.get("description") is not None:
                self.form.length((*place, "description"), option["description"], 0, 100)
            self._emoji(place, option.get("emoji"))
            value = option.get("value")
            if self.form.length((*place, "value"), "" if value is None else value, 1, 100):
                if value in values:
                    self.form.say(
                        (*place, "value"),
                        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                        "The specified option value is already used",
                    )
                values.add(str(value))
        if sum(bool(option.get("default")) for option in options) > most:
            self.form.say(
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                f"At most {most} options can be default",
            )

    # --- only in modals ---

    def _text_input(self, path: Path, one: Json) -> None:
        self._own_id(path, one)
        if path[-1] != "component":  # in an old row it carries its label itself
            self.form.length((*path, "label"), one.get("label") or "", 1, 45)
        self.form.number((*path, "style"), one.get("style"), 1, 2)
        if one.get("placeholder") is not None:
            self.form.length((*path, "placeholder"), one["placeholder"], 0, 100)
        least, most = one.get("min_length"), one.get("max_length")
        if least is not None:
            self.form.number((*path, "min_length"), least, 0, 4000)
        if most is not None:
            self.form.number((*path, "max_length"), most, 1, 4000)
        if one.get("value"):
            self.form.length((*path, "value"), one["value"], 0, most or 4000)

    def _upload(self, path: Path, one: Json) -> None:
        self._own_id(path, one)
        self._range(path, one, 10)

    def _radio(self, path: Path, one: Json) -> None:
        self._own_id(path, one)
        options: Any = one.get("options")
        if self.form.count((*path, "options"), options, 2, 10):
            self._options(path, options, 1)

    def _checkboxes(self, path: Path, one: Json) -> None:
        self._own_id(path, one)
        options: Any = one.get("options")
        if self.form.count((*path, "options"), options, 1, 10):
            self._options(path, options, one.get("max_values") or len(options))

    _KINDS: dict[int, Callable[["Check", Path, Json], None]] = {
        ROW: _row,
        BUTTON: _button,
        **dict.fromkeys(SELECTS, _select),
        TEXT_INPUT: _text_input,
        SECTION: _section,
        TEXT: _text,
        THUMBNAIL: _thumbnail,
        GALLERY: _gallery,
        FILE: _file,
        SEPARATOR: _separator,
        CONTAINER: _container,
        LABEL: _label,
        UPLOAD: _upload,
        RADIO: _radio,
        CHECKBOXES: _checkboxes,
        CHECKBOX: _own_id,
    }
