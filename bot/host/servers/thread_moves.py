"""Moves tables to the threads that were made for them."""

from collections.abc import Awaitable, Callable

from bot.host.commit.committer import Committer
from db.database import Transaction
from db.tables import tables
from db.tables.shown import OPENING, Shown
from db.tables.tables import NoThread


class ThreadMoves:
    """Records where a table that wants a thread is played."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._store = committer.store

    async def made(self, table_id: int, thread: int, board: int) -> None:
        """Move a table to its thread. The board from which that was made stays where it is."""
        opening = Shown(OPENING, message=board)
        await self._change(
            table_id, lambda tx: tables.move_to_thread(tx, table_id, thread, opening)
        )
        self._store.forget_board(table_id)
        self._store.note(table_id, opening)

    async def refused(self, table_id: int, why: NoThread) -> None:
        """Let a table be played in its channel, because no thread could be made."""
        await self._change(table_id, lambda tx: tables.no_thread(tx, table_id, why))

    async def _change(self, table_id: int, work: Callable[[Transaction], Awaitable[None]]) -> None:
        async with self._committer.turn(table_id):
            try:
                async with self._store.database.transaction() as tx:
                    await work(tx)
            finally:  # the cached table has the same rev
                self._store.cache.drop(table_id)
