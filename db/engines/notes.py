"""Named values (notes) that the bot stores for itself, such as the time when it last ran."""

from db.engines.engine import Reads, Transaction


async def read(reads: Reads, key: str) -> str | None:
    """Return the value of a note, or None."""
    row = await reads.one("SELECT value FROM notes WHERE key=?", (key,))
    return None if row is None else row["value"]


async def write(tx: Transaction, key: str, value: str) -> None:
    """Store a note, replacing its old value."""
    await tx.run(
        "INSERT INTO notes (key, value) VALUES (?,?)"
        " ON CONFLICT (key) DO UPDATE SET value=excluded.value",
        (key, value),
    )


async def delete(tx: Transaction, key: str) -> None:
    """Delete a note, if it's there."""
    await tx.run("DELETE FROM notes WHERE key=?", (key,))
