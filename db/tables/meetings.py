"""Stores the meetings of tables: their times, who will come, and which pings were sent.

Each table has at most one meeting. A meeting is not a step of the game, so it has no effect on the
table's rev.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from db.database import Reads, Transaction
from db.tables import out_of_reach, shown


@dataclass(frozen=True, slots=True)
class Press:
    """A person's newest press about a meeting: its id `receipt`, and whether they will come."""

    person: int
    comes: bool
    receipt: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """The time of a meeting in seconds since 1970, who set it, and each person's newest press."""

    at: float
    caller: int
    presses: tuple[Press, ...] = ()

    @property
    def coming(self) -> frozenset[int]:
        """The people who will come."""
        return frozenset(press.person for press in self.presses if press.comes)


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that pinged people for a meeting, and the time at which to remove it."""

    message: int
    channel: int
    remove_at: float


COLUMNS = ("at", "caller")
PRESS_COLUMNS = ("person", "comes", "receipt")


def read(rows: Sequence[Sequence[Any]], presses: Sequence[Sequence[Any]]) -> Meeting | None:
    """Build a meeting from COLUMNS of its row and PRESS_COLUMNS of its presses.

    Return None if it has no row.
    """
    if not rows:
        return None
    people = [Press(row[0], bool(row[1]), row[2]) for row in sorted(presses, key=itemgetter(0))]
    at, caller = rows[0]
    return Meeting(at, caller, tuple(people))


async def save(tx: Transaction, table_id: int, meeting: Meeting | None) -> None:
    """Store a table's meeting (None: no meeting), and mark the table's board as outdated."""
    await tx.run("DELETE FROM meetings WHERE table_id=?", (table_id,))
    if meeting is not None:
        await tx.run(
            "INSERT INTO meetings (table_id, at, caller) VALUES (?,?,?)",
            (table_id, meeting.at, meeting.caller),
        )
        await tx.run_many(
            "INSERT INTO meeting_people (table_id, person, comes, receipt) VALUES (?,?,?,?)",
            [
                (table_id, press.person, int(press.comes), press.receipt)
                for press in meeting.presses
            ],
        )
    await shown.mark_board(tx, table_id)
    await tx.run("UPDATE tables SET behind=1 WHERE id=?", (table_id,))


async def due(reads: Reads, now: float) -> list[tuple[float, int]]:
    """Return the meetings that have begun, as (time, table), earliest first.

    Omit tables that people can't reach.
    """
    rows = await reads.all(
        f"SELECT at, table_id FROM meetings WHERE at<=? AND {out_of_reach.WITHIN} ORDER BY at",
        (now,),
    )
    return [(row[0], row[1]) for row in rows]


async def pings_due(reads: Reads, now: float) -> list[Ping]:
    """Return the pings that must be removed now."""
    rows = await reads.all(
        "SELECT message, channel, remove_at FROM meeting_pings WHERE remove_at<=?", (now,)
    )
    return [Ping(*row) for row in rows]


async def next_after(reads: Reads, now: float) -> float | None:
    """Return the next time at which a meeting begins or a ping must be removed."""
    row = await reads.one(
        "SELECT min(at) FROM (SELECT at FROM meetings UNION ALL SELECT remove_at FROM"
        " meeting_pings) AS instants WHERE at>?",
        (now,),
    )
    return None if row is None else row[0]


async def pinged(tx: Transaction, ping: Ping) -> None:
    """Store a ping, or change the time at which a stored ping is removed."""
    await tx.run(
        "INSERT INTO meeting_pings (message, channel, remove_at) VALUES (?,?,?)"
        " ON CONFLICT (message) DO UPDATE SET remove_at=excluded.remove_at",
        (ping.message, ping.channel, ping.remove_at),
    )


async def ping_gone(tx: Transaction, message: int) -> None:
    """Delete a ping that was removed from its channel."""
    await tx.run("DELETE FROM meeting_pings WHERE message=?", (message,))
