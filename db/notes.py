"""The house's own notes: when it was last alive, which commands Discord was given."""

from db.database import Reads, Transaction


async def read(reads: Reads, key: str) -> str | None:
    """Read a note, if there is one."""
    row = await reads.one("SELECT value FROM notes WHERE key=?", (key,))
    return None if row is None else row["value"]


async def write(tx: Transaction, key: str, value: str) -> None:
    """Write a note over the last one."""
    await tx.run(
        "INSERT INTO notes (key, value) VALUES (?,?)"
        " ON CONFLICT (key) DO UPDATE SET value=excluded.value",
        (key, value),
    )
