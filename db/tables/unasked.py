"""Stores whom the bot has pinged although they hadn't asked for it, and who answered *Not now*.

Such a ping is about a seat that is offered, or about a rematch of a finished table (REMATCH).
"""

from collections.abc import Iterable
from typing import Final

from db.database import Reads, Transaction

REMATCH: Final = -1


async def last(reads: Reads, table_id: int, seat: int, person: int) -> tuple[float, bool] | None:
    """Return when a person was last pinged, and whether they declined; None if they never were."""
    row = await reads.one(
        "SELECT at, declined FROM unasked WHERE table_id=? AND seat=? AND person=?",
        (table_id, seat, person),
    )
    return None if row is None else (row[0], bool(row[1]))


async def note(tx: Transaction, table_id: int, seat: int, people: Iterable[int], at: float) -> None:
    """Store that people were pinged."""
    await tx.run_many(
        "INSERT INTO unasked (table_id, seat, person, at) SELECT ?1,?2,?3,?4"
        " WHERE EXISTS (SELECT 1 FROM tables WHERE id=?1)"
        " ON CONFLICT (table_id, seat, person) DO UPDATE SET at=excluded.at",
        [(table_id, seat, person, at) for person in people],
    )


async def decline(tx: Transaction, table_id: int, seat: int, person: int) -> None:
    """Store that a person answered *Not now*, whether they were pinged or not."""
    await tx.run(
        "INSERT INTO unasked (table_id, seat, person, at, declined) SELECT ?1,?2,?3,0,1"
        " WHERE EXISTS (SELECT 1 FROM tables WHERE id=?1)"
        " ON CONFLICT (table_id, seat, person) DO UPDATE SET declined=1",
        (table_id, seat, person),
    )
