"""Stores standing orders, which are private. A seat has at most one of each kind.

An order with `stands` False is not active. It comes from an earlier game or was used up, and its
owner may renew it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from db.database import Reads, Transaction


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """A standing order. `said` is its JSON. It is active only if `stands` is true."""

    seat: int
    kind: str
    said: str = field(repr=False)
    stands: bool


async def save(
    tx: Transaction, table_id: int, before: Iterable[StoredOrder], now: Iterable[StoredOrder]
) -> None:
    """Replace a table's stored standing orders `before` by the standing orders `now`."""
    old, new = set(before), set(now)
    gone = {_place(order) for order in old - new} - {_place(order) for order in new}
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
                (table_id, order.seat, order.kind, order.said, order.stands)
                for order in sorted(new - old, key=_place)
            ],
        )


async def tables_with_orders(reads: Reads) -> list[int]:
    """Return the tables in play that have active standing orders."""
    rows = await reads.all(
        "SELECT DISTINCT table_id FROM orders JOIN tables ON id = table_id"
        " WHERE phase = 'playing' AND stands=1 ORDER BY table_id"
    )
    return [row[0] for row in rows]


async def last_orders(reads: Reads, game: str, people: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return each person's last orders from finished games, as person -> kind -> JSON."""
    by_person: dict[int, dict[str, str]] = {}
    rows = await reads.all(
        "SELECT person, kind, said FROM (SELECT s.person, o.kind, o.said,"
        " row_number() OVER (PARTITION BY s.person, o.kind ORDER BY t.id DESC) AS nth FROM seats s"
        " JOIN tables t ON t.id = s.table_id"
        " JOIN orders o ON o.table_id = s.table_id AND o.seat = s.seat"
        f" WHERE s.person IN ({', '.join('?' * len(people))}) AND t.game = ?"
        " AND t.phase IN ('over', 'ended') AND o.stands=0) AS found WHERE nth=1",
        (*people, game),
    )
    for person, kind, json in rows:
        by_person.setdefault(person, {})[kind] = json
    return by_person


def _place(order: StoredOrder) -> tuple[int, str]:
    return order.seat, order.kind
