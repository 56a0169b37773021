"""Remembers the newest private panel of each person, and the panels that it superseded.

At most two panels per person are kept up to date: the newest ephemeral panel and the hand in the
DM. Neither supersedes the other. A new ephemeral panel supersedes the previous one, which can't be
edited any more. A press on an old panel may be out of date even if no public step followed.

This data is kept only in memory, like the tokens for editing the panels. After a restart, the bot
doesn't know which panel is newer. It then judges a press by the step at which its panel was drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.host.time.clock import Clock
from bot.host.time.discord_ids import id_after
from bot.show.deliver.queues.messenger import Kept, Reply

KEPT_FOR = 14 * 60.0  # seconds for which a token is used; Discord accepts it for fifteen minutes
SUPERSEDED_KEPT = 50  # maximum number of superseded panels remembered per table

Fingerprint: TypeAlias = str
"""A hash that identifies what a hand shows (hand_panel.py)."""
_Owner: TypeAlias = tuple[int, bool]  # person id, and whether the panel is the hand in their DM


@dataclass(slots=True, kw_only=True)
class OpenPanel:
    """A panel with its token and the token's expiry, its fingerprint and its drawing time."""

    answer: Kept
    until: float
    print: Fingerprint
    in_dm: bool
    drawn: float


@dataclass(slots=True)
class _TablePanels:
    """The newest and the superseded panels of one table."""

    newest: dict[_Owner, OpenPanel] = field(default_factory=dict[_Owner, OpenPanel])
    older: dict[int, float] = field(default_factory=dict[int, float])
    renewed: dict[int, tuple[int, float]] = field(default_factory=dict[int, tuple[int, float]])


class OpenPanels:
    """Remembers panels. `reading` is the time in seconds that people need to read a change."""

    def __init__(self, clock: Clock, reading: float) -> None:
        self._clock = clock
        self._reading = reading
        self._tables: dict[int, _TablePanels] = {}

    def newest(self, table: int, person: int, *, by_dm: bool) -> OpenPanel | None:
        """Return a person's newest ephemeral panel, or DM hand (`by_dm`), if its token is valid."""
        panel = self._last(table, person, by_dm=by_dm)
        return panel if panel is not None and self._clock.now() < panel.until else None

    def _last(self, table: int, person: int, *, by_dm: bool) -> OpenPanel | None:
        panels = self._tables.get(table)
        return None if panels is None else panels.newest.get((person, by_dm))

    def people(self, table: int) -> Iterator[int]:
        """List the people with an ephemeral panel that can still be edited."""
        panels = self._tables.get(table)
        for person, by_dm in list(panels.newest) if panels is not None else ():
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
        """Record a person's newest panel, which supersedes the previous one."""
        panels = self._tables.setdefault(table, _TablePanels())
        last = panels.newest.get((person, by_dm))
        panels.older.pop(panel.answer.message, None)
        if last is not None and last.answer.message != panel.answer.message:
            self._supersede(panels, last)
        panels.newest[person, by_dm] = panel

    def closes(self, table: int, person: int) -> None:
        """Record that the current hand in a person's DM is being replaced by a new one."""
        panels = self._tables.get(table)
        last = None if panels is None else panels.newest.pop((person, True), None)
        if panels is not None and last is not None:
            self._supersede(panels, last)

    def covered(self, table: int, reply: Reply) -> None:
        """Forget a person's newest ephemeral panel if it now shows something other than the hand.

        It isn't superseded: a press on it is judged by its step.
        """
        last = self._last(table, reply.person, by_dm=False)
        if last is not None and last.answer.message == reply.message:
            del self._tables[table].newest[reply.person, False]

    def _supersede(self, panels: _TablePanels, panel: OpenPanel) -> None:
        panels.older[panel.answer.message] = panel.drawn
        while len(panels.older) > SUPERSEDED_KEPT:
            del panels.older[next(iter(panels.older))]

    def looked_at(self, table: int, person: int) -> float:
        """Return the time at which a person last opened their hand, or 0 if that was long ago."""
        found = (self.newest(table, person, by_dm=by_dm) for by_dm in (True, False))
        return max((panel.until - KEPT_FOR for panel in found if panel is not None), default=0.0)

    def superseded(self, table: int, reply: Reply) -> float | None:
        """Return the drawing time of a pressed panel if a newer panel has replaced it, else None.

        A panel that was redrawn a moment ago still counts as replaced, in case of a double press.
        """
        panels, message = self._tables.get(table), reply.message
        if panels is None or message is None:
            return None
        if message in panels.older:
            return panels.older[message]
        press, at = panels.renewed.get(message, (0, 0.0))
        if press and reply.id <= press + id_after(self._reading):
            return at
        return self._left_behind(table, reply)

    def _left_behind(self, table: int, reply: Reply) -> float | None:
        """Return the drawing time of an expired ephemeral panel if the hand in the DM is newer.

        Such a panel does not show what its owner has done in the DM after that time.
        """
        last = self._last(table, reply.person, by_dm=False)
        dm_hand = self._last(table, reply.person, by_dm=True)
        if last is None or dm_hand is None or last.answer.message != reply.message:
            return None
        expired = self._clock.now() >= last.until and last.drawn < dm_hand.drawn
        return last.drawn if expired else None

    def renews(self, table: int, reply: Reply, at: float) -> None:
        """Record that a superseded panel is being redrawn. It was last drawn at time `at`."""
        assert reply.message is not None
        renewed = self._tables.setdefault(table, _TablePanels()).renewed
        renewed.pop(reply.message, None)
        renewed[reply.message] = (reply.id, at)
        while len(renewed) > SUPERSEDED_KEPT:
            del renewed[next(iter(renewed))]

    def forget(self, table: int) -> None:
        """Drop the data about the panels of an inactive table."""
        self._tables.pop(table, None)
