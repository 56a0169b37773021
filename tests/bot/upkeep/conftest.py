from collections.abc import Iterator
from itertools import count

import pytest

from db.base.place import PostgresUrl
from tests.postgresql import empty
from tests.postgresql.server import Server

_numbers = count(1)


@pytest.fixture
def server() -> Server:
    """Return this process's server, or skip the test if PostgreSQL isn't installed."""
    return empty.server()


@pytest.fixture
def name() -> str:
    """Return the name of a database that isn't there yet."""
    return f"upkeep{next(_numbers)}"


@pytest.fixture
def place(server: Server, name: str) -> Iterator[PostgresUrl]:
    """Make an empty database, and delete it at the end."""
    yield server.make(name)
    server.drop(name)
