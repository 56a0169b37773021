"""Remembers the newest private panel of each person, and the panels that it superseded.

At most two panels per person are kept up to date: the newest ephemeral panel and the hand in the
DM. Neither supersedes the other. A new ephemeral panel supersedes the last one, which can't be
edited any more. A press on it may be out of date even if no public step has passed since.

All of this is only in memory, like the tokens that edit the panels. After a restart nobody knows
which panel is newer, so a press is judged by the step at which its panel was drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.host.clock import Clock
from bot.host.staleness import id_after
from bot.show.messenger import Kept, Reply

KEPT_FOR = 14 * 60.0  # seconds; Discord's tokens are valid for fifteen minutes
SUPERSEDED_KEPT = 50  # superseded panels to remember per table

Fingerprint: TypeAlias = str
"""The fingerprint of what a hand shows (hand_panel.py)."""
_Owner: TypeAlias = tuple[int, bool]  # a person, and whether the panel is the hand in their DM


@dataclass(slots=True, kw_only=True)
class OpenPanel:
    """A panel: how to edit it and until when, the fingerprint it shows, and when it was drawn."""

    answer: Kept
    until: float
    print: Fingerprint
    in_dm: bool
    drawn: float


@dataclass(slots=True)
class _TablePanels:
    """The panels of one table."""

    newest: dict[_Owner, OpenPanel] = field(default_factory=dict[_Owner, OpenPanel])
    older: dict[int, float] = field(default_factory=dict[int, float])
    renewed: dict[int, tuple[int, float]] = field(default_factory=dict[int, tuple[int, float]])


class OpenPanels:
    """Remembers panels. `reading`: seconds in which nobody can have read a change on a panel."""

    def __init__(self, clock: Clock, reading: float) -> None:
        self._clock = clock
        self._reading = reading
        self._tables: dict[int, _TablePanels] = {}

    def newest(self, table: int, person: int, *, by_dm: bool) -> OpenPanel | None:
        """Return a person's newest panel if its token is valid; `by_dm` asks for the DM's hand."""
        found = self._last(table, person, by_dm=by_dm)
        return found if found is not None and self._clock.now() < found.until else None

    def _last(self, table: int, person: int, *, by_dm: bool) -> OpenPanel | None:
        known = self._tables.get(table)
        return None if known is None else known.newest.get((person, by_dm))

    def people(self, table: int) -> Iterator[int]:
        """List the people with an ephemeral panel that can still be edited."""
        known = self._tables.get(table)
        for person, by_dm in list(known.newest) if known is not None else ():
            if not by_dm and self.newest(table, person, by_dm=False) is not None:
                yield person

    def tables_of(self, person: int) -> list[int]:
        """List the tables at which a person has an open panel."""
        return [
            table
            for table, known in self._tables.items()
            if {(person, True), (person, False)} & known.newest.keys()
        ]

    def opens(self, table: int, person: int, panel: OpenPanel, *, by_dm: bool) -> None:
        """Record a person's newest panel; it supersedes the one before."""
        known = self._tables.setdefault(table, _TablePanels())
        before = known.newest.get((person, by_dm))
        known.older.pop(panel.answer.message, None)
        if before is not None and before.answer.message != panel.answer.message:
            self._supersede(known, before)
        known.newest[person, by_dm] = panel

    def closes(self, table: int, person: int) -> None:
        """Record that another hand replaces the one in a person's DM."""
        known = self._tables.get(table)
        before = None if known is None else known.newest.pop((person, True), None)
        if known is not None and before is not None:
            self._supersede(known, before)

    def _supersede(self, known: _TablePanels, panel: OpenPanel) -> None:
        known.older[panel.answer.message] = panel.drawn
        while len(known.older) > SUPERSEDED_KEPT:
            del known.older[next(iter(known.older))]

    def looked_at(self, table: int, person: int) -> float:
        """Return when a person last pressed for their hand; 0 if that was long ago."""
        found = (self.newest(table, person, by_dm=by_dm) for by_dm in (True, False))
        return max((panel.until - KEPT_FOR for panel in found if panel is not None), default=0.0)

    def superseded(self, table: int, reply: Reply) -> float | None:
        """Return when the pressed panel was drawn if a newer one superseded it, else None.

        A panel that was just redrawn for that reason still counts as superseded for a double press.
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
        """Return when an ephemeral panel was drawn if its token ran out and the DM's hand is newer.

        Such a panel does not show what its owner has done in the DM since.
        """
        found = self._last(table, reply.person, by_dm=False)
        in_dm = self._last(table, reply.person, by_dm=True)
        if found is None or in_dm is None or found.answer.message != reply.message:
            return None
        past = self._clock.now() >= found.until and found.drawn < in_dm.drawn
        return found.drawn if past else None

    def renews(self, table: int, reply: Reply, at: float) -> None:
        """Record that a superseded panel, last drawn `at`, is being redrawn."""
        assert reply.message is not None
        renewed = self._tables.setdefault(table, _TablePanels()).renewed
        renewed.pop(reply.message, None)
        renewed[reply.message] = (reply.id, at)
        while len(renewed) > SUPERSEDED_KEPT:
            del renewed[next(iter(renewed))]

    def forget(self, table: int) -> None:
        """Forget the panels of an inactive table."""
        self._tables.pop(table, None)
