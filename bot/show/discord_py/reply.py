"""Answers each Discord interaction exactly once, and always in time.

Discord accepts a first answer only within three seconds. After PATIENCE seconds, the bot defers the
answer, and Discord shows "thinking…" until the real answer arrives. If Discord rejects an answer as
late or duplicate, the bot only logs that, because the game has continued anyway.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import InteractionResponseType as Answer

from bot.show.deliver.queues.messenger import Refused, ShutOut
from bot.show.discord_py import message_bodies
from bot.show.discord_py.discord_messenger import there
from bot.show.discord_py.http_requests import InteractionRequests, pressed_message
from bot.show.discord_py.message_bodies import COMPONENTS_V2, EPHEMERAL, Body, picture_shown
from bot.show.draw.parts.message import Message, Notice
from bot.ui.panels.custom_id import FIRST_EPOCH
from bot.ui.panels.panel import Attached, Form, Panel, Text
from bot.ui.panels.render import NONE, Json, Known, modal

log = logging.getLogger(__name__)

PATIENCE = 1.8  # seconds until an answer is deferred; leaves one second for a slow network
UNKNOWN_MESSAGE = 10008
PICTURE_REFUSED = (50035, 40005, 50013)  # the form is invalid, too large, or files are forbidden
DONE = Message(panel=Panel([Text("That took me a while; it is done.")]))


class PanelPicture:
    """The picture that is attached to a private panel. All answers about the panel share it."""

    def __init__(self) -> None:
        self.attached: Attached | None = None
        self.editing = asyncio.Lock()


PanelPictures: TypeAlias = WeakValueDictionary[int, PanelPicture]
"""The pictures of the panels that can be edited, by message."""


class KeptAnswer:
    """A private panel that can be edited for fifteen minutes with its interaction's token.

    `content` is what it shows, or None if a press on it was only acknowledged.
    """

    def __init__(
        self,
        message: int,
        change: Callable[[Body], Awaitable[Json]],
        delete: Callable[[int], Awaitable[None]],
        content: Message | None = None,
        known: Known = NONE,
        epoch: int = FIRST_EPOCH,
        picture: PanelPicture | None = None,
    ) -> None:
        self.message = message
        self.content = None if content is None else replace(content, picture=None)
        self._picture = picture or PanelPicture()
        self._known = known
        self._epoch = epoch
        self._change = change
        self._delete = delete
        self._retired = False

    @property
    def attached(self) -> Attached | None:
        """The picture that is attached to the panel, with the id of its file."""
        return self._picture.attached

    def keep(self, attached: Attached | None) -> None:
        """Record which picture is attached to the panel."""
        self._picture.attached = attached

    async def edit(self, draw: Callable[[Attached | None], Awaitable[Message]]) -> bool:
        """Edit the panel. Return False if it is gone or the token expired. May raise CannotSend.

        `draw` is told the attached picture after any edit before this one. If Discord doesn't have
        it any more, draw the panel anew. If Discord refuses a picture, show the panel without it.
        """
        async with self._picture.editing:
            try:
                return not self._retired and await self._drawn(draw)
            except (ShutOut, Refused) as problem:
                log.info("I couldn't edit a panel: %s", problem)
                return False

    async def _drawn(self, draw: Callable[[Attached | None], Awaitable[Message]]) -> bool:
        message = await draw(self.attached)
        bare = message.bare()
        if bare is None:
            return await self._edit(message)
        if message.picture is None:  # the panel keeps its file
            try:
                return await self._edit(message)
            except Refused:
                message = await draw(None)
        try:
            return await self._edit(message)
        except Refused:
            return await self._edit(bare)

    async def _edit(self, message: Message) -> bool:
        self.content = replace(message, picture=None)

        async def work() -> None:
            drops_picture = self.attached is not None
            body = message_bodies.edited(
                message, self._known, self._epoch, drops_picture=drops_picture
            )
            self.keep(picture_shown(message, await self._change(body)))

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
        epoch: int = FIRST_EPOCH,
        pictures: PanelPictures | None = None,
    ) -> None:
        self._known = known
        self._epoch = epoch
        self._pictures = PanelPictures() if pictures is None else pictures
        self.interaction = interaction
        self.id = interaction.id
        self.person = interaction.user.id
        self.in_dm = interaction.guild_id is None
        self.channel = interaction.channel_id or 0
        self._requests = InteractionRequests(interaction)
        pressed = pressed_message(interaction)
        flags = 0 if pressed is None else pressed["flags"]
        self.message = None if pressed is None else int(pressed["id"])
        self._had_picture = pressed is not None and message_bodies.file_shown(pressed) > 0
        self._on_ephemeral = bool(flags & EPHEMERAL)
        self.on_own_panel = self._on_ephemeral or (pressed is not None and self.in_dm)
        # Every message except a notice consists of components.
        self.on_notice = pressed is not None and not flags & COMPONENTS_V2
        self.given = False
        self.lost = False
        """Whether the last request of the answer failed, so that the person saw none of it."""
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

    @property
    def attached(self) -> Attached | None:
        """The picture that is attached to the pressed panel now, if that is known."""
        known = self._pictures.get(self.message or 0)
        return None if known is None else known.attached

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
        send = self._requests
        change = send.edit_original
        if first:
            work = send.respond(Answer.channel_message, self._private(message))
        elif thinking:
            work = send.edit_original(message_bodies.new(message, self._known, self._epoch))
        else:
            work = send.follow_up(self._private(message))
        sent = await self._kindly(work, *but_for)
        if not sent:
            return
        shown = int(sent["id"])
        if not first and not thinking:
            change = partial(send.edit, shown)
        self._keep(shown, change, message).keep(picture_shown(message, sent))

    def _private(self, message: Message) -> Body:
        return message_bodies.new(message, self._known, self._epoch, flags=EPHEMERAL)

    def _keep(
        self,
        message: int,
        change: Callable[[Body], Awaitable[Json]],
        content: Message | None,
        *,
        ephemeral: bool = True,
    ) -> KeptAnswer:
        """Remember the requests with which a sent panel can be edited and deleted."""
        self.kept = KeptAnswer(
            message,
            change,
            self._requests.delete,
            content,
            self._known,
            self._epoch,
            self._pictures.setdefault(message, PanelPicture()),
        )
        if ephemeral:
            self.private = [kept for kept in self.private if kept.message != message]
            self.private.append(self.kept)
        return self.kept

    def _keep_clicked(self, content: Message | None) -> KeptAnswer | None:
        """Remember how to edit the pressed panel. It is now the interaction's original response."""
        if self.message is None or not self.on_own_panel:
            return None
        change = self._requests.edit_original
        return self._keep(self.message, change, content, ephemeral=self._on_ephemeral)

    async def update(self, message: Message | Notice) -> bool:
        """Answer by editing the pressed message. Return False if the edit failed.

        The plain text of a notice makes way for a panel in a DM only. Elsewhere a notice stays one,
        because others need its text, and Discord never lets a panel become plain text again. If
        nothing could be edited, `given` stays False because no answer has been given.
        """
        if self.on_notice and not self.on_own_panel and isinstance(message, Message):
            return False
        async with self._one_at_a_time:
            bare = message.bare() if isinstance(message, Message) else None
            but_for = (UNKNOWN_MESSAGE, *(() if bare is None else PICTURE_REFUSED))
            first, self.given = not self.given, True
            try:
                sent = await self._kindly(self._change(message, first), *but_for)
            except discord.NotFound:
                self.given = not first
                return False
            except discord.HTTPException:  # repeat the answer without the refused picture
                assert bare is not None
                message, self.without_picture = bare, True
                sent = await self._kindly(self._change(message, first))
            if sent is not None and isinstance(message, Message):
                kept = self._keep_clicked(message)
                if kept is not None:
                    kept.keep(picture_shown(message, sent))
            return sent is not None

    def _change(self, message: Message | Notice, first: bool) -> Awaitable[Json]:
        body = message_bodies.edited(
            message,
            self._known,
            self._epoch,
            drops_picture=self.on_own_panel and (self._had_picture or self.attached is not None),
            drops_text=self.on_notice and isinstance(message, Message),
        )
        if first:
            return self._requests.respond(Answer.message_update, body)
        return self._requests.edit_original(body)

    async def post(self, message: Message, nonce: str) -> int | None:
        """Answer with a public message in the channel. Return its id, or None if that failed."""
        async with self._one_at_a_time:
            if self.given:
                return None
            self.given = True
            body = message_bodies.new(message, self._known, self._epoch, nonce=nonce)
            sent = await self._kindly(self._requests.respond(Answer.channel_message, body))
            return int(sent["id"]) if sent else None

    async def form(self, form: Form, table: int, step: int) -> bool:
        """Answer by opening a form. Return False if another answer was given already."""
        async with self._one_at_a_time:
            if self.given:
                return False
            self.given = True
            body = Body(modal(form, table, step, self._known, self._epoch))
            await self._kindly(self._requests.respond(Answer.modal, body))
            return True

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without a visible change. This never fails."""
        async with self._one_at_a_time:
            if self.given:
                return
            self.given = True
            respond = self._requests.respond
            if self.message is None:
                self._thinking = True
                private = Body({"flags": EPHEMERAL})
                await self._kindly(respond(Answer.deferred_channel_message, private))
            elif await self._kindly(respond(Answer.deferred_message_update)) is not None:
                self._keep_clicked(None)

    async def _kindly(self, work: Awaitable[Json], *but_for: int) -> Json | None:
        """Return the answer to a request, or None if it failed.

        Errors are logged, but errors whose code is in `but_for` are raised.
        """
        try:
            answer = await work
        except discord.HTTPException as error:
            if error.code in but_for:
                raise
            log.warning("I couldn't send an answer: %s", error)
        except (TimeoutError, OSError, aiohttp.ClientError, discord.RateLimited) as error:
            log.warning("An answer was lost on its way: %r", error)
        else:
            self.lost = False
            return answer
        self.lost = True
        return None
