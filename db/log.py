"""The log of a table: everything that happened there, in order and without gaps.

A *rev* numbers the rows of a table's log: it is 1 for the opening and grows by one with each row. A
*step* grows only if everybody could see what happened, so a secret bid changes only the rev.
"""

import sqlite3
from dataclasses import astuple, dataclass

from db.database import Reads, Transaction


class UsedReceipt(Exception):
    """An idempotency key has already changed something: the press or line came twice."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One log row. `move` and `told` are JSON of the game.

    `kind` is open, join, leave, freeze (a press on *Deal*), deal, move, order (a standing order's
    move), clock or end; more kinds may come. `receipt`, the idempotency key, is the id of the press
    or typed line that asked for the change. For a deal that waited for its message, it is that
    message's id. `at` is in seconds since 1970.
    """

    rev: int
    step: int
    kind: str
    seat: int | None
    person: int | None
    move: str | None
    told: str
    receipt: int | None
    at: float


COLUMNS = "rev, step, kind, seat, person, move, told, receipt, at"  # the fields of LogEntry


async def write(tx: Transaction, table_id: int, entry: LogEntry) -> None:
    """Add a row to a table's log. Raises UsedReceipt if its idempotency key was used before."""
    try:
        await tx.run(
            f"INSERT INTO log (table_id, {COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)",
            (table_id, *astuple(entry)),
        )
    except sqlite3.IntegrityError as error:
        if "log.receipt" in str(error):
            raise UsedReceipt(f"{entry.receipt} has been used") from error
        raise


async def since(reads: Reads, table_id: int, rev: int) -> list[LogEntry]:
    """Return the log rows after a rev, oldest first."""
    rows = await reads.all(
        f"SELECT {COLUMNS} FROM log WHERE table_id=? AND rev>? ORDER BY rev", (table_id, rev)
    )
    return [LogEntry(*row) for row in rows]


async def opened_by(reads: Reads, receipt: int) -> int | None:
    """Return the table that a press opened, or None."""
    row = await reads.one("SELECT table_id FROM log WHERE receipt=? AND kind='open'", (receipt,))
    return None if row is None else row["table_id"]
