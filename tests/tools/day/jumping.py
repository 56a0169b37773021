"""An event loop in which nobody waits, and a file that answers at once.

When nothing is left to do, the clock is set to the instant at which the first sleeper wants to be
woken. Nothing else runs beside it, no thread and no socket, so the same game takes the same course
every time; and whatever is in flight has settled before time goes on.
"""

import asyncio
import selectors
import sqlite3
from collections.abc import Coroutine, Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from tests.bot.recording import HandClock

T = TypeVar("T")


class _Jumps(selectors.SelectSelector):
    """Sets the clock instead of waiting."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None or timeout > 0:
            waking = self._clock.next_waking()
            if waking is None:
                raise RuntimeError("everybody waits for somebody else")
            self._clock.set(max(waking, self._clock.now()))
        return []


def run(clock: HandClock, work: Coroutine[Any, Any, T]) -> T:
    """Run something to its end in the time of this clock."""
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(_Jumps(clock))) as runner:
        return runner.run(work)


class _AtOnce:
    """Does what the house asks of an aiosqlite.Connection, without a thread."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, isolation_level=None)

    @property
    def row_factory(self) -> Any:
        return self._file.row_factory

    @row_factory.setter
    def row_factory(self, factory: Any) -> None:
        self._file.row_factory = sqlite3.Row

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return self._file.execute(sql, values).fetchall()

    async def execute_insert(self, sql: str, values: Sequence[Any] = ()) -> Any:
        self._file.execute(sql, values)
        return self._file.execute("SELECT last_insert_rowid()").fetchone()

    async def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._file.executemany(sql, rows)

    async def executescript(self, sql: str) -> None:
        self._file.executescript(sql)

    async def rollback(self) -> None:
        self._file.rollback()

    async def close(self) -> None:
        self._file.close()


@contextmanager
def files_at_once() -> Generator[None]:
    """Have files that are opened meanwhile answer at once: a hop to a thread costs ten answers."""

    async def connect(path: Path, **_: Any) -> Any:
        return _AtOnce(path)

    before = aiosqlite.connect
    aiosqlite.connect = connect  # type: ignore[assignment]
    try:
        yield
    finally:
        aiosqlite.connect = before
