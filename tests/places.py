"""Where the tests' databases are: in files, or with `--database postgresql` on a server.

Each process has a server of its own, which is started when a test first needs it. Each test's
database is a copy of one that is already at the newest schema.
"""

import asyncio
import sqlite3
import threading
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from db.base.place import Place, PostgresUrl
from db.database import Database
from db.upkeep.row_copy import KEPT
from tests import scope
from tests.postgresql.empty import server
from tests.postgresql.reader import read_server, run_on_server
from tests.postgresql.server import Server

TEMPLATE = "newest"
_known: dict[Path, str] = {}
_free: list[str] = []
_numbers = count()
_END_OTHERS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname=current_database() AND pid<>pg_backend_pid()"
)
_STAY = {"downeast_schema", "forgotten_key", "numbers"}
_EMPTY = "; ".join(
    [
        *(f"DELETE FROM {table.name}" for table in reversed(KEPT) if table.name not in _STAY),
        "UPDATE numbers SET newest=0",
    ]
)


def place_in(folder: Path, name: str = "downeast.sqlite3") -> Place:
    """Return the database with this name in a folder: the same one each time."""
    file = folder / name
    if scope.database == "sqlite":
        return file
    here = server_here()
    if file not in _known:
        if _free:
            _known[file] = _free.pop()
        else:
            _known[file] = f"d{next(_numbers)}"
            here.make(_known[file], TEMPLATE)
    return here.url(_known[file])


def forget_databases() -> None:
    """Empty the databases of a test that has ended, for the next one: that's faster than new ones.

    The connections that it left open, such as those of a killed bot, are ended.
    """
    for name in _known.values():
        place = server_here().url(name)
        read_server(place, _END_OTHERS)
        run_on_server(place, _EMPTY)
        _free.append(name)
    _known.clear()


@cache
def server_here() -> Server:
    """Return the server of this process, which has the template. May skip the test."""
    here = server()
    template = here.make(TEMPLATE)
    # in a thread, because the test's own loop is running
    making = threading.Thread(target=asyncio.run, args=(_migrate(template),))
    making.start()
    making.join()
    return here


async def _migrate(place: PostgresUrl) -> None:
    await (await Database.open(place)).close()


def read(place: Place, sql: str, *values: Any) -> list[Any]:
    """Query the bot's database from outside."""
    if isinstance(place, PostgresUrl):
        return read_server(place, sql, *values)
    connection = sqlite3.connect(f"file:{place}?mode=ro", uri=True, timeout=10)
    try:
        connection.row_factory = sqlite3.Row
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()
