"""The log of a table: everything that happened there, in order and without gaps.

A table's revision (*rev*) is the number of its newest log row, starting at 1. Its *step* grows only
with rows that everybody may know about, so a secret bid changes only the rev.
"""

from dataclasses import astuple, dataclass, field

from db.database import Reads, Transaction
from db.idempotency import UsedReceipt


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A log row. `move` and `told` (its events) are JSON in a form that the game defines.

    `kind` is open, join, leave, freeze (a press on *Deal*), deal, move, order (a move by a standing
    order), clock (a move because time was up), house (a move by the house for an absent player),
    back (that player's return), restore (the table was set back to how it was at that time) or end.
    More kinds may be added. `receipt` is the idempotency key:
    the id of the press or typed line that caused the change. For a deal after a freeze, it is the
    id of the message posted in between. `at` is in seconds since 1970. `house` is the house player
    that chose the move (house:LEVEL:VERSION), or "".
    """

    rev: int
    step: int
    kind: str
    seat: int | None
    person: int | None
    move: str | None = field(repr=False)
    told: str = field(repr=False)
    receipt: int | None
    at: float
    house: str = ""


COLUMNS = "rev, step, kind, seat, person, move, told, receipt, at, house"  # the fields of LogEntry


async def write(tx: Transaction, table_id: int, entry: LogEntry) -> None:
    """Add a row to a table's log. Raises UsedReceipt if its idempotency key was used before."""
    written = await tx.one(
        f"INSERT INTO log (table_id, {COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)"
        " ON CONFLICT (receipt) DO NOTHING RETURNING rev",
        (table_id, *astuple(entry)),
    )
    if written is None:
        raise UsedReceipt(f"{entry.receipt} has been used")


async def since(reads: Reads, table_id: int, rev: int) -> list[LogEntry]:
    """Return the log rows after a rev, oldest first."""
    rows = await reads.all(
        f"SELECT {COLUMNS} FROM log WHERE table_id=? AND rev>? ORDER BY rev", (table_id, rev)
    )
    return [LogEntry(*row) for row in rows]


async def joins(reads: Reads, table_id: int) -> list[LogEntry]:
    """Return the log rows in which somebody took a seat of a table, oldest first."""
    rows = await reads.all(
        f"SELECT {COLUMNS} FROM log WHERE table_id=? AND kind='join' ORDER BY rev", (table_id,)
    )
    return [LogEntry(*row) for row in rows]


async def opened_by(reads: Reads, receipt: int) -> int | None:
    """Return the table that was opened by this press, or None."""
    row = await reads.one("SELECT table_id FROM log WHERE receipt=? AND kind='open'", (receipt,))
    return None if row is None else row["table_id"]
