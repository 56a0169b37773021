"""Says for moderators whether tables can be opened in a channel, and how they would look there."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import discord

from bot.entry.access.opening_rules import check_channel
from bot.entry.actions.opening import Opening, has_threads
from bot.show.discord_py.needed_permissions import THREAD_TERMS
from bot.show.draw.pages import server_panel
from bot.ui.face.face import AnyFace
from bot.ui.panels.words import listed
from db.servers.servers import Server
from games.rules import Refusal

Interaction: TypeAlias = discord.Interaction[Any]


async def why_closed(
    interaction: Interaction, server: Server, there: tuple[int, int], opening: Opening
) -> str:
    """Say why no table can be opened in the channel of an interaction. Return "" if one can.

    `there` are the numbers of unfinished tables on the server and in the channel.
    """
    try:
        check_channel(interaction, server)
        await opening.check_place(interaction)
    except Refusal as refusal:
        return str(refusal)
    if server.most_tables is not None and there[0] >= server.most_tables:
        return f"The server has {_tables(there[0])}, which is its limit. One must end first."
    if there[1] >= opening.most_in_channel:
        return f"The channel has {_tables(there[1])}, which is my limit. Use another one."
    return ""


def how_it_is(
    interaction: Interaction,
    server: Server,
    there: tuple[int, int],
    faces: Mapping[str, AnyFace],
    *,
    pictures: bool,
) -> Sequence[str]:
    """Say who can open what in the channel of an interaction, and what tables look like there."""
    return (
        f"**Games:** {server_panel.games(server.games, faces)}.",
        f"**Who:** {server_panel.opener(server.opener_role)} may open a table.",
        f"**Now:** {_tables(there[1])} in this channel, {_tables(there[0])} on the server.",
        f"**Pictures:** {_pictures(interaction.app_permissions, pictures=pictures)}",
        f"**Threads:** {_threads(interaction)}",
        f"**View:** {_view(interaction.app_permissions)}",
    )


def _pictures(allowed: discord.Permissions, *, pictures: bool) -> str:
    if not pictures:
        return "none, because whoever runs me has switched them off."
    if not allowed.attach_files:
        return "none, because I need *Attach Files*. The words say the same."
    return "boards have them, if their game does."


def _threads(interaction: Interaction) -> str:
    if isinstance(interaction.channel, discord.Thread):
        return "this is one, so a table stays in it."
    if not has_threads(interaction):
        return "none in this kind of channel. Tables stay in it."
    allowed = interaction.app_permissions
    lacking = [f"*{label}*" for name, label in THREAD_TERMS.items() if not getattr(allowed, name)]
    if lacking:
        return f"none, because I need {listed(lacking)}. Tables stay in the channel."
    return "a table can have one of its own."


def _view(allowed: discord.Permissions) -> str:
    if not allowed.read_message_history:
        return "I can't notice it when talk hides a board, because I need *Read Message History*."
    return "I notice it when talk hides a board. I count messages, and read none."


def _tables(number: int) -> str:
    return "one table" if number == 1 else f"{number or 'no'} tables"
