"""Looks at a PostgreSQL database from inside: its server, its owner, and whether it is whole.

All of this is asked in PostgreSQL's own words, over a reading connection to such a database.
"""

from dataclasses import dataclass

from db.database import Reads

FAULTS_LISTED = 5
WITHOUT_A_KEY = ("downeast_schema", "forgotten_key")  # tables of one row
_OURS = "schemaname=current_schema()"
_HERE = "c.relnamespace=current_schema()::regnamespace"


@dataclass(frozen=True, slots=True)
class OnServer:
    """A database on its server. `size` is in bytes.

    `version` is the server's, such as "15.3", and `major` its first number. `foreign_tables` are
    the tables that belong to another user than ours (`user`). `idle_limit` is the time after which
    the server ends an idle connection, in milliseconds (0: never). `elsewhere` tells whether the
    server is on another machine, as far as that can be seen, and `encrypted` whether nobody on the
    way there can read along. `standby` tells whether it only follows another server.
    """

    version: str
    major: int
    size: int
    user: str
    foreign_tables: tuple[str, ...]
    may_create: bool
    fsync: bool
    full_page_writes: bool
    idle_limit: int
    elsewhere: bool
    encrypted: bool
    standby: bool


_LOOK = """
SELECT current_setting('server_version') AS version,
 current_setting('server_version_num')::int / 10000 AS major,
 pg_database_size(current_database()) AS size,
 current_user::text AS whose,
 has_schema_privilege(current_schema(), 'CREATE') AS may_create,
 current_setting('fsync')::boolean AS fsync,
 current_setting('full_page_writes')::boolean AS full_page_writes,
 coalesce((SELECT setting::bigint FROM pg_settings WHERE name='idle_session_timeout'), 0)
  AS idle_limit,
 coalesce(inet_client_addr() <> inet_server_addr()
  AND NOT inet_server_addr() <<= inet '127.0.0.0/8', false) AS elsewhere,
 coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid=pg_backend_pid()), false) AS encrypted,
 pg_is_in_recovery() AS standby
"""


async def look_at(reads: Reads) -> OnServer:
    """Look at the database that is read."""
    row = await reads.one(_LOOK)
    assert row is not None, "each of the values is there"
    foreign = await reads.all(
        f"SELECT tablename FROM pg_tables WHERE {_OURS}"
        " AND NOT pg_has_role(current_user, tableowner, 'USAGE') ORDER BY tablename"
    )
    return OnServer(
        version=row["version"].split()[0],  # without the name of its package
        major=row["major"],
        size=row["size"],
        user=row["whose"],
        foreign_tables=tuple(table[0] for table in foreign),
        may_create=row["may_create"],
        fsync=row["fsync"],
        full_page_writes=row["full_page_writes"],
        idle_limit=row["idle_limit"],
        elsewhere=row["elsewhere"],
        encrypted=row["encrypted"],
        standby=row["standby"],
    )


async def size(reads: Reads) -> int:
    """Return the bytes that the database has on the disk of its server."""
    row = await reads.one("SELECT pg_database_size(current_database())")
    assert row is not None
    return row[0]


async def faults(reads: Reads) -> list[str]:
    """Read every row of every table, and return the first faults in what belongs together.

    The server itself notices damage when it reads a page, surely only if it was set up with
    checksums. Reading raises an error of the server then. What is found here is what remains of a
    dump that was restored in part: keys and indexes that are missing, and rows that belong to none.
    """
    for (table,) in await reads.all(f"SELECT tablename FROM pg_tables WHERE {_OURS}"):
        await reads.all(f"SELECT count(t::text) FROM {_name(table)} t")  # long values, too
    keyless = await reads.all(
        f"SELECT c.relname FROM pg_class c WHERE {_HERE} AND c.relkind='r' AND NOT EXISTS"
        " (SELECT 1 FROM pg_constraint k WHERE k.conrelid=c.oid AND k.contype='p')"
        " ORDER BY c.relname"
    )
    found = [f"{row[0]} lacks its key" for row in keyless if row[0] not in WITHOUT_A_KEY]
    invalid = await reads.all(
        "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid=i.indexrelid"
        f" WHERE {_HERE} AND NOT (i.indisvalid AND i.indisready) ORDER BY c.relname"
    )
    found += [f"the index {row[0]} is not valid" for row in invalid]
    found += await _without_a_parent(reads)
    return found[:FAULTS_LISTED]


async def _without_a_parent(reads: Reads) -> list[str]:
    """Return which tables have rows that belong to no row of the table that they refer to."""
    refers = await reads.all(
        "SELECT c.relname, a.attname, p.relname, b.attname FROM pg_constraint k"
        " JOIN pg_class c ON c.oid=k.conrelid JOIN pg_class p ON p.oid=k.confrelid"
        " JOIN pg_attribute a ON a.attrelid=c.oid AND a.attnum=k.conkey[1]"
        " JOIN pg_attribute b ON b.attrelid=p.oid AND b.attnum=k.confkey[1]"
        f" WHERE {_HERE} AND k.contype='f' AND cardinality(k.conkey)=1 ORDER BY c.relname"
    )
    found: list[str] = []
    for child, column, parent, key in refers:
        lost = await reads.all(
            f"SELECT 1 FROM {_name(child)} c WHERE c.{_name(column)} IS NOT NULL AND NOT EXISTS"
            f" (SELECT 1 FROM {_name(parent)} p WHERE p.{_name(key)}=c.{_name(column)}) LIMIT 1"
        )
        found += [f"a row of {child} belongs to no row of {parent}"] * len(lost)
    return found


def _name(name: str) -> str:
    """Write the name of a table or column as it may stand in a statement."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
