"""Replaces a person by "a former player" wherever the file names them.

What others need stays: the moves and their luck, under the seat that made them. The ids of presses
stay as well, because the luck rests on them (docs/fairness.md). A block by moderators stays, or
anybody could lift their own.
"""

from collections.abc import Collection
from typing import Final

from db.database import Reads, Transaction

FORMER: Final = "a former player"
NOBODY: Final = 0  # in columns that must name a person

_SEATS = "SELECT table_id, seat FROM seats WHERE person=?1"
_STATEMENTS = (
    # what belongs to a seat of theirs alone; only seats of finished games are left by now
    f"DELETE FROM orders WHERE (table_id, seat) IN ({_SEATS})",
    f"DELETE FROM slips WHERE (table_id, seat) IN ({_SEATS})",
    f"DELETE FROM shown WHERE (table_id, reader) IN ({_SEATS})",
    # a seat that they gave up and nobody has taken is still called after them
    "UPDATE seats SET former=?2 WHERE former<>'' AND (table_id, seat) IN"
    " (SELECT table_id, seat FROM tenures WHERE person=?1)"
    " AND ?1 = (SELECT person FROM tenures t WHERE t.table_id=seats.table_id"
    "  AND t.seat=seats.seat ORDER BY since DESC LIMIT 1)",
    "UPDATE tenures SET person=NULL, name=?2 WHERE person=?1",
    "UPDATE seats SET agrees=0 WHERE agrees=?1",
    "UPDATE seats SET offered_to=NULL, offered_name='' WHERE offered_to=?1",
    "UPDATE seats SET person=NULL, name=?2 WHERE person=?1",
    "UPDATE results SET person=NULL, name=?2 WHERE person=?1",
    f"UPDATE tables SET opener={NOBODY} WHERE opener=?1",
    f"UPDATE meetings SET caller={NOBODY} WHERE caller=?1",
    "DELETE FROM meeting_people WHERE person=?1",
    "DELETE FROM rematch_people WHERE person=?1",
    "DELETE FROM watchers WHERE person=?1",
    "DELETE FROM unasked WHERE person=?1",
    f"UPDATE moderation SET moderator={NOBODY} WHERE moderator=?1",
    f"UPDATE moderation SET person={NOBODY} WHERE person=?1",
    "DELETE FROM people WHERE person=?1",
)

# where ids of people are, as (table of the schema, column)
_COLUMNS = (
    ("tables", "opener"),
    ("seats", "person"),
    ("seats", "offered_to"),
    ("seats", "agrees"),
    ("log", "person"),
    ("tenures", "person"),
    ("results", "person"),
    ("meetings", "caller"),
    ("meeting_people", "person"),
    ("rematch_people", "person"),
    ("watchers", "person"),
    ("unasked", "person"),
    ("moderation", "person"),
    ("moderation", "moderator"),
    ("people", "person"),
)


async def people(reads: Reads) -> set[int]:
    """Return everybody whom the file names, other than by a block."""
    every = " UNION ".join(f"SELECT {column} FROM {table}" for table, column in _COLUMNS)
    return {row[0] for row in await reads.all(every)} - {None, NOBODY}


async def is_named(reads: Reads, person: int) -> bool:
    """Return whether the file names a person, other than by a block. This can read all the log."""
    parts = [f"SELECT 1 FROM {name} WHERE {column}=?1" for name, column in _COLUMNS]
    return await reads.one(f"{' UNION ALL '.join(parts)} LIMIT 1", (person,)) is not None


async def logs_with(reads: Reads, person: int) -> list[int]:
    """Return the tables whose log has rows of a person. This reads the whole log."""
    rows = await reads.all("SELECT DISTINCT table_id FROM log WHERE person=?", (person,))
    return [row[0] for row in rows]


async def unfinished_naming(reads: Reads, person: int) -> list[int]:
    """Return the unfinished tables at which a person has a seat, had one, or is offered one."""
    rows = await reads.all(
        "SELECT id FROM tables WHERE phase IN ('open','playing') AND (opener=?1"
        " OR id IN (SELECT table_id FROM seats WHERE ?1 IN (person, offered_to, agrees))"
        " OR id IN (SELECT table_id FROM tenures WHERE person=?1)"
        " OR id IN (SELECT table_id FROM meetings WHERE caller=?1)"
        " OR id IN (SELECT table_id FROM meeting_people WHERE person=?1)"
        " OR id IN (SELECT table_id FROM rematch_people WHERE person=?1)) ORDER BY id",
        (person,),
    )
    return [row[0] for row in rows]


async def replace(tx: Transaction, person: int, logs: Collection[int]) -> None:
    """Replace a person, who has no seat at an unfinished table. `logs` is from `logs_with`."""
    for statement in _STATEMENTS:
        await tx.run(statement, (person, FORMER)[: 2 if "?2" in statement else 1])
    await tx.run_many(
        "UPDATE log SET person=NULL WHERE table_id=? AND person=?",
        [(table_id, person) for table_id in logs],
    )
