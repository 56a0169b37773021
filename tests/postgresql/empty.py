"""Gives tests empty databases on one server, started at first use, or a server of their own."""

import atexit
import os
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest

from db.base.place import PostgresUrl
from tests.postgresql.server import NoServer, Server, programs, running

_servers: list[Server] = []
_numbers = count(1)


def need_server() -> None:
    """Skip the test if PostgreSQL isn't installed.

    Let it fail instead if the environment says that PostgreSQL must be there.
    """
    try:
        programs()
    except NoServer as why:
        if os.environ.get("POSTGRESQL") == "must":
            raise
        pytest.skip(str(why))


@contextmanager
def own_server() -> Generator[Server]:
    """Start a server that a test may stop, and remove it in the end. May skip the test."""
    need_server()
    with running() as started:
        yield started


def server() -> Server:
    """Return this process's server. May skip the test."""
    if not _servers:
        need_server()
        _servers.append(Server())
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
