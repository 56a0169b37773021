"""The database of a developer's program: a file, or a server of PostgreSQL that can have trouble.

python -m tests.tools.crash --database postgresql
"""

import argparse
import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from db.base.place import Place, PostgresUrl
from tests.crews.crew import Crew
from tests.places import read
from tests.postgresql.server import Server, running

Kind: TypeAlias = Literal["sqlite", "postgresql"]

NAME: Final = "downeast"
AWAY = (0.0, 1.0)  # seconds for which the server is away
_THE_BOTS: Final = (
    "FROM pg_stat_activity WHERE application_name='downeast' AND pid<>pg_backend_pid()"
)


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let the command line choose the database."""
    parser.add_argument("--database", choices=get_args(Kind), default="sqlite")


@contextmanager
def database(
    kind: Kind, folder: Path, *, durable: bool = False
) -> Generator[tuple[Place, Server | None]]:
    """Give an empty database, and its server if it has one. Raises NoServer."""
    if kind == "sqlite":
        yield folder / "downeast.sqlite3", None
        return
    with running(durable=durable) as server:
        yield server.make(NAME), server


async def let_go(place: Place) -> None:
    """Wait until the server has finished what a bot that was killed had sent to it."""
    if isinstance(place, PostgresUrl):
        async with asyncio.timeout(10.0):
            while read(place, f"SELECT 1 {_THE_BOTS}"):  # noqa: ASYNC110 (nobody rings)
                await asyncio.sleep(0.02)


@dataclass(frozen=True, slots=True)
class Blow:
    """Something that ends the bot, its connections or its server."""

    name: str
    strike: Callable[[], Awaitable[object]]
    kills_bot: bool


class Blows:
    """Strikes the bot, and the server if there is one."""

    def __init__(self, crew: Crew, server: Server | None, dice: Random) -> None:
        self._crew = crew
        self._server = server
        self._dice = dice

    def next(self) -> Blow:
        """Choose one by lot."""
        kinds = [Blow("the bot is killed", self._crew.kill, kills_bot=True)]
        if self._server is not None:
            kinds += [
                Blow("its connections are ended", self._end_connections, kills_bot=False),
                Blow("one connection is ended", self._end_one_connection, kills_bot=False),
                Blow("the server is restarted", self._restart, kills_bot=False),
                Blow("the server crashes", self._crash, kills_bot=False),
                Blow("the server crashes and the bot is killed", self._both, kills_bot=True),
            ]
        return self._dice.choice(kinds)

    async def _both(self) -> None:
        await asyncio.gather(self._crash(), self._crew.kill())

    async def _end_connections(self) -> None:
        await self._ask(f"SELECT pg_terminate_backend(pid) {_THE_BOTS}")

    async def _end_one_connection(self) -> None:
        """End the one that did something last, which is often the one that writes."""
        newest = f"SELECT pid {_THE_BOTS} ORDER BY state_change DESC LIMIT 1"
        await self._ask(f"SELECT pg_terminate_backend(pid) FROM ({newest}) AS busy")

    async def _ask(self, sql: str) -> None:
        assert self._server is not None
        await asyncio.to_thread(self._server.ask, NAME, sql)

    async def _restart(self) -> None:
        await self._start_again(signal.SIGINT)

    async def _crash(self) -> None:
        await self._start_again(signal.SIGQUIT)

    async def _start_again(self, how: signal.Signals) -> None:
        """End the server and start it again, in a thread, because whoever reads waits for it."""
        assert self._server is not None
        server, away = self._server, self._dice.uniform(*AWAY)

        def start_again() -> None:
            server.stop(how)
            time.sleep(away)
            server.start()

        await asyncio.to_thread(start_again)
