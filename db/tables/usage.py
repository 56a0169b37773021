"""Counts the tables that are not over: all of them, or what of a quota somebody uses.

Practice tables don't count against a quota.
"""

from dataclasses import dataclass

from db.database import Reads


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that a person opened. `opener` is another person if they have left the table."""

    table: int
    phase: str
    opener: int


async def opened_by(reads: Reads, person: int) -> list[Opened]:
    """Return the unfinished tables that a person opened, even if they have left them since."""
    rows = await reads.all(
        "SELECT t.id, t.phase, t.opener FROM log l JOIN tables t ON t.id=l.table_id"
        " WHERE l.kind='open' AND l.person=? AND t.practice=0"
        " AND t.phase IN ('open','playing') ORDER BY t.id",
        (person,),
    )
    return [Opened(*row) for row in rows]


async def opened_since(reads: Reads, person: int, channel: int, since: float) -> int:
    """Return how many tables a person has opened in a channel since a time, closed ones too."""
    rows = await reads.all(
        "SELECT count(*) FROM log l JOIN tables t ON t.id=l.table_id"
        " WHERE l.kind='open' AND l.person=? AND l.at>? AND t.practice=0"
        " AND COALESCE(t.opened_in, t.channel)=?",
        (person, since, channel),
    )
    return rows[0][0]


async def by_game_and_phase(reads: Reads) -> dict[tuple[str, str], int]:
    """Return the number of unfinished tables, practice included, for each game and phase."""
    rows = await reads.all(
        "SELECT game, phase, count(*) FROM tables WHERE phase IN ('open','playing')"
        " GROUP BY game, phase"
    )
    return {(game, phase): number for game, phase, number in rows}


async def in_channel(reads: Reads, channel: int) -> int:
    """Return the number of unfinished tables in a channel."""
    rows = await reads.all(
        "SELECT count(*) FROM tables"
        " WHERE channel=? AND practice=0 AND phase IN ('open','playing')",
        (channel,),
    )
    return rows[0][0]


async def in_guild(reads: Reads, guild: int) -> int:
    """Return the number of unfinished tables on a server."""
    rows = await reads.all(
        "SELECT count(*) FROM tables WHERE guild=? AND practice=0 AND phase IN ('open','playing')",
        (guild,),
    )
    return rows[0][0]


async def seats_of(reads: Reads, person: int) -> int:
    """Return the number of seats that a person has at unfinished tables."""
    rows = await reads.all(
        "SELECT count(*) FROM seats s JOIN tables t ON t.id=s.table_id"
        " WHERE s.person=? AND t.practice=0 AND t.phase IN ('open','playing')",
        (person,),
    )
    return rows[0][0]
