"""Messages to channels and DMs, and what to make of Discord's refusals.

A message that is gone is posted again. A DM that is closed, a channel that is gone or a permission
that was taken away is an answer, not an accident: nobody tries again and again.
"""

import logging
from collections.abc import Callable
from typing import Any

import discord
from discord import ui

from db import people
from db.database import Database
from db.people import Person

log = logging.getLogger(__name__)

GONE = {10003, 10008}  # unknown channel, unknown message
SHUT_OUT = {
    10003,
    50001,
    50013,
    50083,
    160005,
}  # channel gone, no access, no permission, archived, locked
NO_DM = {50007, 50278, 40003, 10013, 50033}


class ShutOut(Exception):
    """We may not write in this channel (any more), or it is gone."""


class Post:
    """Sends, edits and removes messages by id."""

    def __init__(self, client: discord.Client, database: Database) -> None:
        self._client = client
        self._database = database

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed: nothing can be sent any more."""
        return self._client.is_closed()

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def keep(self, channel: int, message: int | None, view: ui.LayoutView, nonce: str) -> int:
        """Edit a message, or post it again if it is gone; return its id. Raises ShutOut."""
        if message is not None:
            try:
                partial = self._channel(channel).get_partial_message(message)
                await partial.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
                return message
            except discord.HTTPException as error:
                if error.code in SHUT_OUT:
                    raise _shut_out(channel, error) from error
                if error.code not in GONE:
                    raise
        return await self.send(channel, view, nonce)

    async def send(
        self, channel: int, view: ui.LayoutView, nonce: str, *, ping: int | None = None
    ) -> int:
        """Post a message that pings at most one person; return its id. Raises ShutOut."""
        users: list[Any] = [] if ping is None else [discord.Object(ping)]
        try:
            sent = await self._channel(channel).send(
                view=view,
                nonce=nonce[:25],  # a repeated create within minutes makes no second message
                silent=ping is None,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=users, replied_user=False
                ),
            )
        except discord.HTTPException as error:
            if error.code in SHUT_OUT:
                raise _shut_out(channel, error) from error
            raise
        return sent.id

    async def remove(self, channel: int, message: int) -> None:
        """Delete a message of ours, if it is still there and we may."""
        try:
            await self._channel(channel).get_partial_message(message).delete()
        except discord.HTTPException as error:
            if error.code not in GONE | SHUT_OUT:
                log.warning("Message %s could not be removed: %s", message, error)

    # --- DMs ---

    async def send_dm(self, person: int, view: ui.LayoutView, nonce: str) -> int | None:
        """Write to somebody; None if they take no DMs, which is remembered."""
        known = await self._known(person)
        if known.dm_closed:
            return None
        try:
            channel = known.dm_channel
            if channel is None:
                opened = await self._client.create_dm(discord.Object(person))
                channel = opened.id
                await self._remember(person, Person(channel, dm_closed=False))
            sent = await self._channel(channel).send(view=view, nonce=nonce[:25])
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            log.info("Person %s takes no DMs (%s)", person, error.code)
            await self._remember(person, Person(known.dm_channel, dm_closed=True))
            return None
        return sent.id

    async def edit_dm(self, person: int, message: int, view: ui.LayoutView) -> bool:
        """Draw a DM anew; False if it is gone or closed."""
        return await self._on_dm(person, message, lambda partial: partial.edit(view=view))

    async def remove_dm(self, person: int, message: int) -> bool:
        """Delete a DM of ours; False if it was gone or closed."""
        return await self._on_dm(person, message, lambda partial: partial.delete())

    async def _on_dm(
        self, person: int, message: int, work: Callable[[discord.PartialMessage], Any]
    ) -> bool:
        known = await self._known(person)
        if known.dm_channel is None:
            return False
        try:
            await work(self._channel(known.dm_channel).get_partial_message(message))
        except discord.HTTPException as error:
            if error.code in GONE | SHUT_OUT | NO_DM:
                return False
            raise
        return True

    async def reachable(self, person: int, channel: int) -> None:
        """Note that somebody has just written or clicked in their DM: it is open."""
        if await self._known(person) != Person(channel, dm_closed=False):
            await self._remember(person, Person(channel, dm_closed=False))

    async def try_again(self, person: int) -> None:
        """Forget that a DM was closed: its owner has just taken a seat, and may have opened it."""
        known = await self._known(person)
        if known.dm_closed:
            await self._remember(person, Person(known.dm_channel, dm_closed=False))

    async def _known(self, person: int) -> Person:
        async with self._database.transaction() as tx:
            return await people.load(tx, person)

    async def _remember(self, person: int, known: Person) -> None:
        async with self._database.transaction() as tx:
            await people.save(tx, person, known)


def _shut_out(channel: int, error: discord.HTTPException) -> ShutOut:
    log.warning("Shut out of channel %s: %s", channel, error)
    return ShutOut(str(error))
