"""The little world of the playground: people, one server, its channels, and what was said there.

It knows no rules and tells nobody; it is what is kept in the file between two runs.
"""

import base64
import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.playground.checks.discord_errors import Json, unknown_channel, unknown_message

DISCORD_EPOCH = 1420070400  # the first second of 2015: where Discord's ids begin to count
TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
PASSING_KEPT = 1000  # ephemeral messages, those touched last: nobody has closed their app on them
COLOURS = (0x3F6C8A, 0xB0563F, 0x4F7A4A, 0x8A6BB1, 0xC08A2E, 0x2F8F8F, 0xA34B78, 0x6B6F3A)


@dataclass(slots=True)
class Person:
    """Somebody who can press buttons. Their token is their name in lower case."""

    id: str
    name: str
    colour: int
    dms_open: bool = True
    locale: str = "en-US"
    shown: str | None = None  # the name they show everywhere, if they have changed it
    nick: str | None = None  # and in this server alone
    roles: list[str] = field(default_factory=list[str])
    gone: str = ""  # left, banned or deleted

    @property
    def called(self) -> str:
        """What others see as their name."""
        return self.nick or self.shown or self.name

    @property
    def token(self) -> str:
        """What this person writes into `Authorization`."""
        return self.name.lower()


@dataclass(slots=True)
class Role:
    """A role of the server, and what it lets people do besides what is usual."""

    id: str
    name: str
    permissions: int = 0


@dataclass(slots=True)
class Channel:
    """A text channel, a direct message, a forum, or a thread: a forum's posts are threads."""

    id: str
    kind: int
    name: str = ""
    parent: str | None = None
    members: list[str] = field(default_factory=list[str])  # of a DM or a thread
    overrides: dict[str, bool] = field(default_factory=dict[str, bool])  # the bot's permissions
    pins: list[str] = field(default_factory=list[str])
    owner: str | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    last_message: str | None = None
    role: str | None = None  # who must have it to see the channel

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def in_guild(self) -> bool:
        """Whether this belongs to the server."""
        return self.kind != DM


@dataclass(slots=True)
class Message:
    """A message as Discord writes it, and what Discord knows of it besides."""

    json: Json
    only_for: str | None = None  # an ephemeral message: the one person who sees it
    hidden: bool = False  # an ephemeral message that was dismissed
    kept: str | None = None  # its line in the file, until it changes

    @property
    def id(self) -> str:
        """The message's id."""
        return self.json["id"]

    @property
    def channel_id(self) -> str:
        """Where it was said."""
        return self.json["channel_id"]

    @property
    def author_id(self) -> str:
        """Who said it."""
        return self.json["author"]["id"]

    @property
    def flags(self) -> int:
        """The message's flags."""
        return self.json["flags"]


class World:
    """Everything there is. `on_change` is called after each change that is worth keeping."""

    def __init__(self, names: tuple[str, ...], on_change: Callable[[], None]) -> None:
        self.on_change = on_change
        self.offset = 0.0
        self.on_clock: Callable[[float], None] | None = None  # hears of each new offset
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.roles: dict[str, Role] = {}  # besides everybody's and the bot's own
        self.files: dict[str, tuple[str, bytes]] = {}  # attachment id: (content type, content)
        self.commands: dict[str, Json] = {}
        self.guild_commands: dict[str, Json] = {}
        self.creations: list[float] = []  # when commands were created: 200 a day
        self.emojis: dict[str, Json] = {}
        self.emoji_images: dict[str, tuple[str, bytes]] = {}  # by the emoji's id: kind, content
        self._passing: dict[str, str] = {}  # the ephemeral ones: id -> channel, touched last last
        self._last = 0
        self.bot_id = self.snowflake()
        self.guild_id = self.snowflake()
        self.role_id = self.snowflake()
        self.bot_in_guild = True
        for name in names:
            self.add_person(name)
        for name in ("games", "parlor"):
            self.add_channel(Channel(self.snowflake(), TEXT, name))

    # --- time and ids ---

    def now(self) -> float:
        """Say the time: seconds since 1970, moved on by what the clock was set ahead."""
        return time.time() + self.offset

    def set_ahead(self, seconds: float) -> None:
        """Set the clock so far ahead of this machine's."""
        self.offset = seconds
        self.on_change()
        if self.on_clock is not None:
            self.on_clock(seconds)

    def snowflake(self) -> str:
        """Make a fresh id, later than all before it."""
        stamp = int((self.now() - DISCORD_EPOCH) * 1000) << 22
        self._last = max(self._last + 1, stamp)
        return str(self._last)

    def stamp(self) -> str:
        """Write the time as Discord does."""
        return stamp(self.now())

    @property
    def bot_token(self) -> str:
        """The bot's token in Discord's shape: its id, when it was made, a secret.

        Some clients read the application's id out of it.
        """
        whose = base64.b64encode(self.bot_id.encode()).decode().rstrip("=")
        secret = hashlib.sha256(f"playground {self.bot_id}".encode()).digest()
        return f"{whose}.GPlayg.{base64.urlsafe_b64encode(secret).decode()[:38]}"

    # --- people ---

    def add_person(self, name: str) -> Person:
        """Let somebody in; the first one owns the server."""
        for known in self.people.values():
            if known.name == name:
                return known
        colour = COLOURS[len(self.people) % len(COLOURS)]
        person = Person(self.snowflake(), name, colour)
        self.people[person.id] = person
        self.on_change()
        return person

    def person(self, token: str) -> Person | None:
        """Find somebody by token or name; a deleted account has none."""
        for person in self.people.values():
            if person.token == token.lower() and person.gone != "deleted":
                return person
        return None

    @property
    def owner_id(self) -> str:
        """The id of the server's owner."""
        return next(iter(self.people), "0")

    def members(self) -> list[str]:
        """Who is in the server, the bot left out."""
        return [one.id for one in self.people.values() if not one.gone]

    # --- channels ---

    def add_channel(self, channel: Channel) -> Channel:
        """Open a channel."""
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        self.on_change()
        return channel

    def channel(self, wanted: str) -> Channel:
        """Find a channel; raises 10003 if it is gone."""
        found = self.channels.get(wanted)
        if found is None:
            raise unknown_channel()
        return found

    def dm(self, one: str, other: str) -> tuple[Channel, bool]:
        """Find or open the direct messages of two; says whether they are new."""
        for channel in self.channels.values():
            if channel.kind == DM and set(channel.members) == {one, other}:
                return channel, False
        made = Channel(self.snowflake(), DM, members=[one, other])
        return self.add_channel(made), True

    def remove_channel(self, channel: Channel) -> list[Channel]:
        """Delete a channel and its threads; returns all that went."""
        gone = [channel, *(one for one in self.channels.values() if one.parent == channel.id)]
        for one in gone:
            del self.channels[one.id]
            for message in list(self.messages.pop(one.id).values()):
                self._forget_files(message)
        self.on_change()
        return gone

    def sees(self, person_id: str, channel: Channel) -> bool:
        """Whether a person can look into a channel."""
        if channel.kind == DM:
            return person_id in channel.members
        person = self.people.get(person_id)
        if person is None or person.gone:
            return False
        if channel.kind == PRIVATE_THREAD and person_id not in channel.members:
            return False
        role = self.channels[channel.parent].role if channel.parent in self.channels else None
        role = role or channel.role
        return role is None or role in person.roles or person_id == self.owner_id

    def guild_channels(self) -> Iterator[Channel]:
        """The server's channels, threads left out."""
        return (one for one in self.channels.values() if one.kind in (TEXT, FORUM))

    def threads(self) -> Iterator[Channel]:
        """The server's threads."""
        return (one for one in self.channels.values() if one.is_thread)

    # --- messages ---

    def add_message(self, message: Message) -> None:
        """Keep a message."""
        channel = self.channel(message.channel_id)
        self.messages[channel.id][message.id] = message
        if message.only_for is None:
            channel.last_message = message.id
        else:
            self._passing[message.id] = channel.id
        if len(self._passing) > PASSING_KEPT:
            oldest = next(iter(self._passing))
            self._pass(self._passing.pop(oldest), oldest)
        self.on_change()

    def _pass(self, channel_id: str, message_id: str) -> None:
        """Forget an old ephemeral message, as Discord's app does when it is closed."""
        gone = self.messages.get(channel_id, {}).pop(message_id, None)
        if gone is not None:
            self._forget_files(gone)

    def message(self, channel_id: str, wanted: str) -> Message:
        """Find a message; raises 10008 if it is gone."""
        self.channel(channel_id)
        found = self.messages[channel_id].get(wanted)
        if found is None:
            raise unknown_message()
        return found

    def find_message(self, wanted: str) -> Message:
        """Find a message wherever it is; raises 10008."""
        for messages in self.messages.values():
            if wanted in messages:
                return messages[wanted]
        raise unknown_message()

    def changed(self, message: Message) -> None:
        """Note that a message is not as it was."""
        message.kept = None
        if message.id in self._passing:
            self._passing[message.id] = self._passing.pop(message.id)
        self.on_change()

    def remove_message(self, message: Message) -> None:
        """Delete a message; raises 10008 if it is gone already."""
        messages = self.messages.get(message.channel_id, {})
        if messages.pop(message.id, None) is None:
            raise unknown_message()
        self._forget_files(message)
        channel = self.channels[message.channel_id]
        if message.id in channel.pins:
            channel.pins.remove(message.id)
        self.on_change()

    def _forget_files(self, message: Message) -> None:
        for one in message.json["attachments"]:
            self.files.pop(one["id"], None)


def stamp(seconds: float) -> str:
    """Write a time as Discord does: `2026-05-01T12:00:00.000000+00:00`."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def made_at(snowflake: str) -> float:
    """Read from an id when it was made: seconds since 1970."""
    return (int(snowflake) >> 22) / 1000 + DISCORD_EPOCH
