"""Gives tables, and the acts of moderators, their numbers.

No number is given twice, even if what had it was deleted, and none is left out: if a transaction is
undone, its numbers are given again. (A sequence of PostgreSQL would leave them out.)
"""

from typing import Literal, TypeAlias

from db.database import Reads, Transaction

Numbered: TypeAlias = Literal["tables", "moderation"]


async def take_next(tx: Transaction, kind: Numbered) -> int:
    """Take the next number."""
    row = await tx.one("UPDATE numbers SET newest=newest+1 WHERE kind=? RETURNING newest", (kind,))
    assert row is not None, "the migration makes it"
    return row["newest"]


async def newest(reads: Reads, kind: Numbered) -> int:
    """Return the number that was given last, or 0."""
    row = await reads.one("SELECT newest FROM numbers WHERE kind=?", (kind,))
    return 0 if row is None else row["newest"]
