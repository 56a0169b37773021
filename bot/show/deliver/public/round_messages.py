"""Posts the result of each round as a new message, for example revealed bids or dice.

The board shows the result too, but nobody is notified of an edit. The step of the last posted round
is stored as `Shown.step` of ROUNDS, so a restart posts no result twice.
"""

import logging
from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter

from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.reading.table_view import News
from bot.show.deliver.queues.messenger import CannotSend, Messenger, TryLater
from bot.show.draw.parts.message import Message
from bot.ui.face.face import AnyFace
from bot.ui.panels.panel import Panel, Text
from db.tables.shown import ROUNDS, Shown

log = logging.getLogger(__name__)


class RoundMessages:
    """Posts the results of rounds. Call it only from the ROUNDS queue of the table."""

    def __init__(
        self,
        store: Store,
        queries: Queries,
        messenger: Messenger,
        faces: Mapping[str, AnyFace],
    ) -> None:
        self._store = store
        self._queries = queries
        self._messenger = messenger
        self._faces = faces
        self._found: dict[int, tuple[int, tuple[int, str] | None]] = {}  # newest result by table id

    def due(self, loaded: LoadedTable) -> tuple[int, str] | None:
        """Return the step and text of the newest round result, or None if it is already posted.

        The last round of the game is not included, because the end has its own message.
        """
        if loaded.table.phase != "playing":
            return None
        newest = self._newest(loaded)
        return None if newest is None or newest[0] <= self._posted(loaded) else newest

    def _posted(self, loaded: LoadedTable) -> int:
        return self._store.shown(loaded.table.id, ROUNDS).step

    def _newest(self, loaded: LoadedTable) -> tuple[int, str] | None:
        table = loaded.table
        looked, newest = self._found.get(table.id, (0, None))
        if looked < table.step:
            seen = self._queries.seen_from(loaded, None)
            for step, entries in groupby(seen.news, key=attrgetter("step")):
                text = self._ended(loaded, list(entries)) if step > looked else ""
                newest = (step, text) if text else newest
            self._found[table.id] = (table.step, newest)
        return newest

    def _ended(self, loaded: LoadedTable, some: list[News]) -> str:
        face = self._faces[loaded.table.game]
        revealed = face.story.reveal([entry.event for entry in some], loaded.names)
        return revealed.text if revealed is not None and revealed.ends_round else ""

    async def post(self, loaded: LoadedTable) -> bool:
        """Post the round result that is due. Return whether one was due. May raise TryLater.

        A result that Discord refuses is skipped.
        """
        due, table = self.due(loaded), loaded.table
        if due is None:
            return False
        step, text = due
        face = self._faces[table.game]
        words = f"{text}\n-# {face.rules.title}, table {table.id}"
        message = Message(panel=Panel([Text(words)]), table=table.id, step=step, accent=face.colour)
        try:
            await self._messenger.post(table.channel, message, f"round{table.id}:{step}")
        except TryLater:
            raise
        except CannotSend as problem:
            log.info("I couldn't post the end of a round at table %s: %s", table.id, problem)
        await self._store.note_now(table.id, Shown(ROUNDS, step=step))
        return True

    def forget(self, table_id: int) -> None:
        """Drop the cached data of an inactive table."""
        self._found.pop(table_id, None)
