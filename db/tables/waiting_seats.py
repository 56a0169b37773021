"""Seats that must move and whose players have set waking hours."""

from dataclasses import dataclass

from db.database import Reads, Transaction
from db.people import people
from db.people.people import Person
from db.tables import out_of_reach


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


async def with_waking_hours(reads: Reads, table_id: int | None = None) -> list[Waiting]:
    """Return the seats that must move and whose players have set waking hours.

    Look at one table, or at all that people can reach.
    """
    these = out_of_reach.WITHIN if table_id is None else "table_id=?"
    rows = await reads.all(
        "SELECT s.table_id, s.seat, t.pace, s.due, s.notice_at, s.asked_at, p.person FROM seats s"
        " JOIN tables t ON t.id=s.table_id JOIN people p ON p.person=s.person"
        f" WHERE s.due IS NOT NULL AND p.awake_from IS NOT NULL AND {these}"
        " ORDER BY s.table_id, s.seat",
        () if table_id is None else (table_id,),
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


async def next_of(reads: Reads, person: int, but_for: int) -> tuple[int, str] | None:
    """Return the table and game that need a person's move soonest, except for one table.

    Omit practice, and the servers whose moderators have blocked the person.
    """
    row = await reads.one(
        "SELECT t.id, t.game FROM seats s JOIN tables t ON t.id=s.table_id"
        " WHERE s.person=?1 AND t.id<>?2 AND s.due IS NOT NULL AND s.gone=0"
        " AND t.phase='playing' AND t.practice=0"
        " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.guild=t.guild AND b.person=?1)"
        " ORDER BY s.due, t.id LIMIT 1",
        (person, but_for),
    )
    return None if row is None else (row[0], row[1])
