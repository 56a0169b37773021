"""Tables and their players: how they are stored, loaded and changed.

A table is loaded in one statement, with its players, its newest log rows and what was shown of it.
Saving uses `rev` as an optimistic lock: it writes nothing if the row has changed since it was read.
The same transaction marks the table as behind. So after a start, only tables whose messages may be
out of date are drawn again.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from db import drafts, log, meetings
from db.database import Reads, Row, Transaction
from db.log import LogEntry
from db.meetings import Meeting
from db.shown import BOARD, Shown
from db.standing_orders import StoredOrder

Phase: TypeAlias = Literal["open", "playing", "over", "ended"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table. `person` is None for a house player. Times are seconds since 1970.

    `acted_step` is the public step of their last public move, `acted_at` the time of their last
    public act by hand. The clock moves for them at `due`, and they get a notice at `notice_at`.
    Their current question was asked at `asked_at`, and they missed `unanswered` questions in a row.
    `joined` is the id of the press that took the seat. `gone` means that they left the server,
    `would_end` that they voted to end this game.
    """

    seat: int
    person: int | None
    name: str
    acted_step: int = 0
    acted_at: float | None = None
    due: float | None = None
    notice_at: float | None = None
    asked_at: float | None = None
    unanswered: int = 0
    joined: int = 0
    gone: bool = False
    would_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as stored. `options` and `state` are JSON of its game.

    `version` is the version of the rules that can play the state, `dealt_version` that of the deal.
    `rev` is the newest log row and `step` counts the public ones. The open question has been about
    `subject` since `subject_step`, and its key has been `question` since `question_step`. `behind`
    means that a message about the table may be out of date. `all_here` means that the newest public
    move by hand was the first to find every player present.

    The message `sealed_by` in the channel `sealed_in` shows the seal. `deal_press` is the id of the
    press on *Deal*, which freezes seats and terms. Then the message `mixed_by` in the channel
    `mixed_in` shows `mixed`, the cards are dealt, and `moves` counts the moves. Earlier releases
    dealt in one step: `deal_press` is None and the message came after the deal. The first release
    mixed in only the seal's message: `mixed` and `sealed_in` are None, and luck depends on revs.
    """

    id: int
    game: str
    version: int
    dealt_version: int | None
    guild: int
    channel: int
    opener: int
    phase: Phase
    options: str
    pace: str
    laid_open: bool
    secret: bytes
    sealed_by: int | None
    state: str | None
    rev: int
    step: int
    subject: str
    subject_step: int
    question: str
    question_step: int
    hurried: bool
    opened_at: float
    changed_at: float
    behind: bool
    players: tuple[Player, ...]
    all_here: bool = False
    sealed_in: int | None = None
    mixed: str | None = None
    mixed_by: int | None = None
    mixed_in: int | None = None
    moves: int = 0
    deal_press: int | None = None

    @property
    def is_frozen(self) -> bool:
        """Whether *Deal* has been pressed and the cards are not dealt yet."""
        return self.phase == "open" and self.deal_press is not None

    def player_of(self, person: int) -> Player | None:
        """Return the player for a person, or None if they don't sit at this table."""
        return next((player for player in self.players if player.person == person), None)


def _names(kind: type[Any], *without: str) -> list[str]:
    return [field.name for field in fields(kind) if field.name not in without]


_TABLE = _names(Table, "players")
_PLAYER = _names(Player)
_PLAYER_SAVED = _names(Player, "seat", "person")
_SAVED = [  # columns that `save` writes; the others never change or have their own function
    *("version", "dealt_version", "opener", "phase", "state", "rev", "step"),
    *("subject", "subject_step", "question", "question_step", "hurried", "changed_at"),
    *("all_here", "mixed", "moves", "deal_press"),
]


# --- writing --------------------------------------------------------------------------------------


async def insert(tx: Transaction, table: Table, entry: LogEntry) -> int:
    """Store a new table and its first log row. Return the new id; the table's own `id` is ignored.

    Raises UsedReceipt.
    """
    columns = [name for name in _TABLE if name != "id"]
    new = await tx.run(
        f"INSERT INTO tables ({', '.join(columns)}) VALUES ({_placeholders(columns)})",
        [getattr(table, name) for name in columns],
    )
    await _insert_players(tx, new, table.players)
    await log.write(tx, new, entry)
    return new


async def save(tx: Transaction, table: Table, entries: Sequence[LogEntry], before: Table) -> bool:
    """Store a table and the log rows that led to it from `before`.

    Return False and write nothing if the stored rev differs from the rev of `before`. Raises
    UsedReceipt.
    """
    assert [entry.rev for entry in entries] == [*range(before.rev + 1, table.rev + 1)]
    changed = ", ".join(f"{name}=?" for name in _SAVED)
    met = await tx.one(
        f"UPDATE tables SET {changed}, behind=1 WHERE id=? AND rev=? RETURNING id",
        [*(getattr(table, name) for name in _SAVED), before.id, before.rev],
    )
    if met is None:
        return False
    if _people(table) != _people(before):
        await _rewrite_seats(tx, table, before)
    else:
        differ = [
            (*(getattr(now, name) for name in _PLAYER_SAVED), table.id, now.seat)
            for now, then in zip(table.players, before.players, strict=True)
            if now != then
        ]
        if differ:
            changed = ", ".join(f"{name}=?" for name in _PLAYER_SAVED)
            await tx.run_many(f"UPDATE seats SET {changed} WHERE table_id=? AND seat=?", differ)
    if table.phase in ("over", "ended"):
        await drafts.delete_all(tx, table.id)
    for entry in entries:
        await log.write(tx, table.id, entry)
    return True


async def caught_up(tx: Transaction, pairs: Sequence[tuple[int, int]]) -> None:
    """Record for each (table, rev) that all messages about the table are as new as this rev."""
    if pairs:
        await tx.run_many("UPDATE tables SET behind=0 WHERE id=? AND rev=?", pairs)


async def move_to(tx: Transaction, table_id: int, channel: int) -> None:
    """Move a table to another channel, where it has no board yet."""
    await tx.run("UPDATE tables SET channel=?, behind=1 WHERE id=?", (channel, table_id))
    await tx.run("UPDATE shown SET message=NULL WHERE table_id=? AND reader=?", (table_id, BOARD))


async def sealed(tx: Transaction, table_id: int, message: int, channel: int) -> None:
    """Record the message that shows a table's seal. Only the first message counts."""
    await tx.run(
        "UPDATE tables SET sealed_by=?, sealed_in=? WHERE id=? AND sealed_by IS NULL",
        (message, channel, table_id),
    )


async def mix_shown(tx: Transaction, table_id: int, message: int, channel: int) -> None:
    """Record the message that shows what was mixed into the luck; only the first one counts."""
    await tx.run(
        "UPDATE tables SET mixed_by=?, mixed_in=? WHERE id=? AND mixed_by IS NULL",
        (message, channel, table_id),
    )


async def notice_due(tx: Transaction, table_id: int, seat: int, instant: float | None) -> None:
    """Store when a seat gets a notice (None: never)."""
    await tx.run(
        "UPDATE seats SET notice_at=? WHERE table_id=? AND seat=?", (instant, table_id, seat)
    )


async def noticed(
    tx: Transaction, table_id: int, seat: int, due: float, again: float | None = None
) -> None:
    """If a seat's notice was due by `due`, replace its time by `again`."""
    await tx.run(
        "UPDATE seats SET notice_at=? WHERE table_id=? AND seat=? AND notice_at<=?",
        (again, table_id, seat, due),
    )


async def gone(tx: Transaction, table_id: int, seat: int) -> None:
    """Record that a seat's owner left the server, and cancel their notice."""
    await tx.run(
        "UPDATE seats SET gone=1, notice_at=NULL WHERE table_id=? AND seat=?", (table_id, seat)
    )


async def would_end(tx: Transaction, table_id: int, seat: int, *, says: bool) -> None:
    """Store a player's vote to end the game, and mark the board as out of date."""
    await tx.run(
        "UPDATE seats SET would_end=? WHERE table_id=? AND seat=?", (int(says), table_id, seat)
    )
    await tx.run(
        "UPDATE shown SET step=-abs(step) WHERE table_id=? AND reader=?", (table_id, BOARD)
    )
    await tx.run("UPDATE tables SET behind=1 WHERE id=?", (table_id,))


async def give_back(tx: Transaction, gone: float, back: float) -> None:
    """Move deadlines and notices later by the part of an outage that followed their question."""
    lost = "max(0, ?2 - max(?1, coalesce(asked_at, ?1)))"
    for column in ("due", "notice_at", "asked_at"):  # the others are computed from the last
        waits = "due" if column == "asked_at" else column  # in this form the query uses an index
        await tx.run(
            f"UPDATE seats SET {column}={column}+{lost} WHERE {waits} IS NOT NULL", (gone, back)
        )


def _people(table: Table) -> list[tuple[int, int | None]]:
    return [(player.seat, player.person) for player in table.players]


async def _rewrite_seats(tx: Transaction, table: Table, before: Table) -> None:
    """Rewrite all seats after people joined or left. Delete what was shown to people who left."""
    now = dict(_people(table))
    gone = [(table.id, seat) for seat, person in _people(before) if now.get(seat, -1) != person]
    await tx.run("DELETE FROM seats WHERE table_id=?", (table.id,))
    await _insert_players(tx, table.id, table.players)
    if gone:
        await tx.run_many("DELETE FROM shown WHERE table_id=? AND reader=?", gone)


async def _insert_players(tx: Transaction, table_id: int, players: Iterable[Player]) -> None:
    await tx.run_many(
        f"INSERT INTO seats (table_id, {', '.join(_PLAYER)}) VALUES (?, {_placeholders(_PLAYER)})",
        [(table_id, *(getattr(player, name) for name in _PLAYER)) for player in players],
    )


def _placeholders(columns: Sequence[str]) -> str:
    return ", ".join("?" * len(columns))


# --- reading --------------------------------------------------------------------------------------

LoadParts: TypeAlias = tuple[Table, list[LogEntry], list[Shown], list[StoredOrder], Meeting | None]


def _select(part: int, columns: Sequence[str], source: str) -> str:
    """Return a SELECT of `_LOAD`: its number, its columns, and NULLs up to the common width."""
    padding = ["NULL"] * (len(_TABLE) - len(columns))
    return f"SELECT {', '.join([str(part), *columns, *padding])} FROM {source}"


_LOG = _names(LogEntry)
_NEWEST = (  # the newest public rows, and each seat's newest secret rows since the oldest of those
    "SELECT rev FROM (SELECT rev, hidden, row_number() OVER"
    " (PARTITION BY hidden, iif(hidden, seat, NULL) ORDER BY rev DESC) AS nth,"
    " sum(NOT hidden) OVER (ORDER BY rev DESC) AS seen_since"
    " FROM (SELECT rev, seat, step = lag(step, 1, 0) OVER (ORDER BY rev) AS hidden"
    " FROM log WHERE table_id=?1)) WHERE nth <= ?2 AND seen_since + hidden <= ?2"
)
_SHOWN = _names(Shown)
_ORDER = _names(StoredOrder)
_LOAD = " UNION ALL ".join(
    [
        _select(0, _TABLE, "tables WHERE id=?1"),
        _select(1, _PLAYER, "seats WHERE table_id=?1"),
        _select(2, _LOG, f"log WHERE table_id=?1 AND rev IN ({_NEWEST})"),
        _select(3, _SHOWN, "shown WHERE table_id=?1"),
        _select(4, _ORDER, "orders WHERE table_id=?1"),
        _select(5, meetings.COLUMNS, "meetings WHERE table_id=?1"),
        _select(6, meetings.PRESS_COLUMNS, "meeting_people WHERE table_id=?1"),
    ]
)


async def load(reads: Reads, table_id: int, news: int) -> LoadParts | None:
    """Load a table: players, newest log rows, what was shown, standing orders and meeting.

    `news` is the number of public log rows to load, and of secret ones per seat since the oldest of
    those. A single statement reads everything, so all of it belongs to the same rev.
    """
    parts: list[list[Row]] = [[], [], [], [], [], [], []]
    for row in await reads.all(_LOAD, (table_id, news)):
        part: int = row[0]
        parts[part].append(row)
    if not parts[0]:
        return None
    last = len(_PLAYER)
    players = [
        Player(*row[1 : last - 1], gone=bool(row[last - 1]), would_end=bool(row[last]))
        for row in parts[1]
    ]
    values: dict[str, Any] = dict(zip(_TABLE, parts[0][0][1:], strict=True))
    for flag in ("laid_open", "hurried", "behind", "all_here"):
        values[flag] = bool(values[flag])
    return (
        Table(**values, players=tuple(sorted(players, key=lambda player: player.seat))),
        sorted((LogEntry(*row[1 : 1 + len(_LOG)]) for row in parts[2]), key=lambda row: row.rev),
        sorted((Shown(*row[1 : 1 + len(_SHOWN)]) for row in parts[3]), key=lambda row: row.reader),
        [StoredOrder(*row[1 : 1 + len(_ORDER)]) for row in parts[4]],
        meetings.read(parts[5], parts[6]),
    )


async def of_person(reads: Reads, person: int, game: str | None = None) -> list[int]:
    """Return the unfinished tables at which a person plays, most recently changed first."""
    rows = await reads.all(
        "SELECT t.id FROM tables t JOIN seats s ON s.table_id=t.id WHERE s.person=?1"
        " AND (?2 IS NULL OR t.game=?2) AND t.phase IN ('open','playing')"
        " ORDER BY t.changed_at DESC, t.id DESC",
        (person, game),
    )
    return [row[0] for row in rows]


async def in_channel(reads: Reads, channel: int, game: str | None = None) -> list[int]:
    """Return the unfinished tables in a channel, most recently changed first."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE channel=?1 AND (?2 IS NULL OR game=?2)"
        " AND phase IN ('open','playing') ORDER BY changed_at DESC, id DESC",
        (channel, game),
    )
    return [row[0] for row in rows]


async def in_guild(reads: Reads, guild: int) -> list[int]:
    """Return the tables of a server that are unfinished or whose messages are out of date."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE guild=?1 AND phase IN ('open','playing')"
        " UNION SELECT id FROM tables WHERE behind=1 AND guild=?1",
        (guild,),
    )
    return [row[0] for row in rows]


async def stood_in(reads: Reads, guild: int) -> bool:
    """Return whether any table was ever opened in a server."""
    return await reads.one("SELECT 1 FROM tables WHERE guild=? LIMIT 1", (guild,)) is not None


async def in_play(reads: Reads) -> bool:
    """Return whether any table is unfinished."""
    rows = await reads.all("SELECT 1 FROM tables WHERE phase IN ('open','playing') LIMIT 1")
    return bool(rows)


async def behind(reads: Reads) -> list[int]:
    """Return the tables with a message that may be out of date."""
    return [row[0] for row in await reads.all("SELECT id FROM tables WHERE behind=1 ORDER BY id")]


Due: TypeAlias = tuple[float, int, int]
"""A time, a table and a seat."""


async def next_due(reads: Reads, but_for: Collection[tuple[int, int]] = ()) -> Due | None:
    """Return the earliest deadline, except for the (table, seat) pairs in `but_for`."""
    found = await _earliest(reads, "due", len(but_for) + 1)
    return next((due for due in found if due[1:] not in but_for), None)


async def next_notice(reads: Reads, but_for: Collection[Due] = ()) -> Due | None:
    """Return the earliest notice to send, except for the (table, seat) pairs in `but_for`."""
    found = await _earliest(reads, "notice_at", len(but_for) + 1)
    return next((due for due in found if due not in but_for), None)


async def _earliest(reads: Reads, column: str, most: int) -> list[Due]:
    rows = await reads.all(
        f"SELECT {column}, table_id, seat FROM seats WHERE {column} IS NOT NULL"
        f" ORDER BY {column} LIMIT ?",
        (most,),
    )
    return [(row[0], row[1], row[2]) for row in rows]
