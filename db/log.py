"""What happened at a table, in order and without gaps: for the recap, the replay and the proof.

A *rev* numbers the rows of a table's log: 1 is its opening, and everything that happens adds one. A
*step* counts only what everybody could see happen: a bid under the hand raises the rev alone.
"""

import sqlite3
from dataclasses import astuple, dataclass

from db.database import Reads, Transaction


class UsedReceipt(Exception):
    """This interaction, or typed line, has already changed something: it was delivered twice."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One row: what was done, by whom, and what was told; `move` and `told` are JSON of the game.

    `kind` is open, join, leave, freeze (the press on *Deal*), deal, move, order (a standing order's
    move), clock or end; more may come.
    `receipt` is the id of the interaction or typed line that asked for it; that of the message of a
    deal, for a deal that waited for one. `at` is an instant.
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


COLUMNS = "rev, step, kind, seat, person, move, told, receipt, at"  # as in LogEntry


async def write(tx: Transaction, table_id: int, entry: LogEntry) -> None:
    """Add a row. Raises UsedReceipt."""
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
    """Load the log after a rev, oldest first."""
    rows = await reads.all(
        f"SELECT {COLUMNS} FROM log WHERE table_id=? AND rev>? ORDER BY rev", (table_id, rev)
    )
    return [LogEntry(*row) for row in rows]


async def opened_by(reads: Reads, receipt: int) -> int | None:
    """Find the table that an interaction has opened, if it has."""
    row = await reads.one("SELECT table_id FROM log WHERE receipt=? AND kind='open'", (receipt,))
    return None if row is None else row["table_id"]
