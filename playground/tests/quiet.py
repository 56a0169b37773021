"""A world without ports, and sessions that only record their events."""

import json
from typing import Any

from discord_playground.gateway.gateway import Gateway
from discord_playground.gateway.session import Session
from discord_playground.world.world import PUBLIC_THREAD, Channel, Message, Person, World

from playground.tests.callers import INTENTS, Json


class Ear:
    """A disconnected session, which keeps all events that it would get on a resume."""

    def __init__(
        self,
        gateway: Gateway,
        owner: str,
        intents: int = INTENTS,
        shard: tuple[int, int] | None = None,
    ) -> None:
        self.session = Session(owner, intents, shard)
        gateway.sessions[self.session.id] = self.session

    @property
    def heard(self) -> list[tuple[str, Json]]:
        """Return the recorded events with their data."""
        return [(event, json.loads(data)) for _, event, data in self.session.kept]

    @property
    def events(self) -> list[str]:
        """Return the names of the recorded events."""
        return [event for event, _ in self.heard]


def named(world: World, name: str) -> Person:
    """Return a person by name."""
    return next(person for person in world.people.values() if person.name == name)


def place(world: World, name: str = "games") -> Channel:
    """Return a channel by name."""
    return next(channel for channel in world.channels.values() if channel.name == name)


def thread_in(world: World, parent: Channel, kind: int = PUBLIC_THREAD, **more: Any) -> Channel:
    """Open a thread in a channel."""
    made = Channel(world.snowflake(), kind, "Table 1", parent=parent.id, owner="1", **more)
    return world.add_channel(made)


def note(
    world: World, channel: Channel, author_id: str, *, only_for: str | None = None, **more: Any
) -> Message:
    """Add a minimal message to the world without sending events."""
    made: Json = {
        "id": world.snowflake(),
        "channel_id": channel.id,
        "author": {"id": author_id},
        "content": "x",
        "flags": 0,
        "attachments": [],
        **more,
    }
    message = Message(made, made["attachments"], only_for)
    world.add_message(message)
    return message
