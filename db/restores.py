"""Records when the file was set back to a backup.

Each restore begins a new epoch. The epoch belongs to the whole file and not to a table, because
the id of a table that was opened after the backup is given to another table after the restore.
"""

from dataclasses import dataclass

from db.engines.engine import Reads, Transaction


@dataclass(frozen=True, slots=True)
class Restore:
    """A restore that began an epoch. Times are in seconds since 1970.

    At `restored_at` the file was replaced by a backup that was made at `set_back_to`.
    """

    epoch: int
    restored_at: float
    set_back_to: float


def next_epoch(restored_at: float, newest: int) -> int:
    """Return the epoch of a restore, given the newest epoch that is known.

    It is a time, because one backup can be restored twice, or on a machine without the old file. A
    counter would then count the same number again.

    >>> next_epoch(1_790_000_000.5, 1)
    1790000000
    >>> next_epoch(1_790_000_000.5, 1_790_000_000)
    1790000001
    """
    return max(int(restored_at), newest + 1)


async def newest(reads: Reads) -> Restore | None:
    """Return the newest restore, or None if the file was never restored."""
    row = await reads.one(
        "SELECT epoch, restored_at, set_back_to FROM restores ORDER BY epoch DESC LIMIT 1"
    )
    return None if row is None else Restore(*row)


async def set_back_since(reads: Reads, epoch: int) -> float | None:
    """Return the earliest time to which the file was set back after an epoch, or None."""
    row = await reads.one("SELECT min(set_back_to) FROM restores WHERE epoch>?", (epoch,))
    return None if row is None else row[0]


async def record(tx: Transaction, restore: Restore) -> None:
    """Store a restore, and add a public row to the log of each table in play, which draws it anew.

    The time of that row is the time to which the table was set back. Messages may have changed
    since the backup, so what is shown in DMs counts as outdated. Notices may have been answered and
    removed, so each player who is to move is asked again unless their notice is still there.
    """
    await tx.run(
        "INSERT INTO restores (epoch, restored_at, set_back_to) VALUES (?,?,?)",
        (restore.epoch, restore.restored_at, restore.set_back_to),
    )
    playing = "phase IN ('open','playing') AND practice=0"
    await tx.run(
        "INSERT INTO log (table_id, rev, step, kind, told, at)"
        f" SELECT id, rev+1, step+1, 'restore', '[]', ? FROM tables WHERE {playing}",
        (restore.set_back_to,),
    )
    await tx.run(f"UPDATE tables SET rev=rev+1, step=step+1, behind=1 WHERE {playing}")
    there = f"table_id IN (SELECT id FROM tables WHERE {playing})"
    await tx.run(
        f"UPDATE shown SET print='', notice_print='', question='' WHERE reader>=0 AND {there}"
    )
    await tx.run(
        f"UPDATE seats SET notice_at=? WHERE due IS NOT NULL AND person IS NOT NULL AND {there}",
        (restore.set_back_to,),
    )


async def backup_time(reads: Reads) -> float:
    """Return the last time at which the bot wrote into a file, or 0 if it never ran."""
    row = await reads.one(
        "SELECT max(at) FROM (SELECT max(at) AS at FROM log UNION ALL"
        " SELECT cast(value AS DOUBLE PRECISION) FROM notes WHERE key='alive') AS instants"
    )
    return 0.0 if row is None or row[0] is None else float(row[0])


@dataclass(frozen=True, slots=True)
class Lost:
    """What happened after a time: the tables that were opened, and the rows added to logs."""

    tables: int
    moves: int


async def lost_after(reads: Reads, instant: float) -> Lost:
    """Return what a file would lose if it were set back to a time."""
    tables = await reads.all("SELECT count(*) FROM tables WHERE opened_at>?", (instant,))
    moves = await reads.all("SELECT count(*) FROM log WHERE at>?", (instant,))
    return Lost(tables[0][0], moves[0][0])
