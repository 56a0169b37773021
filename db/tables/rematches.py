"""Stores rematches: which table a new one continues, and who of the old players is asked to join.

A rematch is not a step of the game, so it has no effect on the table's rev.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from db.database import Reads, Transaction
from db.tables import out_of_reach


@dataclass(frozen=True, slots=True)
class Invited:
    """A person who is asked to play again. They are pinged at `ask_at` (None: not any more)."""

    person: int
    name: str
    ask_at: float | None = None
    declined: bool = False


@dataclass(frozen=True, slots=True)
class Rematch:
    """The table `of_table` whose players are asked, until `expires_at`, and those people."""

    of_table: int
    expires_at: float
    people: tuple[Invited, ...]

    def declined(self, person: int) -> "Rematch":
        """Return a copy in which a person, if they are asked, doesn't play this time."""
        return self._with([replace(invited, declined=True) for invited in self.people], {person})

    def pinged(self, some: Collection[int]) -> "Rematch":
        """Return a copy in which these people need no other ping."""
        return self._with([replace(invited, ask_at=None) for invited in self.people], some)

    def without(self, gone: Collection[int]) -> "Rematch":
        """Return a copy that doesn't ask these people."""
        return replace(
            self, people=tuple(invited for invited in self.people if invited.person not in gone)
        )

    def _with(self, changed: Sequence[Invited], some: Collection[int]) -> "Rematch":
        pairs = zip(self.people, changed, strict=True)
        return replace(self, people=tuple(new if old.person in some else old for old, new in pairs))


COLUMNS = ("of_table", "expires_at")
PEOPLE_COLUMNS = ("person", "name", "ask_at", "declined")
_PEOPLE = ", ".join(("table_id", *PEOPLE_COLUMNS))


def read(rows: Sequence[Sequence[Any]], people: Sequence[Sequence[Any]]) -> Rematch | None:
    """Build a rematch from COLUMNS of its row and PEOPLE_COLUMNS of its people.

    Return None if nobody is asked.
    """
    if not rows or not people:
        return None
    asked = tuple(
        Invited(row[0], row[1], row[2], bool(row[3])) for row in sorted(people, key=itemgetter(0))
    )
    of_table, expires_at = rows[0]
    return Rematch(of_table, expires_at, asked)


async def insert(tx: Transaction, table_id: int, rematch: Rematch) -> None:
    """Store that a new table is a rematch."""
    await tx.run(
        "INSERT INTO rematches (table_id, of_table, expires_at) VALUES (?,?,?)",
        (table_id, rematch.of_table, rematch.expires_at),
    )
    await _insert_people(tx, table_id, rematch)


async def save_people(tx: Transaction, table_id: int, rematch: Rematch | None) -> None:
    """Store whom a table's rematch asks (None: nobody). Its messages may be outdated then."""
    await tx.run("DELETE FROM rematch_people WHERE table_id=?", (table_id,))
    if rematch is not None:
        await _insert_people(tx, table_id, rematch)
    await tx.run("UPDATE tables SET behind=1 WHERE id=?", (table_id,))


async def _insert_people(tx: Transaction, table_id: int, rematch: Rematch) -> None:
    await tx.run_many(
        f"INSERT INTO rematch_people ({_PEOPLE}) VALUES (?,?,?,?,?)",
        [
            (table_id, invited.person, invited.name, invited.ask_at, int(invited.declined))
            for invited in rematch.people
        ],
    )


async def unfinished_of(reads: Reads, old_table: int) -> list[int]:
    """Return the unfinished rematches of a table, newest first."""
    rows = await reads.all(
        "SELECT r.table_id FROM rematches r JOIN tables t ON t.id=r.table_id"
        " WHERE r.of_table=? AND t.phase IN ('open','playing') ORDER BY r.table_id DESC",
        (old_table,),
    )
    return [row[0] for row in rows]


async def asking(reads: Reads, guild: int, person: int) -> list[int]:
    """Return the tables of a server whose rematch asks a person."""
    rows = await reads.all(
        "SELECT p.table_id FROM rematch_people p JOIN tables t ON t.id=p.table_id"
        " WHERE p.person=? AND t.guild=? ORDER BY p.table_id",
        (person, guild),
    )
    return [row[0] for row in rows]


async def due(reads: Reads, now: float) -> list[int]:
    """Return the tables whose rematch must ping somebody now. Omit those out of reach."""
    rows = await reads.all(
        f"SELECT DISTINCT table_id FROM rematch_people WHERE ask_at<=? AND {out_of_reach.WITHIN}"
        " ORDER BY table_id",
        (now,),
    )
    return [row[0] for row in rows]


async def expired(reads: Reads, now: float) -> list[int]:
    """Return the tables whose rematch asks people although its time is over.

    Omit those out of reach.
    """
    rows = await reads.all(
        f"SELECT table_id FROM rematches r WHERE expires_at<=? AND {out_of_reach.WITHIN} AND EXISTS"
        " (SELECT 1 FROM rematch_people p WHERE p.table_id=r.table_id) ORDER BY table_id",
        (now,),
    )
    return [row[0] for row in rows]


async def give_back(tx: Transaction, seconds: float, table_id: int | None = None) -> None:
    """Let questions expire later: that of one table, or of all that people can reach."""
    these, values = out_of_reach.chosen(table_id, seconds)
    await tx.run(
        f"UPDATE rematches SET expires_at=expires_at+?1 WHERE {these}"
        " AND table_id IN (SELECT table_id FROM rematch_people)",
        values,
    )


async def next_after(reads: Reads, now: float) -> float | None:
    """Return the next time at which a rematch pings somebody or expires."""
    row = await reads.one(
        "SELECT min(at) FROM (SELECT ask_at AS at FROM rematch_people UNION ALL"
        " SELECT expires_at FROM rematches WHERE table_id IN (SELECT table_id FROM rematch_people))"
        " AS instants WHERE at>?",
        (now,),
    )
    return None if row is None else row[0]
