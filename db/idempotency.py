"""Remembers the ids of presses and typed lines, so that none is carried out twice.

A change that makes a log row has its id there. Private changes and votes make none, so theirs are
kept here for an hour. Discord delivers nothing again after that.
"""

from db.database import Transaction

KEPT = 3600.0  # seconds


class UsedReceipt(Exception):
    """An idempotency key was used before, because a press or typed line was delivered twice."""


async def use(tx: Transaction, receipt: int, at: float) -> None:
    """Use an idempotency key in the transaction of its change. Raises UsedReceipt."""
    written = await tx.one(
        "INSERT INTO idempotency_keys (receipt, at) VALUES (?,?)"
        " ON CONFLICT (receipt) DO NOTHING RETURNING receipt",
        (receipt, at),
    )
    if written is None:
        raise UsedReceipt(f"{receipt} has been used")


async def forget_before(tx: Transaction, instant: float) -> None:
    """Forget the keys that were used before a time."""
    await tx.run("DELETE FROM idempotency_keys WHERE at<?", (instant,))
