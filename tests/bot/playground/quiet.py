"""A world that nobody serves: values alone, no port; and ears, which are told and only remember."""

import json
from typing import Any

from bot.playground.gateway.gateway import Gateway
from bot.playground.gateway.session import Session
from bot.playground.world.world import PUBLIC_THREAD, Channel, Message, Person, World
from tests.bot.playground.callers import INTENTS, Json


class Ear:
    """A session without a line: what it was told is what it would be told on its resume."""

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
        """The events it was told, with their data."""
        return [(event, json.loads(data)) for _, event, data in self.session.kept]

    @property
    def events(self) -> list[str]:
        """The names of the events it was told."""
        return [event for event, _ in self.heard]


def named(world: World, name: str) -> Person:
    """Somebody by name."""
    return next(person for person in world.people.values() if person.name == name)


def place(world: World, name: str = "games") -> Channel:
    """A channel by name."""
    return next(channel for channel in world.channels.values() if channel.name == name)


def thread_in(world: World, parent: Channel, kind: int = PUBLIC_THREAD, **more: Any) -> Channel:
    """Open a thread in a channel."""
    made = Channel(world.snowflake(), kind, "Table 1", parent=parent.id, owner="1", **more)
    return world.add_channel(made)


def note(
    world: World, channel: Channel, author_id: str, *, only_for: str | None = None, **more: Any
) -> Message:
    """Put a message into the world, as bare as it can be; nobody is told."""
    made: Json = {
        "id": world.snowflake(),
        "channel_id": channel.id,
        "author": {"id": author_id},
        "content": "x",
        "flags": 0,
        "attachments": [],
        **more,
    }
    message = Message(made, only_for)
    world.add_message(message)
    return message
