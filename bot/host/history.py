"""What has happened at a table lately: the newest of its log, and what was told of it."""

from collections import Counter
from typing import Any

from db.codec import Unreadable, codec_of
from db.log import LogEntry
from games.rules import AnyRules, Seat, Told

NEWS_KEPT = 60  # moves that all could see, and as many more that a seat made in secret


class Heard:
    """A row of the log, and what was told then; read from JSON when somebody asks.

    `old`: other rules wrote it; what cannot be read is passed over.
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
        """What was told, to whom. Raises Unreadable."""
        if self._told is None:
            try:
                self._told = codec_of(self.rules).told.load(self.entry.told)
            except Unreadable:
                if not self.old:
                    raise
                self._told = ()
        return self._told


def kept(heard: tuple[Heard, ...]) -> tuple[Heard, ...]:
    """Keep the newest moves that all could see, and of those that none could the newest of a seat.

    Counted together, who changes something in secret time and again would push what everybody saw
    off the board: and that could be seen. A secret goes with the last move before it that all could
    see: without that it would look like one.
    """
    if len(heard) <= NEWS_KEPT:
        return heard
    counted, found = Counter[Seat | None](), list[Heard]()
    for at in range(len(heard) - 1, -1, -1):
        entry = heard[at].entry
        hidden = at > 0 and heard[at - 1].entry.step == entry.step
        counted[entry.seat if hidden else None] += 1
        if counted[entry.seat if hidden else None] <= NEWS_KEPT:
            found.append(heard[at])
        if counted[None] == NEWS_KEPT:
            break
    return tuple(reversed(found))
