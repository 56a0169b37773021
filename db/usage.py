"""How much of the house is taken up, by a person or in a channel, of tables that are not over."""

from dataclasses import dataclass

from db.database import Reads


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that somebody has opened; by now it may be another who could close it."""

    table: int
    phase: str
    opener: int


async def opened_by(reads: Reads, person: int) -> list[Opened]:
    """List the tables a person has opened that are not over, whoever has them now."""
    rows = await reads.all(
        "SELECT t.id, t.phase, t.opener FROM log l JOIN tables t ON t.id=l.table_id"
        " WHERE l.kind='open' AND l.person=? AND t.phase IN ('open','playing') ORDER BY t.id",
        (person,),
    )
    return [Opened(*row) for row in rows]


async def in_channel(reads: Reads, channel: int) -> int:
    """Count the tables in a channel."""
    rows = await reads.all(
        "SELECT count(*) FROM tables WHERE channel=? AND phase IN ('open','playing')", (channel,)
    )
    return rows[0][0]


async def seats_of(reads: Reads, person: int) -> int:
    """Count the seats of a person."""
    rows = await reads.all(
        "SELECT count(*) FROM seats s JOIN tables t ON t.id=s.table_id"
        " WHERE s.person=? AND t.phase IN ('open','playing')",
        (person,),
    )
    return rows[0][0]
