"""Stores what stays of a game: its results, one for each tenure.

A tenure is the time in which a person or the house held a seat. The results stay when the rows of
their table are deleted. There are none of practice, and of tables that were closed before the deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from db.database import Reads, Transaction
from db.people.forgetting import FORMER
from db.rows import names_of, read


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a tenure. Times are in seconds since 1970, and `options` is JSON.

    The seat was held from the log row `since`, or from the deal if that is 0. `person` is None if
    the `house` held it, or if the person was forgotten. `given_up` means that somebody else held it
    afterwards. `place` and `points` are what the seat reached in the end, whoever held it then.
    They are None if the table was `closed` before its game was over, or if the rules of the game
    haven't been asked yet. The last four fields count the moves of the tenure by who decided them:
    the player by hand, their standing orders, the clock, or the house.
    """

    table_id: int
    seat: int
    since: int
    game: str
    guild: int
    options: str
    started_at: float
    ended_at: float
    house: bool
    person: int | None
    name: str
    given_up: bool
    closed: bool
    place: int | None
    points: int | None
    by_hand: int
    by_order: int
    by_clock: int
    by_house: int


_COLUMNS = names_of(Result)

_WRITE = f"""
WITH held AS (
    SELECT table_id, seat, since, person, name FROM tenures WHERE table_id=?1
    UNION ALL
    SELECT table_id, seat, held_since, person, name FROM seats WHERE table_id=?1
), spans AS (
    SELECT held.*, lead(since) OVER (PARTITION BY seat ORDER BY since) AS until FROM held
)
INSERT INTO results ({", ".join(_COLUMNS)})
SELECT t.id, s.seat, s.since, t.game, t.guild, t.options,
    coalesce((SELECT at FROM log WHERE table_id=t.id AND rev=s.since),
        (SELECT min(at) FROM log WHERE table_id=t.id AND kind='deal'), t.opened_at),
    coalesce((SELECT at FROM log WHERE table_id=t.id AND rev=s.until), t.changed_at),
    CASE WHEN s.person IS NULL AND s.name<>'{FORMER}' THEN 1 ELSE 0 END, s.person, s.name,
    CASE WHEN s.until IS NOT NULL THEN 1 ELSE 0 END,
    CASE WHEN t.phase='ended' THEN 1 ELSE 0 END, NULL, NULL,
    count(l.rev) FILTER (WHERE l.kind='move'), count(l.rev) FILTER (WHERE l.kind='order'),
    count(l.rev) FILTER (WHERE l.kind='clock'), count(l.rev) FILTER (WHERE l.kind='house')
FROM tables t JOIN spans s ON s.table_id=t.id
LEFT JOIN log l ON l.table_id=t.id AND l.seat=s.seat AND l.rev>s.since
    AND (s.until IS NULL OR l.rev<s.until)
WHERE t.id=?1 AND t.practice=0 AND t.state IS NOT NULL
GROUP BY t.id, s.seat, s.since, s.until, s.person, s.name
"""


async def write(tx: Transaction, table_id: int) -> None:
    """Store the results of a table whose game has ended in this transaction, without places."""
    await tx.run(_WRITE, (table_id,))


async def rank(
    tx: Transaction, table_id: int, places: Sequence[int], points: Sequence[int]
) -> None:
    """Store what the seats of a table reached, seat by seat."""
    await tx.run_many(
        "UPDATE results SET place=?, points=? WHERE table_id=? AND seat=?",
        [
            (place, reached, table_id, seat)
            for seat, (place, reached) in enumerate(zip(places, points, strict=True))
        ],
    )


async def of_table(reads: Reads, table_id: int) -> list[Result]:
    """Return the results of a table, by seat and oldest first."""
    rows = await reads.all(
        f"SELECT {', '.join(_COLUMNS)} FROM results WHERE table_id=? ORDER BY seat, since",
        (table_id,),
    )
    return [read(Result, row) for row in rows]


async def unranked(reads: Reads) -> list[int]:
    """Return the tables that are still stored and whose results lack their places."""
    rows = await reads.all(
        "SELECT DISTINCT table_id FROM results r WHERE place IS NULL AND closed=0"
        " AND EXISTS (SELECT 1 FROM tables t WHERE t.id=r.table_id) ORDER BY table_id"
    )
    return [row[0] for row in rows]
