"""Reads a PostgreSQL database from outside, as tests read a file of SQLite: without awaiting.

It has a thread with an event loop of its own, and keeps a connection to each database.
"""

import asyncio
import threading
import time
from functools import cache
from typing import Any, Final

import asyncpg

from db.base.place import PostgresUrl
from db.engines.dialect import for_postgresql
from db.engines.postgresql_problems import LOST

PATIENCE = 15.0  # seconds until a server that is being started again must answer
AGAIN = 0.02
_driver: Final[Any] = asyncpg  # its own types are incomplete


class Reader:
    """Reads whatever is committed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._connections: dict[str, Any] = {}
        self._turn = asyncio.Lock()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def read(self, place: PostgresUrl, sql: str, *values: Any) -> list[Any]:
        """Run a query and return its rows. Wait for a server that is just being started again."""
        return asyncio.run_coroutine_threadsafe(self._read(place, sql, values), self._loop).result()

    async def _read(self, place: PostgresUrl, sql: str, values: tuple[Any, ...]) -> list[Any]:
        until = time.monotonic() + PATIENCE
        async with self._turn:
            while True:
                try:
                    return await (await self._to(place)).fetch(for_postgresql(sql), *values)
                except LOST:
                    self.forget(place)
                    if time.monotonic() > until:
                        raise
                await asyncio.sleep(AGAIN)

    async def _to(self, place: PostgresUrl) -> Any:
        if place.url not in self._connections:
            self._connections[place.url] = await _driver.connect(
                place.url, server_settings={"application_name": "reader"}
            )
        return self._connections[place.url]

    def forget(self, place: PostgresUrl) -> None:
        """Give the connection to a database up."""
        connection = self._connections.pop(place.url, None)
        if connection is not None:
            connection.terminate()

    def run(self, place: PostgresUrl, script: str) -> None:
        """Run several statements."""
        asyncio.run_coroutine_threadsafe(self._run(place, script), self._loop).result()

    async def _run(self, place: PostgresUrl, script: str) -> None:
        async with self._turn:
            await (await self._to(place)).execute(script)


@cache
def _reader() -> Reader:
    return Reader()


def read_server(place: PostgresUrl, sql: str, *values: Any) -> list[Any]:
    """Run a query on committed data. Its values are marked by `?`, as in db/."""
    return _reader().read(place, sql, *values)


def run_on_server(place: PostgresUrl, script: str) -> None:
    """Run statements without values, and commit them together."""
    _reader().run(place, script)
