"""Stores which tables people can't reach, and since when. Their clocks stand still meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass

from db.database import Reads, Transaction

WITHIN = "table_id NOT IN (SELECT table_id FROM out_of_reach)"
"""Limits a statement with a column `table_id` to the tables that people can reach."""


def chosen(table_id: int | None, *values: float) -> tuple[str, Sequence[float]]:
    """Return a condition for one table (None: all within reach), and the values with its own."""
    if table_id is None:
        return WITHIN, values
    return f"table_id=?{len(values) + 1}", (*values, table_id)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table that waits for somebody, its place, and since when it's out of reach, if it is.

    `parent` is the channel from whose board its thread was made, if it has one.
    """

    table: int
    guild: int
    channel: int
    parent: int | None
    since: float | None


async def standing(reads: Reads) -> list[Standing]:
    """Return the unfinished tables and those that have watchers. Omit practice."""
    rows = await reads.all(
        "SELECT t.id, t.guild, t.channel, t.opened_in, o.since FROM tables t"
        " LEFT JOIN out_of_reach o ON o.table_id=t.id WHERE t.practice=0 AND t.id IN"
        " (SELECT id FROM tables WHERE phase IN ('open','playing')"
        " UNION SELECT table_id FROM watchers UNION SELECT table_id FROM out_of_reach)"
        " ORDER BY t.id"
    )
    return [Standing(*row) for row in rows]


async def tables(reads: Reads) -> set[int]:
    """Return the tables that are out of reach."""
    return {row[0] for row in await reads.all("SELECT table_id FROM out_of_reach")}


async def lost(tx: Transaction, table_ids: Sequence[int], since: float) -> None:
    """Store that tables have been out of reach since a time."""
    await tx.run_many(
        "INSERT INTO out_of_reach (table_id, since) VALUES (?,?) ON CONFLICT DO NOTHING",
        [(table_id, since) for table_id in table_ids],
    )


async def found(tx: Transaction, table_id: int) -> None:
    """Store that people can reach a table again."""
    await tx.run("DELETE FROM out_of_reach WHERE table_id=?", (table_id,))
