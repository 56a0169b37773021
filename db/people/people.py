"""The settings of people: where to send their notices, their time zone and waking hours."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from db.database import Reads, Transaction
from db.rows import names_of, read, values_of

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


_COLUMNS = names_of(Person)


async def load(reads: Reads, person: int) -> Person:
    """Return a person's settings, or the defaults if they never changed any."""
    return (await load_all(reads, [person]))[person]


async def load_all(reads: Reads, some: Collection[int]) -> dict[int, Person]:
    """Return the settings of several people with one query. Use defaults if none are stored."""
    if not some:
        return {}
    marks = ", ".join("?" * len(some))
    rows = await reads.all(
        f"SELECT person, {', '.join(_COLUMNS)} FROM people WHERE person IN ({marks})", tuple(some)
    )
    return dict.fromkeys(some, Person()) | {row["person"]: read(Person, row) for row in rows}


async def save(tx: Transaction, person: int, known: Person) -> None:
    """Store a person's settings."""
    updates = ", ".join(f"{name}=excluded.{name}" for name in _COLUMNS)
    await tx.run(
        f"INSERT INTO people (person, {', '.join(_COLUMNS)})"
        f" VALUES (?,{','.join('?' * len(_COLUMNS))}) ON CONFLICT (person) DO UPDATE SET {updates}",
        (person, *values_of(known, _COLUMNS)),
    )
