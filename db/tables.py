"""Tables and who plays at them: what *is*, and how it is read and written.

A table is read in one statement, with its players, the newest of its log and what was shown of it;
what happens at it is saved in three, from the very row that was read: `rev` guards that. A move
marks its table as behind in its own transaction, so that after a start only those are looked at of
which something that is shown may be older than the table.
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
    """Who plays a seat (`person=None`: the house); instants are seconds since 1970.

    `acted_step` is the public step of its owner's last public move, `acted_at` the instant of their
    last public act by hand. The clock moves for the seat at `due`; a notice is sent at `notice_at`.
    What it owes it was first asked at `asked_at`; `unanswered` notices in a row went to it in vain.
    `joined` is the id of the press with which its owner sat down.
    `gone`: its owner was found not to be in the server any more; `would_end`: they have said that
    they would end the game here.
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
    """A table as stored; `options` and `state` are JSON of its game.

    `version` is that of the rules that can play the state, `dealt_version` that of the deal. `rev`
    is its newest log row and `step` counts what everybody saw happen; the question that stands is
    about `subject` since `subject_step`, and has been `question` since `question_step`. `behind`:
    something that is shown may be older than the table. `all_here`: the newest public act by hand
    found everybody here who was not before.

    The message `sealed_by` in the channel `sealed_in` shows the seal. `deal_press` is the id of the
    press on *Deal*: it freezes seats and terms. Then the message `mixed_by` in the channel
    `mixed_in` shows `mixed`, the cards are dealt, and `moves` are counted. Where `mixed` is set and
    `deal_press` is None, the table was dealt in one step and its message came after the deal. A
    table that was dealt without `mixed` is older still: a board showed its seal (`sealed_in` is
    None), and its luck goes by revs.
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
        """Find where a person plays."""
        return next((player for player in self.players if player.person == person), None)


def _names(kind: type[Any], *without: str) -> list[str]:
    return [field.name for field in fields(kind) if field.name not in without]


_TABLE = _names(Table, "players")
_PLAYER = _names(Player)
_PLAYING = _names(Player, "seat", "person")
_CHANGING = [  # by what happens at a table; the rest is its terms, or has a function of its own
    *("version", "dealt_version", "opener", "phase", "state", "rev", "step"),
    *("subject", "subject_step", "question", "question_step", "hurried", "changed_at"),
    *("all_here", "mixed", "moves", "deal_press"),
]


# --- writing --------------------------------------------------------------------------------------


async def insert(tx: Transaction, table: Table, entry: LogEntry) -> int:
    """Store a new table (its `id` is ignored) and its first log row; return its id.

    Raises UsedReceipt.
    """
    columns = [name for name in _TABLE if name != "id"]
    new = await tx.run(
        f"INSERT INTO tables ({', '.join(columns)}) VALUES ({_marks(columns)})",
        [getattr(table, name) for name in columns],
    )
    await _insert_players(tx, new, table.players)
    await log.write(tx, new, entry)
    return new


async def save(tx: Transaction, table: Table, entries: Sequence[LogEntry], before: Table) -> bool:
    """Store where a table is now, and the log rows that led there from `before`.

    False, with nothing written, if the table is no longer as it was then. Raises UsedReceipt.
    """
    assert [one.rev for one in entries] == [*range(before.rev + 1, table.rev + 1)]
    changed = ", ".join(f"{name}=?" for name in _CHANGING)
    met = await tx.one(
        f"UPDATE tables SET {changed}, behind=1 WHERE id=? AND rev=? RETURNING id",
        [*(getattr(table, name) for name in _CHANGING), before.id, before.rev],
    )
    if met is None:
        return False
    if _who(table) != _who(before):
        await _seat_anew(tx, table, before)
    else:
        differ = [
            (*(getattr(now, name) for name in _PLAYING), table.id, now.seat)
            for now, then in zip(table.players, before.players, strict=True)
            if now != then
        ]
        if differ:
            changed = ", ".join(f"{name}=?" for name in _PLAYING)
            await tx.run_many(f"UPDATE seats SET {changed} WHERE table_id=? AND seat=?", differ)
    if table.phase in ("over", "ended"):
        await drafts.tear_up_all(tx, table.id)
    for entry in entries:
        await log.write(tx, table.id, entry)
    return True


async def caught_up(tx: Transaction, pairs: Sequence[tuple[int, int]]) -> None:
    """Note that all that is shown of these (table, rev) is as new as that rev."""
    if pairs:
        await tx.run_many("UPDATE tables SET behind=0 WHERE id=? AND rev=?", pairs)


async def move_to(tx: Transaction, table_id: int, channel: int) -> None:
    """Note that a table stands in another channel; it has no board there yet."""
    await tx.run("UPDATE tables SET channel=?, behind=1 WHERE id=?", (channel, table_id))
    await tx.run("UPDATE shown SET message=NULL WHERE table_id=? AND reader=?", (table_id, BOARD))


async def sealed(tx: Transaction, table_id: int, message: int, channel: int) -> None:
    """Note the message that shows the seal. The first one that is noted seals the luck."""
    await tx.run(
        "UPDATE tables SET sealed_by=?, sealed_in=? WHERE id=? AND sealed_by IS NULL",
        (message, channel, table_id),
    )


async def mix_shown(tx: Transaction, table_id: int, message: int, channel: int) -> None:
    """Note the message that shows what was mixed in at the deal; the first one that is noted."""
    await tx.run(
        "UPDATE tables SET mixed_by=?, mixed_in=? WHERE id=? AND mixed_by IS NULL",
        (message, channel, table_id),
    )


async def notice_due(tx: Transaction, table_id: int, seat: int, instant: float | None) -> None:
    """Note when a notice is to be sent to a seat (None: not at all)."""
    await tx.run(
        "UPDATE seats SET notice_at=? WHERE table_id=? AND seat=?", (instant, table_id, seat)
    )


async def noticed(
    tx: Transaction, table_id: int, seat: int, due: float, again: float | None = None
) -> None:
    """Note that a seat was written to of all that was due by an instant; `again`: the next one."""
    await tx.run(
        "UPDATE seats SET notice_at=? WHERE table_id=? AND seat=? AND notice_at<=?",
        (again, table_id, seat, due),
    )


async def gone(tx: Transaction, table_id: int, seat: int) -> None:
    """Note that the owner of a seat is not in the server any more: they are not written to."""
    await tx.run(
        "UPDATE seats SET gone=1, notice_at=NULL WHERE table_id=? AND seat=?", (table_id, seat)
    )


async def would_end(tx: Transaction, table_id: int, seat: int, *, says: bool) -> None:
    """Note whether the owner of a seat would end the game here; the board is behind."""
    await tx.run(
        "UPDATE seats SET would_end=? WHERE table_id=? AND seat=?", (int(says), table_id, seat)
    )
    await tx.run(
        "UPDATE shown SET step=-abs(step) WHERE table_id=? AND reader=?", (table_id, BOARD)
    )
    await tx.run("UPDATE tables SET behind=1 WHERE id=?", (table_id,))


async def give_back(tx: Transaction, gone: float, back: float) -> None:
    """Move every deadline and notice later by the time in which nobody could have moved.

    Of who was asked in that time, by the rest of it.
    """
    lost = "max(0, ?2 - max(?1, coalesce(asked_at, ?1)))"
    for column in ("due", "notice_at", "asked_at"):  # the last is what the others go by
        waits = "due" if column == "asked_at" else column  # each index names those that wait
        await tx.run(
            f"UPDATE seats SET {column}={column}+{lost} WHERE {waits} IS NOT NULL", (gone, back)
        )


def _who(table: Table) -> list[tuple[int, int | None]]:
    return [(player.seat, player.person) for player in table.players]


async def _seat_anew(tx: Transaction, table: Table, before: Table) -> None:
    """Write all seats, after somebody joined or left; forget what was shown to who sat there."""
    now = dict(_who(table))
    gone = [(table.id, seat) for seat, person in _who(before) if now.get(seat, -1) != person]
    await tx.run("DELETE FROM seats WHERE table_id=?", (table.id,))
    await _insert_players(tx, table.id, table.players)
    if gone:
        await tx.run_many("DELETE FROM shown WHERE table_id=? AND reader=?", gone)


async def _insert_players(tx: Transaction, table_id: int, players: Iterable[Player]) -> None:
    await tx.run_many(
        f"INSERT INTO seats (table_id, {', '.join(_PLAYER)}) VALUES (?, {_marks(_PLAYER)})",
        [(table_id, *(getattr(player, name) for name in _PLAYER)) for player in players],
    )


def _marks(columns: Sequence[str]) -> str:
    return ", ".join("?" * len(columns))


# --- reading --------------------------------------------------------------------------------------

Loaded: TypeAlias = tuple[Table, list[LogEntry], list[Shown], list[StoredOrder], Meeting | None]


def _select(part: int, columns: Sequence[str], source: str) -> str:
    """Write one part of `_LOAD`: its number, its columns, and as many NULLs as fill the row."""
    padding = ["NULL"] * (len(_TABLE) - len(columns))
    return f"SELECT {', '.join([str(part), *columns, *padding])} FROM {source}"


_LOG = _names(LogEntry)
_NEWEST = (  # of what all could see happen; and, since the oldest of that, of each seat's secrets
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


async def load(reads: Reads, table_id: int, news: int) -> Loaded | None:
    """Load a table: players, newest log rows, what was shown and said ahead, its meeting.

    Of what all could see happen there are `news` rows, and as many of what each seat did in secret
    since the oldest of them. One statement, so that all of it is of the same rev.
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
        Table(**values, players=tuple(sorted(players, key=lambda one: one.seat))),
        sorted((LogEntry(*row[1 : 1 + len(_LOG)]) for row in parts[2]), key=lambda one: one.rev),
        sorted((Shown(*row[1 : 1 + len(_SHOWN)]) for row in parts[3]), key=lambda one: one.reader),
        [StoredOrder(*row[1 : 1 + len(_ORDER)]) for row in parts[4]],
        meetings.read(parts[5], parts[6]),
    )


async def of_person(reads: Reads, person: int, game: str | None = None) -> list[int]:
    """List the tables going on at which a person plays, the last changed first."""
    rows = await reads.all(
        "SELECT t.id FROM tables t JOIN seats s ON s.table_id=t.id WHERE s.person=?1"
        " AND (?2 IS NULL OR t.game=?2) AND t.phase IN ('open','playing')"
        " ORDER BY t.changed_at DESC, t.id DESC",
        (person, game),
    )
    return [row[0] for row in rows]


async def in_channel(reads: Reads, channel: int, game: str | None = None) -> list[int]:
    """List the tables going on in a channel, the last changed first."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE channel=?1 AND (?2 IS NULL OR game=?2)"
        " AND phase IN ('open','playing') ORDER BY changed_at DESC, id DESC",
        (channel, game),
    )
    return [row[0] for row in rows]


async def in_guild(reads: Reads, guild: int) -> list[int]:
    """List the tables of a server that are going on, or of which something is not shown yet."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE guild=?1 AND phase IN ('open','playing')"
        " UNION SELECT id FROM tables WHERE behind=1 AND guild=?1",
        (guild,),
    )
    return [row[0] for row in rows]


async def stood_in(reads: Reads, guild: int) -> bool:
    """Say whether any table was ever opened in a server."""
    return await reads.one("SELECT 1 FROM tables WHERE guild=? LIMIT 1", (guild,)) is not None


async def in_play(reads: Reads) -> bool:
    """Say whether any table is going on."""
    rows = await reads.all("SELECT 1 FROM tables WHERE phase IN ('open','playing') LIMIT 1")
    return bool(rows)


async def behind(reads: Reads) -> list[int]:
    """List the tables of which something that is shown may be older than they are."""
    return [row[0] for row in await reads.all("SELECT id FROM tables WHERE behind=1 ORDER BY id")]


Due: TypeAlias = tuple[float, int, int]
"""An instant, a table and a seat."""


async def next_due(reads: Reads, but_for: Collection[tuple[int, int]] = ()) -> Due | None:
    """Find the earliest deadline, but for these (table, seat)."""
    found = await _earliest(reads, "due", len(but_for) + 1)
    return next((one for one in found if one[1:] not in but_for), None)


async def next_notice(reads: Reads, but_for: Collection[Due] = ()) -> Due | None:
    """Find the notice that is to be sent first, but for these."""
    found = await _earliest(reads, "notice_at", len(but_for) + 1)
    return next((one for one in found if one not in but_for), None)


async def _earliest(reads: Reads, column: str, most: int) -> list[Due]:
    rows = await reads.all(
        f"SELECT {column}, table_id, seat FROM seats WHERE {column} IS NOT NULL"
        f" ORDER BY {column} LIMIT ?",
        (most,),
    )
    return [(row[0], row[1], row[2]) for row in rows]
