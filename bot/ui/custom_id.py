"""Write and read custom_ids: `table:step:verb;key=value`.

Everybody who sees a message can read its custom_ids, so they contain no secret. They hold the
public step at which the button was drawn, and the button's request. The bot doesn't keep them in
memory, so buttons keep working after a restart.
"""

import re
from dataclasses import dataclass

from bot.ui.panel import Menu, Picker, Request

LIMIT = 100  # Discord's limit, in characters

_ID = re.compile(
    r"([0-9]{1,15}):([0-9]{1,15}):([a-z_]{1,30})((?:;[a-z_]{1,30}=[^:;=]*)*)"
    r"(?:;(\*[a-z_]{1,30}))?(?::[0-9]{1,3})?"
)


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom_id. For a menu, `pick` names the argument that the chosen value fills."""

    table: int
    step: int
    request: Request
    pick: str | None = None


def write(
    table: int, step: int, wanted: Request, pick: str | None = None, number: int | None = None
) -> str:
    """Write a component's custom_id. `number` distinguishes equal requests in one message."""
    args = "".join(f";{key}={value}" for key, value in wanted.args.items())
    mark = "" if pick is None else f";{pick}"
    text = f"{table}:{step}:{wanted.verb}{args}{mark}" + ("" if number is None else f":{number}")
    if len(text) > LIMIT or not _ID.fullmatch(text):
        raise ValueError(f"not a custom_id: {text!r}")
    return text


def write_menu(table: int, step: int, menu: Menu | Picker, number: int | None = None) -> str:
    """Write a menu's custom_id."""
    return write(table, step, menu.request, menu.key, number)


def read(text: str) -> CustomId | None:
    """Parse a custom_id. Return None if this bot did not write it."""
    match = _ID.fullmatch(text)
    if match is None:
        return None
    pairs = (pair.split("=", 1) for pair in match[4].split(";") if pair)
    return CustomId(int(match[1]), int(match[2]), Request(match[3], dict(pairs)), match[5])
