"""The part of a table that one reader may see. Tables are shown only in this form.

A stored table holds everybody's cards and the random secret. A `TableView` holds only what
`Rules.view` shows its reader, and events that the reader may know. So code that draws it has no
secret to leak.
"""

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from bot.ui.face.story import Game
from bot.ui.panels.words import Names
from bot.ui.ways.ways import Legal
from db.tables.tables import Phase, ThreadTerm
from games.rules import AnyRules, Refusal, Seat, Standing

NO_SUCH_TABLE = "I don't know that table."
"""The error sentence if a table doesn't exist or the person may not see it."""
NO_SEAL = "A practice game has no seal, so nobody can check its deal."
"""The error sentence if somebody wants to check the deal of a practice table."""


class Deleted(Refusal):
    """Refuse a request about a table whose record was deleted."""


@dataclass(frozen=True, slots=True)
class News:
    """An event that the reader may know, with its log row and public step.

    `absent` means that the bot moved because time was up, and `house` that the house did for an
    absent player, who is the reader if `for_me` is set. `ordered` means that a standing order made
    the move. It is set only if the reader may know that. `own` means that the event describes the
    reader's own public move by hand, and not a result of it.
    """

    rev: int
    step: int
    event: Any
    absent: bool = False
    house: bool = False
    for_me: bool = False
    ordered: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class MeetingView:
    """The time of a table's meeting in seconds since 1970, and the seats that will come."""

    at: float
    coming: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class RematchView:
    """The people, as (id, name), who are asked to play again and don't sit at the table.

    `waits_for` has those who haven't answered, and `declined` those who don't play this time.
    """

    waits_for: tuple[tuple[int, str], ...]
    declined: tuple[tuple[int, str], ...]

    @property
    def missing(self) -> tuple[tuple[int, str], ...]:
        """All who are asked and don't sit at the table."""
        return (*self.declined, *self.waits_for)


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that the house plays and that a person may take once its table agrees.

    `agreed` has the seats whose players agree.
    """

    seat: Seat
    person: int
    name: str
    agreed: frozenset[Seat]


def finished(table_id: int, phase: Phase) -> str:
    """Return the error sentence for a table whose game is over or was closed."""
    closed = f"Table {table_id} was closed before its game was over."
    return closed if phase == "ended" else f"The game at table {table_id} is over."


def deleted(table_id: int, *, result_stays: bool) -> str:
    """Return the error sentence for a table that was deleted, perhaps except for its result."""
    if result_stays:
        return (
            f"The game at table {table_id} ended a while ago, so I've deleted its record. Its "
            "result stays."
        )
    return f"Table {table_id} is gone, because its record has been deleted."


@dataclass(frozen=True, kw_only=True)
class TableView:
    """The part of a table that one reader may see. `seat` is None for the public.

    `view` and `public` are None before the deal, and if the current rules can't read the state.
    `options` is None if they can't read the options. `closed_unread` means that the table was
    closed because its rules were replaced. `orders` are the seat's standing orders. `offered` are
    orders from an earlier game that it may renew. `people` has None for each house player. `dues`
    has each seat's deadline in seconds since 1970, and `until` is the earliest. For each player,
    `acted` has the time of the last public act, `unanswered` has the number of questions missed in
    a row, and `gone` tells whether they left the server. `would_end` has the seats that voted to
    end the game. `all_here` means that the newest public move by hand was the first to find every
    player present. `sealed` is the URL of the message with the seal, or "". `dealing` means that
    *Deal* was pressed but no card is dealt yet. After `stand_in` missed questions in a row, the
    house plays for a seat (0: never), and for people who are away until the time in `away`.
    `hurried_by` has the seats whose players would let the house answer the open question.
    `newest_offer` offers a seat to somebody; `offer` is None once that no longer stands.
    `set_back` is the time to which the table was set back from a backup, while that is news.
    `rematch` is set if an open table asks the players of an earlier one to play again.
    `former` names whoever gave up a seat that nobody has taken. At a `practice` table one person
    plays against the house, in private. `secret` is set if the game is over and its terms
    reveal everything. `thread` tells whether the table wants a thread, or why it has none, and
    `opened_in` is the channel that it left for its thread. `turns` is set only if the whole story
    was requested.
    """

    rules: AnyRules
    id: int
    game: str
    guild: int
    channel: int
    opener: int
    phase: Phase
    options: Any
    pace: str
    laid_open: bool
    seal: str
    rev: int
    step: int
    names: Names
    people: tuple[int | None, ...]
    seat: Seat | None
    view: Any
    public: Any
    to_move: frozenset[Seat]
    question: str
    until: float | None
    standing: Standing | None
    news: tuple[News, ...]
    secret: bytes | None
    closed_unread: bool = False
    orders: tuple[Any, ...] = ()
    offered: tuple[Any, ...] = ()
    acted: tuple[float | None, ...] = ()
    unanswered: tuple[int, ...] = ()
    gone: tuple[bool, ...] = ()
    would_end: frozenset[Seat] = frozenset()
    dues: tuple[float | None, ...] = ()
    all_here: bool = False
    set_back: float | None = None
    meeting: MeetingView | None = None
    rematch: RematchView | None = None
    sealed: str = ""
    dealing: bool = False
    stand_in: int = 0
    practice: bool = False
    thread: ThreadTerm = ""
    opened_in: int | None = None
    away: tuple[float | None, ...] = ()
    former: tuple[str, ...] = ()
    hurried_by: frozenset[Seat] = frozenset()
    newest_offer: SeatOffer | None = None
    turns: Game = ()
    memo: dict[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False)
    """A cache for anything that is computed from this view."""

    def for_reader(
        self,
        seat: Seat | None,
        view: Any,
        *,
        news: tuple[News, ...],
        orders: tuple[Any, ...],
        offered: tuple[Any, ...],
    ) -> "TableView":
        """Return the same table for another reader. Nothing may have been worked out from this one.

        It copies the other fields at once, because the constructor sets them one by one, which
        takes ten times as long: 10 µs for each reader of each rev.
        """
        assert len(vars(self)) == _FIELDS, "a reader would get the legal moves of another"
        other = object.__new__(TableView)
        own = {"seat": seat, "view": view, "news": news, "orders": orders, "offered": offered}
        vars(other).update(vars(self), **own, memo={})
        return other

    @property
    def stand_in_seats(self) -> frozenset[Seat]:
        """The seats for which the house plays until their owners are back."""
        if self.phase != "playing":
            return frozenset()
        return frozenset(
            seat
            for seat, count in enumerate(self.unanswered)
            if seat not in self.house
            and (
                (seat < len(self.away) and self.away[seat] is not None)
                or (self.stand_in > 0 and (self.gone[seat] or count >= self.stand_in))
            )
        )

    @property
    def open_seats(self) -> frozenset[Seat]:
        """The seats that people have given up during the game and anybody may take."""
        if self.phase != "playing":
            return frozenset()
        return frozenset(seat for seat, name in enumerate(self.former) if name)

    @property
    def offer(self) -> SeatOffer | None:
        """The seat that is offered to somebody, as long as the house plays it."""
        newest = self.newest_offer
        return newest if newest is not None and newest.seat in self.played_by_house else None

    @property
    def must_agree(self) -> frozenset[Seat]:
        """The seats that must still agree before the offered seat can be taken.

        The opener can agree for all. Players who are away or have left the server needn't agree.
        """
        offer = self.offer
        if offer is None or self.people.index(self.opener) in offer.agreed:
            return frozenset()
        left = {seat for seat, gone in enumerate(self.gone) if gone}
        return frozenset(range(len(self.people))) - self.played_by_house - left - offer.agreed

    @property
    def played_by_house(self) -> frozenset[Seat]:
        """The seats that the house plays during a game, for itself or for people."""
        return self.house | self.stand_in_seats if self.phase == "playing" else frozenset()

    @property
    def house(self) -> frozenset[Seat]:
        """The seats of house players."""
        return frozenset(seat for seat, person in enumerate(self.people) if person is None)

    @cached_property
    def legal(self) -> Legal:
        """The legal moves of this seat. There are none for the public or if no game is in play."""
        if self.view is None or self.seat is None or self.phase != "playing":
            return Legal((), self.rules.sampled)
        return Legal(tuple(self.rules.legal_moves(self.view)), self.rules.sampled)

    @cached_property
    def legal_with_orders(self) -> Legal:
        """The legal moves of this seat, and the standing orders that it may give or has given."""
        ahead = self.rules.orders
        if ahead is None or self.view is None or self.seat is None or self.phase != "playing":
            return self.legal
        return self.legal.and_also(ahead.offered(self.view), ahead.kinds, self.orders)

    @cached_property
    def again(self) -> tuple[Any, ...]:
        """The standing orders from an earlier game that this seat may renew now."""
        ahead = self.rules.orders
        if ahead is None or self.view is None or self.seat is None or self.phase != "playing":
            return ()
        found = (ahead.again(self.view, order) for order in self.offered)
        return tuple(order for order in found if order is not None)

    def is_order(self, made: Any) -> bool:
        """Return whether a value is a standing order rather than a move."""
        return self.rules.orders is not None and type(made) in self.rules.orders.kinds


_FIELDS = len(fields(TableView))
