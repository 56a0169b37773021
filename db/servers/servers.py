"""Stores what moderators have set for their servers, whom they have blocked, and what they did."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from db import numbers
from db.database import Reads, Row, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The settings of a server, and the people who are blocked from its tables.

    Tables may be opened in `channels` and of `games` (empty: in all, of all), by members with the
    role `opener_role` (None: by everybody), as long as fewer than `most_tables` are open or in play
    (None: no limit). `in_threads` means that each table gets a thread of its own, unless its opener
    chooses otherwise. `name` is the server's name at the last change.
    """

    name: str = ""
    channels: tuple[int, ...] = ()
    games: tuple[str, ...] = ()
    opener_role: int | None = None
    most_tables: int | None = None
    in_threads: bool = False
    blocked: frozenset[int] = frozenset()


ActKind: TypeAlias = Literal[
    "channels", "games", "opener", "limit", "threads", "block", "unblock", "remove", "end"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a moderator did, at `at` seconds since 1970.

    It concerns a person, a table or both, or it changes a setting to the value `detail`.
    """

    moderator: int
    kind: ActKind
    at: float
    person: int | None = None
    table: int | None = None
    detail: str = ""


async def load_all(reads: Reads) -> dict[int, Server]:
    """Return all servers for which anything is set or anybody is blocked."""
    blocked: dict[int, set[int]] = {}
    for row in await reads.all("SELECT guild, person FROM blocks"):
        blocked.setdefault(row["guild"], set()).add(row["person"])
    rows = await reads.all("SELECT * FROM servers")
    return {row["guild"]: _server(row, blocked.get(row["guild"], set())) for row in rows}


def _server(row: Row, blocked: set[int]) -> Server:
    return Server(
        name=row["name"],
        channels=tuple(int(channel) for channel in row["channels"].split()),
        games=tuple(row["games"].split()),
        opener_role=row["opener_role"],
        most_tables=row["most_tables"],
        in_threads=bool(row["in_threads"]),
        blocked=frozenset(blocked),
    )


async def save(tx: Transaction, guild: int, server: Server) -> None:
    """Store the settings of a server and who is blocked there."""
    await tx.run(
        "INSERT INTO servers (guild, name, channels, games, opener_role, most_tables, in_threads)"
        " VALUES (?,?,?,?,?,?,?) ON CONFLICT (guild) DO UPDATE SET name=excluded.name,"
        " channels=excluded.channels, games=excluded.games, opener_role=excluded.opener_role,"
        " most_tables=excluded.most_tables, in_threads=excluded.in_threads",
        (
            guild,
            server.name,
            " ".join(map(str, server.channels)),
            " ".join(server.games),
            server.opener_role,
            server.most_tables,
            server.in_threads,
        ),
    )
    await tx.run("DELETE FROM blocks WHERE guild=?", (guild,))
    await tx.run_many(
        "INSERT INTO blocks (guild, person) VALUES (?,?)",
        [(guild, person) for person in sorted(server.blocked)],
    )


async def note(tx: Transaction, guild: int, act: Act) -> None:
    """Add an act to the log of a server's moderators."""
    number = await numbers.take_next(tx, "moderation")
    await tx.run(
        "INSERT INTO moderation (id, guild, moderator, kind, person, table_id, detail, at)"
        " VALUES (?,?,?,?,?,?,?,?)",
        (number, guild, act.moderator, act.kind, act.person, act.table, act.detail, act.at),
    )


async def newest_acts(reads: Reads, guild: int, most: int) -> list[Act]:
    """Return at most so many acts of a server's moderators, newest first."""
    rows = await reads.all(
        "SELECT moderator, kind, person, table_id, detail, at FROM moderation"
        " WHERE guild=? ORDER BY id DESC LIMIT ?",
        (guild, most),
    )
    return [
        Act(
            moderator=row["moderator"],
            kind=row["kind"],
            at=row["at"],
            person=row["person"],
            table=row["table_id"],
            detail=row["detail"],
        )
        for row in rows
    ]


async def kept_from(reads: Reads, person: int) -> list[int]:
    """Return the servers at whose unfinished tables a person has a seat but is blocked."""
    rows = await reads.all(
        "SELECT DISTINCT t.guild FROM seats s JOIN tables t ON t.id=s.table_id"
        " JOIN blocks b ON b.guild=t.guild AND b.person=s.person"
        " WHERE s.person=? AND t.practice=0 AND t.phase IN ('open','playing') ORDER BY t.guild",
        (person,),
    )
    return [row[0] for row in rows]
