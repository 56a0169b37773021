"""The former holders of seats that changed hands during a game."""

from dataclasses import dataclass

from db.database import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Tenure:
    """The time in which somebody held a seat, from the log row `since`. The house has no person."""

    seat: int
    since: int
    person: int | None
    name: str


async def add(tx: Transaction, table_id: int, ended: Tenure) -> None:
    """Store a tenure that has ended."""
    await tx.run(
        "INSERT INTO tenures (table_id, seat, since, person, name) VALUES (?,?,?,?,?)",
        (table_id, ended.seat, ended.since, ended.person, ended.name),
    )


async def of_table(reads: Reads, table_id: int) -> list[Tenure]:
    """Return the ended tenures of a table, by seat and oldest first."""
    rows = await reads.all(
        "SELECT seat, since, person, name FROM tenures WHERE table_id=? ORDER BY seat, since",
        (table_id,),
    )
    return [Tenure(*row) for row in rows]
