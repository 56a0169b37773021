"""Computes from Discord's roles and overwrites who sees a channel (docs/decisions/0018)."""

from typing import TypeAlias

import discord

Place: TypeAlias = discord.abc.GuildChannel | discord.Thread


def allowed_in(place: Place, member: discord.Member) -> discord.Permissions:
    """Return a member's permissions in a channel, or no permissions if they are unknown."""
    try:
        return place.permissions_for(member)
    except (discord.ClientException, AttributeError):  # its parent or server is not in the cache
        return discord.Permissions.none()


async def sees(place: Place, member: discord.Member) -> bool:
    """Return whether a member sees a channel. Ask Discord who is in a private thread.

    Raises discord.py's own error if Discord doesn't answer.
    """
    allowed = allowed_in(place, member)
    if not allowed.view_channel:
        return False
    if not isinstance(place, discord.Thread) or not place.is_private():
        return True
    if allowed.manage_threads:
        return True
    try:
        await place.fetch_member(member.id)
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def found(client: discord.Client, channel: int, person: int) -> bool:
    """Ask Discord for a person's roles, and return whether they see a channel."""
    place = client.get_channel(channel) or await client.fetch_channel(channel)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return False
    return await sees(place, await place.guild.fetch_member(person))
