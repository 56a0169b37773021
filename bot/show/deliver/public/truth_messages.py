"""Posts the truth about a finished game in the table's channel, once and for everyone.

The id of the message is stored, so neither a second press nor a restart posts it again.
"""

from bot.host.reading.store import Store
from bot.show.deliver.queues.message_queues import MessageQueues
from bot.show.deliver.queues.messenger import Messenger
from bot.show.draw.parts.message import Message
from db.tables.shown import TRUTH, Shown


class TruthMessages:
    """Posts the truth at the request of a player."""

    def __init__(self, store: Store, messenger: Messenger, queues: MessageQueues) -> None:
        self._store = store
        self._messenger = messenger
        self._queues = queues

    def is_posted(self, table_id: int) -> bool:
        """Return whether the truth about a loaded table has been shown to everyone."""
        return self._store.shown(table_id, TRUTH).message is not None

    async def post(self, channel: int, message: Message) -> None:
        """Post the truth about a table, unless that has been done. May raise CannotSend."""
        table_id = message.table
        async with self._queues.in_turn((table_id, TRUTH)):  # two players may press at once
            await self._store.loaded(table_id)
            if self.is_posted(table_id):
                return
            posted = await self._messenger.post(channel, message, f"truth{table_id}")
            await self._store.note_now(table_id, Shown(TRUTH, message=posted, step=message.step))
