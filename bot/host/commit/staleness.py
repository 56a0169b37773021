"""Decides for all games whether a press or a typed line comes too late (is stale).

A button or form carries the public step at which it was drawn. A typed line or command carries a
Discord id. The id contains its creation time, so this machine's clock is not needed. A press or
line is stale if its owner has made a public move since. It is also stale if what it depends on
(`Holds` in bot/ui/ways/ways.py) has changed.
"""

from itertools import pairwise
from typing import Final

from bot.host.reading.loaded_table import LoadedTable
from bot.host.time.discord_ids import id_after, lowest_id_at
from bot.ui.ways.ways import Holds
from db.tables.tables import Player
from games.rules import Refusal

READING: Final = 1.0  # seconds that a player needs to notice a change


class Stale(Refusal):
    """A press or line came too late, because the table has changed since the public step `step`."""

    def __init__(self, sentence: str, step: int = 0) -> None:
        super().__init__(sentence)
        self.step = step


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

    `drawn_at` is the public step at which a button was drawn. It is None for a typed line, which
    has the id `receipt` and must be at least `reading` seconds newer than the change it depends on.
    """
    table = loaded.table
    changed = {"key": table.question_step, "subject": table.subject_step, "game": 0}[holds]
    if drawn_at is not None:
        if drawn_at < player.acted_step:
            raise Stale("You've moved since that was drawn.", drawn_at)
        if drawn_at < changed:
            raise Stale("The game has moved on since that was drawn.", drawn_at)
        return
    rests_on = max(changed, player.acted_step)
    if receipt < _id_at_step(loaded, rests_on) + id_after(reading):
        raise Stale("The game moved on just as you typed that.", rests_on - 1)


def _id_at_step(loaded: LoadedTable, step: int) -> int:
    """Return the id of the change that led to a public step, or 0 if it is too old to be known."""
    for before, after in pairwise(row.entry for row in loaded.history):
        if before.step < step == after.step:
            return lowest_id_at(after.at) if after.receipt is None else after.receipt
    return 0
