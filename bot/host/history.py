"""The recent history of a table: its newest log rows and the events told with each."""

from collections import Counter
from typing import Any

from db.codec import Unreadable, codec_of
from db.log import LogEntry
from games.rules import AnyRules, Seat, Told

NEWS_KEPT = 60  # number of public moves kept, and of secret moves of each seat


class HistoryEntry:
    """One log row and the events told with it, which are decoded on first use.

    `old` means that older rules wrote the row; if it cannot be decoded, it has no events.
    """

    __slots__ = ("_told", "entry", "old", "rules")

    def __init__(
        self,
        rules: AnyRules,
        entry: LogEntry,
        told: tuple[Told[Any], ...] | None = None,
        *,
        old: bool = False,
    ) -> None:
        self.rules = rules
        self.entry = entry
        self.old = old
        self._told = told

    @property
    def told(self) -> tuple[Told[Any], ...]:
        """The events of this row, each with the seats that may know it. Raises Unreadable."""
        if self._told is None:
            try:
                self._told = codec_of(self.rules).told.load(self.entry.told)
            except Unreadable:
                if not self.old:
                    raise
                self._told = ()
        return self._told


def kept(history: tuple[HistoryEntry, ...]) -> tuple[HistoryEntry, ...]:
    """Keep the newest public entries, and the newest secret entries of each seat.

    Count public and secret entries separately; otherwise repeated secret changes would push public
    ones off the board, which leaks that they happened. A secret entry is kept only with the public
    entry before it, because it is recognized as secret by having the same step.
    """
    if len(history) <= NEWS_KEPT:
        return history
    counted, newest = Counter[Seat | None](), list[HistoryEntry]()
    for at in range(len(history) - 1, -1, -1):
        entry = history[at].entry
        hidden = at > 0 and history[at - 1].entry.step == entry.step
        counted[entry.seat if hidden else None] += 1
        if counted[entry.seat if hidden else None] <= NEWS_KEPT:
            newest.append(history[at])
        if counted[None] == NEWS_KEPT:
            break
    return tuple(reversed(newest))
