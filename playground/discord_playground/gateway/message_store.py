"""Create, edit and delete messages, and send the events to everyone who may see them.

Bodies that arrive here have been checked (message_limits.py). A message's mentions are found in its
content, its text displays and `allowed_mentions`, as on Discord. Only users in `mentions` are
pinged.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from discord_playground.checks.component_kinds import TEXT as TEXT_DISPLAY
from discord_playground.checks.component_kinds import normalize, walk
from discord_playground.checks.message_limits import SETTABLE, SUPPRESS_EMBEDS, Upload
from discord_playground.gateway.attached_files import AttachedFiles, embeds_with, list_unused
from discord_playground.gateway.close_codes import DIRECT_MESSAGES, GUILD_MESSAGES
from discord_playground.gateway.gateway import Gateway
from discord_playground.world import json_shapes, people_shapes, permissions
from discord_playground.world.discord_errors import Json, fields, items, objects
from discord_playground.world.push_notifications import PushNotifications
from discord_playground.world.world import (
    DM,
    EPHEMERAL,
    LOADING,
    PUBLIC_THREAD,
    TEXT,
    V2,
    Channel,
    Message,
    World,
)

NONCE_KEPT = 180.0  # seconds; Discord remembers a nonce for "the past few minutes"
_MENTION = re.compile(r"<@!?(\d{1,20})>")


class MessageStore:
    """Writes messages into the world and sends their events."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.attached = AttachedFiles(world)
        self.phones = PushNotifications(world)
        self._nonces: dict[tuple[str, str, str], tuple[float, str]] = {}

    # --- writing ---

    def write(
        self,
        channel: Channel,
        author_id: str,
        body: Json,
        files: Sequence[Upload] = (),
        *,
        only_for: str | None = None,
        loading: bool = False,
        more: Json | None = None,
    ) -> Message:
        """Create a message and send its event. `more` holds fields that an interaction adds."""
        world = self.world
        message_id = world.snowflake()
        attached = self.attached.attach(channel, body.get("attachments"), files, [])
        flags = (int(body.get("flags") or 0) & SETTABLE) | (EPHEMERAL if only_for else 0)
        data: Json = {
            "id": message_id,
            "type": 0,
            "channel_id": channel.id,
            "author": people_shapes.user(world, author_id),
            "content": body.get("content") or "",
            "timestamp": world.stamp(),
            "edited_timestamp": None,
            "tts": bool(body.get("tts")),
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": embeds_with(body.get("embeds"), attached, world.snowflake),
            "components": self._stored(body.get("components"), attached),
            "pinned": False,
            "flags": flags | (LOADING if loading else 0),
        }
        if body.get("nonce") is not None:
            data["nonce"] = body["nonce"]
        data |= more or {}
        if channel.is_thread:
            data["position"] = len(world.messages[channel.id])
        elif "interaction_metadata" in data:
            data["position"] = 0
        if not (more and "mentions" in more):
            self._mention(channel, data, body.get("allowed_mentions"))
            self._add_mentioned(channel, data)
        message = Message(data, attached, only_for)
        list_unused(message)
        world.add_message(message)
        if body.get("nonce") is not None:
            self._keep_nonce((channel.id, author_id, str(body["nonce"])), message_id)
        if not loading:
            self.phones.notify(channel, message)
        self._tell("MESSAGE_CREATE", message)
        return message

    def _keep_nonce(self, key: tuple[str, str, str], message_id: str) -> None:
        """Remember a nonce and drop expired nonces. `_nonces` is ordered by time of use."""
        now = self.world.now()
        self._nonces.pop(key, None)
        self._nonces[key] = (now, message_id)
        while now - next(iter(self._nonces.values()))[0] > NONCE_KEPT:
            del self._nonces[next(iter(self._nonces))]

    def announce(self, channel: Channel, author_id: str, kind: int, text: str, more: Json) -> None:
        """Write a system message: `kind` is its message type."""
        body: Json = {"content": text, "allowed_mentions": {"parse": []}}
        self.write(channel, author_id, body, more=more | {"type": kind})

    def reference(self, channel: Channel, message_id: str | None = None) -> Json:
        """Return a `message_reference` to a message, or to a channel if no message is given."""
        made: Json = {"type": 0, "channel_id": channel.id}
        if message_id is not None:
            made["message_id"] = message_id
        if channel.in_guild:
            made["guild_id"] = self.world.guild_id
        return made

    def same_nonce(self, channel: Channel, author_id: str, nonce: Any) -> Message | None:
        """Return the message that was recently written with this nonce."""
        written, message_id = self._nonces.get((channel.id, author_id, str(nonce)), (0.0, ""))
        if self.world.now() - written > NONCE_KEPT:
            return None
        return self.world.messages[channel.id].get(message_id)

    def forget_nonces(self) -> None:
        """Forget which nonces were used, as Discord does after some minutes."""
        self._nonces.clear()

    def edit(self, message: Message, body: Json, files: Sequence[Upload] = ()) -> None:
        """Change the fields that the body contains, and send the event."""
        channel, data = self.world.channel(message.channel_id), message.json
        if files or body.get("attachments") is not None:
            message.files = self.attached.attach(
                channel, body.get("attachments"), files, message.files
            )
        if "content" in body:
            data["content"] = body["content"] or ""
        if "embeds" in body:
            data["embeds"] = embeds_with(body["embeds"], message.files, self.world.snowflake)
        if "components" in body:
            data["components"] = self._stored(body["components"], message.files)
        list_unused(message)
        flags = int(body.get("flags") or 0)
        data["flags"] |= flags & V2  # the Components V2 flag cannot be removed
        if body.get("flags") is not None:
            data["flags"] = data["flags"] & ~SUPPRESS_EMBEDS | flags & SUPPRESS_EMBEDS
        if data["flags"] & LOADING:
            data["flags"] &= ~LOADING
        else:
            data["edited_timestamp"] = self.world.stamp()
        self._mention(channel, data, body.get("allowed_mentions"))
        self.send_update(message)

    def _stored(self, components: Any, files: list[Json]) -> list[Json]:
        named = {file["filename"]: file for file in files}
        return normalize(objects(components), named, self.world.snowflake)

    def send_update(self, message: Message) -> None:
        """Save a changed message and send the event."""
        self.world.changed(message)
        self._tell("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Delete a message and send the event."""
        self.world.remove_message(message)
        channel = self.world.channel(message.channel_id)
        data: Json = {"id": message.id, "channel_id": channel.id}
        if channel.in_guild and message.only_for is None:
            data["guild_id"] = self.world.guild_id
        self.gateway.tell_people(self.audience(channel, message.only_for), "MESSAGE_DELETE", data)
        if self._bot_hears(channel, message):
            self.gateway.tell_bot("MESSAGE_DELETE", data, **self._route(channel, message))

    # --- events ---

    def audience(self, channel: Channel, only_for: str | None = None) -> Iterable[str]:
        """Return the people who see a channel, or only the recipient of an ephemeral message."""
        if only_for is not None:
            return [only_for]
        return [who for who in self.world.people if self.world.sees(who, channel)]

    def _bot_hears(self, channel: Channel, message: Message) -> bool:
        """Return whether the bot gets a message's events: its own ephemeral ones, wherever."""
        return message.only_for is not None or bool(permissions.of_bot(self.world, channel))

    def _route(self, channel: Channel, message: Message) -> Any:
        """Return the intent and the server of an event. An ephemeral message counts as a DM."""
        if channel.kind == DM or message.only_for is not None:
            return {"intent": DIRECT_MESSAGES}
        return {"intent": GUILD_MESSAGES, "guild_id": self.world.guild_id}

    def for_gateway(self, message: Message) -> Json:
        """Return a message as gateway events carry it."""
        data = dict(message.json)
        channel = self.world.channels[message.channel_id]
        data["channel_type"] = channel.kind
        if channel.in_guild and message.only_for is None:
            data["guild_id"] = self.world.guild_id
            data["member"] = people_shapes.message_member(self.world, message.author_id)
            data["mentions"] = [
                user | {"member": people_shapes.message_member(self.world, user["id"])}
                for user in data["mentions"]
            ]
        return data

    def _tell(self, event: str, message: Message) -> None:
        world, channel = self.world, self.world.channels[message.channel_id]
        data = self.for_gateway(message)
        if not message.hidden:
            self.gateway.tell_people(self.audience(channel, message.only_for), event, data)
        if not self._bot_hears(channel, message):
            return
        mentioned = any(user["id"] == world.bot_id for user in message.json["mentions"])
        if channel.kind == DM or message.author_id == world.bot_id or mentioned:
            self.gateway.tell_bot(event, data, **self._route(channel, message))
        else:
            blind: Json = data | {"content": "", "embeds": [], "attachments": [], "components": []}
            self.gateway.tell_bot(event, data, blind=blind, **self._route(channel, message))

    # --- mentions ---

    def _add_mentioned(self, channel: Channel, data: Json) -> None:
        """Add the people whom a message in a public thread mentions to the thread."""
        if channel.kind != PUBLIC_THREAD:
            return
        there = [user["id"] for user in data["mentions"] if user["id"] in self.world.people]
        new = [who for who in there if who not in channel.members]
        channel.members += new
        if new:
            self.gateway.tell_people(new, "THREAD_CREATE", json_shapes.channel(self.world, channel))

    def _mention(self, channel: Channel, data: Json, allowed: Json | None) -> None:
        texts = [data["content"]]
        texts += [
            part["content"] for part in walk(data["components"]) if part["type"] == TEXT_DISPLAY
        ]
        text = "\n".join(texts)
        wanted = {"parse": ["users", "everyone"]} if allowed is None else fields(allowed)
        parse = items(wanted.get("parse"))
        named = {str(user_id) for user_id in items(wanted.get("users"))}
        mentioned: list[str] = list(dict.fromkeys(_MENTION.findall(text)))
        pinged = [who for who in mentioned if "users" in parse or who in named]
        replied = data.get("referenced_message")
        if replied and (allowed is None or wanted.get("replied_user")):
            pinged.append(replied["author"]["id"])
        users = {*self.world.people, self.world.bot_id}
        data["mentions"] = [
            people_shapes.user(self.world, who) for who in dict.fromkeys(pinged) if who in users
        ]
        by_bot = data["author"]["id"] == self.world.bot_id
        held = permissions.of_bot(self.world, channel) if by_bot else permissions.USUAL
        loud = "everyone" in parse and bool(re.search(r"@(everyone|here)\b", text))
        data["mention_everyone"] = (
            loud
            and channel.kind == TEXT
            and "interaction_metadata" not in data
            and bool(held & permissions.BITS["mention_everyone"])
        )
