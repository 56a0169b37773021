"""Private drafts: moves that a player is preparing and has not made yet."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from db.database import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of a seat. `json` is its content, in a form that depends on `kind`."""

    number: int
    kind: str
    json: str = field(repr=False)


async def of_seat(reads: Reads, table_id: int, seat: int) -> Sequence[Draft]:
    """Return a seat's drafts, oldest first."""
    rows = await reads.all(
        "SELECT number, kind, json FROM slips WHERE table_id=? AND seat=? ORDER BY number",
        (table_id, seat),
    )
    return [Draft(*row) for row in rows]


async def add(tx: Transaction, table_id: int, seat: int, kind: str, json: str, at: float) -> int:
    """Store a new draft. Return its number, which is unique among the seat's current drafts."""
    row = await tx.one(
        "INSERT INTO slips (table_id, seat, number, kind, json, made_at)"
        " SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5"
        " FROM slips WHERE table_id=?1 AND seat=?2 RETURNING number",
        (table_id, seat, kind, json, at),
    )
    assert row is not None
    return row["number"]


async def change(tx: Transaction, table_id: int, seat: int, before: Draft, json: str) -> bool:
    """Replace the content of a draft. Return False if it has changed since `before` was read."""
    met = await tx.one(
        "UPDATE slips SET json=? WHERE table_id=? AND seat=? AND number=? AND json=?"
        " RETURNING number",
        (json, table_id, seat, before.number, before.json),
    )
    return met is not None


async def delete(tx: Transaction, table_id: int, seat: int, number: int) -> None:
    """Delete a draft."""
    await tx.run(
        "DELETE FROM slips WHERE table_id=? AND seat=? AND number=?", (table_id, seat, number)
    )


async def delete_seat(tx: Transaction, table_id: int, seat: int) -> None:
    """Delete all drafts of a seat because its owner gave it up."""
    await tx.run("DELETE FROM slips WHERE table_id=? AND seat=?", (table_id, seat))


async def delete_all(tx: Transaction, table_id: int) -> None:
    """Delete all drafts of a table because its game is over."""
    await tx.run("DELETE FROM slips WHERE table_id=?", (table_id,))
