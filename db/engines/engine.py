"""What the database asks of an engine, and what an engine gives to the rest of db/."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Protocol

from db.base.place import Place

PATIENT: Final = 3600.0  # seconds for a statement that looks at everything, or rewrites it


class Row(Protocol):
    """A row of an answer. It has its values in order, and by the names of their columns."""

    def __getitem__(self, key: Any, /) -> Any:
        """Return the value in a column, given by its name or number, or a slice of the values."""
        ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> Any:
        """Return the names of the columns."""
        ...


class Reads(Protocol):
    """Anything that can run a query: the reader or an open transaction.

    A statement marks its values by `?` in order, or by `?1`, `?2` … if one of them stands twice.
    """

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query and return all rows."""
        ...

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """Run a query and return its first row, or None if there is none."""
        ...


class Transaction(Reads, Protocol):
    """An open transaction. It sees its own changes, and no other task can write meanwhile."""

    async def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Run a statement."""
        ...

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        ...


class Engine(Protocol):
    """An open database that only this process writes to.

    It has one transaction at a time; its caller sees to that. Reads don't wait for it.
    """

    replaced: asyncio.Event
    """Set when nothing can be saved any more, because another process has used the database."""

    @property
    def place(self) -> Place:
        """Where the data is kept."""
        ...

    @property
    def reader(self) -> Reads:
        """Reads committed data. Each statement sees exactly what was committed when it began."""
        ...

    async def begin(self) -> Transaction:
        """Begin a transaction."""
        ...

    async def commit(self) -> None:
        """Commit the transaction. After this its changes are on the disk."""
        ...

    async def rollback(self) -> None:
        """Undo the transaction. This has no effect if there is none, and never fails."""
        ...

    def why_not_saved(self, error: BaseException) -> str | None:
        """Describe why an error prevented a transaction. None: the cause isn't the machine."""
        ...

    async def empty_log(self) -> None:
        """Write all transactions into the main storage, so that nothing old is left elsewhere."""
        ...

    async def rewrite(self) -> None:
        """Write all data anew, so that nothing is left of what was deleted."""
        ...

    async def quick_check(self) -> str | None:
        """Look for damage. Return a sentence about what is wrong, or None if nothing is."""
        ...

    async def close(self) -> None:
        """Close the database. No transaction is open."""
        ...
