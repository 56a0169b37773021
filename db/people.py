"""The settings of people: where to send their notices, their time zone and waking hours."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from db.database import Reads, Row, Transaction

Notices: TypeAlias = Literal["dm", "channel", "none"]


@dataclass(frozen=True, slots=True)
class Person:
    """How to reach a person, and the settings that they chose.

    If `here` is False, the person is never shown as present. If `avatar` is False, no poster shows
    their avatar. They are awake from `awake_from` (0 to
    23) to `awake_until` (1 to 24) o'clock in their time zone, or all day if these are None.
    """

    dm_channel: int | None = None
    dm_closed: bool = False
    notices: Notices = "dm"
    here: bool = True
    zone: str | None = None
    awake_from: int | None = None
    awake_until: int | None = None
    avatar: bool = True


_COLUMNS = "dm_channel, dm_closed, notices, here, zone, awake_from, awake_until, avatar"


def _person(row: Row) -> Person:
    return Person(
        row["dm_channel"],
        bool(row["dm_closed"]),
        row["notices"],
        bool(row["here"]),
        row["zone"],
        row["awake_from"],
        row["awake_until"],
        bool(row["avatar"]),
    )


async def load(reads: Reads, person: int) -> Person:
    """Return a person's settings, or the defaults if they never changed any."""
    return (await load_all(reads, [person]))[person]


async def load_all(reads: Reads, some: Collection[int]) -> dict[int, Person]:
    """Return the settings of several people with one query. Use defaults if none are stored."""
    if not some:
        return {}
    marks = ", ".join("?" * len(some))
    rows = await reads.all(
        f"SELECT person, {_COLUMNS} FROM people WHERE person IN ({marks})", tuple(some)
    )
    return dict.fromkeys(some, Person()) | {row["person"]: _person(row) for row in rows}


async def save(tx: Transaction, person: int, known: Person) -> None:
    """Store a person's settings."""
    names = _COLUMNS.split(", ")
    updates = ", ".join(f"{name}=excluded.{name}" for name in names)
    await tx.run(
        f"INSERT INTO people (person, {_COLUMNS}) VALUES (?,{','.join('?' * len(names))})"
        f" ON CONFLICT (person) DO UPDATE SET {updates}",
        (
            person,
            known.dm_channel,
            int(known.dm_closed),
            known.notices,
            int(known.here),
            known.zone,
            known.awake_from,
            known.awake_until,
            int(known.avatar),
        ),
    )
