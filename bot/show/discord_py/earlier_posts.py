"""Finds messages that were posted just before the bot was killed, so that nobody noted them.

What must be posted is in the database before it's posted: the table is behind, or a notice is due.
After a kill it would be posted again, and the first message would stand there for good. Discord
knows an earlier nonce, but only for a few minutes. So each message carries its nonce as a mark, and
before this process posts in a channel for the first time, it looks at the newest messages there.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final
from zlib import crc32

from bot.show.deliver.queues.messenger import CannotSend, TryLater
from bot.ui.panels.render import Json

log = logging.getLogger(__name__)

NEWEST: Final = 100
"""How many messages of a channel are looked at; Discord sends no more at once."""
_HIGH: Final = 1 << 30  # no component that Discord has numbered has this bit in its id


def mark(json: Json, nonce: str) -> None:
    """Mark a new message: its first component gets an id that stands for the nonce.

    What follows a `#` in the nonce doesn't count. Text alone is its own mark.
    """
    if json["components"]:
        number = crc32(nonce.partition("#")[0].encode()) % _HIGH | _HIGH
        json["components"][0] = {**json["components"][0], "id": number}


def mark_of(json: Json) -> str:
    """Return the mark of a new message, or of one that Discord has sent."""
    parts = json.get("components")
    return f"#{parts[0].get('id')}" if parts else str(json.get("content"))


class EarlierPosts:
    """The bot's messages that stood in a channel when this process came there.

    `newest` returns the newest messages of a channel, the newest first. `own` returns the bot's id.
    """

    def __init__(
        self, newest: Callable[[int], Awaitable[list[Json]]], own: Callable[[], int]
    ) -> None:
        self._newest = newest
        self._own = own
        self._found: dict[int, dict[str, int]] = {}  # message ids by channel and mark

    async def take(self, channel: int, wanted: str, after: int = 0) -> int | None:
        """Return the newest message with a mark, above `after`, or None. It's found only once.

        Raises TryLater. Where the bot may not read the history, nothing is found.
        """
        if channel not in self._found:
            self._found[channel] = await self._look(channel)
        found = self._found[channel].get(wanted, 0)
        return self._found[channel].pop(wanted) if found > after else None

    def forget(self, channel: int) -> None:
        """Look at a channel's newest messages again before the next post there."""
        self._found.pop(channel, None)

    async def _look(self, channel: int) -> dict[str, int]:
        found: dict[str, int] = {}
        try:
            for message in await self._newest(channel):
                if int(message["author"]["id"]) == self._own():
                    found.setdefault(mark_of(message), int(message["id"]))
        except TryLater:
            raise
        except CannotSend as problem:
            log.info("I couldn't look at the newest messages of channel %s: %s", channel, problem)
        return found
