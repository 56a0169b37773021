"""Checks what moderators have set: where, by whom and of which games tables may be opened."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import discord

from bot.show.discord_py.channel_sight import hidden
from bot.show.draw.pages import server_panel
from bot.ui.face.face import AnyFace
from bot.ui.panels.words import listed
from db.servers.servers import Server
from games.rules import Refusal

Interaction: TypeAlias = discord.Interaction[Any]

SETTINGS = "Somebody who manages the server can choose again with `/server settings`."


def check_manages(interaction: Interaction) -> int:
    """Return the server of an interaction. Raises Refusal if the user may not manage it."""
    if interaction.guild_id is None:
        raise Refusal("Use that in a channel of your server.")
    if not interaction.permissions.manage_guild:
        raise Refusal("You need the permission *Manage Server* for that.")
    return interaction.guild_id


def check_opening(
    interaction: Interaction, server: Server, game: str, faces: Mapping[str, AnyFace]
) -> None:
    """Raise Refusal if the user may not open a table of a game in the interaction's channel."""
    check_channel(interaction, server)
    if server.games and game not in server.games:
        title = faces[game].rules.title
        offered = server_panel.games(server.games, faces)
        raise Refusal(
            f"The moderators have switched off {title} on this server. You can play {offered}."
        )
    role = server.opener_role
    if role is None or _has_role(interaction, role):
        return
    if _is_gone(interaction, role):
        raise Refusal(f"The role that opens tables here is gone. {SETTINGS}")
    raise Refusal(f"On this server only <@&{role}> can open a table. You're welcome to join one.")


def check_channel(interaction: Interaction, server: Server) -> None:
    """Raise Refusal if tables may not stand in the interaction's channel or its parent."""
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if not server.channels or here & set(server.channels):
        return
    unseen = unseen_channels(interaction, server)
    left = [channel for channel in server.channels if channel not in unseen]
    if all(_is_gone(interaction, channel) for channel in left):
        what = "gone, or I can't see them any more" if unseen else "gone"
        raise Refusal(f"The channels that were chosen for tables are {what}. {SETTINGS}")
    seen = [f"<#{channel}>" for channel in left if _sees(interaction, channel)]
    if not seen:  # the names of the others are none of the user's business
        raise Refusal("The moderators don't want tables in this channel.")
    raise Refusal(f"On this server, open tables in {listed(seen, 'or')}.")


def unseen_channels(interaction: Interaction, server: Server) -> list[int]:
    """List the channels chosen for tables that are hidden from the bot."""
    guild = interaction.guild
    known = [] if guild is None else [guild.get_channel(own) for own in server.channels]
    return [place.id for place in known if place is not None and hidden(place)]


def _is_gone(interaction: Interaction, wanted: int) -> bool:
    """Return whether a channel or role was deleted, as far as that is known."""
    guild = interaction.guild
    if guild is None or not guild.channels:
        return False
    return guild.get_channel(wanted) is None and guild.get_role(wanted) is None


def _sees(interaction: Interaction, channel: int) -> bool:
    guild, member = interaction.guild, interaction.user
    place = None if guild is None else guild.get_channel(channel)
    if place is None or not isinstance(member, discord.Member):
        return False
    return place.permissions_for(member).view_channel


def _has_role(interaction: Interaction, role: int) -> bool:
    member = interaction.user
    return isinstance(member, discord.Member) and any(role == own.id for own in member.roles)
