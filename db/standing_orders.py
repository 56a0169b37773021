"""What seats have said ahead: one order of a kind for each, private, apart from the state.

Those that do not stand are of a game before, this one or another, and are offered once more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.database import Reads, Transaction


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """One order of a seat; `said` is JSON of its game. Unless it `stands` it does nothing."""

    seat: int
    kind: str
    said: str
    stands: bool


async def save(
    tx: Transaction, table_id: int, before: Iterable[StoredOrder], now: Iterable[StoredOrder]
) -> None:
    """Store what the seats of a table have said ahead now, in place of what they had `before`."""
    old, new = set(before), set(now)
    gone = {(one.seat, one.kind) for one in old - new} - {(one.seat, one.kind) for one in new}
    if gone:
        await tx.run_many(
            "DELETE FROM orders WHERE table_id=? AND seat=? AND kind=?",
            [(table_id, seat, kind) for seat, kind in sorted(gone)],
        )
    if new - old:
        await tx.run_many(
            "INSERT INTO orders (table_id, seat, kind, said, stands) VALUES (?,?,?,?,?)"
            " ON CONFLICT (table_id, seat, kind)"
            " DO UPDATE SET said=excluded.said, stands=excluded.stands",
            [
                (table_id, one.seat, one.kind, one.said, one.stands)
                for one in sorted(new - old, key=_place)
            ],
        )


async def tables_with_any(reads: Reads) -> list[int]:
    """List the tables being played at which something has been said ahead."""
    rows = await reads.all(
        "SELECT DISTINCT table_id FROM orders JOIN tables ON id = table_id"
        " WHERE phase = 'playing' AND stands ORDER BY table_id"
    )
    return [row[0] for row in rows]


async def last_said(reads: Reads, game: str, people: Sequence[int]) -> dict[int, dict[str, str]]:
    """Find what people said last, of each kind, in games that are over: by person, then kind."""
    found: dict[int, dict[str, str]] = {}
    rows = await reads.all(
        "SELECT s.person, o.kind, o.said, max(t.id) FROM seats s"
        " JOIN tables t ON t.id = s.table_id"
        " JOIN orders o ON o.table_id = s.table_id AND o.seat = s.seat"
        f" WHERE s.person IN ({', '.join('?' * len(people))}) AND t.game = ?"
        " AND t.phase IN ('over', 'ended') AND NOT o.stands"
        " GROUP BY s.person, o.kind",  # the other columns are those of the newest table
        (*people, game),
    )
    for person, kind, said, _ in rows:
        found.setdefault(person, {})[kind] = said
    return found


def _place(one: StoredOrder) -> tuple[int, str]:
    return one.seat, one.kind
