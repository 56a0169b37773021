"""Staleness: decides, for all games, whether a press or a typed line comes too late.

A button or form carries the public step at which it was drawn. A typed line or command has an id.
Discord's ids contain their creation time, so this machine's clock is not needed. A press or line is
stale if its owner has made a public move since, or if anything it *holds* to (bot/ui/ways.py) has
changed.
"""

from itertools import pairwise
from typing import Final

from bot.host.loaded_table import LoadedTable
from bot.ui.ways import Holds
from db.tables import Player
from games.rules import Refusal

READING: Final = 1.0  # seconds in which nobody can read a change
_EPOCH: Final = 1_420_070_400_000  # milliseconds; Discord's ids count from the start of 2015
_SHIFT: Final = 22  # the number of low bits in an id that hold no time


class Stale(Refusal):
    """A press or line comes too late: the table changed after the public step `step`."""

    def __init__(self, sentence: str, step: int = 0) -> None:
        super().__init__(sentence)
        self.step = step


def lowest_id_at(instant: float) -> int:
    """Return the smallest id that Discord gives at a time (seconds since 1970).

    >>> id_at(1_420_070_401.0) == 1000 << 22
    True
    """
    return max(0, round(instant * 1000) - _EPOCH) << _SHIFT


def id_after(seconds: float) -> int:
    """Return by how much Discord's ids grow in this many seconds."""
    return round(seconds * 1000) << _SHIFT


def instant_of(id: int) -> float:
    """Return when Discord made an id, in seconds since 1970.

    >>> instant_of(id_at(1_420_070_401.0) + 5)
    1420070401.0
    """
    return ((id >> _SHIFT) + _EPOCH) / 1000


def check_staleness(
    loaded: LoadedTable,
    player: Player,
    *,
    drawn_at: int | None,
    holds: Holds,
    receipt: int,
    reading: float,
) -> None:
    """Raise Stale if a press or typed line comes too late.

    `drawn_at` is the public step at which a button was drawn. If it is None, `receipt` is the id of
    a typed line, which must be at least `reading` seconds newer than the change it depends on.
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
    if receipt < _id_at_step(loaded, rests_on) + id_after(reading):
        raise Stale("The table went on just as you typed that.", rests_on - 1)


def _id_at_step(loaded: LoadedTable, step: int) -> int:
    """Return the id of the change that made a public step, or 0 if the recent history lacks it."""
    for before, after in pairwise(row.entry for row in loaded.history):
        if before.step < step == after.step:
            return lowest_id_at(after.at) if after.receipt is None else after.receipt
    return 0
