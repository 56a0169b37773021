"""A stored table at one revision (rev), decoded a single time for everybody who looks at it.

A `LoadedTable` holds all players' cards and the secret of the random numbers, so it never leaves
bot/host. Other code gets a `TableView`, which is built for one reader. A game does not change
within one rev, so anything decoded or built for it can be cached (cache.py).
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias

from bot.host.reading.history import HistoryEntry, kept
from bot.host.reading.table_view import MeetingView, News, RematchView, SeatOffer, TableView
from bot.ui.panels.words import Names, link_to
from db.base.codec import Unreadable, codec_of
from db.tables.log import LogEntry
from db.tables.meetings import Meeting
from db.tables.rematches import Rematch
from db.tables.standing_orders import StoredOrder
from db.tables.tables import Player, Table
from games.chance import seal
from games.rules import AnyRules, Seat, Step, Told

Orders: TypeAlias = Mapping[Seat, tuple[Any, ...]]
"""The standing orders of each seat, at most one of a kind. A seat without orders has no entry."""

NO_ORDERS: Orders = {}

NEWS_SHOWN = 12  # number of recent public moves whose events a board may show


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class LoadedTable:
    """A stored table with its newest log rows, decoded a single time for all readers.

    `dataclasses.replace` makes a changed one of the same rev. Its `repr` has none of this: in a
    log line or an error it would show everybody's cards.
    """

    rules: AnyRules
    table: Table
    """The table as it is stored."""
    options: Any
    """The terms of its game; None if the current rules can't read them."""
    state: Any
    """The state of its game; None before the deal, and if the current rules can't read it."""
    history: tuple[HistoryEntry, ...]
    """The newest log rows; empty if the current rules can't read the state."""
    orders: Orders = field(default_factory=dict[Seat, tuple[Any, ...]])
    offered: Orders = field(default_factory=dict[Seat, tuple[Any, ...]])
    """Orders from an earlier game that a seat may renew, if `orders` has none of their kind."""
    meeting: Meeting | None = None
    """The time to which the table has agreed, without the people who left since."""
    rematch: Rematch | None = None
    """Whom the table asks to play again, until the cards are dealt."""
    closed_unread: bool = False
    """Whether the table was closed because its rules were replaced during the game."""
    seal: str = ""
    """The hash of the secret of the table's luck."""
    views: dict[Seat | None, Any] = field(default_factory=dict[Seat | None, Any])
    """The views of this state that have been built. A new state needs a new dictionary."""
    _table_views: dict[tuple[Seat | None, int] | None, TableView] = field(
        default_factory=dict[tuple[Seat | None, int] | None, TableView], init=False
    )

    def __post_init__(self) -> None:
        """Leave out what no longer holds, and work out the seal once."""
        table, meeting = self.table, self.meeting
        now = {
            "meeting": None if meeting is None else current_meeting(meeting, table),
            "rematch": self.rematch if table.phase == "open" and not table.is_frozen else None,
            "seal": self.seal or seal(table.secret),
        }
        for name, value in now.items():
            object.__setattr__(self, name, value)

    @classmethod
    def read(
        cls,
        rules: AnyRules,
        table: Table,
        entries: Sequence[LogEntry],
        order_rows: Sequence[StoredOrder] = (),
        meeting: Meeting | None = None,
        rematch: Rematch | None = None,
    ) -> "LoadedTable":
        """Decode a stored table. Raises Unreadable if its data is damaged."""
        codec, old = codec_of(rules), is_outdated(rules, table)
        options = state = None
        try:
            options = codec.options.load(table.options)
            # a finished game under old rules can still show how it ended
            if table.state is not None and (not old or table.phase == "over"):
                state = codec.state.load(table.state)
        except Unreadable:
            if not old:
                raise
        readable = state is not None or not old
        history = (
            tuple(HistoryEntry(rules, entry, old=old) for entry in entries) if readable else ()
        )
        orders, offered = read_orders(rules, order_rows if state is not None else ())
        by_whom = entries[-1].kind if entries else ""
        return cls(
            rules=rules,
            table=table,
            options=options,
            state=state,
            history=history,
            orders=orders,
            offered=offered,
            meeting=meeting,
            rematch=rematch,
            closed_unread=old and table.phase == "ended" and by_whom not in ("end", "leave"),
        )

    def after(
        self,
        table: Table,
        entry: LogEntry,
        step: Step[Any, Any] | None,
        views: Mapping[Seat | None, Any],
        orders: Orders,
        offered: Orders,
    ) -> "LoadedTable":
        """Return the table after a change. Nothing is decoded a second time.

        `views` are the views of the new state that have already been built.
        """
        state = self.state if step is None else step.state
        told = () if step is None else step.told
        return replace(
            self,
            table=table,
            state=state,
            history=kept((*self.history, HistoryEntry(self.rules, entry, told))),
            orders=orders,
            offered=offered,
            closed_unread=False,
            views=dict(views),
        )

    @property
    def names(self) -> Names:
        """The players' names, escaped."""
        return names_of(tuple([player.name for player in self.table.players]))

    def with_player(self, player: Player) -> "LoadedTable":
        """Return a copy in which one player is replaced. The rev stays the same."""
        players = [player if other.seat == player.seat else other for other in self.table.players]
        return replace(self, table=replace(self.table, players=tuple(players)))

    def view(self, seat: Seat | None) -> Any:
        """Return the game as a seat (None: the public) may see it. Return None before the deal."""
        if self.state is None:
            return None
        if seat not in self.views:
            self.views[seat] = self.rules.view(self.state, seat)
        return self.views[seat]

    @property
    def public(self) -> Any:
        """The game as everybody may see it, or None before the deal."""
        return self.view(None)

    def to_move(self) -> frozenset[Seat]:
        """Return the seats that must move. The set is empty unless a game is in play."""
        if self.state is None or self.table.phase != "playing":
            return frozenset()
        return self.rules.to_move(self.public)

    def news(self, seat: Seat | None, since: int, *, all_of_it: bool = False) -> tuple[News, ...]:
        """Return the events after rev `since` that a seat may know, or all if `all_of_it`."""
        first = bisect_right(self.history, since, key=lambda row: row.entry.rev)
        found: list[News] = []
        for row in self.history[first:]:
            some = row.news(own=self._is_own(row, seat), all_of_it=all_of_it)
            for told, news in zip(row.told, some, strict=True):
                if all_of_it or self._may_know(row, told, seat):
                    found.append(news)
        return tuple(found)

    def _is_own(self, row: HistoryEntry, seat: Seat | None) -> bool:
        """Return whether the holder of a seat made a move, or it was made for them."""
        if seat is None or row.entry.seat != seat:
            return False
        return row.entry.rev > self.table.players[seat].held_since

    def _may_know(self, row: HistoryEntry, told: Told[Any], seat: Seat | None) -> bool:
        """Return whether the holder of a seat may know an event: none from before they held it."""
        if told.to is None or seat is None:
            return told.to is None
        return seat in told.to and row.entry.rev > self.table.players[seat].held_since

    def table_view(self, seat: Seat | None, since: int, *, all_of_it: bool = False) -> TableView:
        """Return what one reader may see of the table, including the events after rev `since`.

        `all_of_it` adds the events of all seats. Use it only if `may_be_laid_open` returns True.
        """
        if all_of_it:
            return self._table_view(seat, since, all_of_it=True)
        if (seat, since) not in self._table_views:
            self._table_views[seat, since] = self._table_view(seat, since)
        return self._table_views[seat, since]

    def _table_view(self, seat: Seat | None, since: int, *, all_of_it: bool = False) -> TableView:
        if None not in self._table_views:
            self._table_views[None] = self._seen_by_all()
        return self._table_views[None].for_reader(
            seat,
            self.view(seat),
            news=self.news(seat, since, all_of_it=all_of_it),
            orders=() if seat is None else self.orders.get(seat, ()),
            offered=() if seat is None else self.offered.get(seat, ()),
        )

    def _seen_by_all(self) -> TableView:
        """Return what all readers see alike, without any news."""
        table, public, players = self.table, self.public, self.table.players
        timed = (
            [] if table.practice else [player for player in players if player.person is not None]
        )
        restores = [row.entry.at for row in self.history if row.entry.kind == "restore"]
        return TableView(
            seat=None,
            view=public,
            news=(),
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
            seal=self.seal,
            rev=table.rev,
            step=table.step,
            names=self.names,
            people=tuple([player.person for player in players]),
            public=public,
            to_move=self.to_move(),
            question=table.question,
            until=min((player.due for player in timed if player.due is not None), default=None),
            standing=None if public is None else self.rules.standing(public),
            secret=table.secret if may_be_laid_open(table) else None,
            closed_unread=self.closed_unread,
            acted=tuple([player.acted_at for player in players]),
            unanswered=tuple([player.unanswered for player in players]),
            dues=tuple([player.due if player in timed else None for player in players]),
            gone=tuple([player.gone for player in players]),
            would_end=frozenset([player.seat for player in players if player.would_end]),
            all_here=table.all_here,
            set_back=max(restores, default=None),
            meeting=self._meeting_view(),
            rematch=self.rematch_view,
            sealed=_address_of_seal(table),
            dealing=table.is_frozen,
            practice=table.practice,
            thread=table.thread,
            opened_in=table.opened_in,
            away=tuple([player.away_until for player in players]),
            former=tuple([player.former for player in players]),
            hurried_by=frozenset(
                [
                    player.seat
                    for player in players
                    if player.hurries and player.hurries == table.question_step
                ]
            ),
            newest_offer=_newest_offer(table),
            stand_in=table.stand_in if self.rules.player is not None else 0,
        )

    @property
    def rematch_view(self) -> RematchView | None:
        """Whom the table asks to play again, as every reader may see it."""
        return _rematch_view(self.rematch, self.table)

    def _meeting_view(self) -> MeetingView | None:
        if self.meeting is None:
            return None
        people = self.meeting.coming
        seats = (player.seat for player in self.table.players if player.person in people)
        return MeetingView(self.meeting.at, frozenset(seats))


def _newest_offer(table: Table) -> SeatOffer | None:
    for player in table.players:
        if (person := player.offered_to) is not None:
            agreed = frozenset(other.seat for other in table.players if other.agrees == person)
            return SeatOffer(player.seat, person, player.offered_name, agreed)
    return None


def _rematch_view(rematch: Rematch | None, table: Table) -> RematchView | None:
    if rematch is None:
        return None
    out = [invited for invited in rematch.people if table.player_of(invited.person) is None]
    return RematchView(
        waits_for=tuple((invited.person, invited.name) for invited in out if not invited.declined),
        declined=tuple((invited.person, invited.name) for invited in out if invited.declined),
    )


@lru_cache(maxsize=512)
def names_of(raw: tuple[str, ...]) -> Names:
    """Escape the players' names. The result is cached for later revs of their table."""
    return Names(raw)


def current_meeting(meeting: Meeting, table: Table) -> Meeting | None:
    """Return a meeting without the people who left. Return None if the game is over or closed."""
    if table.phase not in ("open", "playing"):
        return None
    there = {player.person for player in table.players}
    left = tuple(press for press in meeting.presses if press.person in there)
    return meeting if left == meeting.presses else replace(meeting, presses=left)


def read_orders(rules: AnyRules, stored: Sequence[StoredOrder]) -> tuple[Orders, Orders]:
    """Decode the active standing orders of a table, and those of earlier games to offer again.

    Skip orders that can no longer be decoded.
    """
    codec = codec_of(rules).order
    stand: dict[Seat, tuple[Any, ...]] = {}
    offered: dict[Seat, tuple[Any, ...]] = {}
    for row in stored:
        orders = stand if row.stands else offered
        if codec is None:
            break
        with suppress(Unreadable):
            orders[row.seat] = (*orders.get(row.seat, ()), codec.load(row.said))
    return stand, offered


def stored_orders(loaded: LoadedTable) -> list[StoredOrder]:
    """Encode the active standing orders of a table, and those of earlier games to offer again."""
    codec = codec_of(loaded.rules).order
    if codec is None:
        return []
    return [
        StoredOrder(seat, order.kind, codec.dump(order), stands)
        for orders, stands in ((loaded.orders, True), (loaded.offered, False))
        for seat, some in orders.items()
        for order in some
    ]


def is_outdated(rules: AnyRules, table: Table) -> bool:
    """Return whether a table's state was written by another version of the rules."""
    return table.state is not None and table.version != rules.version


def may_know(told: Told[Any], seat: Seat | None) -> bool:
    """Return whether a seat may know an event. The seat None means the public."""
    return told.to is None or (seat is not None and seat in told.to)


def may_be_laid_open(table: Table) -> bool:
    """Return whether all secrets may be shown. The game must be over and the terms allow it."""
    return table.phase == "over" and table.laid_open


def _address_of_seal(table: Table) -> str:
    if table.sealed_by is None or table.sealed_in is None:
        return ""
    return link_to(table.guild, table.sealed_in, table.sealed_by)
