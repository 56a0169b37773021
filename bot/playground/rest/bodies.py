"""What a request carries: JSON, a form with files, or plain fields, as Discord takes them.

Whatever cannot be read is the sender's fault, and answered so.
"""

import json
import math
import re
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.playground.checks.discord_errors import Json, Refused, too_large
from bot.playground.checks.message_limits import REQUEST_BYTES, Upload

FIELDS = "application/x-www-form-urlencoded"
FORM = "multipart/form-data"
_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)
_DEEPEST = 200  # boxes in boxes; far more than any body needs


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Read a request's body and the files with it; raises 50109, or 40005 if it is too large."""
    if (request.content_length or 0) > REQUEST_BYTES:
        raise too_large()
    try:
        if request.content_type in (FORM, FIELDS):
            return await _read_form(request)
        text = await request.text()
    except web.HTTPRequestEntityTooLarge:
        raise too_large() from None
    except (ValueError, LookupError, AssertionError, RuntimeError, HttpProcessingError):
        # no UTF-8, no boundary, a control character in the head of a part
        raise _unreadable() from None
    return (read_json(text) if text else None), []


def read_json(text: str) -> Any:
    """Read JSON as it is in its standard: no NaN, nothing infinite, not endlessly deep."""
    try:
        made = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        raise _unreadable() from None
    if _depth(made) > _DEEPEST:
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
    """Count how deep boxes are in boxes, without going as deep oneself."""
    depth, layer = 0, [made]
    while layer and depth <= _DEEPEST:
        depth += 1
        inner: list[Any] = []
        for one in layer:
            if isinstance(one, dict):
                inner += one.values()  # pyright: ignore[reportUnknownArgumentType,reportUnknownMemberType]
            elif isinstance(one, list):
                inner += one
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
            plain[key] = _plain(key, _text(value))
    return (plain or None if body is None else body), files


def _text(value: str | bytes | bytearray | web.FileField) -> str:
    """Read a field; one with a content type of its own comes as bytes."""
    if isinstance(value, web.FileField):
        value = value.file.read()
    return value if isinstance(value, str) else bytes(value).decode()


def _plain(key: str, text: str) -> Any:
    """Read a field that was typed and not written as JSON: a text, but for the few that are not."""
    if key in ("flags", "type") and re.fullmatch(r"[0-9]{1,10}", text):
        return int(text)
    return text in ("1", "true", "True") if key == "tts" else text
