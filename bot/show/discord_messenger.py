"""The messenger that speaks to Discord, through discord.py."""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
import discord
from discord import ui

from bot.host.clock import Clock
from bot.host.contacts import Contacts
from bot.show.messenger import File, Message, Notice, Refused, ShutOut, TryLater
from bot.show.old_edits import OldEdits
from bot.ui.render import layout, plain_view
from db.people import Person

log = logging.getLogger(__name__)

T = TypeVar("T")

SHUT_OUT = {10003, 50001, 50013, 50083, 160005}  # gone, no access, no permission, archived, locked
NO_DM = {50007, 50278, 10013, 50033}
DMS_TOO_FAST = 40003  # later, not never
LATER = {408, 429}

THROTTLE = 60.0  # seconds that discord.py may hold a request back before it gives up
LINE = 200  # characters of what Discord said; an outage may answer with a whole page
PATIENCE = THROTTLE + 30.0  # seconds for a request, its throttle included


class DiscordMessenger:
    """Sends, edits and removes messages by id."""

    def __init__(self, client: discord.Client, contacts: Contacts, clock: Clock) -> None:
        self._client = client
        self._contacts = contacts
        self._old_edits = OldEdits(clock)

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed."""
        return self._client.is_closed()

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Post a message that pings nobody; return its id."""
        sent = await asked(
            lambda: self._channel(channel).send(
                view=rendered(message),
                nonce=nonce[:25],  # a repeated create within minutes makes no second message
                silent=True,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )
        return sent.id

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Draw a message anew; False if it is gone."""
        partial = self._channel(channel).get_partial_message(message_id)
        await self._old_edits.turn(channel, message_id)
        return await there(
            lambda: partial.edit(
                allowed_mentions=discord.AllowedMentions.none(),
                **_written(message),
                **_pictured(message),
            )
        )

    async def remove(self, channel: int, message_id: int) -> None:
        """Delete a message of ours, if it is still there and we may."""
        try:
            await there(self._channel(channel).get_partial_message(message_id).delete)
        except (ShutOut, Refused) as problem:
            log.info("Message %s could not be removed: %s", message_id, problem)

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Post a notice that pings its people; return its id."""
        users: list[Any] = [discord.Object(one) for one in (notice.person, *notice.others)]
        sent = await asked(
            lambda: self._channel(channel).send(
                **_written(notice),
                nonce=nonce[:25],
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=users, replied_user=False
                ),
            )
        )
        return sent.id

    # --- DMs ---

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        """Write to somebody; None if they take no DMs, which is remembered."""
        known = await self._contacts.of(person)
        if known.dm_closed:
            return None
        try:
            channel = known.dm_channel
            if channel is None:
                opened = await asked(lambda: self._client.create_dm(discord.Object(person)))
                channel = opened.id
                await self._contacts.note(person, Person(channel, dm_closed=False))
            place = self._channel(channel)
            sent = await asked(lambda: place.send(**_written(message), nonce=nonce[:25]))
        except ShutOut as problem:
            log.info("Person %s takes no DMs (%s)", person, problem)
            await self._contacts.note(person, Person(known.dm_channel, dm_closed=True))
            return None
        return sent.id

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Draw a DM anew; False if it is gone or closed."""
        known = await self._contacts.of(person)
        await self._old_edits.turn(known.dm_channel or 0, message_id)
        return await self._on_dm(
            person, message_id, lambda partial: partial.edit(**_written(message))
        )

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Delete a DM of ours, if it is still there."""
        await self._on_dm(person, message_id, lambda partial: partial.delete())

    async def _on_dm(
        self, person: int, message_id: int, work: Callable[[discord.PartialMessage], Any]
    ) -> bool:
        known = await self._contacts.of(person)
        if known.dm_channel is None:
            return False
        partial = self._channel(known.dm_channel).get_partial_message(message_id)
        try:
            return await there(lambda: work(partial))
        except ShutOut:
            return False


def rendered(message: Message) -> ui.LayoutView:
    """Render a message's panel, and its file under it."""
    view = layout(message.panel, message.table, message.step, message.accent)
    if message.file is not None:
        view.add_item(ui.File(f"attachment://{message.file.name}"))
    return view


def attached(message: Message) -> dict[str, Any]:
    """Return the arguments with which a message's file is sent."""
    return {} if message.file is None else {"file": _upload(message.file)}


def _written(shown: Message | Notice) -> dict[str, Any]:
    """Return the arguments with which something is sent, or takes the place of its like."""
    if isinstance(shown, Message):
        return {"view": rendered(shown)}
    return {"content": shown.content, "view": plain_view(shown.row, shown.table, shown.step)}


def _pictured(message: Message | Notice) -> dict[str, Any]:
    """Return the arguments with which a picture takes the place of what was attached."""
    return (
        {}
        if isinstance(message, Notice) or message.picture is None
        else {"attachments": [_upload(message.picture)]}
    )


def _upload(file: File) -> discord.File:
    return discord.File(io.BytesIO(file.content), filename=file.name, description=file.alt or None)


async def asked(work: Callable[[], Awaitable[T]]) -> T:
    """Make a request, in time. Raises CannotSend."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await work()
    except discord.RateLimited as error:
        raise TryLater("throttled", error.retry_after) from error
    except discord.HTTPException as error:
        raise kind_of(error) from error
    except (TimeoutError, OSError, aiohttp.ClientError) as error:
        raise TryLater(repr(error)) from error


async def there(work: Callable[[], Awaitable[Any]]) -> bool:
    """Do something with a message; False if it is gone. Raises CannotSend."""
    try:
        await asked(work)
    except ShutOut as error:
        if isinstance(error.__cause__, discord.NotFound):
            return False
        raise
    except Refused as error:
        if isinstance(error.__cause__, discord.NotFound):
            return False
        raise
    return True


def in_a_line(problem: BaseException) -> str:
    """Write what went wrong on the way in one short line."""
    said = str(problem).strip() or type(problem).__name__
    if isinstance(problem, discord.HTTPException) and not problem.text.strip():
        said = f"{problem.status} {problem.response.reason}"
    first = said.splitlines()[0].rstrip(" .:")
    return first if len(first) <= LINE else first[: LINE - 1] + "…"


def kind_of(error: discord.HTTPException) -> ShutOut | Refused | TryLater:
    """Say what to make of a request that Discord did not take."""
    if error.status >= 500 or error.status in LATER or error.code == DMS_TOO_FAST:
        return TryLater(str(error))
    if error.code in SHUT_OUT | NO_DM:
        return ShutOut(str(error))
    return Refused(str(error))
