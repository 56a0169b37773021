"""The recent history of a table: its newest log rows and the events that each of them caused."""

from collections import Counter
from typing import Any

from bot.host.reading.table_view import News
from db.base.codec import Unreadable, codec_of
from db.tables.log import LogEntry
from games.rules import AnyRules, Seat, Told

NEWS_KEPT = 60  # maximum number of public log rows kept, and of secret log rows per seat


class HistoryEntry:
    """A log row and its events, which are decoded when they are first read.

    `old` means that older rules wrote the row. Its events are ignored if they can't be decoded.
    """

    __slots__ = ("_news", "_told", "entry", "old", "rules")

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
        self._news: dict[tuple[bool, bool], tuple[News, ...]] = {}

    def news(self, *, own: bool, all_of_it: bool) -> tuple[News, ...]:
        """Return the events of this row as news, whoever may know them: one for each of `told`.

        They are made once for the reader who moved (`own`) and once for all others. Until the end,
        only the former may know that a standing order made the move.
        """
        ordered = self.entry.kind == "order" and (own or all_of_it)
        if (own, ordered) not in self._news:
            self._news[own, ordered] = tuple(
                News(
                    self.entry.rev,
                    self.entry.step,
                    told.event,
                    absent=self.entry.kind == "clock",
                    house=self.entry.kind == "house" and self.entry.person is not None,
                    for_me=self.entry.kind == "house" and own,
                    ordered=ordered,
                    # the first event describes the move itself, and later events its results
                    own=place == 0 and self.entry.kind == "move" and own and told.to is None,
                )
                for place, told in enumerate(self.told)
            )
        return self._news[own, ordered]

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
    """Return the newest public entries and the newest secret entries of each seat.

    They are counted separately. Otherwise many secret changes would push public entries off the
    board and so become noticeable. A secret entry is recognized because it has the same step as the
    entry before it. So it is kept only together with the public entry that precedes it.
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
