"""Stores, loads and changes tables and their players.

One statement loads a table with its players, its newest log rows and what was shown of it. Saving
uses `rev` as an optimistic lock, so it writes nothing if the row has changed since it was read. It
also marks the table's messages as possibly outdated (`behind`). So after a start, only the messages
of such tables are drawn again.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from db import numbers
from db.database import Reads, Transaction
from db.rows import names_of, values_of
from db.tables import drafts, log, meetings, out_of_reach, rematches, shown
from db.tables.log import LogEntry
from db.tables.meetings import Meeting
from db.tables.rematches import Rematch
from db.tables.shown import Shown
from db.tables.standing_orders import StoredOrder

Phase: TypeAlias = Literal["open", "playing", "over", "ended"]
NoThread: TypeAlias = Literal["forbidden", "full", "failed"]
"""Why a table has no thread: no permission, too many threads on the server, or another reason."""

ThreadTerm: TypeAlias = Literal["", "wanted"] | NoThread
"""Whether a table is to be played in a thread of its own ("": no), or why there is none."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table. Times are in seconds since 1970.

    `person` is None for a house player. `acted_step` is the public step of the player's last public
    move, and `acted_at` is the time of their last public act by hand. At `due` the bot moves for
    them, and at `notice_at` they get a notice. Their current question was asked at `asked_at`. They
    missed `unanswered` questions in a row. `joined` is the id of the press by which they took the
    seat, or 0 if the house player `house` sat there at the deal. They hold it since the log row
    `held_since`, and `former` is the person who gave it up while nobody has taken it. The house
    plays for them until `away_until`. If they are there, they answer in about `answers_in` seconds.
    They would let the house answer the question of the step `hurries`. While the house plays, the
    seat can be offered to the person `offered_to`, and they would let the person `agrees` (0:
    nobody) take the seat that is offered.
    `gone` means that they left the server, and `would_end` that they voted to end the game.
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
    held_since: int = 0
    former: str = ""
    away_until: float | None = None
    answers_in: float | None = None
    hurries: int = 0
    offered_to: int | None = None
    offered_name: str = ""
    agrees: int = 0
    house: str = ""
    gone: bool = False
    would_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A stored table. `options` and `state` are JSON in a form that the game defines.

    `version` is the version of the rules that can play the state, and `dealt_version` is the one
    that dealt. `rev` is the number of the newest log row, and `step` counts the public ones. The
    open question has had its `subject` since the step `subject_step` and its key `question` since
    the step `question_step`. `behind` means that a message about the table may be outdated.
    `all_here` means that the newest public move by hand was the first to find every player present.

    The message `sealed_by` in the channel `sealed_in` shows the seal. `deal_press` is the id of the
    press on *Deal*, which freezes seats and terms. Then the message `mixed_by` in the channel
    `mixed_in` shows the value `mixed`, and the cards are dealt. `moves` counts the moves. If an
    earlier release dealt in one step, `deal_press` is None. If the first release dealt, `mixed` and
    `sealed_in` are None, and the luck depends on the id `sealed_by` and the revs.

    After `stand_in` missed questions in a row, the house plays for a seat (0: never). At a
    `practice` table one person plays against the house, in private and without a clock or a seal.

    At the deal a table whose `thread` is "wanted" moves to a thread, which has the id of the board
    from which it was made. Then `opened_in` is the channel of that board.
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
    secret: bytes = field(repr=False)
    sealed_by: int | None
    state: str | None = field(repr=False)
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
    stand_in: int = 0
    practice: bool = False
    thread: ThreadTerm = ""
    opened_in: int | None = None

    @property
    def wants_thread(self) -> bool:
        """Whether a thread must be made for this table at the deal."""
        return self.thread == "wanted" and self.opened_in is None

    @property
    def is_frozen(self) -> bool:
        """Whether *Deal* has been pressed but the cards are not dealt yet."""
        return self.phase == "open" and self.deal_press is not None

    def player_of(self, person: int) -> Player | None:
        """Return the player for a person, or None if they don't sit at this table."""
        return next((player for player in self.players if player.person == person), None)


_TABLE = names_of(Table, "players")
_PLAYER = names_of(Player)
_PLAYER_SAVED = names_of(Player, "seat", "person")
_AGREED = ("hurries", "would_end", "offered_to", "offered_name", "agrees")  # the board shows them
_UNSEEN = ("gone", "notice_at")
_SAVED = [  # columns that `save` writes; the others never change or are written elsewhere
    *("version", "dealt_version", "opener", "phase", "state", "rev", "step"),
    *("subject", "subject_step", "question", "question_step", "hurried", "changed_at"),
    *("all_here", "mixed", "moves", "deal_press"),
]


# --- writing --------------------------------------------------------------------------------------


async def insert(tx: Transaction, table: Table, entry: LogEntry) -> int:
    """Store a new table, whose `id` is ignored, and its first log row. Return the new id.

    Raises UsedReceipt if the idempotency key was used before.
    """
    new = await numbers.take_next(tx, "tables")
    row = replace(table, id=new)
    await tx.run(
        f"INSERT INTO tables ({', '.join(_TABLE)}) VALUES ({_placeholders(_TABLE)})",
        values_of(row, _TABLE),
    )
    await _insert_players(tx, new, table.players)
    await log.write(tx, new, entry)
    return new


async def save(tx: Transaction, table: Table, entries: Sequence[LogEntry], before: Table) -> bool:
    """Store a changed table and the log rows of the change, which started from `before`.

    Return False and write nothing if the stored rev differs from the rev of `before`. Raises
    UsedReceipt.
    """
    assert [entry.rev for entry in entries] == [*range(before.rev + 1, table.rev + 1)]
    changed = ", ".join(f"{name}=?" for name in _SAVED)
    met = await tx.one(
        f"UPDATE tables SET {changed}, behind=1 WHERE id=? AND rev=? RETURNING id",
        [*values_of(table, _SAVED), before.id, before.rev],
    )
    if met is None:
        return False
    if _people(table) != _people(before):
        await _rewrite_seats(tx, table, before)
    else:
        differ = [
            (*values_of(now, _PLAYER_SAVED), table.id, now.seat)
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


async def to_be_shown(tx: Transaction, table_id: int) -> None:
    """Mark a table's messages as possibly outdated, although nothing has changed."""
    await tx.run("UPDATE tables SET behind=1 WHERE id=?", (table_id,))


async def caught_up(tx: Transaction, pairs: Sequence[tuple[int, int]]) -> None:
    """For each (table, rev), mark the messages as up to date if the rev is still the newest."""
    if pairs:
        await tx.run_many("UPDATE tables SET behind=0 WHERE id=? AND rev=?", pairs)


async def move_to(tx: Transaction, table_id: int, channel: int) -> None:
    """Move a table to another channel. It has no board there yet."""
    await tx.run(
        "UPDATE tables SET channel=?, opened_in=NULL, behind=1 WHERE id=?", (channel, table_id)
    )
    await shown.forget_board(tx, table_id)


async def move_to_thread(tx: Transaction, table_id: int, thread: int, opening: Shown) -> None:
    """Move a table to the thread that was made from its board, which becomes its `opening`."""
    await tx.run(
        "UPDATE tables SET opened_in=channel, channel=?, behind=1 WHERE id=?", (thread, table_id)
    )
    await shown.forget_board(tx, table_id)
    await shown.note(tx, [(table_id, opening)])


async def no_thread(tx: Transaction, table_id: int, why: NoThread) -> None:
    """Record why a table is played in its channel although it wanted a thread."""
    await tx.run("UPDATE tables SET thread=? WHERE id=?", (why, table_id))


async def sealed(tx: Transaction, table_id: int, message: int, channel: int) -> None:
    """Record the message that shows a table's seal. Only the first message counts."""
    await tx.run(
        "UPDATE tables SET sealed_by=?, sealed_in=? WHERE id=? AND sealed_by IS NULL",
        (message, channel, table_id),
    )


async def mix_shown(tx: Transaction, table_id: int, message: int, channel: int) -> None:
    """Record the message that shows the values mixed into the luck. Only the first one counts."""
    await tx.run(
        "UPDATE tables SET mixed_by=?, mixed_in=? WHERE id=? AND mixed_by IS NULL",
        (message, channel, table_id),
    )


async def notice_due(tx: Transaction, table_id: int, seat: int, instant: float | None) -> None:
    """Store the time at which a seat gets a notice (None: never)."""
    await tx.run(
        "UPDATE seats SET notice_at=? WHERE table_id=? AND seat=?", (instant, table_id, seat)
    )


async def noticed(
    tx: Transaction, table_id: int, seat: int, due: float, again: float | None = None
) -> None:
    """Reschedule a seat's notice to the time `again`, unless it is due later than `due`."""
    await tx.run(
        "UPDATE seats SET notice_at=? WHERE table_id=? AND seat=? AND notice_at<=?",
        (again, table_id, seat, due),
    )


async def save_agreements(tx: Transaction, before: Table, after: Table) -> None:
    """Store what is agreed on beside the game, where it differs, and have the board drawn again.

    The board isn't drawn again if only somebody is gone or gets a notice at another time.
    """
    both = [*zip(before.players, after.players, strict=True)]
    for names in (_AGREED, _UNSEEN):
        rows = [
            (*values_of(new, names), after.id, new.seat)
            for old, new in both
            if values_of(old, names) != values_of(new, names)
        ]
        if not rows:
            continue
        settings = ", ".join(f"{name}=?" for name in names)
        await tx.run_many(f"UPDATE seats SET {settings} WHERE table_id=? AND seat=?", rows)
        if names is _AGREED:
            await shown.mark_board(tx, after.id)
            await tx.run("UPDATE tables SET behind=1 WHERE id=?", (after.id,))


async def set_back(tx: Transaction, seconds: float) -> None:
    """Make all waits earlier that were worked out with a clock that was ahead.

    Times of day that people have named stay.
    """
    waits = ("due", "notice_at", "asked_at", "acted_at")
    await tx.run(
        f"UPDATE seats SET {', '.join(f'{wait}={wait}-?1' for wait in waits)} WHERE table_id IN"
        " (SELECT id FROM tables WHERE phase IN ('open','playing'))",
        (seconds,),
    )
    await tx.run("UPDATE rematches SET expires_at=expires_at-?", (seconds,))
    await tx.run("UPDATE out_of_reach SET since=since-?", (seconds,))


async def give_back(tx: Transaction, gone: float, back: float, table_id: int | None = None) -> None:
    """Move deadlines and notices later by the part of an outage after their question was asked.

    Do so at one table, or at all that people can reach.
    """
    these, values = out_of_reach.chosen(table_id, gone, back)
    gone_for_them = "CASE WHEN asked_at>?1 THEN asked_at ELSE ?1 END"
    lost = f"CASE WHEN {gone_for_them}<?2 THEN ?2 - {gone_for_them} ELSE 0 END"
    for column in ("due", "notice_at", "asked_at"):  # asked_at is last because the others need it
        waits = f"{column} IS NOT NULL"
        if column == "asked_at":  # a seat of the house is asked together with people
            waits = "table_id IN (SELECT table_id FROM seats WHERE due>0)"
        await tx.run(
            f"UPDATE seats SET {column}={column}+{lost} WHERE {waits} AND {these}",
            values,
        )


def _people(table: Table) -> list[tuple[int, int | None]]:
    return [(player.seat, player.person) for player in table.players]


async def _rewrite_seats(tx: Transaction, table: Table, before: Table) -> None:
    """Rewrite all seats after people joined or left. Delete what was shown at changed seats."""
    now = dict(_people(table))
    gone = [(table.id, seat) for seat, person in _people(before) if now.get(seat, -1) != person]
    await tx.run("DELETE FROM seats WHERE table_id=?", (table.id,))
    await _insert_players(tx, table.id, table.players)
    if gone:
        await tx.run_many("DELETE FROM shown WHERE table_id=? AND reader=?", gone)


async def _insert_players(tx: Transaction, table_id: int, players: Iterable[Player]) -> None:
    await tx.run_many(
        f"INSERT INTO seats (table_id, {', '.join(_PLAYER)}) VALUES (?, {_placeholders(_PLAYER)})",
        [(table_id, *values_of(player, _PLAYER)) for player in players],
    )


def _placeholders(columns: Sequence[str]) -> str:
    return ", ".join("?" * len(columns))


# --- reading --------------------------------------------------------------------------------------

LoadParts: TypeAlias = tuple[
    Table, list[LogEntry], list[Shown], list[StoredOrder], Meeting | None, Rematch | None
]


_LOG = names_of(LogEntry)
_NEWEST = (  # the newest public log rows and, from the same period, each seat's newest secret ones
    "SELECT rev FROM (SELECT rev, hidden, row_number() OVER"
    " (PARTITION BY hidden, CASE WHEN hidden=1 THEN seat END ORDER BY rev DESC) AS nth,"
    " count(*) FILTER (WHERE hidden=0) OVER (ORDER BY rev DESC) AS seen_since"
    " FROM (SELECT rev, seat,"
    " CASE WHEN step = lag(step, 1) OVER (ORDER BY rev) THEN 1 ELSE 0 END AS hidden"
    " FROM log WHERE table_id=?1) AS every) AS counted"
    " WHERE nth <= ?2 AND seen_since + hidden <= ?2"
)
_ORDER = names_of(StoredOrder)
_PARTS: Sequence[tuple[str, Sequence[str], str]] = (  # a table of the schema, its columns, a filter
    ("tables", _TABLE, "id=?1"),
    ("seats", _PLAYER, "table_id=?1"),
    ("log", _LOG, f"table_id=?1 AND rev IN ({_NEWEST})"),
    ("shown", shown.COLUMNS, "table_id=?1"),
    ("orders", _ORDER, "table_id=?1"),
    ("meetings", meetings.COLUMNS, "table_id=?1"),
    ("meeting_people", meetings.PRESS_COLUMNS, "table_id=?1"),
    ("rematches", rematches.COLUMNS, "table_id=?1"),
    ("rematch_people", rematches.PEOPLE_COLUMNS, "table_id=?1"),
)


def _load() -> str:
    """Return a query for all parts. Each row has the number of its part, and only its columns.

    The first query of the union has a column for each column of each part, so the types of all
    columns are known. It joins no row of another part, because no table has the number 0. NULL
    fills the columns of the other parts in the queries after it.
    """
    every = ", ".join(f"{name}.{column}" for name, columns, _ in _PARTS for column in columns)
    joined = " ".join(f"LEFT JOIN {name} ON {name}.table_id=0" for name, _, _ in _PARTS[1:])
    queries = [f"SELECT 0 AS part, {every} FROM tables {joined} WHERE tables.id=?1"]
    for part, (name, columns, mine) in enumerate(_PARTS[1:], 1):
        before = sum(len(others) for _, others, _ in _PARTS[:part])
        after = sum(len(others) for _, others, _ in _PARTS[part + 1 :])
        filled = [str(part), *["NULL"] * before, *columns, *["NULL"] * after]
        queries.append(f"SELECT {', '.join(filled)} FROM {name} WHERE {mine}")
    return " UNION ALL ".join(queries)


_LOAD = _load()
_STARTS = [1 + sum(len(others) for _, others, _ in _PARTS[:part]) for part in range(len(_PARTS))]


async def load(reads: Reads, table_id: int, news: int) -> LoadParts | None:
    """Load a table with players, newest log rows, what was shown, orders, meeting and rematch.

    At most `news` public log rows are loaded, and at most `news` secret ones per seat from the same
    period. One statement reads everything, so all parts belong to the same rev.
    """
    parts: list[list[Sequence[Any]]] = [[] for _ in _PARTS]
    for row in await reads.all(_LOAD, (table_id, news)):
        part: int = row[0]
        first = _STARTS[part]
        parts[part].append(row[first : first + len(_PARTS[part][1])])
    if not parts[0]:
        return None
    players = [Player(*row[:-2], gone=bool(row[-2]), would_end=bool(row[-1])) for row in parts[1]]
    values: dict[str, Any] = dict(zip(_TABLE, parts[0][0], strict=True))
    for flag in ("laid_open", "hurried", "behind", "all_here", "practice"):
        values[flag] = bool(values[flag])
    return (
        Table(**values, players=tuple(sorted(players, key=lambda player: player.seat))),
        sorted((LogEntry(*row) for row in parts[2]), key=lambda row: row.rev),
        [shown.read(row) for row in sorted(parts[3], key=lambda row: row[0])],
        sorted((StoredOrder(*row) for row in parts[4]), key=lambda order: (order.seat, order.kind)),
        meetings.read(parts[5], parts[6]),
        rematches.read(parts[7], parts[8]),
    )


async def of_person(
    reads: Reads, person: int, game: str | None = None, *, blocked: bool = True
) -> list[int]:
    """Return the unfinished tables at which a person plays, most recently changed first.

    Without `blocked`, omit the tables of servers whose moderators have blocked the person. Nobody
    is blocked from practice.
    """
    rows = await reads.all(
        "SELECT t.id FROM tables t JOIN seats s ON s.table_id=t.id WHERE s.person=?1"
        " AND (t.game=?2 OR ?2 IS NULL) AND t.phase IN ('open','playing')"
        " AND (?3=1 OR t.practice=1 OR NOT EXISTS"
        " (SELECT 1 FROM blocks b WHERE b.guild=t.guild AND b.person=?1))"
        " ORDER BY t.changed_at DESC, t.id DESC",
        (person, game, int(blocked)),
    )
    return [row[0] for row in rows]


async def in_channel(reads: Reads, channel: int, game: str | None = None) -> list[int]:
    """Return the unfinished tables in a channel, most recently changed first. Omit practice."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE channel=?1 AND practice=0 AND (game=?2 OR ?2 IS NULL)"
        " AND phase IN ('open','playing') ORDER BY changed_at DESC, id DESC",
        (channel, game),
    )
    return [row[0] for row in rows]


async def practised_by(reads: Reads, person: int) -> list[tuple[int, str]]:
    """Return the unfinished practice tables of a person, each with its game."""
    rows = await reads.all(
        "SELECT id, game FROM tables WHERE opener=? AND practice=1 AND phase='playing' ORDER BY id",
        (person,),
    )
    return [(row[0], row[1]) for row in rows]


async def practised_since(reads: Reads, instant: float) -> int:
    """Return the number of unfinished practice tables at which something happened since then."""
    rows = await reads.all(
        "SELECT count(*) FROM tables WHERE practice=1 AND phase='playing' AND changed_at>?",
        (instant,),
    )
    return rows[0][0]


async def in_guild(reads: Reads, guild: int) -> list[int]:
    """Return the tables of a server that are unfinished or have outdated messages."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE guild=?1 AND phase IN ('open','playing')"
        " UNION SELECT id FROM tables WHERE behind=1 AND guild=?1",
        (guild,),
    )
    return [row[0] for row in rows]


async def open_in_guild(reads: Reads, guild: int) -> list[int]:
    """Return the tables of a server whose seats are open, most recently changed first."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE guild=? AND phase='open' AND practice=0 AND deal_press IS NULL"
        " ORDER BY changed_at DESC, id DESC",
        (guild,),
    )
    return [row[0] for row in rows]


async def has_tables_on(reads: Reads, guild: int) -> bool:
    """Return whether any table was ever opened in a server."""
    return await reads.one("SELECT 1 FROM tables WHERE guild=? LIMIT 1", (guild,)) is not None


async def unfinished_of(reads: Reads, game: str) -> list[int]:
    """Return all unfinished tables of a game."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE game=? AND phase IN ('open','playing') ORDER BY id", (game,)
    )
    return [row[0] for row in rows]


async def behind(reads: Reads) -> list[int]:
    """Return the tables with a message that may be out of date."""
    return [row[0] for row in await reads.all("SELECT id FROM tables WHERE behind=1 ORDER BY id")]


Due: TypeAlias = tuple[float, int, int]
"""A time in seconds since 1970, a table and a seat."""


async def next_due(reads: Reads, but_for: Collection[tuple[int, int]] = ()) -> Due | None:
    """Return the earliest deadline, except for the (table, seat) pairs in `but_for`.

    Omit tables that people can't reach.
    """
    found = await _earliest(reads, "due", len(but_for) + 1)
    return next((due for due in found if due[1:] not in but_for), None)


async def next_notice(reads: Reads, but_for: Collection[Due] = ()) -> Due | None:
    """Return the earliest notice to send, except for those in `but_for`.

    Omit tables that people can't reach.
    """
    found = await _earliest(reads, "notice_at", len(but_for) + 1)
    return next((due for due in found if due not in but_for), None)


async def _earliest(reads: Reads, column: str, most: int) -> list[Due]:
    rows = await reads.all(
        f"SELECT {column}, table_id, seat FROM seats WHERE {column} IS NOT NULL"
        f" AND {out_of_reach.WITHIN}"
        f" ORDER BY {column}, table_id, seat LIMIT ?",
        (most,),
    )
    return [(row[0], row[1], row[2]) for row in rows]
