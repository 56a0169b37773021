"""Every interaction is answered here, whatever happens: with a sentence, or an apology.

An apology says that nothing at the table has changed. So there is none once something has: then
what happened is shown at the next chance, and the fault is in the log.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord

from bot.entry.errors import apology, reference
from bot.entry.turns import Turns
from bot.host.host import Host
from bot.show.display import Display, sentence
from bot.show.reply import InteractionReply
from games.rules import Refusal

log = logging.getLogger(__name__)

Work: TypeAlias = Callable[[InteractionReply], Awaitable[None]]


class Door:
    """Lets interactions in, and sees that each of them is answered."""

    def __init__(
        self, host: Host, display: Display, known: Mapping[str, int] | None = None
    ) -> None:
        self.known: Mapping[str, int] = {} if known is None else known
        self._host = host
        self._display = display
        self.turns = Turns()

    async def answered(self, interaction: discord.Interaction[Any], work: Work) -> None:
        """Do something for an interaction, and answer it whatever happens."""
        async with InteractionReply(interaction, known=self.known) as reply:
            try:
                async with self.turns.of(reply.person):
                    await work(reply)
            except Refusal as refusal:
                await reply.say(sentence(str(refusal)))
            except Exception:
                sorry = self.why(reply.id, "interaction")
                if sorry is not None:
                    await reply.say(sentence(sorry))

    def why(self, receipt: int, what: str) -> str | None:
        """Log the exception that is being handled; return an apology, None if it comes too late."""
        table_id = self._host.happened(receipt)
        if table_id is None:
            return apology(reference(what))
        log.exception("Table %s could not be shown to who changed it", table_id)
        self._display.look_at(table_id)
        return None
