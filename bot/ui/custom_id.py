"""Custom ids: `table:step:verb;key=value`, all that a press says of itself.

They are read by anybody who sees the message, so they carry no secret: the public step at which the
button was drawn, and what was offered on it. Nothing is kept in memory for them, so a button
outlives the process that drew it.
"""

import re
from dataclasses import dataclass

from bot.ui.panel import Menu, Request

LIMIT = 100  # characters

_ID = re.compile(
    r"([0-9]{1,15}):([0-9]{1,15}):([a-z_]{1,30})((?:;[a-z_]{1,30}=[^:;=]*)*)"
    r"(?:;(\*[a-z_]{1,30}))?(?::[0-9]{1,3})?"
)


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom_id, read. `pick`: the argument into which a menu's choice goes, if it is one."""

    table: int
    step: int
    request: Request
    pick: str | None = None


def write(
    table: int, step: int, wanted: Request, pick: str | None = None, number: int | None = None
) -> str:
    """Write a component's custom_id; `number` tells apart two that ask the same."""
    args = "".join(f";{key}={value}" for key, value in wanted.args.items())
    mark = "" if pick is None else f";{pick}"
    text = f"{table}:{step}:{wanted.verb}{args}{mark}" + ("" if number is None else f":{number}")
    if len(text) > LIMIT or not _ID.fullmatch(text):
        raise ValueError(f"not a custom_id: {text!r}")
    return text


def write_menu(table: int, step: int, menu: Menu, number: int | None = None) -> str:
    """Write a menu's custom_id."""
    return write(table, step, menu.request, menu.key, number)


def read(text: str) -> CustomId | None:
    """Read a custom_id; None if it is none of ours."""
    match = _ID.fullmatch(text)
    if match is None:
        return None
    pairs = (pair.split("=", 1) for pair in match[4].split(";") if pair)
    return CustomId(int(match[1]), int(match[2]), Request(match[3], dict(pairs)), match[5])
