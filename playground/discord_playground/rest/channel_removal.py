"""Delete a channel together with its threads."""

from discord_playground.rest.middleware import Call
from discord_playground.world import json_shapes, permissions
from discord_playground.world.world import Channel


def remove_channel(call: Call, channel: Channel) -> None:
    """Delete a channel with its threads and notify everyone who could see it."""
    app = call.app
    saw = list(app.post.audience(channel))
    hidden = channel.is_thread and not permissions.of_bot(app.world, channel)
    app.world.remove_channel(channel)
    event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
    data = json_shapes.removed_channel(app.world, channel)
    app.gateway.tell_people(saw, event, data)
    if channel.in_guild and not hidden:
        app.gateway.tell_bot(event, data, intent=1, guild_id=app.world.guild_id)
