"""The playground's world: people, one server, its channels and messages.

It enforces no rules and sends no events. The save file keeps it between runs.
"""

import base64
import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from discord_playground.world.discord_errors import Json, unknown_channel, unknown_message

DISCORD_EPOCH = 1420070400  # 2015-01-01, the start of the time in Discord's ids
TEXT, DM, VOICE, CATEGORY, NEWS, PUBLIC_THREAD, PRIVATE_THREAD, STAGE = 0, 1, 2, 4, 5, 11, 12, 13
FORUM = 15
TEXTLESS = (CATEGORY, FORUM)  # the kinds without messages
EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
EPHEMERAL_KEPT = 1000  # the number of ephemeral messages that are kept
BOT_NAME, GUILD_NAME = "Bot", "Playground"
COLOURS = (0x3F6C8A, 0xB0563F, 0x4F7A4A, 0x8A6BB1, 0xC08A2E, 0x2F8F8F, 0xA34B78, 0x6B6F3A)


@dataclass(slots=True)
class Person:
    """A person who can press buttons. Their token is their name in lower case."""

    id: str
    name: str
    colour: int
    dms_open: bool = True
    locale: str = "en-US"
    shown: str | None = None  # the display name, if they have changed it
    nick: str | None = None  # the nickname in this server
    roles: list[str] = field(default_factory=list[str])
    gone: str = ""  # "left", "banned" or "deleted"

    @property
    def called(self) -> str:
        """The name that others see."""
        return self.nick or self.shown or self.name

    @property
    def token(self) -> str:
        """The token that this person sends in `Authorization`."""
        return self.name.lower()


@dataclass(slots=True)
class Role:
    """A role of the server, and the permissions it adds to the default ones."""

    id: str
    name: str
    permissions: int = 0


@dataclass(slots=True)
class Channel:
    """A channel of the server, a DM or a thread. Forum posts are threads."""

    id: str
    kind: int
    name: str = ""
    parent: str | None = None
    members: list[str] = field(default_factory=list[str])  # for DMs and threads
    overrides: dict[str, bool] = field(default_factory=dict[str, bool])  # of the bot's permissions
    pins: list[str] = field(default_factory=list[str])
    owner: str | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    last_message: str | None = None
    role: str | None = None  # only members with this role see the channel

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def in_guild(self) -> bool:
        """Whether the channel belongs to the server."""
        return self.kind != DM


@dataclass(slots=True)
class Message:
    """A message in Discord's JSON, with other data that only the playground uses."""

    json: Json
    files: list[Json] = field(default_factory=list[Json])  # all files, also those of components
    only_for: str | None = None  # the recipient of an ephemeral message
    hidden: bool = False  # whether the recipient has dismissed the ephemeral message
    kept: str | None = None  # the message's JSON in the save file, until the message changes

    @property
    def id(self) -> str:
        """The message's id."""
        return self.json["id"]

    @property
    def channel_id(self) -> str:
        """The id of the message's channel."""
        return self.json["channel_id"]

    @property
    def author_id(self) -> str:
        """The id of the message's author."""
        return self.json["author"]["id"]

    @property
    def flags(self) -> int:
        """The message's flags."""
        return self.json["flags"]


class World:
    """All data of the playground. `on_change` is called after each change that should be saved."""

    def __init__(
        self,
        names: tuple[str, ...],
        on_change: Callable[[], None],
        bot_name: str = BOT_NAME,
        guild_name: str = GUILD_NAME,
    ) -> None:
        self.bot_name = bot_name
        self.guild_name = guild_name
        self.on_change = on_change
        self.offset = 0.0
        self.on_clock: Callable[[float], None] | None = None  # called with each new offset
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.roles: dict[str, Role] = {}  # the roles other than @everyone and the bot's own
        self.files: dict[str, tuple[str, bytes]] = {}  # attachment id: (content type, content)
        self.commands: dict[str, Json] = {}
        self.guild_commands: dict[str, Json] = {}
        self.creations: list[float] = []  # creation times of commands, for the limit of 200 a day
        self.emojis: dict[str, Json] = {}
        self.emoji_images: dict[str, tuple[str, bytes]] = {}  # emoji id: (content type, content)
        self._ephemeral: dict[
            str, str
        ] = {}  # ephemeral message id: channel id, most recently changed last
        self._last = 0
        self.bot_id = self.snowflake()
        self.guild_id = self.snowflake()
        self.role_id = self.snowflake()
        self.bot_in_guild = True
        self.bot_timed_out_until = 0.0
        self.outage = False  # whether the server is out of order
        for name in names:
            self.add_person(name)
        for name in ("games", "parlor"):
            self.add_channel(Channel(self.snowflake(), TEXT, name))

    # --- time and ids ---

    def now(self) -> float:
        """Return the world's time in seconds since 1970, including the offset."""
        return time.time() + self.offset

    def set_ahead(self, seconds: float) -> None:
        """Set the world's clock this many seconds ahead of the machine's clock."""
        self.offset = seconds
        self.on_change()
        if self.on_clock is not None:
            self.on_clock(seconds)

    def snowflake(self) -> str:
        """Return a new id that is higher than all before it."""
        stamp = int((self.now() - DISCORD_EPOCH) * 1000) << 22
        self._last = max(self._last + 1, stamp)
        return str(self._last)

    def stamp(self) -> str:
        """Return the current time as Discord writes it."""
        return stamp(self.now())

    @property
    def bot_token(self) -> str:
        """The bot's token in Discord's format: its id, a timestamp and a secret.

        Some client libraries read the application id from it.
        """
        whose = base64.b64encode(self.bot_id.encode()).decode().rstrip("=")
        secret = hashlib.sha256(f"playground {self.bot_id}".encode()).digest()
        return f"{whose}.GPlayg.{base64.urlsafe_b64encode(secret).decode()[:38]}"

    # --- people ---

    def add_person(self, name: str) -> Person:
        """Add a person, or return the person with this name. The first person owns the server."""
        for person in self.people.values():
            if person.name == name:
                return person
        colour = COLOURS[len(self.people) % len(COLOURS)]
        person = Person(self.snowflake(), name, colour)
        self.people[person.id] = person
        self.on_change()
        return person

    def person(self, token: str) -> Person | None:
        """Return the person with this token or name, unless the account is deleted."""
        for person in self.people.values():
            if person.token == token.lower() and person.gone != "deleted":
                return person
        return None

    @property
    def owner_id(self) -> str:
        """The id of the server's owner."""
        return next(iter(self.people), "0")

    @property
    def serves_bot(self) -> bool:
        """Whether the bot is on the server, and the server isn't out of order."""
        return self.bot_in_guild and not self.outage

    def members(self) -> list[str]:
        """Return the ids of the server's members, without the bot."""
        return [person.id for person in self.people.values() if not person.gone]

    # --- channels ---

    def add_channel(self, channel: Channel) -> Channel:
        """Add a channel."""
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}
        self.on_change()
        return channel

    def channel(self, wanted: str) -> Channel:
        """Return a channel. Raise 10003 if it does not exist."""
        found = self.channels.get(wanted)
        if found is None:
            raise unknown_channel()
        return found

    def dm(self, user_id: str, other_id: str) -> tuple[Channel, bool]:
        """Return the DM channel of two users and whether it is new."""
        for channel in self.channels.values():
            if channel.kind == DM and set(channel.members) == {user_id, other_id}:
                return channel, False
        made = Channel(self.snowflake(), DM, members=[user_id, other_id])
        return self.add_channel(made), True

    def remove_channel(self, channel: Channel) -> list[Channel]:
        """Delete a channel with its threads. Return all deleted channels."""
        gone = [
            channel,
            *(thread for thread in self.threads() if thread.parent == channel.id),
        ]
        for doomed in gone:
            del self.channels[doomed.id]
            for message in list(self.messages.pop(doomed.id).values()):
                self._forget_files(message)
        self.on_change()
        return gone

    def sees(self, person_id: str, channel: Channel) -> bool:
        """Return whether a person can see a channel."""
        if channel.kind == DM:
            return person_id in channel.members
        person = self.people.get(person_id)
        if person is None or person.gone:
            return False
        if channel.kind == PRIVATE_THREAD and person_id not in channel.members:
            return False
        role = self.gate(channel).role
        return role is None or role in person.roles or person_id == self.owner_id

    def gate(self, channel: Channel) -> Channel:
        """Return the channel whose permissions count: a thread has those of its parent."""
        return self.channels.get(channel.parent or "", channel) if channel.is_thread else channel

    def guild_channels(self) -> Iterator[Channel]:
        """Return the server's channels, without threads."""
        there = self.channels.values()
        return (channel for channel in there if channel.in_guild and not channel.is_thread)

    def threads(self) -> Iterator[Channel]:
        """Return the server's threads."""
        return (channel for channel in self.channels.values() if channel.is_thread)

    # --- messages ---

    def add_message(self, message: Message) -> None:
        """Store a message."""
        channel = self.channel(message.channel_id)
        self.messages[channel.id][message.id] = message
        if message.only_for is None:
            channel.last_message = message.id
        else:
            self._ephemeral[message.id] = channel.id
        if len(self._ephemeral) > EPHEMERAL_KEPT:
            oldest = next(iter(self._ephemeral))
            self._drop_ephemeral(self._ephemeral.pop(oldest), oldest)
        self.on_change()

    def _drop_ephemeral(self, channel_id: str, message_id: str) -> None:
        """Delete the oldest ephemeral message, as Discord's app does when it is closed."""
        gone = self.messages.get(channel_id, {}).pop(message_id, None)
        if gone is not None:
            self._forget_files(gone)

    def message(self, channel_id: str, wanted: str) -> Message:
        """Return a message. Raise 10008 if it does not exist."""
        self.channel(channel_id)
        found = self.messages[channel_id].get(wanted)
        if found is None:
            raise unknown_message()
        return found

    def find_message(self, wanted: str) -> Message:
        """Return a message from any channel. Raise 10008 if it does not exist."""
        for messages in self.messages.values():
            if wanted in messages:
                return messages[wanted]
        raise unknown_message()

    def changed(self, message: Message) -> None:
        """Record that a message has changed."""
        message.kept = None
        if message.id in self._ephemeral:
            self._ephemeral[message.id] = self._ephemeral.pop(message.id)
        self.on_change()

    def remove_message(self, message: Message) -> None:
        """Delete a message. Raise 10008 if it does not exist."""
        messages = self.messages.get(message.channel_id, {})
        if messages.pop(message.id, None) is None:
            raise unknown_message()
        self._forget_files(message)
        channel = self.channels[message.channel_id]
        if message.id in channel.pins:
            channel.pins.remove(message.id)
        self.on_change()

    def _forget_files(self, message: Message) -> None:
        for file in message.files:
            self.files.pop(file["id"], None)


def stamp(seconds: float) -> str:
    """Format a time like Discord: `2026-05-01T12:00:00.000000+00:00`."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def made_at(snowflake: str) -> float:
    """Return the time at which an id was created, in seconds since 1970."""
    return (int(snowflake) >> 22) / 1000 + DISCORD_EPOCH
