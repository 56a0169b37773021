"""What a table publishes for good: its seal before the deal, and what is mixed in after it.

Each is a message of its own that is never edited (Discord would mark it), so that whoever reads it
later reads what was posted then. Their ids are kept for the transcript alone; nothing else of ours
knows of these messages.
"""

import logging
from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from bot.host.loaded import Loaded
from bot.host.store import Store
from bot.host.table_view import link_to
from bot.show.messenger import CannotSend, Messenger, TryLater
from db.tables import Table
from games.chance import seal

log = logging.getLogger(__name__)

RECORDS: Final = -1000
"""The lane of what a table publishes for good."""

What: TypeAlias = Literal["seal", "mix"]


class Records:
    """Publishes seals. Only whoever has the lane of a table's RECORDS may."""

    def __init__(self, store: Store, messenger: Messenger) -> None:
        self._store = store
        self._messenger = messenger
        self._shut_out: dict[int, int] = {}  # by table: the channel that took nothing

    def due(self, loaded: Loaded) -> What | None:
        """Say what of a table is still to be published."""
        table = loaded.table
        if self._shut_out.get(table.id) == table.channel:
            return None  # until we are let in again, or the table stands elsewhere
        if table.phase == "open" and table.sealed_by is None:
            return "seal"
        if table.phase == "playing" and table.mixed is not None and table.mixed_by is None:
            return "mix" if table.laid_open else None  # it is there to be compared at the end
        return None

    async def publish(self, loaded: Loaded) -> None:
        """Publish what is due. Raises CannotSend."""
        table, what = loaded.table, self.due(loaded)
        if what is None:
            return
        text, nonce = _TEXTS[what](table), f"{what}{table.id}"
        try:
            message = await self._messenger.publish(table.channel, text, nonce)
        except TryLater:
            raise
        except CannotSend:
            self._shut_out[table.id] = table.channel
            raise
        note = self._store.sealed if what == "seal" else self._store.mix_shown
        await note(table.id, message, table.channel)

    @property
    def shut_out(self) -> Collection[int]:
        """The tables of which something could not be published."""
        return self._shut_out.keys()

    def let_in(self, table_id: int) -> None:
        """Try again where nothing could be published."""
        self._shut_out.pop(table_id, None)


def seal_text(table: Table) -> str:
    """Write what is published before the deal."""
    rest = (
        "It fixes the secret of all luck here, and is opened once the game is over."
        if table.laid_open
        else "The terms keep it closed for good, so nobody can check this deal."
    )
    return f"-# Table {table.id}, fair-deal seal: `{seal(table.secret)}`\n-# {rest} Never edited."


def mix_text(table: Table) -> str:
    """Write what is published after the deal."""
    where = ""
    if table.sealed_in is not None and table.sealed_by is not None:
        where = f" ({link_to(table.guild, table.sealed_in, table.sealed_by)})"
    return (
        f"-# Table {table.id} is dealt. Mixed into the luck under its seal{where}: "
        f"`{table.mixed}`\n-# From here on all its luck stands. Never edited."
    )


_TEXTS = {"seal": seal_text, "mix": mix_text}
