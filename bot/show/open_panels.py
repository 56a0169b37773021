"""Which panels lie before whose eyes: the newest of each person, and those that it superseded.

A person has at most two that are kept true: the newest private answer, and the hand in their DM.
Neither supersedes the other. Another private answer supersedes the one before, which nobody can
edit any more: a press on it may mean what is no longer so, also where no public step has passed.

All of it is in memory and nowhere else, as the tokens are with which panels are edited. After a
restart nobody knows which of two panels is the newer, and the step at which each was drawn decides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.host.clock import Clock
from bot.host.staleness import id_after
from bot.show.messenger import Kept, Reply

KEPT_FOR = 14 * 60.0  # seconds; a token lives for fifteen minutes
OLDER = 50  # superseded panels of a table that are remembered

Print: TypeAlias = str
"""A fingerprint of what a hand shows (hand.py)."""


@dataclass(slots=True, kw_only=True)
class Open:
    """A panel: how to edit it and until when, what it shows, and when that was drawn."""

    answer: Kept
    until: float
    print: Print
    in_dm: bool
    drawn: float


@dataclass(slots=True)
class _OfTable:
    """The panels of one table: the newest by person and whether it is the hand in their DM."""

    newest: dict[tuple[int, bool], Open] = field(default_factory=dict[tuple[int, bool], Open])
    older: dict[int, float] = field(default_factory=dict[int, float])
    renewed: dict[int, tuple[int, float]] = field(default_factory=dict[int, tuple[int, float]])


class Opened:
    """Remembers panels. `reading`: the seconds in which nobody can have read what was drawn."""

    def __init__(self, clock: Clock, reading: float) -> None:
        self._clock = clock
        self._reading = reading
        self._tables: dict[int, _OfTable] = {}

    def newest(self, table: int, person: int, *, by_dm: bool) -> Open | None:
        """Find the panel of a person that can be edited by its token; `by_dm`: their DM's hand."""
        found = self._last(table, person, by_dm=by_dm)
        return found if found is not None and self._clock.now() < found.until else None

    def _last(self, table: int, person: int, *, by_dm: bool) -> Open | None:
        known = self._tables.get(table)
        return None if known is None else known.newest.get((person, by_dm))

    def people(self, table: int) -> Iterator[int]:
        """List who has a panel before their eyes that can be edited, and is no hand in a DM."""
        known = self._tables.get(table)
        for person, by_dm in list(known.newest) if known is not None else ():
            if not by_dm and self.newest(table, person, by_dm=False) is not None:
                yield person

    def tables_of(self, person: int) -> list[int]:
        """List the tables of which somebody has a panel before their eyes."""
        return [
            table
            for table, known in self._tables.items()
            if {(person, True), (person, False)} & known.newest.keys()
        ]

    def opens(self, table: int, person: int, panel: Open, *, by_dm: bool) -> None:
        """Note the newest panel of a person; the one before it is superseded."""
        known = self._tables.setdefault(table, _OfTable())
        before = known.newest.get((person, by_dm))
        known.older.pop(panel.answer.message, None)
        if before is not None and before.answer.message != panel.answer.message:
            self._supersede(known, before)
        known.newest[person, by_dm] = panel

    def closes(self, table: int, person: int) -> None:
        """Note that another hand takes the place of the one in a person's DM."""
        known = self._tables.get(table)
        before = None if known is None else known.newest.pop((person, True), None)
        if known is not None and before is not None:
            self._supersede(known, before)

    def _supersede(self, known: _OfTable, panel: Open) -> None:
        known.older[panel.answer.message] = panel.drawn
        while len(known.older) > OLDER:
            del known.older[next(iter(known.older))]

    def looked_at(self, table: int, person: int) -> float:
        """Say when somebody last pressed for their hand; 0 if it was long ago."""
        found = (self.newest(table, person, by_dm=by_dm) for by_dm in (True, False))
        return max((one.until - KEPT_FOR for one in found if one is not None), default=0.0)

    def superseded(self, table: int, reply: Reply) -> float | None:
        """Say from when the panel is on which somebody pressed, if a newer one superseded it.

        One that was just drawn anew for that reason is still the old one to who presses twice.
        """
        known, message = self._tables.get(table), reply.message
        if known is None or message is None:
            return None
        if message in known.older:
            return known.older[message]
        by, at = known.renewed.get(message, (0, 0.0))
        if by and reply.id <= by + id_after(self._reading):
            return at
        return self._left_behind(table, reply)

    def _left_behind(self, table: int, reply: Reply) -> float | None:
        """Say from when a private answer is which nobody keeps true, while the DM's hand is newer.

        Its token has run out, and what its owner does by DM is not seen on it.
        """
        found = self._last(table, reply.person, by_dm=False)
        in_dm = self._last(table, reply.person, by_dm=True)
        if found is None or in_dm is None or found.answer.message != reply.message:
            return None
        past = self._clock.now() >= found.until and found.drawn < in_dm.drawn
        return found.drawn if past else None

    def renews(self, table: int, reply: Reply, at: float) -> None:
        """Note that a panel, which is from `at`, is drawn anew because it was superseded."""
        assert reply.message is not None
        renewed = self._tables.setdefault(table, _OfTable()).renewed
        renewed.pop(reply.message, None)
        renewed[reply.message] = (reply.id, at)
        while len(renewed) > OLDER:
            del renewed[next(iter(renewed))]

    def forget(self, table: int) -> None:
        """Keep nothing in memory of a table that nobody has touched for long."""
        self._tables.pop(table, None)
