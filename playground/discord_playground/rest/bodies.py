"""Read request bodies: JSON, multipart forms with files, or plain form fields.

A body that can't be read gets an error response.
"""

import json
import math
import re
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from discord_playground.checks.message_limits import REQUEST_BYTES, Upload
from discord_playground.world.discord_errors import Json, Refused, too_large

FIELDS = "application/x-www-form-urlencoded"
FORM = "multipart/form-data"
_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)
_MAX_DEPTH = 200  # levels of nested lists and objects, far more than any valid body has


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return a request's body and files. Raise 50109 if unreadable, 40005 if too large."""
    if (request.content_length or 0) > REQUEST_BYTES:
        raise too_large()
    try:
        if request.content_type in (FORM, FIELDS):
            return await _read_form(request)
        text = await request.text()
    except web.HTTPRequestEntityTooLarge:
        raise too_large() from None
    except (ValueError, LookupError, AssertionError, RuntimeError, HttpProcessingError):
        # the body is not UTF-8, has no boundary, or has a control character in a part's header
        raise _unreadable() from None
    return (read_json(text) if text else None), []


def read_json(text: str) -> Any:
    """Parse JSON strictly: no NaN, no infinite numbers, no extreme nesting."""
    try:
        made = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        raise _unreadable() from None
    if _depth(made) > _MAX_DEPTH:
        raise _unreadable()
    return made


def _unreadable() -> Refused:
    return Refused(400, 50109, "The request body contains invalid JSON.")


def _no_number(text: str) -> float:
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _depth(made: Any) -> int:
    """Return the nesting depth of parsed JSON, without recursion."""
    depth, layer = 0, [made]
    while layer and depth <= _MAX_DEPTH:
        depth += 1
        inner: list[Any] = []
        for value in layer:
            if isinstance(value, dict):
                inner += value.values()  # pyright: ignore[reportUnknownArgumentType,reportUnknownMemberType]
            elif isinstance(value, list):
                inner += value
        layer = inner
    return depth


async def _read_form(request: web.Request) -> tuple[Any, list[Upload]]:
    form = await request.post()
    body: Any = None
    plain: Json = {}
    files: list[Upload] = []
    for key, value in form.items():
        if key == "payload_json":
            body = read_json(_text(value))
        elif isinstance(value, web.FileField):
            number = re.search(r"[0-9]{1,9}", key)
            kind = value.content_type.partition(";")[0].strip().lower()
            files.append(
                Upload(
                    int(number[0]) if number else 0,
                    value.filename,
                    kind if _TYPE.fullmatch(kind) else "application/octet-stream",
                    value.file.read(),
                )
            )
        else:
            plain[key] = _convert(key, _text(value))
    return (plain or None if body is None else body), files


def _text(value: str | bytes | bytearray | web.FileField) -> str:
    """Return a field's text; a field with its own content type arrives as bytes."""
    if isinstance(value, web.FileField):
        value = value.file.read()
    return value if isinstance(value, str) else bytes(value).decode()


def _convert(key: str, text: str) -> Any:
    """Convert a plain form field: `flags` and `type` are integers, `tts` is a boolean."""
    if key in ("flags", "type") and re.fullmatch(r"[0-9]{1,10}", text):
        return int(text)
    return text in ("1", "true", "True") if key == "tts" else text
