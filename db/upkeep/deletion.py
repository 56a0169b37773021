"""Deletes tables with all rows that belong to them, and everything that belongs to a server.

Results (db/tables/results.py) stay when their table is deleted, and go with their server.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from db.base.problems import DatabaseProblem, cannot_open
from db.database import Reads, Row, Transaction

OF_TABLES = (
    *("seats", "log", "shown", "slips", "orders", "meetings", "meeting_people", "tenures"),
    *("rematches", "rematch_people", "watchers", "out_of_reach", "unasked"),
)
"""The tables of the file whose rows belong to a game table, and are deleted with it."""
OF_SERVERS = ("results", "servers", "blocks", "moderation", "servers_left")
"""The tables of the file whose other rows belong to a server."""
_ROWS = " + ".join(
    ["1", *(f"(SELECT count(*) FROM {name} WHERE table_id=t.id)" for name in OF_TABLES)]
)
_FINISHED = "t.phase IN ('over','ended')"
_IDLE = (
    f"t.practice=1 AND {_FINISHED} AND NOT EXISTS"
    " (SELECT 1 FROM log l WHERE l.table_id=t.id AND l.kind IN ('move','order'))"
)
_GOES_ON = "t.phase IN ('open','playing')"


@dataclass(frozen=True, slots=True)
class Stored:
    """A table in the file: its number, its game, and how many rows it has in all."""

    id: int
    game: str
    rows: int


@dataclass(frozen=True, slots=True)
class Due:
    """Which finished tables are due: those that ended before `ended_before`.

    Tables of which something must still be shown are due if they ended before `shown_before`.
    Times are in seconds since 1970.
    """

    ended_before: float
    shown_before: float


async def expired(reads: Reads, due: Due, most: int, only: int | None = None) -> list[Stored]:
    """Return at most so many finished tables that are due, those that ended first at the front.

    Something must still be shown if a message is outdated or a watcher wasn't told. A table also
    stays while a rematch of it is open, because its board leads there. Practice without a move of
    its player is due at once. `only` is the one table to look at.
    """
    rows = await reads.all(
        f"SELECT t.id, t.game, {_ROWS} FROM tables t WHERE {_FINISHED} AND t.changed_at<?1"
        " AND (t.changed_at<?2 OR (t.behind=0"
        " AND NOT EXISTS (SELECT 1 FROM watchers w WHERE w.table_id=t.id)))"
        " AND NOT EXISTS (SELECT 1 FROM rematches r JOIN tables n ON n.id=r.table_id"
        " WHERE r.of_table=t.id AND n.phase='open')"
        " AND (t.id=?3 OR ?3 IS NULL) ORDER BY t.changed_at, t.id LIMIT ?4",
        (due.ended_before, due.shown_before, only, most),
    )
    idle = await reads.all(
        f"SELECT t.id, t.game, {_ROWS} FROM tables t WHERE {_IDLE} AND (t.id=?1 OR ?1 IS NULL)"
        " LIMIT ?2",
        (only, most - len(rows)),
    )
    return _stored([*rows, *idle])


async def idle_practice(reads: Reads, person: int) -> list[int]:
    """Return a person's finished practice tables in which they made no move."""
    rows = await reads.all(f"SELECT t.id FROM tables t WHERE {_IDLE} AND t.opener=?", (person,))
    return [row[0] for row in rows]


async def of_server(reads: Reads, guild: int) -> list[Stored]:
    """Return all tables of a server, whatever their phase is."""
    rows = await reads.all(
        f"SELECT t.id, t.game, {_ROWS} FROM tables t WHERE t.guild=?1 AND {_GOES_ON} UNION ALL"
        f" SELECT t.id, t.game, {_ROWS} FROM tables t WHERE t.guild=?1 AND {_FINISHED}",
        (guild,),
    )
    return sorted(_stored(rows), key=lambda table: table.id)


def _stored(rows: list[Row]) -> list[Stored]:
    return [Stored(*row) for row in rows]


async def other_rows(reads: Reads, guild: int) -> int:
    """Return how many rows a server has beside those of its tables."""
    counts = " + ".join(f"(SELECT count(*) FROM {name} WHERE guild=?1)" for name in OF_SERVERS)
    return (await reads.all(f"SELECT {counts}", (guild,)))[0][0]


async def delete_table(tx: Transaction, table_id: int) -> None:
    """Delete a table with all rows that belong to it. Its results stay."""
    await tx.run("DELETE FROM tables WHERE id=?", (table_id,))


async def delete_pings(tx: Transaction, guild: int) -> None:
    """Delete the pings in the channels of a server's tables, which can't be removed any more."""
    await tx.run(
        "DELETE FROM meeting_pings WHERE channel IN (SELECT channel FROM tables t WHERE guild=?1"
        f" AND {_GOES_ON} UNION SELECT channel FROM tables t WHERE guild=?1 AND {_FINISHED})",
        (guild,),
    )


async def delete_server(tx: Transaction, guild: int) -> None:
    """Delete everything of a server whose tables have been deleted."""
    for name in OF_SERVERS:
        await tx.run(f"DELETE FROM {name} WHERE guild=?", (guild,))


def shrink(path: Path) -> bool:
    """Give the room of what was deleted back to the disk. Return False if there is none.

    The file must be closed. Raises DatabaseProblem if that is prevented; the file is whole then.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            if connection.execute("PRAGMA freelist_count").fetchone()[0] == 0:
                return False
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("VACUUM")
            return True
    except sqlite3.Error as error:
        raise DatabaseProblem(cannot_open(path, error)) from error
