"""When the people of a table want to meet, who comes, and the message that called them together.

A meeting is no step of the game, and raises no rev: it stands beside the table, one for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from db.database import Reads, Row, Transaction
from db.shown import BOARD


@dataclass(frozen=True, slots=True)
class Press:
    """Whether a person comes, as of their newest press; `receipt` is its interaction's id."""

    person: int
    comes: bool
    receipt: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """When people want to meet (seconds since 1970), who called them, and who has said what."""

    at: float
    caller: int
    presses: tuple[Press, ...] = ()

    @property
    def coming(self) -> frozenset[int]:
        """The people who come."""
        return frozenset(one.person for one in self.presses if one.comes)


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that called people to a meeting, and when it is to be removed."""

    message: int
    channel: int
    remove_at: float


COLUMNS = ("at", "caller")
PRESS_COLUMNS = ("person", "comes", "receipt")


def read(rows: Sequence[Row], presses: Sequence[Row]) -> Meeting | None:
    """Read a meeting from its one row, if it is there, and those of its people."""
    if not rows:
        return None
    people = [Press(row[1], bool(row[2]), row[3]) for row in presses]
    return Meeting(rows[0][1], rows[0][2], tuple(people))


async def save(tx: Transaction, table_id: int, meeting: Meeting | None) -> None:
    """Store when a table meets (None: it does not), in place of what was; its board is behind."""
    await tx.run("DELETE FROM meetings WHERE table_id=?", (table_id,))
    if meeting is not None:
        await tx.run(
            "INSERT INTO meetings (table_id, at, caller) VALUES (?,?,?)",
            (table_id, meeting.at, meeting.caller),
        )
        await tx.run_many(
            "INSERT INTO meeting_people (table_id, person, comes, receipt) VALUES (?,?,?,?)",
            [(table_id, one.person, int(one.comes), one.receipt) for one in meeting.presses],
        )
    await tx.run(
        "UPDATE shown SET step=-abs(step) WHERE table_id=? AND reader=?", (table_id, BOARD)
    )
    await tx.run("UPDATE tables SET behind=1 WHERE id=?", (table_id,))


async def due(reads: Reads, now: float) -> list[tuple[float, int]]:
    """List the meetings whose time has come: (instant, table), the first one first."""
    rows = await reads.all("SELECT at, table_id FROM meetings WHERE at<=? ORDER BY at", (now,))
    return [(row[0], row[1]) for row in rows]


async def pings_due(reads: Reads, now: float) -> list[Ping]:
    """List the messages that are to be removed."""
    rows = await reads.all(
        "SELECT message, channel, remove_at FROM meeting_pings WHERE remove_at<=?", (now,)
    )
    return [Ping(*row) for row in rows]


async def next_after(reads: Reads, now: float) -> float | None:
    """Find the next instant at which a meeting begins, or a message is to be removed."""
    row = await reads.one(
        "SELECT min(at) FROM (SELECT at FROM meetings UNION ALL SELECT remove_at FROM"
        " meeting_pings) WHERE at>?",
        (now,),
    )
    return None if row is None else row[0]


async def pinged(tx: Transaction, ping: Ping) -> None:
    """Note a message that called people to a meeting."""
    await tx.run(
        "INSERT INTO meeting_pings (message, channel, remove_at) VALUES (?,?,?)"
        " ON CONFLICT (message) DO UPDATE SET remove_at=excluded.remove_at",
        (ping.message, ping.channel, ping.remove_at),
    )


async def ping_gone(tx: Transaction, message: int) -> None:
    """Forget a message that is there no more."""
    await tx.run("DELETE FROM meeting_pings WHERE message=?", (message,))
