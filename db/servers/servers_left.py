"""Stores which servers the bot has left, or misses since it connected.

A server that is missing when the bot connects may only be out of order. So it counts as left when
it's missing again later (`confirmed`).
"""

from collections.abc import Collection

from db.database import Reads, Transaction

_KNOWN = (  # practice in a DM belongs to no server, which is 0
    "SELECT guild FROM (SELECT guild FROM tables WHERE phase IN ('open','playing')"
    " UNION SELECT guild FROM tables WHERE phase IN ('over','ended')"
    " UNION SELECT guild FROM results UNION SELECT guild FROM servers"
    " UNION SELECT guild FROM blocks UNION SELECT guild FROM moderation) AS stored"
    " WHERE guild<>0"
)


async def note_departure(tx: Transaction, guild: int, now: float) -> None:
    """Store that the bot has left a server, if anything of that server is stored."""
    await tx.run(
        "INSERT INTO servers_left (guild, left_at, confirmed) SELECT ?1, ?2, 1"
        f" WHERE ?1 IN ({_KNOWN}) ON CONFLICT (guild) DO UPDATE SET confirmed=1",
        (guild, now),
    )


async def known(reads: Reads) -> set[int]:
    """Return the servers of which anything is stored."""
    return {row["guild"] for row in await reads.all(_KNOWN)}


async def connected(
    tx: Transaction, present: Collection[int], missing: Collection[int], now: float, again: float
) -> None:
    """Store that servers are `missing` now, and forget what was stored of those that are `present`.

    A server that has been missing since the time `again` or longer counts as left.
    """
    await tx.run_many("DELETE FROM servers_left WHERE guild=?", [(guild,) for guild in present])
    await tx.run_many(
        "INSERT INTO servers_left (guild, left_at, confirmed) VALUES (?1, ?2, 0)"
        " ON CONFLICT (guild) DO UPDATE SET confirmed=1 WHERE servers_left.left_at<=?3",
        [(guild, now, again) for guild in sorted(missing)],
    )


async def back(tx: Transaction, guild: int) -> None:
    """Store that the bot is on a server again."""
    await tx.run("DELETE FROM servers_left WHERE guild=?", (guild,))


async def left_before(reads: Reads, instant: float) -> list[int]:
    """Return the servers that the bot left at a time or before."""
    rows = await reads.all(
        "SELECT guild FROM servers_left WHERE confirmed=1 AND left_at<=? ORDER BY guild", (instant,)
    )
    return [row[0] for row in rows]
