"""Removes everything about people from what is recorded: only what is known to be harmless stays.

Strings and numbers are replaced unless their key is listed here, so a field that Discord adds later
is replaced too. What stays is enough to compare shapes: keys, types, codes and flags.
"""

import re
from typing import Any, TypeAlias, cast

Json: TypeAlias = dict[str, Any]

ID = re.compile(r"\d{15,}")
KEY = re.compile(r"[a-z][a-z_]{0,40}|[01]|\d{1,2}")  # of an object; anything else may be an id
NUMBERS = {
    *("type", "code", "flags", "context", "version", "op", "component_type", "style", "v", "s"),
    *("heartbeat_interval", "retry_after", "attachment_size_limit", "command_type", "id"),
    *("auto_archive_duration", "message_count", "member_count", "width", "height", "position"),
}
WORDS = {"app_permissions", "permissions", "content_type", "allow", "deny"}
OUR_ID = re.compile(r"rehearsal:[a-z0-9:-]{1,60}")
ERROR = {"message", "code"}  # in an error these are Discord's own words
HEADERS = (
    *(
        "retry-after",
        "via",
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        "x-ratelimit-reset-after",
    ),
    *("x-ratelimit-bucket", "x-ratelimit-global", "x-ratelimit-scope", "content-type"),
)


class Redaction:
    """Replaces ids consistently: the same id gets the same replacement in the whole recording."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def body(self, value: Any, *, error: bool = False) -> Any:
        """Return a body without anything about people. `error`: keep Discord's own words."""
        return self._value("", value, error=error)

    def headers(self, headers: dict[str, str]) -> dict[str, str]:
        """Return the headers of interest; the hash of a bucket is replaced like an id."""
        kept = {key: headers[key] for key in HEADERS if key in headers}
        if "x-ratelimit-bucket" in kept:
            kept["x-ratelimit-bucket"] = self._id(kept["x-ratelimit-bucket"])
        return kept

    def _value(self, key: str, value: Any, *, error: bool) -> Any:
        if isinstance(value, dict):
            given = cast("Json", value)
            return {
                self._key(name): self._value(name, item, error=error)
                for name, item in given.items()
            }
        if isinstance(value, list):
            items = cast("list[Any]", value)
            return [self._value(key, item, error=error) for item in items]
        if isinstance(value, str):
            return self._text(key, value, error=error)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value if key in NUMBERS and value < 10**9 else type(value)(0)
        return value

    def _key(self, name: str) -> str:
        return name if KEY.fullmatch(name) else self._id(name)

    def _text(self, key: str, text: str, *, error: bool) -> str:
        if ID.fullmatch(text) and key not in WORDS:
            return self._id(text)
        if error and key in ERROR:
            return ID.sub(lambda found: self._id(found[0]), text)
        if key in WORDS and re.fullmatch(r"[\w/;=. +-]{0,60}", text):
            return text
        if key == "custom_id" and OUR_ID.fullmatch(text):
            return text
        return "text" if text else ""

    def _id(self, value: str) -> str:
        return self._ids.setdefault(value, f"{100_000_000_000_000_001 + len(self._ids)}")
