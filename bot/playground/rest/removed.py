"""A channel that goes, with its threads."""

from bot.playground.rest.door import Call
from bot.playground.world import shapes
from bot.playground.world.world import Channel


def remove_channel(call: Call, channel: Channel) -> None:
    """Delete a channel with its threads and tell everybody."""
    stage = call.stage
    stage.world.remove_channel(channel)
    event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
    data = shapes.channel(stage.world, channel)
    if channel.in_guild:
        stage.gateway.tell_people(stage.world.members(), event, data)
        stage.gateway.tell_bot(event, data, intent=1, guild_id=stage.world.guild_id)
    else:
        stage.gateway.tell_people(channel.members, event, data)
