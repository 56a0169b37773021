"""Tables, seats and the log: what is stored of a game, and how it is read and written.

A *rev* numbers everything that happens at a table: 1 is its opening, and each join, leave, deal and
move adds one, with one row in the log. What was *shown* is stored apart from what *is*: showing
writes only its own columns, so it can never undo a move.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from db.database import Row, Transaction

Phase: TypeAlias = Literal["open", "playing", "over", "ended"]
Kind: TypeAlias = Literal["open", "join", "leave", "deal", "move", "clock", "end"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person at a seat; instants are seconds since 1970."""

    seat: int
    person: int
    name: str
    acted_rev: int = 0
    due: float | None = None
    looked_rev: int = 0
    hand: int | None = None
    hand_rev: int = 0
    hand_print: str = ""
    hand_question: str = ""
    nudge: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as stored; `options` and `state` are JSON of its game."""

    id: int
    game: str
    version: int
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
    question: str
    rev: int
    opened_at: float
    changed_at: float
    board: int | None
    board_rev: int
    sitters: tuple[Sitter, ...] = ()

    def sitter_of(self, person: int) -> Sitter | None:
        """Find where a person sits."""
        return next((sitter for sitter in self.sitters if sitter.person == person), None)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log; `move` and `told` are JSON of the game."""

    rev: int
    kind: Kind
    seat: int | None
    person: int | None
    move: str | None
    told: str
    receipt: int | None
    at: float


async def insert(tx: Transaction, table: Table, entry: Entry) -> int:
    """Store a new table (its `id` is ignored) and its first log row; return its id."""
    new = await tx.run(
        "INSERT INTO tables (game, version, guild, channel, opener, phase, options, pace,"
        " laid_open, secret, rev, opened_at, changed_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            table.game,
            table.version,
            table.guild,
            table.channel,
            table.opener,
            table.phase,
            table.options,
            table.pace,
            int(table.laid_open),
            table.secret,
            table.rev,
            table.opened_at,
            table.changed_at,
        ),
    )
    await _write_sitters(tx, new, table.sitters)
    await _write_entry(tx, new, entry)
    return new


async def save(tx: Transaction, table: Table, entry: Entry) -> None:
    """Store where a table is now, and the log row that led there (`entry.rev == table.rev`)."""
    assert entry.rev == table.rev
    await tx.run(
        "UPDATE tables SET opener=?, phase=?, state=?, question=?, rev=?, changed_at=?, version=?"
        " WHERE id=? AND rev=?",
        (
            table.opener,
            table.phase,
            table.state,
            table.question,
            table.rev,
            table.changed_at,
            table.version,
            table.id,
            table.rev - 1,
        ),
    )
    if entry.kind in ("join", "leave"):
        await tx.run("DELETE FROM seats WHERE table_id=?", (table.id,))
        await _write_sitters(tx, table.id, table.sitters)
    else:
        await tx.run_many(
            "UPDATE seats SET acted_rev=?, due=? WHERE table_id=? AND seat=?",
            [(one.acted_rev, one.due, table.id, one.seat) for one in table.sitters],
        )
    await _write_entry(tx, table.id, entry)


async def load(tx: Transaction, table_id: int) -> Table | None:
    """Load a table with its sitters."""
    row = await tx.one("SELECT * FROM tables WHERE id=?", (table_id,))
    if row is None:
        return None
    seats = await tx.all("SELECT * FROM seats WHERE table_id=? ORDER BY seat", (table_id,))
    return _table(row, seats)


async def done_before(tx: Transaction, receipt: int) -> bool:
    """Say whether this interaction has already moved something."""
    return await tx.one("SELECT 1 FROM log WHERE receipt=?", (receipt,)) is not None


async def opened_by(tx: Transaction, receipt: int) -> int | None:
    """Find the table that an interaction has opened, if it has."""
    row = await tx.one("SELECT table_id FROM log WHERE receipt=? AND kind='open'", (receipt,))
    return None if row is None else row["table_id"]


async def log_since(tx: Transaction, table_id: int, rev: int) -> list[Entry]:
    """Load the log after a rev, oldest first."""
    rows = await tx.all(
        "SELECT * FROM log WHERE table_id=? AND rev>? ORDER BY rev", (table_id, rev)
    )
    return [_entry(row) for row in rows]


async def behind(tx: Transaction) -> list[int]:
    """List tables whose board, or some hand in a DM, may be older than the table itself."""
    rows = await tx.all(
        "SELECT id FROM tables t WHERE phase IN ('open','playing') OR board_rev < rev"
        " OR EXISTS (SELECT 1 FROM seats WHERE table_id=t.id"
        " AND ((hand IS NOT NULL AND hand_rev < t.rev) OR nudge IS NOT NULL)) ORDER BY id"
    )
    return [row["id"] for row in rows]


async def of_person(tx: Transaction, person: int, game: str | None = None) -> list[int]:
    """List the tables going on at which a person sits, the last changed first."""
    rows = await tx.all(
        "SELECT t.id FROM tables t JOIN seats s ON s.table_id=t.id WHERE s.person=?"
        " AND (? IS NULL OR t.game=?) AND t.phase IN ('open','playing')"
        " ORDER BY t.changed_at DESC, t.id DESC",
        (person, game, game),
    )
    return [row["id"] for row in rows]


async def in_channel(tx: Transaction, channel: int, game: str | None = None) -> list[int]:
    """List the tables going on in a channel, the last changed first."""
    rows = await tx.all(
        "SELECT id FROM tables WHERE channel=? AND (? IS NULL OR game=?)"
        " AND phase IN ('open','playing') ORDER BY changed_at DESC, id DESC",
        (channel, game, game),
    )
    return [row["id"] for row in rows]


async def next_due(
    tx: Transaction, but_for: Collection[tuple[int, int]] = ()
) -> tuple[float, int, int] | None:
    """Find the earliest deadline, but for these (table, seat): (instant, table, seat)."""
    rows = await tx.all(
        "SELECT due, table_id, seat FROM seats WHERE due IS NOT NULL ORDER BY due LIMIT ?",
        (len(but_for) + 1,),
    )
    found = ((row["due"], row["table_id"], row["seat"]) for row in rows)
    return next((one for one in found if one[1:] not in but_for), None)


async def give_back(tx: Transaction, seconds: float) -> None:
    """Move every deadline later by the time in which nobody could have moved."""
    await tx.run("UPDATE seats SET due = due + ? WHERE due IS NOT NULL", (seconds,))


# --- what was shown: columns that nothing above writes ---


async def board_shown(tx: Transaction, table_id: int, message: int | None, rev: int) -> None:
    """Note the board's message and the rev it shows. The first one that is noted seals the luck."""
    await tx.run(
        "UPDATE tables SET board=?, board_rev=?, sealed_by=coalesce(sealed_by, ?) WHERE id=?",
        (message, rev, message, table_id),
    )


async def move_to(tx: Transaction, table_id: int, channel: int) -> None:
    """Note that a table stands in another channel; it has no board there yet."""
    await tx.run("UPDATE tables SET channel=?, board=NULL WHERE id=?", (channel, table_id))


async def hand_shown(tx: Transaction, table_id: int, sitter: Sitter) -> None:
    """Note what a hand's DM shows: hand, hand_rev, hand_print, hand_question."""
    await tx.run(
        "UPDATE seats SET hand=?, hand_rev=?, hand_print=?, hand_question=?"
        " WHERE table_id=? AND seat=? AND person=?",
        (
            sitter.hand,
            sitter.hand_rev,
            sitter.hand_print,
            sitter.hand_question,
            table_id,
            sitter.seat,
            sitter.person,
        ),
    )


async def looked(tx: Transaction, table_id: int, seat: int, rev: int) -> None:
    """Note that a seat's owner has read all that was told up to a rev."""
    await tx.run(
        "UPDATE seats SET looked_rev=max(looked_rev, ?) WHERE table_id=? AND seat=?",
        (rev, table_id, seat),
    )


async def nudged(tx: Transaction, table_id: int, seat: int, message: int | None) -> None:
    """Note the one live notice of a seat."""
    await tx.run("UPDATE seats SET nudge=? WHERE table_id=? AND seat=?", (message, table_id, seat))


# --- rows ---


async def _write_sitters(tx: Transaction, table_id: int, sitters: Sequence[Sitter]) -> None:
    await tx.run_many(
        "INSERT INTO seats (table_id, seat, person, name, acted_rev, due, looked_rev)"
        " VALUES (?,?,?,?,?,?,?)",
        [
            (table_id, one.seat, one.person, one.name, one.acted_rev, one.due, one.looked_rev)
            for one in sitters
        ],
    )


async def _write_entry(tx: Transaction, table_id: int, entry: Entry) -> None:
    await tx.run(
        "INSERT INTO log (table_id, rev, kind, seat, person, move, told, receipt, at)"
        " VALUES (?,?,?,?,?,?,?,?,?)",
        (
            table_id,
            entry.rev,
            entry.kind,
            entry.seat,
            entry.person,
            entry.move,
            entry.told,
            entry.receipt,
            entry.at,
        ),
    )


def _table(row: Row, seats: Sequence[Row]) -> Table:
    fields = {key: row[key] for key in row.keys()}  # noqa: SIM118 (a Row iterates its values)
    fields["laid_open"] = bool(fields["laid_open"])
    sitters = tuple(
        Sitter(**{key: one[key] for key in one.keys() if key != "table_id"})  # noqa: SIM118
        for one in seats
    )
    return Table(**fields, sitters=sitters)


def _entry(row: Row) -> Entry:
    return Entry(**{key: row[key] for key in row.keys() if key != "table_id"})  # noqa: SIM118
