"""Reads what an operator wants to know about a file: whether it is whole, and what is in it."""

from dataclasses import dataclass

from db.database import Reads
from db.engines import notes

FAULTS_LISTED = 5


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a file. `newest` is the time of the newest move, or None without any.

    `in_play` has the number of unfinished tables by game.
    """

    in_play: dict[str, int]
    finished: int
    moves: int
    newest: float | None


async def contents(reads: Reads) -> Contents:
    """Count the tables and the rows of their logs."""
    in_play = await reads.all(
        "SELECT game, count(*) FROM tables WHERE phase IN ('open','playing')"
        " GROUP BY game ORDER BY game"
    )
    over = await reads.all("SELECT count(*) FROM tables WHERE phase NOT IN ('open','playing')")
    log = await reads.all("SELECT count(*), max(at) FROM log")
    return Contents({row[0]: row[1] for row in in_play}, over[0][0], log[0][0], log[0][1])


async def unfinished(reads: Reads) -> list[tuple[int, str]]:
    """Return all unfinished tables, each with its game."""
    rows = await reads.all(
        "SELECT id, game FROM tables WHERE phase IN ('open','playing') ORDER BY id"
    )
    return [(row[0], row[1]) for row in rows]


async def note(reads: Reads, key: str) -> str | None:
    """Return a value that the bot stored for itself, or None."""
    return await notes.read(reads, key)


async def overdue(reads: Reads, before: float) -> tuple[int, float | None]:
    """Return the number of deadlines before a time, and the earliest of them."""
    rows = await reads.all("SELECT count(*), min(due) FROM seats WHERE due<?", (before,))
    return rows[0][0], rows[0][1]


async def faults(reads: Reads) -> list[str]:
    """Read the whole file, and return the first faults that SQLite finds in it."""
    rows = await reads.all(f"PRAGMA integrity_check({FAULTS_LISTED})")
    lost = await reads.all("PRAGMA foreign_key_check")
    found = [row[0] for row in rows if row[0] != "ok"]
    return found + [f"a row of {row[0]} belongs to no row of {row[2]}" for row in lost[:1]]
