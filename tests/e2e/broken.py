"""The bot with a fault put into it on purpose, to show that the crash test would see it.

    python -m tests.e2e.broken early      # as `python -m bot`, with the fault `early`

Each fault is one that a careless change could make. `none` is the bot as it is.
"""

import asyncio
import random
import sys
from collections.abc import Callable
from typing import Any

from bot import __main__ as bot
from bot import frame
from bot.host import Host
from bot.window import Window, render
from db import tables
from db.database import Database, Transaction
from db.tables import Entry
from tests.e2e import jar

_later: set[asyncio.Task[Any]] = set()


def later(work: Any) -> None:
    """Do something on the side."""
    task = asyncio.create_task(work)
    _later.add(task)
    task.add_done_callback(_later.discard)


def early() -> None:
    """Answer a player first, and commit the move a moment after."""
    honest = Host._change

    async def change(host: Host, table_id: int, receipt: int | None, work: Any) -> int:
        async def commit() -> None:
            await asyncio.sleep(0.4)
            await honest(host, table_id, receipt, work)

        async with host.database.transaction() as tx:
            table = await host._load(tx, table_id)
        work(table, table.rev + 1)  # a refusal is still a refusal
        later(commit())
        return table.rev

    Host._change = change  # type: ignore[method-assign]


def halves() -> None:
    """Write the state in one transaction and the log in another."""
    honest = Host._change
    unwritten: list[tuple[int, Entry]] = []
    write = tables._write_entry

    async def keep(tx: Transaction, table_id: int, entry: Entry) -> None:
        unwritten.append((table_id, entry))

    async def change(host: Host, *given: Any) -> int:
        rev = await honest(host, *given)
        await asyncio.sleep(0.05)
        async with host.database.transaction() as tx:
            while unwritten:
                await write(tx, *unwritten.pop(0))
        return rev

    tables._write_entry = keep
    Host._change = change  # type: ignore[method-assign]


def stale() -> None:
    """Let a press count that was made on an old board."""
    Host._check_fresh = lambda host, sitter, seen_rev: None  # type: ignore[method-assign]


def receipts() -> None:
    """Forget which interactions were served, in the code and in the file."""
    honest = Database.open.__func__  # type: ignore[attr-defined]

    async def never(tx: Transaction, receipt: int) -> bool:
        return False

    async def open_loosely(kind: type[Database], path: Any) -> Database:
        database = await honest(kind, path)
        async with database.transaction() as tx:
            row = await tx.one("SELECT sql FROM sqlite_master WHERE name='log'")
            assert row is not None
            loose = row["sql"].replace("INTEGER UNIQUE", "INTEGER").replace("log", "loose", 1)
            await tx.run(loose)
            await tx.run("INSERT INTO loose SELECT * FROM log")
            await tx.run("DROP TABLE log")
            await tx.run("ALTER TABLE loose RENAME TO log")
        return database

    tables.done_before = never
    Database.open = classmethod(open_loosely)  # type: ignore[assignment,method-assign]


def unlocked() -> None:
    """Draw boards without a lock, and without looking at what they show already."""

    async def show(window: Any, face: Any, showing: Any) -> None:
        sight = showing.public
        view = render(face, frame.board(face, sight), sight)
        await asyncio.sleep(random.random() * 0.3)
        nonce = f"b{sight.id}:{sight.rev}"
        board = await window._post.keep(sight.channel, showing.board, view, nonce)
        await window._note_board(sight, board)

    Window._show_board = show  # type: ignore[method-assign]


def forgetful() -> None:
    """Draw nothing anew after a start, and late otherwise."""
    honest = Window.__init__

    async def nothing(window: Window) -> None:
        pass

    def slow(window: Window, *given: Any) -> None:
        honest(window, *given)
        object.__setattr__(window._timing, "settle", 0.5)

    Window.__init__ = slow  # type: ignore[method-assign]
    Window.catch_up = nothing  # type: ignore[method-assign]


def none() -> None:
    """Change nothing."""


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault for fault in (none, early, halves, stale, receipts, unlocked, forgetful)
}


if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    jar.offer()
    sys.exit(bot.main())
