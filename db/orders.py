"""What seats have said ahead: one order of a kind for each, private, apart from the state."""

from collections.abc import Iterable
from dataclasses import dataclass

from db.database import Reads, Transaction


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """One order of a seat; `said` is JSON of its game."""

    seat: int
    kind: str
    said: str


async def save(
    tx: Transaction, table_id: int, before: Iterable[StoredOrder], now: Iterable[StoredOrder]
) -> None:
    """Store what the seats of a table have said ahead now, in place of what they had `before`."""
    old, new = set(before), set(now)
    gone = {(one.seat, one.kind) for one in old - new} - {(one.seat, one.kind) for one in new}
    if gone:
        await tx.run_many(
            "DELETE FROM orders WHERE table_id=? AND seat=? AND kind=?",
            [(table_id, seat, kind) for seat, kind in sorted(gone)],
        )
    if new - old:
        await tx.run_many(
            "INSERT INTO orders (table_id, seat, kind, said) VALUES (?,?,?,?)"
            " ON CONFLICT (table_id, seat, kind) DO UPDATE SET said=excluded.said",
            [(table_id, one.seat, one.kind, one.said) for one in sorted(new - old, key=_place)],
        )


async def tables_with_any(reads: Reads) -> list[int]:
    """List the tables being played at which something has been said ahead."""
    rows = await reads.all(
        "SELECT DISTINCT table_id FROM orders JOIN tables ON id = table_id"
        " WHERE phase = 'playing' ORDER BY table_id"
    )
    return [row[0] for row in rows]


def _place(one: StoredOrder) -> tuple[int, str]:
    return one.seat, one.kind
