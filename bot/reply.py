"""The one answer to one interaction: always given, always in time.

Discord takes a first answer for three seconds. If nothing has been said when patience runs out, the
answer is put off ("thinking…"), and what is said later goes into its place. What Discord says to an
answer (too late, answered already) changes nothing that has happened, so it is only logged.
"""

import asyncio
import logging
from typing import Any

import aiohttp
import discord
from discord import ui

log = logging.getLogger(__name__)

PATIENCE = 1.8  # seconds; leaves one for a slow network
UNKNOWN_MESSAGE = 10008


class Reply:
    """Answers an interaction once; use it as `async with Reply(interaction) as reply`."""

    def __init__(self, interaction: discord.Interaction[Any], patience: float = PATIENCE) -> None:
        self.interaction = interaction
        self.given = False
        self._put_off = False
        self._one_at_a_time = asyncio.Lock()
        self._patience = patience
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Reply":
        self._watch = asyncio.create_task(self._put_off_in_time())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if not self.given:
            await self.acknowledge()

    @property
    def on_message(self) -> bool:
        """Whether the interaction came from a button, menu or form on a message."""
        return self.interaction.message is not None

    async def say(self, view: ui.LayoutView, file: discord.File | None = None) -> None:
        """Answer in private, with a message that only this person sees."""
        files: dict[str, Any] = {} if file is None else {"file": file}
        async with self._one_at_a_time:
            sent: Any
            if not self.given:
                sent = self.interaction.response.send_message(view=view, ephemeral=True, **files)
            elif self._put_off and not self.on_message and file is None:
                sent = self.interaction.edit_original_response(view=view)
                self._put_off = False
            else:
                followup: Any = self.interaction.followup  # its overloads cannot be told apart here
                sent = followup.send(view=view, ephemeral=True, **files)
            self.given = True
            await self._kindly(sent)

    async def update(self, view: ui.LayoutView) -> bool:
        """Answer by drawing anew the message that was clicked on; False if that was lost.

        If the message has gone in the meantime nothing is answered yet, and `given` stays False.
        """
        async with self._one_at_a_time:
            respond = self.interaction.response
            change = self.interaction.edit_original_response
            first, self.given = not self.given, True
            sent: Any = respond.edit_message(view=view) if first else change(view=view)
            try:
                return await self._kindly(sent, but_for=UNKNOWN_MESSAGE)
            except discord.NotFound:
                self.given = not first
                return False

    async def post(self, view: ui.LayoutView) -> int | None:
        """Answer in the channel, for everybody; return the message's id if it went through."""
        async with self._one_at_a_time:
            if self.given:
                return None
            self.given = True
            sent: Any = await self._kindly(self.interaction.response.send_message(view=view))
            return getattr(sent, "message_id", None)

    async def form(self, form: ui.Modal) -> bool:
        """Answer with a form; False if it is too late for one."""
        async with self._one_at_a_time:
            if self.given:
                return False
            self.given = True
            await self._kindly(self.interaction.response.send_modal(form))
            return True

    async def acknowledge(self) -> None:
        """Answer without a word: nothing changes on the screen, and nothing fails."""
        async with self._one_at_a_time:
            if self.given:
                return
            self.given = self._put_off = True
            if self.on_message:
                await self._kindly(self.interaction.response.defer())
            else:
                await self._kindly(self.interaction.response.defer(ephemeral=True, thinking=True))

    async def _put_off_in_time(self) -> None:
        await asyncio.sleep(self._patience)
        await self.acknowledge()

    async def _kindly(self, sent: Any, but_for: int | None = None) -> Any:
        """Await a request; whatever Discord says to it (but for one code), the game has gone on."""
        try:
            return await sent or True
        except discord.HTTPException as error:
            if error.code == but_for:
                raise
            log.warning("An answer did not reach its reader: %s", error)
        except (TimeoutError, OSError, aiohttp.ClientError) as error:
            log.warning("An answer was lost on the way: %r", error)
        return False
