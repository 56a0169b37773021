"""Run the bot with a deliberate fault, to show that the crash test detects it.

    python -m tests.crews.broken early      # as `python -m bot`, with the fault `early`

Each fault is a mistake that a careless change could make. `none` is the unchanged bot.
"""

import asyncio
import random
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import astuple, replace
from typing import Any

from bot import __main__ as bot
from bot.host.commit.committer import Changing, Committer
from bot.host.play import moves, orders
from bot.host.reading.loaded_table import LoadedTable
from bot.show.deliver.display import Display
from bot.show.deliver.public.boards import Boards
from bot.show.deliver.queues.message_key import Key
from bot.show.deliver.queues.message_queues import MessageQueues
from bot.show.discord_py.earlier_posts import EarlierPosts
from db.database import Database, Transaction
from db.tables import log
from db.tables.log import LogEntry
from db.tables.shown import BOARD
from tests.crews import jar
from tests.crews.tireless import lift_limit

_later: set[asyncio.Task[Any]] = set()


def later(work: Any) -> None:
    """Start a background task."""
    task = asyncio.create_task(work)
    _later.add(task)
    task.add_done_callback(_later.discard)


def early() -> None:
    """Answer the player first and commit the move a moment later."""
    honest = Committer.change

    async def change(
        committer: Committer, table_id: int, work: Changing, *more: Any
    ) -> LoadedTable:
        async def commit() -> None:
            await asyncio.sleep(0.4)
            await honest(committer, table_id, work, *more)

        before = await committer.store.loaded(table_id)
        made = work(before, await committer.moment(before.table))  # refusals still come first
        later(commit())
        return made.after

    Committer.change = change  # type: ignore[method-assign]


def halves() -> None:
    """Write the state in one transaction and the log in another."""
    honest = Committer.change
    unwritten: list[tuple[int, LogEntry]] = []
    write = log.write

    async def keep(tx: Transaction, table_id: int, entry: LogEntry) -> None:
        unwritten.append((table_id, entry))

    async def change(committer: Committer, *given: Any) -> LoadedTable:
        after = await honest(committer, *given)
        await asyncio.sleep(0.05)
        async with committer.store.database.transaction() as tx:
            while unwritten:
                await write(tx, *unwritten.pop(0))
        return after

    log.write = keep
    Committer.change = change  # type: ignore[method-assign]


def stale() -> None:
    """Accept stale presses."""
    moves.check_staleness = orders.check_staleness = lambda *told, **more: None


def receipts() -> None:
    """Accept an idempotency key twice."""
    looking = Committer.change

    async def change(committer: Committer, table_id: int, work: Changing, *_: Any) -> LoadedTable:
        return await looking(committer, table_id, work, None)  # skip the check in memory too

    Committer.change = change  # type: ignore[method-assign]
    honest = Database.open.__func__  # type: ignore[attr-defined]

    async def open_loosely(kind: type[Database], path: Any, **more: Any) -> Database:
        database = await honest(kind, path, **more)
        async with database.transaction() as tx:
            row = await tx.one("SELECT sql FROM sqlite_master WHERE name='log'")
            assert row is not None
            loose = row["sql"].replace("INTEGER UNIQUE", "INTEGER").replace("log", "loose", 1)
            await tx.run(loose)
            await tx.run("INSERT INTO loose SELECT * FROM log")
            await tx.run("DROP TABLE log")
            await tx.run("ALTER TABLE loose RENAME TO log")
        return database

    async def write_loosely(tx: Transaction, table_id: int, entry: LogEntry) -> None:
        values = (table_id, *astuple(entry))
        marks = ",".join("?" * len(values))
        await tx.run(f"INSERT INTO log (table_id, {log.COLUMNS}) VALUES ({marks})", values)

    log.write = write_loosely
    Database.open = classmethod(open_loosely)  # type: ignore[assignment,method-assign]


def unlocked() -> None:
    """Draw boards without a queue and without comparing them to what was shown."""
    honest = MessageQueues.want

    def want(queues: MessageQueues, key: Key) -> None:
        if key[1] == BOARD:
            later(queues._draw(key))
        else:
            honest(queues, key)

    @asynccontextmanager
    async def hold_if_free(queues: MessageQueues, key: Key) -> AsyncGenerator[bool]:
        yield True

    async def draw_board(boards: Boards, loaded: LoadedTable) -> None:
        table, shown = loaded.table, boards._store.shown(loaded.table.id, BOARD)
        drawn = await boards.drawn(loaded)
        await asyncio.sleep(random.random() * 0.6)
        assert shown.message is not None
        await boards._messenger.edit(table.channel, shown.message, drawn)
        boards._store.note(table.id, replace(shown, step=table.step))

    MessageQueues.want = want  # type: ignore[method-assign]
    MessageQueues.hold_if_free = hold_if_free  # type: ignore[method-assign,assignment]
    Boards.draw = draw_board  # type: ignore[method-assign]


def forgetful() -> None:
    """Draw nothing after a start, and late otherwise."""
    honest = Display.__init__

    async def nothing(display: Display) -> None:
        pass

    def slow(display: Display, *given: Any) -> None:
        honest(display, *given)
        display._timing = replace(display._timing, settle=0.5)

    Display.__init__ = slow  # type: ignore[method-assign]
    Display.catch_up = nothing  # type: ignore[method-assign]


def blind() -> None:
    """Don't look for messages that were posted and not noted."""

    async def nothing(*_: Any) -> None:
        pass

    EarlierPosts.take = nothing  # type: ignore[method-assign,assignment]


def quoting() -> None:
    """Fail at the first move, with an error that quotes everybody's name and cards."""
    honest, left = Committer.change, [True]

    async def change(
        committer: Committer, table_id: int, work: Changing, *more: Any
    ) -> LoadedTable:
        before = await committer.store.loaded(table_id)
        if before.state is not None and left:
            left.clear()
            raise ValueError(f"{before.state!r} {before.table!r}")
        return await honest(committer, table_id, work, *more)

    Committer.change = change  # type: ignore[method-assign]


def none() -> None:
    """Change nothing."""


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (none, early, halves, stale, receipts, unlocked, forgetful, blind, quoting)
}


if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    jar.offer()
    lift_limit()
    sys.exit(bot.main())
