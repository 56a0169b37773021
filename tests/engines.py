"""Reaches into an open database for the engine that it runs on."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from db.database import Database
from db.engines.engine import Transaction
from db.engines.sqlite_engine import SqliteEngine

Ask: TypeAlias = Callable[..., Awaitable[Any]]


@dataclass(slots=True)
class Counted:
    """Requests to the database: transactions, and reads outside them."""

    transactions: int = 0
    reads: int = 0


def sqlite_of(database: Database) -> SqliteEngine:
    """Return the engine of a database file."""
    assert isinstance(database._engine, SqliteEngine)
    return database._engine


def watch_server(database: Database, watched: Callable[[Ask], Ask], counted: Counted) -> None:
    """Count the requests to a server. `watched` wraps whatever asks the server something."""
    engine: Any = database._engine
    begin, read = watched(engine.begin), watched(engine.reader.all)

    async def began() -> Transaction:
        counted.transactions += 1
        tx: Any = await begin()
        for name in ("all", "run", "run_many"):
            setattr(tx, name, watched(getattr(tx, name)))
        return tx

    async def asked(*args: Any) -> Any:
        counted.reads += 1
        return await read(*args)

    engine.begin, engine.reader.all = began, asked
    engine.commit, engine.rollback = watched(engine.commit), watched(engine.rollback)
