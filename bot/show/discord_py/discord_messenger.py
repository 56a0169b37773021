"""Implements the Messenger protocol for Discord, through discord.py."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import aiohttp
import discord

from bot.host.reading.contacts import Contacts
from bot.host.time.clock import Clock
from bot.observe.observer import UNOBSERVED, Observer
from bot.observe.pseudonyms import pseudonym
from bot.show.deliver.queues.messenger import (
    FEW,
    CannotSend,
    Gone,
    NoRoom,
    Refused,
    ShutOut,
    TryLater,
)
from bot.show.discord_py import avatar_files, channel_sight, http_requests, message_bodies
from bot.show.discord_py.dm_rate_limit import DMRateLimit
from bot.show.discord_py.earlier_posts import NEWEST, EarlierPosts, mark_of
from bot.show.discord_py.edit_rate_limit import EditRateLimit
from bot.show.discord_py.message_bodies import Body, again, marked
from bot.show.discord_py.needed_permissions import may_count, missing
from bot.show.draw.parts.message import LuckRecord, Message, Notice
from bot.ui.panels.custom_id import FIRST_EPOCH
from bot.ui.panels.render import NONE, Json, Known
from bot.ui.panels.words import listed
from db.people.people import Person

log = logging.getLogger(__name__)

T = TypeVar("T")

NO_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED = 10003, 50001, 50013, 50083, 160005
AUTOMOD = {200000, 200001}  # the server's own filter has refused a text or a title
SHUT_OUT = {10004, NO_CHANNEL, NO_ACCESS, NO_PERMISSION, ARCHIVED, LOCKED}
HAS_THREAD, MOST_THREADS = 160004, 160006
NO_DM = {50007, 50033}  # error codes for a person who can't receive DMs
GONE = {10007, 10013, 50278}  # error codes for an unknown user, a former member or no common server
DMS_TOO_FAST = 40003  # error codes of temporary problems
LATER = {408, 429}

A_WEEK = 10080  # minutes without a message after which a thread is archived
SHUT_FOR = 300.0  # seconds until a channel is tried again that has refused a message
THROTTLE = 60.0  # longest delay in seconds by rate limits before discord.py gives up a request
ERROR_LENGTH = 200  # maximum characters of an error text; Discord may send a whole web page
PATIENCE = THROTTLE + 30.0  # maximum seconds for a request, including delays by rate limits


class DiscordMessenger:
    """Sends, edits and removes messages by id."""

    def __init__(
        self,
        client: discord.Client,
        contacts: Contacts,
        clock: Clock,
        known: Known = NONE,
        observer: Observer = UNOBSERVED,
        epoch: int = FIRST_EPOCH,
    ) -> None:
        self._client = client
        self._known = known
        self._epoch = epoch
        self._contacts = contacts
        self._observer = observer
        self._clock = clock
        self.servers_known = False
        """Whether Discord has listed the bot's servers since it connected."""
        self.end_pauses()
        self._posts: dict[int, deque[int]] = {}  # ids of own posts by channel, oldest first
        self._earlier = EarlierPosts(
            lambda channel: asked(lambda: http_requests.newest(client.http, channel, NEWEST)),
            lambda: 0 if client.user is None else client.user.id,
        )

    @property
    def closed(self) -> bool:
        """Whether the connection is being closed."""
        return self._client.is_closed()

    def end_pauses(self) -> None:
        """Start to count the pauses between requests anew."""
        self._edit_limit = EditRateLimit(self._clock)
        self._dm_limit = DMRateLimit(self._clock)
        self._shut_until: dict[int, float] = {}  # when to try a channel again, by its id

    async def post(self, channel: int, message: Message, nonce: str) -> int:
        """Post a message without a ping and return its id."""
        with self._saying(channel):
            return await self._post(
                channel, message_bodies.posted(message, self._known, nonce, epoch=self._epoch)
            )

    async def earlier(self, channel: int, nonce: str, after: int) -> int | None:
        """Return a message that was posted with a nonce before this process started, or None."""
        return await self._earlier.take(channel, marked(nonce, self._epoch), after)

    async def _post(self, channel: int, body: Body, *, renewed: bool = True) -> int:
        """Send a new message to a channel. Remember its id and return it."""
        message_id = await self._send(channel, body, renewed=renewed)
        self._posts.setdefault(channel, deque(maxlen=FEW)).append(message_id)
        return message_id

    async def _send(self, channel: int, body: Body, *, renewed: bool = True) -> int:
        """Send a new message, or find it if a killed process has sent it. Return its id.

        A found message is `renewed`, because its text may depend on the time. A message whose nonce
        has a `#` is looked for by whoever sends it.
        """
        http, found = self._client.http, None
        if "#" not in body.json["nonce"]:
            found = await self._earlier.take(channel, mark_of(body.json))
        if found is not None:
            edit = again(body)
            if not renewed or await there(lambda: http_requests.edit(http, channel, found, edit)):
                return found
        try:
            sent = await asked(lambda: http_requests.post(http, channel, body))
        except TryLater:  # it may have been posted all the same, so the next attempt looks again
            self._earlier.forget(channel)
            raise
        return int(sent["id"])

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
        body = message_bodies.recorded(record, nonce, self._epoch)
        return await self._post(channel, body, renewed=False)

    async def edit(self, channel: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message, even in an archived thread. Return False if the message is gone."""
        return await self._edit(channel, message_id, message) is not None

    async def attach(self, channel: int, message_id: int, message: Message) -> int | None:
        """Edit a message to show its new picture. Return the id of the picture's file, or None."""
        edited = await self._edit(channel, message_id, message)
        return None if edited is None else message_bodies.file_shown(edited)

    async def _edit(self, channel: int, message_id: int, message: Message | Notice) -> Json | None:
        """Edit a message and return it, or None if it is gone. Reopen its thread if necessary."""
        http, body = self._client.http, message_bodies.edited(message, self._known, self._epoch)

        def work() -> Awaitable[Json]:
            return http_requests.edit(http, channel, message_id, body)

        await self._edit_limit.turn(channel, message_id)
        with self._saying(channel):
            try:
                return await unless_gone(work)
            except ShutOut as problem:
                if code_of(problem) != ARCHIVED:
                    raise
            await asked(lambda: http.edit_channel(channel, archived=False))
            return await unless_gone(work)

    async def remove(self, channel: int, message_id: int) -> None:
        """Delete a message of the bot if it still exists and the bot is allowed to delete it."""
        try:
            await there(lambda: self._client.http.delete_message(channel, message_id))
        except (ShutOut, Refused) as problem:
            log.info("I couldn't delete message %s: %s", message_id, problem)

    async def notify(self, channel: int, notice: Notice, nonce: str) -> int:
        """Post a notice, ping the people that it names, and return the message id."""
        pings = (notice.person, *notice.others)
        with self._saying(channel):
            body = message_bodies.posted(notice, self._known, nonce, epoch=self._epoch, pings=pings)
            return await self._post(channel, body)

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
        body = message_bodies.mentioning(people, text, nonce, self._epoch)
        await self._send(thread, body, renewed=False)

    def reaches(self, guild: int, channel: int) -> bool | None:
        """Return whether people can reach a channel of a server and the bot there.

        Discord's cache tells, without a request. It has no archived threads and no deleted
        channels. Those count as within reach until a message there is refused, which is tried again
        from time to time.
        """
        if not self.servers_known:
            return None
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return False
        myself = server.get_member(0 if self._client.user is None else self._client.user.id)
        if myself is not None and myself.is_timed_out():
            return False
        place = server.get_channel_or_thread(channel)
        if place is None:
            return self._clock.now() >= self._shut_until.get(channel, 0.0)
        return not channel_sight.hidden(place)

    async def is_member(self, guild: int, person: int) -> bool:
        """Return whether a person is in a server. Return True if that can't be determined."""
        try:
            await asked(lambda: self._client.http.get_member(guild, person))
        except Gone:
            return False
        except CannotSend as problem:
            text = "I don't know whether person %s is still in the server: %s"
            log.info(text, pseudonym(person), problem)
        return True

    async def sees(self, channel: int, person: int) -> bool:
        """Return whether a person sees a channel. Raises TryLater while the bot can't see it."""
        seen = await asked(lambda: channel_sight.found(self._client, channel, person))
        if seen is None:
            raise TryLater(f"channel {channel} is hidden from me")
        return seen

    async def avatar(self, person: int, picture: str) -> bytes:
        """Download the avatar of a person as a PNG of bounded size. `picture` is its hash."""
        return await avatar_files.download(self._client.http, person, picture)

    @contextmanager
    def _saying(self, channel: int) -> Generator[None]:
        """Add an explanation for players to any ShutOut error that is raised in this context."""
        try:
            yield
        except ShutOut as problem:
            self._shut_until[channel] = self._clock.now() + SHUT_FOR
            problem.hint = self._obstacle(channel, code_of(problem))
            raise
        else:
            self._shut_until.pop(channel, None)

    def _obstacle(self, channel: int, code: int) -> str:
        """Return a sentence that explains why the bot can't write in a channel."""
        if code == NO_CHANNEL:
            return "Its channel is gone."
        if code in (ARCHIVED, LOCKED):
            return f"<#{channel}> is locked: somebody who manages threads can unlock it."
        place = self._client.get_channel(channel)
        if place is None and code == NO_ACCESS:  # of a thread that may be private
            return f"I can't see <#{channel}> any more."
        if isinstance(place, discord.abc.GuildChannel | discord.Thread):
            if channel_sight.hidden(place):
                return f"I can't see <#{channel}> any more, because I need View Channel there."
            allowed = channel_sight.allowed_in(place, place.guild.me)
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
        since = self._contacts.forgettings
        contact = await self._contacts.of(person)
        if contact.dm_closed:
            return None
        try:
            channel = contact.dm_channel or await self._open_dm(person, since)
            return await self._send(
                channel, message_bodies.posted(message, self._known, nonce, epoch=self._epoch)
            )
        except Gone:
            raise
        except ShutOut as problem:
            log.info("Person %s doesn't accept DMs: %s", pseudonym(person), problem)
            self._observer.dm_closed()
            channel = (await self._contacts.of(person)).dm_channel
            if code_of(problem) == NO_CHANNEL:
                channel = None
            await self._contacts.note(person, Person(channel, dm_closed=True), since)
            return None

    async def _open_dm(self, person: int, since: int) -> int:
        """Open a DM with a person and return its channel. Raises TryLater if it is too early."""
        self._dm_limit.take(person)
        try:
            opened = await asked(lambda: self._client.create_dm(discord.Object(person)))
        except TryLater as problem:
            if code_of(problem) == DMS_TOO_FAST:
                self._dm_limit.too_fast()
            raise
        await self._contacts.note(person, Person(opened.id, dm_closed=False), since)
        return opened.id

    async def edit_dm(self, person: int, message_id: int, message: Message | Notice) -> bool:
        """Edit a message in a DM. Return False if the message is gone or the DM is closed."""
        contact = await self._contacts.of(person)
        await self._edit_limit.turn(contact.dm_channel or 0, message_id)
        body, http = message_bodies.edited(message, self._known, self._epoch), self._client.http
        return await self._in_dm(person, lambda dm: http_requests.edit(http, dm, message_id, body))

    async def remove_dm(self, person: int, message_id: int) -> None:
        """Delete a message of the bot in a DM if it still exists."""
        await self._in_dm(person, lambda dm: self._client.http.delete_message(dm, message_id))

    async def _in_dm(self, person: int, work: Callable[[int], Awaitable[Any]]) -> bool:
        """Make a request about a message in a person's DM channel. Return False if it is gone."""
        contact = await self._contacts.of(person)
        dm = contact.dm_channel
        if dm is None:
            return False
        try:
            return await there(lambda: work(dm))
        except ShutOut:
            return False


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
    except Refused as error:  # if its channel or server is gone, that's ShutOut
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
    if error.code in AUTOMOD:  # no event tells when its rules have changed
        return TryLater(str(error), after=SHUT_FOR)
    if error.code in GONE:
        return Gone(str(error))
    if error.code in SHUT_OUT | NO_DM:
        return ShutOut(str(error))
    return Refused(str(error))
