"""Write and read custom_ids: `table:step:verb;key=value`, or `table.epoch:step:verb;key=value`.

Everybody who sees a message can read its custom_ids, so they contain no secret. They hold the
public step at which the button was drawn, and the button's request. The bot doesn't keep them in
memory, so buttons keep working after a restart.

The epoch tells buttons apart that were drawn before and after the file was set back to a backup
(db/restores.py). In the first one it isn't written.
"""

import re
from dataclasses import dataclass

from bot.ui.panels.panel import Menu, Picker, Request

LIMIT = 100  # Discord's limit, in characters
EPOCH_ROOM = 9  # of them, kept free where no epoch is written, so that it fits after a restore
FIRST_EPOCH = 1  # the epoch of a file that was never restored

_ID = re.compile(
    r"([0-9]{1,15})(?:\.([0-9a-f]{1,8}))?:([0-9]{1,15}):([a-z_]{1,30})((?:;[a-z_]{1,30}=[^:;=]*)*)"
    r"(?:;(\*[a-z_]{1,30}))?(?::[0-9]{1,3})?"
)


@dataclass(frozen=True, slots=True)
class CustomId:
    """A parsed custom_id. For a menu, `pick` names the argument that the chosen value fills."""

    table: int
    step: int
    request: Request
    pick: str | None = None
    epoch: int = FIRST_EPOCH


def write(
    table: int,
    step: int,
    wanted: Request,
    pick: str | None = None,
    number: int | None = None,
    epoch: int = FIRST_EPOCH,
) -> str:
    """Write a component's custom_id. `number` distinguishes equal requests in one message."""
    args = "".join(f";{key}={value}" for key, value in wanted.args.items())
    mark = "" if pick is None else f";{pick}"
    where = f"{table}" if epoch == FIRST_EPOCH else f"{table}.{epoch:x}"
    text = f"{where}:{step}:{wanted.verb}{args}{mark}" + ("" if number is None else f":{number}")
    room = LIMIT - (EPOCH_ROOM if epoch == FIRST_EPOCH else 0)
    if len(text) > room or not _ID.fullmatch(text):
        raise ValueError(f"not a custom_id: {text!r}")
    return text


def write_menu(
    table: int,
    step: int,
    menu: Menu | Picker,
    number: int | None = None,
    epoch: int = FIRST_EPOCH,
) -> str:
    """Write a menu's custom_id."""
    return write(table, step, menu.request, menu.key, number, epoch)


def read(text: str) -> CustomId | None:
    """Parse a custom_id. Return None if this bot did not write it."""
    match = _ID.fullmatch(text)
    if match is None:
        return None
    pairs = (pair.split("=", 1) for pair in match[5].split(";") if pair)
    epoch = FIRST_EPOCH if match[2] is None else int(match[2], 16)
    wanted = Request(match[4], dict(pairs))
    return CustomId(int(match[1]), int(match[3]), wanted, match[6], epoch)
