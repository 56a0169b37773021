"""Whether what somebody asks for comes too late: said here once, for all games.

A button or a form knows at which public step it was drawn. A line or a command belongs to the
question that stood when Discord made it: its id says when that was, as does the id of whatever
changed the table, so no clock of ours is asked. Either is refused if what it rests on has changed
since: its owner's own last public move, and what its way *holds* to (bot/ui/ways.py).
"""

from itertools import pairwise
from typing import Final

from bot.host.loaded_table import Loaded
from bot.ui.ways import Holds
from db.tables import Player
from games.rules import Refusal

READING: Final = 1.0  # seconds in which nobody can have read what has just changed
_EPOCH: Final = 1_420_070_400_000  # milliseconds; Discord's ids count from the first of 2015
_SHIFT: Final = 22  # the bits of an id below its milliseconds


class Stale(Refusal):
    """What was asked for was meant for something else: the table has gone on since `step`."""

    def __init__(self, sentence: str, step: int = 0) -> None:
        super().__init__(sentence)
        self.step = step


def id_at(instant: float) -> int:
    """Return the least id that Discord gives at an instant (seconds since 1970).

    >>> id_at(1_420_070_401.0) == 1000 << 22
    True
    """
    return max(0, round(instant * 1000) - _EPOCH) << _SHIFT


def id_after(seconds: float) -> int:
    """Return by how much an id is greater that Discord gives so many seconds later."""
    return round(seconds * 1000) << _SHIFT


def instant_of(id: int) -> float:
    """Return when Discord gave an id, in seconds since 1970.

    >>> instant_of(id_at(1_420_070_401.0) + 5)
    1420070401.0
    """
    return ((id >> _SHIFT) + _EPOCH) / 1000


def check_fresh(
    loaded: Loaded,
    player: Player,
    *,
    drawn_at: int | None,
    holds: Holds,
    receipt: int,
    reading: float,
) -> None:
    """Refuse what comes too late. Raises Stale.

    `drawn_at` is the public step at which it was drawn; None: `receipt` is the id of a line or
    command, which nobody can have meant for what changed less than `reading` seconds before.
    """
    table = loaded.table
    changed = {"key": table.question_step, "subject": table.subject_step, "game": 0}[holds]
    if drawn_at is not None:
        if drawn_at < player.acted_step:
            raise Stale("You have moved since that was drawn.", drawn_at)
        if drawn_at < changed:
            raise Stale("The table has gone on since that was drawn.", drawn_at)
        return
    rests_on = max(changed, player.acted_step)
    if receipt < _id_of(loaded, rests_on) + id_after(reading):
        raise Stale("The table went on just as you typed that.", rests_on - 1)


def _id_of(loaded: Loaded, step: int) -> int:
    """Return the id of what led to a public step; 0 if so much has happened since."""
    for before, after in pairwise(one.entry for one in loaded.heard):
        if before.step < step == after.step:
            return id_at(after.at) if after.receipt is None else after.receipt
    return 0
