"""Check the components of a message or a modal against Discord's limits.

The limits come from Discord's components/reference page. The error codes are those that Discord's
API has been seen to answer.
"""

from collections.abc import Callable, Collection
from typing import Any, ClassVar

from discord_playground.checks.component_kinds import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    IN_CONTAINER,
    IN_LABEL,
    IN_MODAL,
    IN_ROW,
    LABEL,
    LAST_CHANNEL_TYPE,
    LINK,
    ON_TOP_V2,
    PREMIUM,
    RADIO,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    TOTAL,
    TOTAL_TEXT,
    UPLOAD,
    clean_name,
)
from discord_playground.world.discord_errors import Form, Json, Path, fields, items


class ComponentCheck:
    """Checks the components of one message or modal. Complaints are added to `form`."""

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
        """Check the components of a message."""
        for number, part in enumerate(self.form.objects(path, components, 0, TOTAL if v2 else 5)):
            self._component((*path, number), part, ON_TOP_V2 if v2 else (ROW,))
        if self.total > TOTAL:
            self.form.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The maximum number of components in a message is {TOTAL}",
            )
        if self.text > TOTAL_TEXT:
            self.form.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Components displayable text size exceeds maximum size of {TOTAL_TEXT}",
            )

    def modal(self, path: Path, components: Any) -> None:
        """Check the components of a modal."""
        self.in_modal = True
        for number, part in enumerate(self.form.objects(path, components, 1, 5)):
            self._component((*path, number), part, IN_MODAL)

    def _component(self, path: Path, part: Json, allowed: tuple[int, ...]) -> None:
        if part.get("type") not in allowed:
            kinds = ", ".join(map(str, allowed)) + ("," if len(allowed) == 1 else "")
            self.form.add(
                path, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({kinds}).'
            )
            return
        self.total += 1
        number = part.get("id")
        if number and self.form.number((*path, "id"), number, 0, 2**31 - 1):
            if number in self.ids:
                self.form.add(path, "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self.ids.add(number)
        self._KINDS[part["type"]](self, path, part)

    def _children(self, path: Path, part: Json, most: int, allowed: tuple[int, ...]) -> list[Json]:
        place = (*path, "components")
        children = self.form.objects(place, part.get("components"), 1, most)
        for number, child in enumerate(children):
            self._component((*place, number), child, allowed)
        return children

    def _row(self, path: Path, part: Json) -> None:
        children = self._children(path, part, 5, (TEXT_INPUT,) if self.in_modal else IN_ROW)
        if len(children) > 1 and any(child.get("type") != BUTTON for child in children):
            for number in range(1, len(children)):  # a menu takes the width of five buttons
                self.form.add(
                    (*path, "components", number),
                    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                    "The specified component exceeds the maximum width",
                )

    def _section(self, path: Path, part: Json) -> None:
        self._children(path, part, 3, (TEXT,))
        accessory = fields(part.get("accessory"))
        if not accessory:
            self.form.required((*path, "accessory"))
        else:
            self._component((*path, "accessory"), accessory, (BUTTON, THUMBNAIL))

    def _container(self, path: Path, part: Json) -> None:
        accent = part.get("accent_color")
        if accent is not None:
            self.form.number((*path, "accent_color"), accent, 0, 0xFFFFFF)
        self._children(path, part, TOTAL, IN_CONTAINER)

    def _label(self, path: Path, part: Json) -> None:
        self.form.length((*path, "label"), part.get("label") or "", 1, 45)
        if part.get("description") is not None:
            self.form.length((*path, "description"), part["description"], 0, 100)
        asked = fields(part.get("component"))
        if not asked:
            self.form.required((*path, "component"))
        else:
            self._component((*path, "component"), asked, IN_LABEL)

    def _text(self, path: Path, part: Json) -> None:
        content = part.get("content") or ""
        self.form.length((*path, "content"), content, 1, TOTAL_TEXT)
        self.text += len(str(content))

    def _thumbnail(self, path: Path, part: Json) -> None:
        self._media((*path, "media"), part.get("media"))
        self._check_description(path, part)

    def _gallery(self, path: Path, part: Json) -> None:
        pictures = self.form.objects((*path, "items"), part.get("items"), 1, 10)
        for number, picture in enumerate(pictures):
            self._media((*path, "items", number, "media"), picture.get("media"))
            self._check_description((*path, "items", number), picture)

    def _file(self, path: Path, part: Json) -> None:
        self._media((*path, "file"), part.get("file"), only_uploaded=True)

    def _check_description(self, path: Path, part: Json) -> None:
        if part.get("description") is not None:
            self.form.length((*path, "description"), part["description"], 0, 1024)

    def _media(self, path: Path, item: Any, *, only_uploaded: bool = False) -> None:
        url = str(fields(item).get("url") or "")
        scheme, _, name = url.partition("://")
        if not url:
            self.form.required((*path, "url"))
        elif scheme == "attachment":
            if clean_name(name) not in self.attachments:
                self.form.add(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f'The referenced attachment ("{url}") was not found',
                )
        elif only_uploaded or scheme not in ("http", "https"):
            self._scheme((*path, "url"), scheme, "attachment" if only_uploaded else "http")

    def _scheme(self, path: Path, scheme: str, *wanted: str) -> None:
        self.form.add(
            path,
            "URL_TYPE_INVALID_SCHEME",
            f'Scheme "{scheme}" is not supported. Scheme must be one of {wanted}.',
        )

    def _separator(self, path: Path, part: Json) -> None:
        if part.get("spacing") not in (None, 1, 2):
            self.form.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")

    def _own_id(self, path: Path, part: Json) -> None:
        wanted = part.get("custom_id")
        if wanted is None or wanted == "":
            self.form.required((*path, "custom_id"))
        elif self.form.length((*path, "custom_id"), wanted, 1, 100):
            if wanted in self.custom_ids:
                self.form.add(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            self.custom_ids.add(wanted)
        if self.in_modal and part.get("disabled"):
            self.form.add(
                (*path, "disabled"),
                "COMPONENT_DISABLED_NOT_ALLOWED",
                "Components in a modal cannot be disabled",
            )

    def _emoji(self, path: Path, given: Any) -> None:
        emoji = fields(given)
        if not emoji:
            return
        own, name = emoji.get("id"), str(emoji.get("name") or "")
        if (own and str(own) not in self.emojis) or (not own and (not name or name.isascii())):
            self.form.add((*path, "emoji"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        elif own and isinstance(given, dict):
            given["id"] = str(own)  # JavaScript could not hold an integer this large

    def _button(self, path: Path, part: Json) -> None:
        style = part.get("style")
        if not self.form.number((*path, "style"), style, 1, 6):
            return
        if part.get("label") is not None:
            self.form.length((*path, "label"), part["label"], 0, 80)
        self._emoji(path, part.get("emoji"))
        if style != PREMIUM and not part.get("label") and not part.get("emoji"):
            self.form.add(
                path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required"
            )
        if style == LINK:
            url = str(part.get("url") or "")
            if not url:
                self.form.add(path, "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
            elif self.form.length((*path, "url"), url, 1, 512):
                scheme = url.partition("://")[0]
                if scheme not in ("http", "https", "discord"):
                    self._scheme((*path, "url"), scheme, "http", "https", "discord")
        if style in (LINK, PREMIUM):
            if part.get("custom_id"):
                self.form.add(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        elif part.get("url"):
            self.form.add(
                path,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
        else:
            self._own_id(path, part)

    def _select(self, path: Path, part: Json) -> None:
        self._own_id(path, part)
        if part.get("placeholder") is not None:
            self.form.length((*path, "placeholder"), part["placeholder"], 0, 150)
        least, most = self._range(path, part, 25)
        if part.get("channel_types") is not None:
            self.form.numbers((*path, "channel_types"), part["channel_types"], 0, LAST_CHANNEL_TYPE)
        if part["type"] != STRING_SELECT:
            given = items(part.get("default_values"))
            if given and not least <= len(given) <= most:
                self.form.add(
                    (*path, "default_values"),
                    "BASE_TYPE_BAD_LENGTH",
                    f"Must be between {least} and {most} in length.",
                )
            return
        options = self.form.objects((*path, "options"), part.get("options"), 1, 25)
        if not options:
            return
        self._options(path, options, most)
        for key, value in (("min_values", least), ("max_values", most)):
            if value > len(options):
                self.form.add(
                    (*path, key),
                    "SELECT_COMPONENT_VALUES_TOO_LARGE",
                    f"Must be less than or equal to the number of options ({len(options)}).",
                )

    def _range(self, path: Path, part: Json, limit: int) -> tuple[int, int]:
        least, most = part.get("min_values"), part.get("max_values")
        least = 1 if least is None else least
        most = 1 if most is None else most
        fits = self.form.number((*path, "min_values"), least, 0, limit)
        fits = self.form.number((*path, "max_values"), most, 1, limit) and fits
        if fits and least > most:
            self.form.add(
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
                    self.form.add(
                        (*place, "value"),
                        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                        "The specified option value is already used",
                    )
                values.add(str(value))
        if sum(bool(option.get("default")) for option in options) > most:
            self.form.add(
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                f"At most {most} options can be default",
            )

    def _text_input(self, path: Path, part: Json) -> None:
        self._own_id(path, part)
        if path[-1] != "component":  # a text input in an action row has its own label
            self.form.length((*path, "label"), part.get("label") or "", 1, 45)
        self.form.number((*path, "style"), part.get("style"), 1, 2)
        if part.get("placeholder") is not None:
            self.form.length((*path, "placeholder"), part["placeholder"], 0, 100)
        least, most = part.get("min_length"), part.get("max_length")
        if least is not None:
            self.form.number((*path, "min_length"), least, 0, 4000)
        if most is not None and not self.form.number((*path, "max_length"), most, 1, 4000):
            most = None
        if part.get("value"):
            self.form.length((*path, "value"), part["value"], 0, most or 4000)

    def _upload(self, path: Path, part: Json) -> None:
        self._own_id(path, part)
        self._range(path, part, 10)

    def _radio(self, path: Path, part: Json) -> None:
        self._own_id(path, part)
        self._options(path, self.form.objects((*path, "options"), part.get("options"), 2, 10), 1)

    def _checkboxes(self, path: Path, part: Json) -> None:
        self._own_id(path, part)
        options = self.form.objects((*path, "options"), part.get("options"), 1, 10)
        least, most = part.get("min_values"), part.get("max_values")
        if least is not None:
            self.form.number((*path, "min_values"), least, 0, 10)
        if most is not None:
            self.form.number((*path, "max_values"), most, 1, 10)
        self._options(path, options, len(options))

    _KINDS: ClassVar[dict[int, Callable[["ComponentCheck", Path, Json], None]]] = {
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
