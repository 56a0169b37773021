"""Finds the tables of a server that a user can join."""

from typing import Any

import discord

from bot.entry.table_access import TableAccess
from bot.host.reading.queries import Queries
from bot.host.reading.table_view import TableView
from games.rules import Refusal

MOST = 5  # maximum number of tables that are offered
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


def _has_room(table: TableView) -> bool:
    """Return whether anybody can sit down at an open table. House players make room."""
    full = len(table.names) >= table.rules.seats.stop - 1
    return bool(table.rules.command) and (not full or bool(table.house))
