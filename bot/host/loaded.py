"""A table at one rev, decoded once, and the cache of those that are being played.

Only this room sees it: it holds everybody's cards and the secret of the luck. What leaves the room
is a `TableView`, built for one reader.

A rev never changes its meaning, so what was decoded and built for it is kept under it. The cache
is filled after COMMIT only and never moves backwards; whatever goes wrong in a transaction drops
the table from it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from bot.host.heard import Heard, kept
from bot.host.table_view import MeetingView, News, TableView
from bot.ui.words import Names
from db.codec import Unreadable, codec_of
from db.log import LogEntry
from db.meetings import Meeting
from db.orders import StoredOrder
from db.tables import Table
from games.chance import seal
from games.rules import AnyRules, Seat, Step, Told

Orders: TypeAlias = Mapping[Seat, tuple[Any, ...]]
"""What each seat has said ahead, one of a kind; seats that have said nothing are left out."""

NOTHING_SAID: Orders = {}

NEWS_SHOWN = 12  # moves whose events a board may tell
TABLES_KEPT = 512  # more are read again when they are needed
REST = 600.0  # seconds after which a table that nobody touches is forgotten


class Loaded:
    """A stored table and its newest log rows, read and decoded once for all readers.

    `state` is None, and nothing is heard, where only older rules could read it; `options` too,
    where those cannot be read.
    """

    __slots__ = (
        "_seal",
        "_table_views",
        "_views",
        "closed_unread",
        "heard",
        "meeting",
        "names",
        "options",
        "orders",
        "rules",
        "state",
        "table",
    )

    def __init__(
        self,
        rules: AnyRules,
        table: Table,
        options: Any,
        state: Any,
        heard: tuple[Heard, ...],
        orders: Orders = NOTHING_SAID,
        seal_shown: str = "",
        meeting: Meeting | None = None,
    ) -> None:
        self.rules = rules
        self.table = table
        self.options = options
        self.state = state
        self.heard = heard
        self.orders = orders
        self.meeting = None if meeting is None else still_on(meeting, table)
        self.names = names_of(tuple(one.name for one in table.players))
        self._views: dict[Seat | None, Any] = {}
        self._table_views: dict[tuple[Seat | None, int], TableView] = {}
        self._seal = seal_shown or seal(table.secret)
        self.closed_unread = False
        """Whether it was closed because only older rules could have gone on with it."""

    @classmethod
    def read(
        cls,
        rules: AnyRules,
        table: Table,
        entries: Sequence[LogEntry],
        said_ahead: Sequence[StoredOrder] = (),
        meeting: Meeting | None = None,
    ) -> "Loaded":
        """Decode what is stored. Raises Unreadable if it is damaged."""
        codec, old = codec_of(rules), is_outdated(rules, table)
        options = state = None
        try:
            options = codec.options.load(table.options)
            # of an old game that is over, how it ended can still be told
            if table.state is not None and (not old or table.phase == "over"):
                state = codec.state.load(table.state)
        except Unreadable:
            if not old:
                raise
        readable = state is not None or not old
        heard = tuple(Heard(rules, one, old=old) for one in entries) if readable else ()
        orders = read_orders(rules, said_ahead) if state is not None else NOTHING_SAID
        made = cls(rules, table, options, state, heard, orders, meeting=meeting)
        by_whom = entries[-1].kind if entries else ""
        made.closed_unread = old and table.phase == "ended" and by_whom not in ("end", "leave")
        return made

    def after(
        self,
        table: Table,
        entry: LogEntry,
        step: Step[Any, Any] | None,
        views: Mapping[Seat | None, Any],
        orders: Orders,
    ) -> "Loaded":
        """Make what a change led to, without reading or building anything again.

        `views` are those of the new state that have been built already.
        """
        state = self.state if step is None else step.state
        told = () if step is None else step.told
        heard = kept((*self.heard, Heard(self.rules, entry, told)))
        made = Loaded(
            self.rules, table, self.options, state, heard, orders, self._seal, self.meeting
        )
        made._views.update(views)
        return made

    def saying(self, table: Table, orders: Orders) -> "Loaded":
        """Make the same rev with other orders: they are no part of it, and nobody else's views."""
        return self._beside(table, orders, self.meeting)

    def meeting_at(self, meeting: Meeting | None) -> "Loaded":
        """Make the same rev with another meeting, or none: it is no part of the game."""
        return self._beside(self.table, self.orders, meeting)

    def _beside(self, table: Table, orders: Orders, meeting: Meeting | None) -> "Loaded":
        made = Loaded(
            self.rules, table, self.options, self.state, self.heard, orders, self._seal, meeting
        )
        made.closed_unread = self.closed_unread
        made.names = self.names
        made._views.update(self._views)
        return made

    def view(self, seat: Seat | None) -> Any:
        """Build what one seat may see of the game, once; None before the deal."""
        if self.state is None:
            return None
        if seat not in self._views:
            self._views[seat] = self.rules.view(self.state, seat)
        return self._views[seat]

    @property
    def public(self) -> Any:
        """What everybody may see of the game; None before the deal."""
        return self.view(None)

    def to_move(self) -> frozenset[Seat]:
        """Say who is to move; nobody unless the game is on."""
        if self.state is None or self.table.phase != "playing":
            return frozenset()
        return self.rules.to_move(self.public)

    def news(self, seat: Seat | None, since: int, *, all_of_it: bool = False) -> tuple[News, ...]:
        """Return what a reader was told after a rev; `all_of_it`: what anybody was."""
        return tuple(
            News(
                one.entry.rev,
                one.entry.step,
                told.event,
                absent=one.entry.kind == "clock",
                # that it was said ahead its owner alone reads, until everything is laid open
                ordered=one.entry.kind == "order" and (all_of_it or one.entry.seat == seat),
            )
            for one in self.heard
            if one.entry.rev > since
            for told in one.told
            if all_of_it or may_know(told, seat)
        )

    def table_view(self, seat: Seat | None, since: int, *, all_of_it: bool = False) -> TableView:
        """Build what one reader may see, with the news after a rev.

        `all_of_it` tells everybody's news: for a table that may be laid open, and no other.
        """
        if all_of_it:
            return self._table_view(seat, since, all_of_it=True)
        if (seat, since) not in self._table_views:
            self._table_views[seat, since] = self._table_view(seat, since)
        return self._table_views[seat, since]

    def _table_view(self, seat: Seat | None, since: int, *, all_of_it: bool = False) -> TableView:
        table, public = self.table, self.public
        return TableView(
            rules=self.rules,
            id=table.id,
            game=table.game,
            guild=table.guild,
            channel=table.channel,
            opener=table.opener,
            phase=table.phase,
            options=self.options,
            pace=table.pace,
            laid_open=table.laid_open,
            seal=self._seal,
            rev=table.rev,
            step=table.step,
            names=self.names,
            people=tuple(one.person for one in table.players),
            seat=seat,
            view=self.view(seat),
            orders=() if seat is None else self.orders.get(seat, ()),
            public=public,
            to_move=self.to_move(),
            question=table.question,
            until=min((one.due for one in table.players if one.due is not None), default=None),
            standing=None if public is None else self.rules.standing(public),
            news=self.news(seat, since, all_of_it=all_of_it),
            secret=table.secret if may_be_laid_open(table) else None,
            closed_unread=self.closed_unread,
            acted=tuple(one.acted_at for one in table.players),
            unanswered=tuple(one.unanswered for one in table.players),
            dues=tuple(one.due for one in table.players),
            all_here=table.all_here,
            meeting=self._meeting_view(),
        )

    def _meeting_view(self) -> MeetingView | None:
        if self.meeting is None:
            return None
        people = self.meeting.coming
        seats = (one.seat for one in self.table.players if one.person in people)
        return MeetingView(self.meeting.at, frozenset(seats))


@lru_cache(maxsize=TABLES_KEPT)
def names_of(raw: tuple[str, ...]) -> Names:
    """Make the names at a table harmless, once for all its revs."""
    return Names(raw)


def still_on(meeting: Meeting, table: Table) -> Meeting | None:
    """Return what is left of a meeting at a table as it is now; None if that is over."""
    if table.phase not in ("open", "playing"):
        return None
    there = {one.person for one in table.players}
    left = tuple(one for one in meeting.presses if one.person in there)
    return meeting if left == meeting.presses else replace(meeting, presses=left)


def read_orders(rules: AnyRules, stored: Sequence[StoredOrder]) -> Orders:
    """Decode what seats have said ahead; what can no longer be read is as if never said."""
    codec = codec_of(rules).order
    found: dict[Seat, tuple[Any, ...]] = {}
    if codec is None:
        return found
    for one in stored:
        with suppress(Unreadable):
            found[one.seat] = (*found.get(one.seat, ()), codec.load(one.said))
    return found


def stored_orders(rules: AnyRules, orders: Orders) -> list[StoredOrder]:
    """Encode what seats have said ahead."""
    codec = codec_of(rules).order
    if codec is None:
        return []
    return [
        StoredOrder(seat, one.kind, codec.dump(one))
        for seat, some in orders.items()
        for one in some
    ]


def is_outdated(rules: AnyRules, table: Table) -> bool:
    """Say whether only older rules could read a table's state."""
    return table.state is not None and table.version != rules.version


def may_know(told: Told[Any], seat: Seat | None) -> bool:
    """Say whether an event was told to this seat (None: to the public)."""
    return told.to is None or (seat is not None and seat in told.to)


def may_be_laid_open(table: Table) -> bool:
    """Say whether everything may be shown: the game is over, and its terms say so."""
    return table.phase == "over" and table.laid_open


class Cache:
    """The tables that are being played, each at its newest rev; bounded."""

    def __init__(
        self,
        now: Callable[[], float],
        most: int = TABLES_KEPT,
        on_forgotten: Callable[[int], None] = lambda table_id: None,
    ) -> None:
        self._now = now
        self._most = most
        self._on_forgotten = on_forgotten
        self._kept: OrderedDict[int, tuple[float, Loaded]] = OrderedDict()
        self._reading: dict[int, asyncio.Task[Loaded]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._kept

    def get(self, table_id: int) -> Loaded | None:
        """Return a table as it is now, if it is kept."""
        found = self._kept.get(table_id)
        if found is None:
            return None
        self._kept[table_id] = (self._now(), found[1])
        self._kept.move_to_end(table_id)
        return found[1]

    def put(self, loaded: Loaded) -> None:
        """Keep what was committed; never older than what is kept."""
        table_id = loaded.table.id
        self._reading.pop(table_id, None)  # what is being read may be older
        kept = self._kept.get(table_id)
        if kept is not None and loaded.table.sealed_by is None:
            # the seal is noted beside the changes of a table, perhaps while one was being made
            loaded.table = replace(loaded.table, sealed_by=kept[1].table.sealed_by)
        if kept is None or kept[1].table.rev <= loaded.table.rev:
            self._kept[table_id] = (self._now(), loaded)
            self._kept.move_to_end(table_id)
        while len(self._kept) > self._most:
            self._forget_oldest()

    def drop(self, table_id: int) -> None:
        """Forget a table: nobody knows what has become of it."""
        self._reading.pop(table_id, None)
        self._kept.pop(table_id, None)

    def sweep(self) -> None:
        """Forget the tables that nobody has touched for long."""
        old = self._now() - REST
        while self._kept and next(iter(self._kept.values()))[0] < old:
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        table_id, _ = self._kept.popitem(last=False)
        self._on_forgotten(table_id)

    async def read(self, table_id: int, load: Callable[[], Awaitable[Loaded]]) -> Loaded:
        """Return a table, loaded if it is not kept; several who ask at once share one reading."""
        found = self.get(table_id)
        if found is not None:
            return found
        reading = self._reading.get(table_id)
        if reading is None:
            reading = asyncio.ensure_future(load())
            self._reading[table_id] = reading
            reading.add_done_callback(lambda done: self._was_read(table_id, done))
        return await asyncio.shield(reading)

    def _was_read(self, table_id: int, reading: "asyncio.Future[Loaded]") -> None:
        """Keep what was read, unless the table has changed in the meantime."""
        if self._reading.get(table_id) is reading:
            del self._reading[table_id]
            if not reading.cancelled() and reading.exception() is None:
                self.put(reading.result())
        elif not reading.cancelled():
            reading.exception()  # whoever waits for it meets it
