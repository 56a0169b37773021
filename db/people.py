"""What is known of a person: how to reach them. And the house's own notes."""

from dataclasses import dataclass

from db.database import Transaction


@dataclass(frozen=True, slots=True)
class Person:
    """How to reach somebody by DM."""

    dm_channel: int | None = None
    dm_closed: bool = False


async def load(tx: Transaction, person: int) -> Person:
    """Load a person; who is unknown has told us nothing yet."""
    row = await tx.one("SELECT dm_channel, dm_closed FROM people WHERE person=?", (person,))
    return Person() if row is None else Person(row["dm_channel"], bool(row["dm_closed"]))


async def save(tx: Transaction, person: int, known: Person) -> None:
    """Store how to reach a person."""
    await tx.run(
        "INSERT INTO people (person, dm_channel, dm_closed) VALUES (?,?,?)"
        " ON CONFLICT (person) DO UPDATE SET dm_channel=excluded.dm_channel,"
        " dm_closed=excluded.dm_closed",
        (person, known.dm_channel, int(known.dm_closed)),
    )


async def note(tx: Transaction, key: str) -> str | None:
    """Read one of the house's notes."""
    row = await tx.one("SELECT value FROM notes WHERE key=?", (key,))
    return None if row is None else row["value"]


async def set_note(tx: Transaction, key: str, value: str) -> None:
    """Write one of the house's notes."""
    await tx.run(
        "INSERT INTO notes (key, value) VALUES (?,?)"
        " ON CONFLICT (key) DO UPDATE SET value=excluded.value",
        (key, value),
    )
