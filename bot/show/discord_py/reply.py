"""Answers each Discord interaction exactly once, and always in time.

Discord accepts a first answer only within three seconds. After PATIENCE seconds, the bot defers the
answer, and Discord shows "thinking…" until the real answer arrives. If Discord rejects an answer as
late or duplicate, the bot only logs that, because the game has continued anyway.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.show.deliver.messenger import Refused, ShutOut
from bot.show.discord_py.discord_messenger import (
    attached,
    file_shown,
    files_of,
    picture_shown,
    rendered,
    there,
)
from bot.show.draw.message import Message
from bot.ui.panel import Attached, Form, Panel, Text
from bot.ui.render import NONE, Known, modal

log = logging.getLogger(__name__)

PATIENCE = 1.8  # seconds until an answer is deferred; leaves one second for a slow network
UNKNOWN_MESSAGE = 10008
PICTURE_REFUSED = (50035, 40005, 50013)  # the form is invalid, too large, or files are forbidden
NO_FILES: dict[str, Any] = {"attachments": []}
"""Removes the picture of a panel that no longer shows it."""
DONE = Message(panel=Panel([Text("That took me a while; it is done.")]))


class KeptAnswer:
    """A private panel that can be edited for fifteen minutes with its interaction's token.

    `content` is what it shows, or None if a press on it was only acknowledged.
    """

    def __init__(
        self,
        message: int,
        change: Callable[..., Awaitable[Any]],
        delete: Callable[[int], Awaitable[Any]],
        content: Message | None = None,
        known: Known = NONE,
    ) -> None:
        self.message = message
        self.content = None if content is None else replace(content, picture=None)
        self.attached: Attached | None = None
        self._known = known
        self._change = change
        self._delete = delete
        self._retired = False

    def keep(self, attached: Attached | None) -> None:
        """Record that an older answer attached this picture to the panel."""
        self.attached = attached

    async def edit(self, message: Message) -> bool:
        """Edit the panel. Return False if it is gone or the token expired. May raise CannotSend.

        If Discord refuses the panel's picture, show the panel without it.
        """
        if self._retired:
            return False
        self.content = replace(message, picture=None)
        try:
            return await self._edit(message)
        except (ShutOut, Refused) as problem:
            bare = message.bare()
            if bare is not None and isinstance(problem, Refused):
                return await self.edit(bare)
            log.info("I couldn't edit a panel: %s", problem)
            return False

    async def _edit(self, message: Message) -> bool:
        async def work() -> None:
            view = rendered(message, self._known)
            files = files_of(message) or (NO_FILES if self.attached is not None else {})
            self.attached = picture_shown(message, await self._change(view=view, **files))

        return await there(work)

    def retire(self) -> None:
        """Leave the panel as it is from now on."""
        self._retired = True

    async def remove(self) -> None:
        """Delete the panel if it still exists and the token is valid. May raise CannotSend."""
        if not self._retired:
            self.retire()
            await there(lambda: self._delete(self.message))


class InteractionReply:
    """Answers an interaction. Use it as `async with InteractionReply(interaction) as reply`."""

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        patience: float = PATIENCE,
        known: Known = NONE,
    ) -> None:
        self._known = known
        self.interaction = interaction
        self.id = interaction.id
        self.person = interaction.user.id
        self.in_dm = interaction.guild_id is None
        self.channel = interaction.channel_id or 0
        clicked = interaction.message
        self.message = None if clicked is None else clicked.id
        self._on_ephemeral = clicked is not None and clicked.flags.ephemeral
        self.on_own_panel = self._on_ephemeral or (clicked is not None and self.in_dm)
        # Every message except a notice consists of components.
        self.on_notice = clicked is not None and not clicked.flags.components_v2
        self.given = False
        self.without_picture = False
        self.kept: KeptAnswer | None = None
        self.private: list[KeptAnswer] = []
        """The ephemeral messages that were sent, edited or acknowledged."""
        self._thinking = False
        self._one_at_a_time = asyncio.Lock()
        self._patience = patience
        self._watch: asyncio.TimerHandle | None = None
        self._putting_off: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "InteractionReply":
        loop = asyncio.get_running_loop()
        self._watch = loop.call_later(self._patience, self._put_off)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if not self.given:
            await self.acknowledge()
        if self._thinking:  # replace the "thinking…" message
            await self.say(DONE)

    def _put_off(self) -> None:
        self._putting_off = asyncio.ensure_future(self.acknowledge())

    async def say(self, message: Message) -> None:
        """Answer with an ephemeral message, without its picture if Discord refuses that."""
        async with self._one_at_a_time:
            bare, thinking, first = message.bare(), self._thinking, not self.given
            self.given, self._thinking = True, False
            refused = () if bare is None else PICTURE_REFUSED
            try:
                await self._say(message, first, thinking, *refused)
            except discord.HTTPException:
                assert bare is not None
                self.without_picture = True
                await self._say(bare, first, thinking)

    async def _say(self, message: Message, first: bool, thinking: bool, *but_for: int) -> None:
        view, files = rendered(message, self._known), attached(message)
        change: Any = self.interaction.edit_original_response
        if first:
            send: Any = self.interaction.response.send_message
            sent = await self._kindly(send(view=view, ephemeral=True, **files), *but_for)
            self._keep(getattr(sent, "message_id", None), change, message)
        elif thinking:
            more: dict[str, Any] = {"attachments": [files["file"]]} if files else {}
            sent = await self._kindly(change(view=view, **more), *but_for)
            self._keep(getattr(sent, "id", None), change, message)
        else:
            followup: Any = self.interaction.followup  # pyright can't resolve its overloads
            sent = await self._kindly(followup.send(view=view, ephemeral=True, **files), *but_for)
            self._keep(getattr(sent, "id", None), getattr(sent, "edit", None), message)
        self._keep_picture(message, sent)

    def _keep_picture(self, message: Message, sent: object) -> None:
        """Remember which picture the panel shows after an answer."""
        if self.kept is not None:
            self.kept.keep(picture_shown(message, sent))

    def _keep(
        self,
        message: int | None,
        change: Callable[..., Awaitable[Any]] | None,
        content: Message | None,
        *,
        ephemeral: bool = True,
    ) -> None:
        """Remember the requests with which a sent panel can be edited and deleted."""
        if message is None or change is None:
            return
        delete = self.interaction.followup.delete_message
        self.kept = KeptAnswer(message, change, delete, content, self._known)
        if ephemeral:
            self.private = [kept for kept in self.private if kept.message != message]
            self.private.append(self.kept)

    def _keep_clicked(self, content: Message | None) -> None:
        """Remember how to edit the pressed panel. It is now the interaction's original response."""
        if self.on_own_panel:
            change = self.interaction.edit_original_response
            self._keep(self.message, change, content, ephemeral=self._on_ephemeral)

    async def update(self, message: Message) -> bool:
        """Answer by editing the pressed message. Return False if the edit failed.

        The plain text of a pressed notice is removed. If the pressed message no longer exists,
        `given` stays False because no answer has been given.
        """
        async with self._one_at_a_time:
            bare = message.bare()
            but_for = (UNKNOWN_MESSAGE, *(() if bare is None else PICTURE_REFUSED))
            first, self.given = not self.given, True
            try:
                sent = await self._kindly(self._change(message, first), *but_for)
                if sent:
                    self._keep_clicked(message)
                    self._keep_picture(message, sent)
                return bool(sent)
            except discord.NotFound:
                self.given = not first
                return False
            except discord.HTTPException:  # repeat the answer without the refused picture
                assert bare is not None
                self.without_picture = True
                return bool(await self._kindly(self._change(bare, first)))

    def _change(self, message: Message, first: bool) -> Any:
        how: dict[str, Any] = {"view": rendered(message, self._known), **files_of(message)}
        clicked = self.interaction.message
        if "attachments" not in how and self.on_own_panel and clicked and file_shown(clicked):
            how |= NO_FILES
        if self.on_notice:  # Discord refuses plain text together with components
            how["content"] = None
        if first:
            return self.interaction.response.edit_message(**how)
        return self.interaction.edit_original_response(**how)

    async def post(self, message: Message) -> int | None:
        """Answer with a public message in the channel. Return its id, or None if that failed."""
        async with self._one_at_a_time:
            if self.given:
                return None
            self.given = True
            view = rendered(message, self._known)
            sent: Any = await self._kindly(self.interaction.response.send_message(view=view))
            return getattr(sent, "message_id", None)

    async def form(self, form: Form, table: int, step: int) -> bool:
        """Answer by opening a form. Return False if another answer was given already."""
        async with self._one_at_a_time:
            if self.given:
                return False
            self.given = True
            view = modal(form, table, step, self._known)
            await self._kindly(self.interaction.response.send_modal(view))
            return True

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without a visible change. This never fails."""
        async with self._one_at_a_time:
            if self.given:
                return
            self.given = True
            if self.message is not None:
                if await self._kindly(self.interaction.response.defer()):
                    self._keep_clicked(None)
            else:
                self._thinking = True
                await self._kindly(self.interaction.response.defer(ephemeral=True, thinking=True))

    async def _kindly(self, sent: Any, *but_for: int) -> Any:
        """Await a request. Log its errors, but raise errors whose code is in `but_for`."""
        try:
            return await sent or True
        except discord.HTTPException as error:
            if error.code in but_for:
                raise
            log.warning("I couldn't send an answer: %s", error)
        except (TimeoutError, OSError, aiohttp.ClientError, discord.RateLimited) as error:
            log.warning("An answer was lost on its way: %r", error)
        return False
