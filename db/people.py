"""What is known of a person: how to reach them."""

from dataclasses import dataclass

from db.database import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Person:
    """How to reach somebody by DM."""

    dm_channel: int | None = None
    dm_closed: bool = False


async def load(reads: Reads, person: int) -> Person:
    """Load a person; who is unknown has told us nothing yet."""
    row = await reads.one("SELECT dm_channel, dm_closed FROM people WHERE person=?", (person,))
    return Person() if row is None else Person(row["dm_channel"], bool(row["dm_closed"]))


async def save(tx: Transaction, person: int, known: Person) -> None:
    """Store how to reach a person."""
    await tx.run(
        "INSERT INTO people (person, dm_channel, dm_closed) VALUES (?,?,?)"
        " ON CONFLICT (person) DO UPDATE SET dm_channel=excluded.dm_channel,"
        " dm_closed=excluded.dm_closed",
        (person, known.dm_channel, int(known.dm_closed)),
    )
