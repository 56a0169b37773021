"""Databases with very many tables, made by copying a few tables that were really played.

`begin` plays two tables of every game, one to its end and one half-way. `fill` copies them inside
SQLite: of every 100 copies, 90 are over and 10 wait for a move. Each has 100 rows in its log, and
everything that is shown of it is up to date. The seats of the copies go to many people in turn, and
the copies to many channels.
"""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TypeAlias

from db.database import Database
from games import GAMES
from tests.hosting import Hosting

ROWS = 100  # log rows of each table
OVER = 0.9
HALF_WAY = 12  # moves
SEATS = 4  # of each table
IN_CHANNEL = 12  # tables
FIRST_DUE = (
    12 * 3600.0
)  # seconds until the first deadline; the others follow within as much time again
Pattern: TypeAlias = tuple[int, str]
"""The id and the phase of a table that was really played."""


async def begin(file: Path, people: Sequence[int], guild: int = 1) -> list[Pattern]:
    """Have the first of these people play the tables that `fill` copies, and return those."""
    dice, patterns = Random(1), list[Pattern]()
    database = await Database.open(file, durable=False)
    try:
        hosting = Hosting(database, people=people[:SEATS], guild=guild)
        for game in GAMES:
            for to_the_end in (True, False):
                loaded, moves = await hosting.dealt(game), 0
                while loaded.to_move() and (to_the_end or moves < HALF_WAY):
                    loaded, moves = await hosting.played(loaded, dice), moves + 1
                patterns.append((loaded.table.id, loaded.table.phase))
        await hosting.store.close()
    finally:
        await database.close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE tables SET behind=0")
        connection.execute("UPDATE seats SET notice_at=NULL")
    return patterns


def fill(
    file: Path,
    patterns: list[Pattern],
    tables: int,
    people: Sequence[int],
    channels: Sequence[int],
    over: float = OVER,
) -> None:
    """Copy the patterns until these people have this many more tables in these channels."""
    done = [table for table, phase in patterns if phase == "over"]
    waiting = [table for table, phase in patterns if phase == "playing"]
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=OFF")  # a half-filled file is thrown away anyway
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        for name, ids in (("crowd", people), ("rooms", channels)):
            connection.execute(f"CREATE TEMP TABLE {name} (place INTEGER PRIMARY KEY, id INTEGER)")
            connection.executemany(f"INSERT INTO {name} VALUES (?,?)", enumerate(ids))
        first = connection.execute("SELECT max(id) FROM tables").fetchone()[0] + 1
        ended = round(tables * over)
        for several, many in ((done, ended), (waiting, tables - ended)):
            for number, table in enumerate(several):
                share = many // len(several) + (number < many % len(several))
                _multiply(connection, table, first, share)
                first += share
        connection.execute("COMMIT")


def _multiply(connection: sqlite3.Connection, pattern: int, first: int, many: int) -> None:
    """Copy one table and all its rows `many` times, under the ids from `first` on."""
    if not many:
        return
    new = {
        "pattern": pattern,
        "first": first,
        "many": many,
        "rows": ROWS,
        "now": time.time(),
        "due": FIRST_DUE,
    }
    numbers = (
        "(WITH RECURSIVE n(number) AS (SELECT :first UNION ALL SELECT number + 1 FROM n"
        " WHERE number < :first + :many - 1) SELECT number FROM n)"
    )
    revs = (
        "(WITH RECURSIVE r(row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM r"
        " WHERE row < :rows) SELECT row FROM r)"
    )
    count = "(SELECT max(rev) FROM log WHERE table_id = :pattern)"
    later = ":now + :due * (1 + (number % 1000) / 1000.0)"
    person = f"(number * {SEATS} + seat) % (SELECT count(*) FROM crowd)"
    room = "number % (SELECT count(*) FROM rooms)"
    for table, source, changed in (
        (
            "tables",
            f"{numbers} CROSS JOIN tables ON id = :pattern",
            {
                "id": "number",
                "channel": f"(SELECT id FROM rooms WHERE place = {room})",
                "rev": ":rows",
                "secret": "randomblob(32)",
            },
        ),
        (
            "seats",
            f"{numbers} CROSS JOIN seats ON table_id = :pattern",
            {
                "table_id": "number",
                "person": f"(SELECT id FROM crowd WHERE place = {person})",
                "due": f"iif(due IS NULL, NULL, {later})",
            },
        ),
        (
            "shown",
            f"{numbers} CROSS JOIN shown ON table_id = :pattern",
            {"table_id": "number", "message": "message + number * 16"},
        ),
        (
            "log",
            f"{numbers} CROSS JOIN {revs} CROSS JOIN log"
            f" ON table_id = :pattern AND rev = 1 + (row - 1) % {count}",
            {"table_id": "number", "rev": "row", "receipt": "NULL"},
        ),
    ):
        columns: list[str] = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        taken = ", ".join(changed.get(column, column) for column in columns)
        connection.execute(f"INSERT INTO {table} SELECT {taken} FROM {source}", new)
