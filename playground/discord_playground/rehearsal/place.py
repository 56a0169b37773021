"""Where the rehearsal takes place: looked up, and refused in a sentence if it can't work."""

from dataclasses import dataclass

from discord_playground.rehearsal.stage import Where
from discord_playground.rehearsal.wire import Wire

TEXT = 0


class CannotRehearse(Exception):
    """What the rehearsal needs isn't there. `str()` tells the operator what to change."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, and what it is called on the screen (never recorded)."""

    where: Where
    name: str


async def find_place(wire: Wire, channel: str) -> Place:
    """Look up a channel by its id. Raises CannotRehearse."""
    application = await _application(wire)
    found = await wire.call("get /channels/{channel}", ids={"channel": channel})
    if not found.ok or not channel.isdigit():
        raise CannotRehearse(
            f"I can't see a channel {channel}. Copy its id (turn on Developer Mode in Discord's "
            "settings, under Advanced; then long-press the channel), and add me to that server."
        )
    if found.data["type"] != TEXT:
        raise CannotRehearse("That isn't a text channel. Choose an ordinary text channel.")
    guild = str(found.data["guild_id"])
    named = await wire.call("get /guilds/{guild}", ids={"guild": guild})
    name = f"#{found.data['name']} on {named.data.get('name', 'the server')}"
    return Place(Where(application, guild, channel), name)


async def list_places(wire: Wire) -> list[Place]:
    """List every text channel that the bot may know of. Raises CannotRehearse."""
    application = await _application(wire)
    places: list[Place] = []
    for guild in (await wire.call("get /users/@me/guilds")).items:
        channels = await wire.call("get /guilds/{guild}/channels", ids={"guild": guild["id"]})
        places += [
            Place(
                Where(application, guild["id"], item["id"]), f"#{item['name']} on {guild['name']}"
            )
            for item in channels.items
            if item["type"] == TEXT
        ]
    if not places:
        raise CannotRehearse("I'm on no server with a text channel. Add me to a test server first.")
    return places


async def _application(wire: Wire) -> str:
    found = await wire.call("get /oauth2/applications/@me")
    if found.status == 401:
        raise CannotRehearse(
            "Discord doesn't accept this DISCORD_TOKEN. Make a new one in Discord's developer "
            "portal (Bot, Reset Token), put it into .env and try again."
        )
    if not found.ok:
        raise CannotRehearse(f"Discord doesn't say which application this is: {found}.")
    return str(found.data["id"])
