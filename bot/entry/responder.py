"""Answers every interaction, with an apology if its handler fails.

An apology says that nothing at the table has changed, so none is sent after a change is committed.
In that case the display catches up later, and the error is in the log.
"""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.entry.error_messages import apology, not_saved, reference
from bot.entry.per_user_queue import NewestPerUser, PerUserQueue
from bot.host.host import Host
from bot.observe import events
from bot.observe.observer import Kind
from bot.show.deliver.display import Display
from bot.show.discord_py.private_answers import PrivateAnswers
from bot.show.discord_py.reply import InteractionReply, PanelPictures
from bot.show.draw.parts.message import sentence
from bot.ui.panels.operator import Operator
from db.base.problems import NotSaved, Unsure
from games.rules import Refusal

log = logging.getLogger(__name__)

KINDS: dict[discord.InteractionType, Kind] = {
    discord.InteractionType.component: "button",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.autocomplete: "autocomplete",
}
"""Kinds of interactions in the log and the metrics. Any other is a command."""


class Responder:
    """Runs the handlers of interactions and answers each one, whatever happens."""

    def __init__(
        self,
        host: Host,
        display: Display,
        operator: Operator,
        known: Mapping[str, int] | None = None,
    ) -> None:
        self._operator = operator
        self.known: Mapping[str, int] = {} if known is None else known
        self._host = host
        self._display = display
        self.turns = PerUserQueue()
        self.newest = NewestPerUser()
        self.private = PrivateAnswers(host.store.clock)
        self._pictures = PanelPictures()

    @asynccontextmanager
    async def answering(
        self, interaction: discord.Interaction[Any]
    ) -> AsyncGenerator[InteractionReply]:
        """Answer an interaction in the body of the `async with`, and in any case, if it fails."""
        since, shown = self._host.now(), interaction.user.avatar
        self._display.avatars.note(interaction.user.id, None if shown is None else shown.key)
        with self._handling(interaction):
            async with InteractionReply(
                interaction,
                known=self.known,
                epoch=self._host.store.epoch,
                pictures=self._pictures,
            ) as reply:
                try:
                    yield reply
                except Refusal as refusal:
                    events.ended("refused")
                    await reply.say(
                        sentence(self._display.unheard.take(reply.person, str(refusal)))
                    )
                except Exception as problem:
                    sorry = self.why(reply.id, "interaction", problem)
                    if sorry is not None:
                        await reply.say(sentence(sorry))
            self.private.answered(reply, since)
            changed = self._host.committer.happened(reply.id) if reply.lost else None
            if changed is not None:
                await self._display.unheard.lost(reply.person, changed)

    def _handling(
        self, interaction: discord.Interaction[Any]
    ) -> AbstractContextManager[events.Event]:
        kind = KINDS.get(interaction.type, "command")
        command = interaction.command if kind in ("command", "autocomplete") else None
        what = "" if command is None else command.qualified_name
        return events.handling(self._host.store.observer, kind, interaction.user.id, what)

    async def close(self) -> None:
        """Stop the work that waits."""
        await self.private.close()

    async def suggested(
        self, interaction: discord.Interaction[Any], suggest: Callable[[], Awaitable[None]]
    ) -> None:
        """Answer a user's newest autocomplete. Answer older ones with an empty list.

        Discord asks again with every typed letter and shows only the last answer.
        """
        async with self.newest.of(interaction.user.id) as wanted:
            if wanted:
                with self._handling(interaction):
                    try:
                        await suggest()
                    except app_commands.AppCommandError as problem:  # of another release
                        events.ended("refused")
                        log.info("I couldn't suggest anything: %s", type(problem).__name__)
        if not interaction.response.is_done():
            try:
                await interaction.response.autocomplete([])
            except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as lost:
                log.info("I couldn't answer an autocomplete: %r", lost)

    def why(self, receipt: int, what: str, problem: Exception) -> str | None:
        """Log the current exception. Return an apology, or None if a change is committed."""
        events.ended("failed")
        table_id = self._host.committer.happened(receipt)
        if table_id is None and isinstance(problem, NotSaved | Unsure):
            log.error("%s", problem)
            return not_saved(problem, self._operator)
        if table_id is None:
            return apology(self._operator, reference(what))
        self._display.not_shown(table_id, problem)
        return None
