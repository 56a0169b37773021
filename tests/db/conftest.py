from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from db.base.place import Place
from db.database import Database, Transaction
from tests.places import place_in

Opened: TypeAlias = Callable[..., Awaitable[Database]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "downeast.sqlite3"


@pytest.fixture
async def opened() -> AsyncGenerator[Opened]:
    databases: list[Database] = []

    async def open_it(place: Place, **how: Any) -> Database:
        databases.append(await Database.open(place, **how))
        return databases[-1]

    yield open_it
    for database in databases:
        await database.close()


@pytest.fixture
async def database(path: Path, opened: Opened) -> Database:
    return await opened(place_in(path.parent))


@pytest.fixture
async def tx(database: Database) -> AsyncGenerator[Transaction]:
    async with database.transaction() as transaction:
        yield transaction
