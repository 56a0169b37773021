"""Computes from Discord's roles and overwrites who sees a channel (docs/decisions/0018).

Discord obfuscates the channels that the bot can't see: of such a channel, nobody's permissions are
known. discord.py 2.7 keeps no flags for most types of channels. So `bot/gateway_fixes.py` notes the
flag as an overwrite for a role with the id HIDDEN. No real id is as small as that.
"""

from typing import TypeAlias

import discord

Place: TypeAlias = discord.abc.GuildChannel | discord.Thread

HIDDEN = 1 << 17  # Discord's flag of an obfuscated channel


def hidden(place: Place) -> bool:
    """Return whether the bot can't see a channel, or the parent of a thread."""
    if isinstance(place, discord.Thread):
        return place.parent is None or hidden(place.parent)
    return place.overwrites_for(discord.Object(HIDDEN)).view_channel is False


def allowed_in(place: Place, member: discord.Member) -> discord.Permissions:
    """Return a member's permissions in a channel, or no permissions if they are unknown."""
    try:
        return place.permissions_for(member)
    except (discord.ClientException, AttributeError):  # its parent or server is not in the cache
        return discord.Permissions.none()


async def sees(place: Place, member: discord.Member) -> bool:
    """Return whether a member sees a channel that isn't hidden. Ask who is in a private thread.

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


async def found(client: discord.Client, channel: int, person: int) -> bool | None:
    """Ask Discord for a person's roles, and return whether they see a channel (None: unknown)."""
    place = client.get_channel(channel) or await client.fetch_channel(channel)
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return False
    return None if hidden(place) else await sees(place, await place.guild.fetch_member(person))
