"""Finds the tables of a server that a user can join or watch."""

from typing import Any

import discord

from bot.entry.access.table_access import TableAccess
from bot.host.reading.queries import Queries
from bot.host.reading.table_view import TableView
from games.rules import Refusal

MOST = 5  # maximum number of tables that are offered to join, and to watch
LOOKED_AT = 20  # maximum number of tables whose access is checked; a check can need a request


async def joinable(
    queries: Queries, access: TableAccess, interaction: discord.Interaction[Any]
) -> list[TableView]:
    """Return tables of the interaction's server that the user sees and can join, newest first."""
    if interaction.guild_id is None:
        return []
    found: list[TableView] = []
    for table_id in (await queries.open_in_guild(interaction.guild_id))[:LOOKED_AT]:
        try:
            table = await access.table(interaction, table_id)
        except Refusal:  # its channel is hidden from them, or they are blocked
            continue
        if table.seat is None and _has_room(table):
            found.append(table)
        if len(found) == MOST:
            break
    return found


async def watchable(
    queries: Queries, access: TableAccess, interaction: discord.Interaction[Any]
) -> list[tuple[TableView, bool]]:
    """Return games of the interaction's server that go on without the user, who sees them.

    Each comes with whether the user watches it. Those come first, then the most recently changed.
    """
    if interaction.guild_id is None:
        return []
    going_on = await queries.watchable(interaction.guild_id, interaction.user.id)
    found: list[tuple[TableView, bool]] = []
    for table_id, watched in going_on[:LOOKED_AT]:
        try:
            found.append((await access.table(interaction, table_id), watched))
        except Refusal:  # its channel is hidden from them, or they are blocked
            continue
        if len(found) == MOST:
            break
    return found


def _has_room(table: TableView) -> bool:
    """Return whether anybody can sit down at an open table. House players make room."""
    full = len(table.names) >= table.rules.seats.stop - 1
    return bool(table.rules.command) and (not full or bool(table.house))
