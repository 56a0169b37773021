"""The open database. It takes one change at a time and is read without waiting.

Changes are made inside `transaction()`, which only one task can enter at a time. Code inside it
must await nothing except the database. If the block ends without an exception, its changes are on
the disk. Otherwise all of them are undone. Each read is one statement and sees exactly what was
committed when it began.

Each statement takes a round trip to another thread or a server, so related data is read in one
statement. db/engines/ has what differs between SQLite and PostgreSQL.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from db import restores
from db.base.place import Place
from db.base.problems import NotSaved
from db.engines.engine import PATIENT, Engine, Reads, Row, Transaction
from db.engines.sqlite_engine import SqliteEngine
from db.restores import Restore

WHILE_PLAYING: Final = 20.0  # seconds: only a server that hangs takes as long for what players do

__all__ = ["CommitObserver", "Database", "Reads", "Row", "Transaction"]


class CommitObserver(Protocol):
    """Is told whether transactions are saved. It must not raise."""

    def committed(self, seconds: float) -> None:
        """Hear that a transaction is on the disk, and how long the COMMIT took."""
        ...

    def not_saved(self) -> None:
        """Hear that the machine prevented a transaction."""
        ...


class Database:
    """An open database. Open it with `await Database.open(place)` and close it at the end."""

    def __init__(
        self,
        engine: Engine,
        observers: Sequence[CommitObserver] = (),
        restored: Restore | None = None,
    ) -> None:
        self._engine = engine
        self._observers = observers
        self._turn = asyncio.Lock()
        self._is_closed = False
        self.reader = engine.reader
        self.restored = restored
        """The newest restore, or None. It can change only while the database is closed."""

    @classmethod
    async def open(
        cls,
        place: Place,
        *,
        durable: bool = True,
        answer_within: float = PATIENT,
        observers: Sequence[CommitObserver] = (),
    ) -> "Database":
        """Open or create the database and migrate it to the newest schema. Raises DatabaseProblem.

        This doesn't read everything; `quick_check` does. If `durable` is False, writes are faster,
        but a power cut may lose the latest transactions. Simulations use that. A server that takes
        longer than `answer_within` seconds for a statement counts as out of reach.
        """
        engine = await _opened(place, durable=durable, answer_within=answer_within)
        try:
            restored = await restores.newest(engine.reader)
        except BaseException:
            await engine.close()
            raise
        return cls(engine, observers, restored)

    @property
    def place(self) -> Place:
        """Where the data is kept."""
        return self._engine.place

    async def until_replaced(self) -> None:
        """Wait until nothing can be saved any more, because another process used the database."""
        await self._engine.replaced.wait()

    async def close(self) -> None:
        """Wait for the current transaction and close the database, if that wasn't done before."""
        async with self._turn:
            if not self._is_closed:
                self._is_closed = True
                await self._engine.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """Enter a write transaction. It is committed at the end, or rolled back on an exception.

        Raises NotSaved if the machine prevents the write, for example because its disk is full.
        """
        async with self._turn:
            try:
                yield await self._engine.begin()
                began = time.perf_counter()
                await self._engine.commit()
            except BaseException as error:
                await asyncio.shield(self._engine.rollback())
                self._check_saved(error)
                raise
            for observer in self._observers:
                observer.committed(time.perf_counter() - began)

    def _check_saved(self, error: BaseException) -> None:
        """Raise NotSaved if the machine has caused an error."""
        why = self._engine.why_not_saved(error)
        if why is not None:
            for observer in self._observers:
                observer.not_saved()
            if isinstance(error, NotSaved):
                raise error  # it says whether the connection was the cause
            raise NotSaved(why) from error

    async def empty_log(self) -> None:
        """Write all transactions into the main storage, so that nothing old is left elsewhere.

        If a read takes too long, that is left to the next time.
        """
        async with self._turn:
            await self._engine.empty_log()

    async def rewrite(self) -> None:
        """Write all data anew, so that nothing is left of what was deleted.

        Nobody can write meanwhile. Raises NotSaved.
        """
        async with self._turn:
            try:
                await self._engine.rewrite()
            except Exception as error:
                self._check_saved(error)
                raise
            await self._engine.empty_log()

    async def read(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query on committed data and return all rows, without waiting for a writer."""
        return await self.reader.all(sql, values)

    async def quick_check(self) -> str | None:
        """Look for damage. Return a sentence about what is wrong, or None if nothing is."""
        return await self._engine.quick_check()


async def _opened(place: Place, *, durable: bool, answer_within: float) -> Engine:
    if isinstance(place, Path):
        return await SqliteEngine.open(place, durable=durable)
    from db.engines.postgresql_engine import PostgresEngine  # its package is an extra

    return await PostgresEngine.open(place, durable=durable, answer_within=answer_within)
