"""Makes the thread of a table at its deal, and keeps the channel that the table was opened in.

The thread is made from the board, whose id becomes the id of the thread. Discord makes only one
thread per message. So after a crash in between, asking again finds the thread that exists.

    the board in the channel -> thread -> welcome -> COMMIT -> the board there links to the thread
    the end of the game      -> the final board in the thread, and the result in the channel
"""

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.servers.thread_moves import ThreadMoves
from bot.show.deliver.public.boards import Boards
from bot.show.deliver.queues.message_queues import MessageQueues
from bot.show.deliver.queues.messenger import (
    CannotSend,
    Messenger,
    NoRoom,
    ShutOut,
    TryLater,
    until_saved,
)
from bot.show.draw.parts.message import message_of
from bot.show.draw.texts import thread_text
from bot.ui.face.face import AnyFace
from db.base.problems import NotSaved, Unsure
from db.tables.shown import BOARD, OPENING, Shown
from db.tables.tables import NoThread

log = logging.getLogger(__name__)

MADE_WITHIN = 10.0  # seconds that a deal waits for its thread before it goes on without one
RETRY = 1.0  # seconds between two attempts
LINKED, RESULT = 1, 2  # what the channel shows: the link to the thread, and the result too


class TableThreads:
    """Makes threads and shows results. Call `make_if_wanted` from the SEAL queue of a table.

    Call `draw` from its OPENING queue.
    """

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
        queues: MessageQueues,
        boards: Boards,
        threads: ThreadMoves,
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._queues = queues
        self._boards = boards
        self._threads = threads

    # --- the deal ---

    async def make_if_wanted(self, loaded: LoadedTable) -> LoadedTable:
        """Move a table that is being dealt to a thread, if it wants one. Return the table.

        Raises TryLater if the disk is full. If there can be no thread, it plays in its channel.
        """
        table = loaded.table
        if not (table.is_frozen and table.wants_thread):
            return loaded
        async with self._queues.in_turn((table.id, BOARD)):  # the board must stay where it is
            try:
                await self._move(loaded)
            except (NotSaved, Unsure) as problem:
                raise until_saved(problem) from problem
        return await self._store.loaded(table.id)

    async def _move(self, loaded: LoadedTable) -> None:
        table, board = loaded.table, self._store.shown(loaded.table.id, BOARD).message
        if board is None:  # it couldn't be posted
            await self._threads.refused(table.id, "failed")
            return
        try:
            thread = await self._made(loaded, board)
        except CannotSend as problem:
            log.info("I couldn't make a thread for table %s: %s", table.id, problem)
            await self._threads.refused(table.id, _why(problem))
        else:
            await self._threads.made(table.id, thread, board)

    async def _made(self, loaded: LoadedTable, board: int) -> int:
        """Make the thread and add the players to it. Retry for MADE_WITHIN seconds."""
        table, seen = loaded.table, self._queries.seen_from(loaded, None)
        face, clock = self._faces[table.game], self._store.clock
        name, welcome = thread_text.name(face, seen), thread_text.welcome(face, seen)
        people = [person for person in seen.people if person is not None]
        give_up_at = clock.now() + MADE_WITHIN
        while True:
            try:
                thread = await self._messenger.start_thread(table.channel, board, name)
                await self._messenger.add_people(thread, people, welcome, f"thread{table.id}")
            except TryLater as problem:
                again_at = clock.now() + (problem.after or RETRY)
                if again_at > give_up_at:
                    raise
                await clock.sleep_until(again_at)
            else:
                return thread

    # --- the channel that the table was opened in ---

    def behind(self, loaded: LoadedTable) -> bool:
        """Return whether the channel still lacks the link to the thread, or the result."""
        table = loaded.table
        wanted = RESULT if table.phase in ("over", "ended") else LINKED
        return table.opened_in is not None and self._shown(loaded).step < wanted

    async def draw(self, loaded: LoadedTable) -> None:
        """Show the channel the link to the thread, or the result. May raise CannotSend."""
        table, shown = loaded.table, self._shown(loaded)
        if not self.behind(loaded) or table.opened_in is None:
            return
        if shown.step < LINKED:
            if shown.message is not None:
                opening = self._boards.opening(loaded)
                await self._messenger.edit(table.opened_in, shown.message, opening)
            shown = replace(shown, step=LINKED)
            self._store.note(table.id, shown)
        if table.phase in ("over", "ended"):
            await self._post_result(loaded, table.opened_in, shown)

    async def _post_result(self, loaded: LoadedTable, channel: int, shown: Shown) -> None:
        table, seen = loaded.table, self._queries.seen_from(loaded, None)
        ending = await self._boards.drawn(loaded, new=True)
        panel = thread_text.result(seen, ending.panel)
        message = message_of(self._faces[table.game], table, panel)
        await self._messenger.post(channel, message, f"result{table.id}")
        await self._store.note_now(table.id, replace(shown, step=RESULT))

    def _shown(self, loaded: LoadedTable) -> Shown:
        return self._store.shown(loaded.table.id, OPENING)


def _why(problem: CannotSend) -> NoThread:
    """Return the reason for which a table has no thread."""
    if isinstance(problem, NoRoom):
        return "full"
    return "forbidden" if isinstance(problem, ShutOut) else "failed"
