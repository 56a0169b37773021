"""Stores who watches which table until its game ends."""

from db.database import Reads, Transaction
from db.tables import out_of_reach


async def add(tx: Transaction, table_id: int, person: int) -> None:
    """Have a person watch a table, if they don't watch it already."""
    await tx.run(
        "INSERT INTO watchers (table_id, person) VALUES (?,?) ON CONFLICT DO NOTHING",
        (table_id, person),
    )


async def remove(tx: Transaction, table_id: int, person: int) -> None:
    """Have a person no longer watch a table."""
    await tx.run("DELETE FROM watchers WHERE table_id=? AND person=?", (table_id, person))


async def of_table(reads: Reads, table_id: int) -> list[int]:
    """Return the people who watch a table."""
    rows = await reads.all(
        "SELECT person FROM watchers WHERE table_id=? ORDER BY person", (table_id,)
    )
    return [row[0] for row in rows]


async def of_finished(reads: Reads) -> list[tuple[int, int]]:
    """Return the watchers of games that are over or closed, as (table, person).

    Omit tables that people can't reach.
    """
    rows = await reads.all(
        "SELECT w.table_id, w.person FROM watchers w JOIN tables t ON t.id=w.table_id"
        f" WHERE t.phase IN ('over','ended') AND w.{out_of_reach.WITHIN}"
        " ORDER BY w.table_id, w.person"
    )
    return [(row[0], row[1]) for row in rows]


async def watchable(reads: Reads, guild: int, person: int) -> list[tuple[int, bool]]:
    """Return the games of a server that go on without a person, and whether they watch them.

    Those that they watch come first, then the most recently changed.
    """
    rows = await reads.all(
        "SELECT t.id, w.person IS NOT NULL AS watched FROM tables t"
        " LEFT JOIN watchers w ON w.table_id=t.id AND w.person=?2"
        " WHERE t.guild=?1 AND t.phase='playing' AND t.practice=0"
        " AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_id=t.id AND s.person=?2)"
        " ORDER BY watched DESC, t.changed_at DESC, t.id DESC",
        (guild, person),
    )
    return [(row[0], bool(row[1])) for row in rows]
