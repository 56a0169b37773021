"""A gateway without a port, and its message store."""

import pytest
from discord_playground.checks.identify_limit import IdentifyLimit
from discord_playground.gateway.gateway import Gateway
from discord_playground.gateway.message_store import MessageStore
from discord_playground.world.world import World


@pytest.fixture
def gateway(world: World) -> Gateway:
    """Return a gateway without a port; see `Ear`."""
    return Gateway(world, "127.0.0.1", 0, IdentifyLimit(on=False))


@pytest.fixture
def post(world: World, gateway: Gateway) -> MessageStore:
    made = MessageStore(world, gateway)
    made.attached.base = "http://here"
    return made
