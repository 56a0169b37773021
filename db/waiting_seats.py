"""Seats that must move and whose players have set waking hours."""

from dataclasses import dataclass

from db import people
from db.database import Reads, Transaction
from db.people import Person


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat that must move by `due`, with its table's pace and its player's settings."""

    table: int
    seat: int
    pace: str
    due: float
    notice_at: float | None
    asked_at: float | None
    person: Person


async def with_waking_hours(reads: Reads) -> list[Waiting]:
    """Return the seats that must move and whose players have set waking hours."""
    rows = await reads.all(
        "SELECT s.table_id, s.seat, t.pace, s.due, s.notice_at, s.asked_at, p.person FROM seats s"
        " JOIN tables t ON t.id=s.table_id JOIN people p ON p.person=s.person"
        " WHERE s.due IS NOT NULL AND p.awake_from IS NOT NULL ORDER BY s.table_id, s.seat"
    )
    settings = await people.load_all(reads, {row["person"] for row in rows})
    return [
        Waiting(row[0], row[1], row[2], row[3], row[4], row[5], settings[row["person"]])
        for row in rows
    ]


async def tables(reads: Reads) -> list[int]:
    """Return the tables at which any seat has a deadline."""
    rows = await reads.all("SELECT table_id FROM seats WHERE due>0")  # needed to use the index
    return sorted({row[0] for row in rows})


async def postpone(tx: Transaction, seat: Waiting) -> None:
    """Store a seat's new deadline, the time it was asked, and the time of its notice."""
    await tx.run(
        "UPDATE seats SET due=?, notice_at=?, asked_at=? WHERE table_id=? AND seat=?",
        (seat.due, seat.notice_at, seat.asked_at, seat.table, seat.seat),
    )
