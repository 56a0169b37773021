"""Gives tests empty databases on one server, which is started at first use."""

import atexit
import os
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest

from db.place import PostgresUrl
from tests.postgresql.server import NoServer, Server

_servers: list[Server] = []
_numbers = count(1)


def server() -> Server:
    """Return this process's server.

    Skip the test if PostgreSQL isn't installed, but fail if the environment says that it must be.
    """
    if not _servers:
        try:
            _servers.append(Server())
        except NoServer as why:
            if os.environ.get("POSTGRESQL") == "must":
                raise
            pytest.skip(str(why))
        atexit.register(_servers[0].remove)
        _servers[0].start()
    return _servers[0]


@contextmanager
def empty_database() -> Generator[PostgresUrl]:
    """Make an empty database, and delete it in the end."""
    name = f"empty{next(_numbers)}"
    yield server().make(name)
    server().drop(name)


def name_of(place: PostgresUrl) -> str:
    """Return the name of a database."""
    return urlsplit(place.url).path.removeprefix("/")


def cut_off(place: PostgresUrl) -> None:
    """End all connections to a database, as a server that restarts does."""
    server().ask(
        "postgres",
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        f" WHERE datname='{name_of(place)}'",
    )


def cut_off_at(place: PostgresUrl, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """End all connections to a database when a function begins for the first time."""
    original, calls = getattr(owner, name), count()

    async def called(*arguments: Any) -> Any:
        if next(calls) == 0:
            cut_off(place)
        return await original(*arguments)

    monkeypatch.setattr(owner, name, called)
