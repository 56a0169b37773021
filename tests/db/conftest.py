from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from db.database import Database, Transaction

Opened: TypeAlias = Callable[..., Awaitable[Database]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "downeast.sqlite3"


@pytest.fixture
async def opened() -> AsyncGenerator[Opened]:
    databases: list[Database] = []

    async def open_it(path: Path, **how: Any) -> Database:
        databases.append(await Database.open(path, **how))
        return databases[-1]

    yield open_it
    for database in databases:
        if database._writing._connection is not None:
            await database.close()


@pytest.fixture
async def database(path: Path, opened: Opened) -> Database:
    return await opened(path)


@pytest.fixture
async def tx(database: Database) -> AsyncGenerator[Transaction]:
    async with database.transaction() as transaction:
        yield transaction
