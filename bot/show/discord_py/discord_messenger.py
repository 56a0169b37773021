"""Implements the Messenger protocol for Discord, through discord.py."""

import asyncio
import io
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import aiohttp
import discord
from discord import ui

from bot.host.reading.contacts import Contacts
from bot.host.time.clock import Clock
from bot.show.deliver.messenger import FEW, CannotSend, Gone, NoRoom, Refused, ShutOut, TryLater
from bot.show.discord_py import avatar_files, channel_sight
from bot.show.discord_py.dm_rate_limit import DMRateLimit
from bot.show.discord_py.edit_rate_limit import EditRateLimit
from bot.show.discord_py.needed_permissions import may_count, missing
from bot.show.draw.message import File, LuckRecord, Message, Notice
from bot.ui.panel import Attached
from bot.ui.pics import plain
from bot.ui.render import NONE, Known, layout, plain_view
from bot.ui.words import listed
from db.people import Person

log = logging.getLogger(__name__)

T = TypeVar("T")

NO_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED = 10003, 50001, 50013, 50083, 160005
SHUT_OUT = {10004, NO_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED}
HAS_THREAD, MOST_THREADS = 160004, 160006
NO_DM = {50007, 50033}  # error codes for a person who can't receive DMs
GONE = {10007, 10013, 50278}  # error codes for an unknown user, a former member or no common server
DMS_TOO_FAST = 40003  # error codes of temporary problems
LATER = {408, 429}

A_WEEK = 10080  # minutes without a message after which a thread is archived
THROTTLE = 60.0  # longest delay in seconds by rate limits before discord.py gives up a request
ERROR_LENGTH = 200  # maximum characters of an error text; Discord may send a whole web page
PATIENCE = THROTTLE + 30.0  # maximum seconds for a request, including delays by rate limits


class DiscordMessenger:
    """Sends, edits and removes messages by id."""

    def __init__(
        self, client: discord.Client, contacts: Contacts, clock: Clock, known: Known = NONE
    ) -> None:
        self._client = client
        self._known = known
        self._contacts = contacts
        self._edit_limit = EditRateLimit(clock)
        self._dm_limit = DMRateLimit(clock)
        self._posts: dict[int, deque[int]] = {}  # ids of own posts by channel, oldest first

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed."""
        return self._client.is_closed()

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Post a message without a ping and return its id."""
        with self._saying(channel):
            sent = await asked(
                lambda: self._channel(channel).send(
                    view=rendered(message, self._known),
                    nonce=nonce[:25],  # Discord ignores a repeated nonce for a few minutes
                    silent=True,
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            )
        return self._posted(channel, sent.id)

    def _posted(self, channel: int, message_id: int) -> int:
        self._posts.setdefault(channel, deque(maxlen=FEW)).append(message_id)
        return message_id

    async def count_below(self, channel: int, message_id: int) -> int:
        """Return how many messages stand below one, at most FEW."""
        place = self._client.get_channel(channel)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread) and may_count(place):
            try:
                http = self._client.http
                return len(await asked(lambda: http.logs_from(channel, FEW, after=message_id)))
            except CannotSend as problem:
                log.info("I couldn't count the messages in channel %s: %s", channel, problem)
        return sum(post > message_id for post in self._posts.get(channel, ()))

    async def publish(self, channel: int, record: LuckRecord, nonce: str) -> int:
        """Post a fairness record without a ping and return its message id."""
        buttons: dict[str, Any] = {}
        if record.row is not None:
            buttons["view"] = plain_view(record.row, record.table, 0)
        sent = await asked(
            lambda: self._channel(channel).send(
                record.content,
                **buttons,
                nonce=nonce[:25],
                silent=True,
                suppress_embeds=True,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )
        return self._posted(channel, sent.id)

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message, even in an archived thread. Return False if the message is gone."""
        return await self._edit(channel, message_id, message) is not None

    async def attach(self, channel: int, message_id: int, message: Message) -> int | None:
        """Edit a message to show its new picture. Return the id of the picture's file, or None."""
        edited = await self._edit(channel, message_id, message)
        return None if edited is None else file_shown(edited)

    async def _edit(
        self, channel: int, message_id: int, message: Message | Notice
    ) -> discord.Message | None:
        """Edit a message and return it, or None if it is gone. Reopen its thread if necessary."""
        partial = self._channel(channel).get_partial_message(message_id)

        def work() -> Awaitable[discord.Message]:
            return partial.edit(
                allowed_mentions=discord.AllowedMentions.none(),
                **_written(message, self._known),
                **files_of(message),
            )

        await self._edit_limit.turn(channel, message_id)
        with self._saying(channel):
            try:
                return await unless_gone(work)
            except ShutOut as problem:
                if code_of(problem) != ARCHIVED:
                    raise
            await asked(lambda: self._client.http.edit_channel(channel, archived=False))
            return await unless_gone(work)

    async def remove(self, channel: int, message_id: int) -> None:
        """Delete a message of the bot if it still exists and the bot is allowed to delete it."""
        try:
            await there(self._channel(channel).get_partial_message(message_id).delete)
        except (ShutOut, Refused) as problem:
            log.info("I couldn't delete message %s: %s", message_id, problem)

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Post a notice, ping the people that it names, and return the message id."""
        users: list[Any] = [discord.Object(person) for person in (notice.person, *notice.others)]
        with self._saying(channel):
            sent = await asked(
                lambda: self._channel(channel).send(
                    **_written(notice, self._known),
                    nonce=nonce[:25],
                    allowed_mentions=discord.AllowedMentions(
                        everyone=False, roles=False, users=users, replied_user=False
                    ),
                )
            )
        return self._posted(channel, sent.id)

    # --- access and membership ---

    async def enter(self, thread: int) -> None:
        """Join a private thread. Raises ShutOut if the bot has no access to it."""
        with self._saying(thread):
            await asked(lambda: self._client.http.join_thread(thread))

    async def start_thread(self, channel: int, message_id: int, name: str) -> int:
        """Make a thread from a message and return its id. If there is one already, return its id.

        Raises NoRoom if the server has too many threads, and ShutOut if the bot may not make one.
        """
        http = self._client.http
        try:
            made = await asked(
                lambda: http.start_thread_with_message(
                    channel, message_id, name=name, auto_archive_duration=A_WEEK
                )
            )
        except Refused as problem:
            if code_of(problem) == HAS_THREAD:  # a thread has the id of the message it starts at
                return message_id
            if code_of(problem) == MOST_THREADS:
                raise NoRoom(str(problem)) from problem.__cause__
            raise
        return int(made["id"])

    async def add_people(self, thread: int, people: Sequence[int], text: str, nonce: str) -> None:
        """Post a text that mentions people, which adds them to a thread without a sound."""
        users: list[Any] = [discord.Object(person) for person in people]
        await asked(
            lambda: self._channel(thread).send(
                text,
                nonce=nonce[:25],
                silent=True,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=users, replied_user=False
                ),
            )
        )

    async def is_member(self, guild: int, person: int) -> bool:
        """Return whether a person is in a server. Return True if that can't be determined."""
        try:
            await asked(lambda: self._client.http.get_member(guild, person))
        except Gone:
            return False
        except CannotSend as problem:
            log.info("I don't know whether person %s is still in the server: %s", person, problem)
        return True

    async def sees(self, channel: int, person: int) -> bool:
        """Return whether a person sees a channel."""
        return await asked(lambda: channel_sight.found(self._client, channel, person))

    async def avatar(self, person: int, picture: str) -> bytes:
        """Download the avatar of a person as a PNG of bounded size. `picture` is its hash."""
        return await avatar_files.download(self._client.http, person, picture)

    @contextmanager
    def _saying(self, channel: int) -> Generator[None]:
        """Add an explanation for players to any ShutOut error that is raised in this context."""
        try:
            yield
        except ShutOut as problem:
            problem.said = self._in_the_way(channel, code_of(problem))
            raise

    def _in_the_way(self, channel: int, code: int) -> str:
        """Return a sentence that explains why the bot can't write in a channel."""
        if code == NO_CHANNEL:
            return "Its channel is gone."
        if code in (ARCHIVED, LOCKED):
            return f"<#{channel}> is locked: somebody who manages threads can unlock it."
        place = self._client.get_channel(channel)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread):
            allowed = place.permissions_for(place.guild.me)
            needed = missing(allowed, in_thread=isinstance(place, discord.Thread))
            if needed:
                return f"I can't write in <#{channel}>, because I need {listed(needed)} there."
            if isinstance(place, discord.Thread) and place.is_private():
                return f"I'm not in <#{channel}> any more. Mention me there to let me in."
        return f"I can't write in <#{channel}>."

    # --- DMs ---

    async def send_dm(self, person: int, message: Message | Notice, nonce: str) -> int | None:
        """Send a DM and return its id, or None if the person accepts no DMs. May raise Gone.

        Remember a closed DM so that it isn't tried again. Only a notice makes a sound, because all
        other messages answer something that the person has just done.
        """
        contact = await self._contacts.of(person)
        if contact.dm_closed:
            return None
        try:
            place = self._channel(contact.dm_channel or await self._open_dm(person))
            quiet = isinstance(message, Message)
            sent = await asked(
                lambda: place.send(**_written(message, self._known), nonce=nonce[:25], silent=quiet)
            )
        except Gone:
            raise
        except ShutOut as problem:
            log.info("Person %s doesn't accept DMs: %s", person, problem)
            channel = (await self._contacts.of(person)).dm_channel
            if code_of(problem) == NO_CHANNEL:
                channel = None
            await self._contacts.note(person, Person(channel, dm_closed=True))
            return None
        return sent.id

    async def _open_dm(self, person: int) -> int:
        """Open a DM with a person and return its channel. Raises TryLater if it is too early."""
        self._dm_limit.take(person)
        try:
            opened = await asked(lambda: self._client.create_dm(discord.Object(person)))
        except TryLater as problem:
            if code_of(problem) == DMS_TOO_FAST:
                self._dm_limit.too_fast()
            raise
        await self._contacts.note(person, Person(opened.id, dm_closed=False))
        return opened.id

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message in a DM. Return False if the message is gone or the DM is closed."""
        contact = await self._contacts.of(person)
        await self._edit_limit.turn(contact.dm_channel or 0, message_id)
        return await self._on_dm(
            person, message_id, lambda partial: partial.edit(**_written(message, self._known))
        )

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Delete a message of the bot in a DM if it still exists."""
        await self._on_dm(person, message_id, lambda partial: partial.delete())

    async def _on_dm(
        self, person: int, message_id: int, work: Callable[[discord.PartialMessage], Any]
    ) -> bool:
        contact = await self._contacts.of(person)
        if contact.dm_channel is None:
            return False
        partial = self._channel(contact.dm_channel).get_partial_message(message_id)
        try:
            return await there(lambda: work(partial))
        except ShutOut:
            return False


def rendered(message: Message, known: Known = NONE) -> ui.LayoutView:
    """Render a message's panel with its file below it. `known` contains the uploaded emojis."""
    view = layout(message.panel, message.table, message.step, message.accent, known)
    if message.file is not None:
        view.add_item(ui.File(f"attachment://{message.file.name}"))
    return view


def attached(message: Message) -> dict[str, Any]:
    """Return the keyword arguments that attach a new message's file or picture."""
    file = message.file or message.picture
    return {} if file is None else {"file": _upload(file)}


def _written(shown: Message | Notice, known: Known) -> dict[str, Any]:
    """Return the keyword arguments with which discord.py sends or edits a message or notice."""
    if isinstance(shown, Message):
        return {"view": rendered(shown, known)}
    view = plain_view(shown.row, shown.table, shown.step, known)
    return {"content": plain(shown.content), "view": view}


class KeptFile:
    """A file that stays attached in an edit. Discord finds it only by id and name together."""

    def __init__(self, attached: Attached) -> None:
        self._attached = attached

    def to_dict(self) -> dict[str, str]:
        """Return the file as discord.py sends it in an edit."""
        return {"id": str(self._attached.file), "filename": self._attached.name}


def files_of(message: Message | Notice) -> dict[str, Any]:
    """Return the keyword arguments for an edit that upload a message's picture or keep it."""
    if isinstance(message, Notice):
        return {}
    if message.picture is not None:
        return {"attachments": [_upload(message.picture)]}
    kept = message.attached
    return {} if kept is None else {"attachments": [KeptFile(kept)]}


def picture_shown(message: Message, sent: object) -> Attached | None:
    """Return the picture that a sent message shows, or None if Discord didn't name its file."""
    shown, drawn = message.attached, getattr(sent, "resource", sent)
    if shown is None or shown.file:
        return shown
    file = file_shown(drawn) if isinstance(drawn, discord.Message) else 0
    return replace(shown, file=file) if file else None


def file_shown(message: discord.Message) -> int:
    """Return the id of the file that a message's gallery shows, or 0 if Discord names none."""
    for box in message.components:
        for part in box.children if isinstance(box, discord.Container) else ():
            if isinstance(part, discord.MediaGalleryComponent):
                return part.items[0].media.attachment_id or 0
    return 0


def _upload(file: File) -> discord.File:
    return discord.File(io.BytesIO(file.content), filename=file.name, description=file.alt or None)


async def asked(work: Callable[[], Awaitable[T]]) -> T:
    """Make a request within PATIENCE seconds. Raises CannotSend if it fails."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await work()
    except discord.RateLimited as error:
        raise TryLater("throttled", error.retry_after) from error
    except discord.HTTPException as error:
        raise kind_of(error) from error
    except (TimeoutError, OSError, aiohttp.ClientError) as error:
        raise TryLater(repr(error)) from error


async def unless_gone(work: Callable[[], Awaitable[T]]) -> T | None:
    """Make a request about a message. Return None if the message is gone. May raise CannotSend."""
    try:
        return await asked(work)
    except (ShutOut, Refused) as error:
        if isinstance(error.__cause__, discord.NotFound):
            return None
        raise


async def there(work: Callable[[], Awaitable[Any]]) -> bool:
    """Make a request about a message. Return False if the message is gone. May raise CannotSend."""

    async def done() -> bool:
        await work()
        return True

    return bool(await unless_gone(done))


def error_line(problem: BaseException) -> str:
    """Summarize a connection error in one short line."""
    text = str(problem).strip() or type(problem).__name__
    if isinstance(problem, discord.HTTPException) and not problem.text.strip():
        text = f"{problem.status} {problem.response.reason}"
    line = text.splitlines()[0].rstrip(" .:")
    return line if len(line) <= ERROR_LENGTH else line[: ERROR_LENGTH - 1] + "…"


def code_of(problem: CannotSend) -> int:
    """Return the Discord error code behind a CannotSend error, or 0 if there is none."""
    cause = problem.__cause__
    return cause.code if isinstance(cause, discord.HTTPException) else 0


def kind_of(error: discord.HTTPException) -> ShutOut | Refused | TryLater:
    """Convert an HTTP error from Discord into one of our exceptions."""
    if error.status >= 500 or error.status in LATER or error.code == DMS_TOO_FAST:
        return TryLater(str(error))
    if error.code in GONE:
        return Gone(str(error))
    if error.code in SHUT_OUT | NO_DM:
        return ShutOut(str(error))
    return Refused(str(error))
