"""The permission check for tables: players see their table, others need to see its channel.

Users who can't see the channel get the same answer as for a table that doesn't exist. Those whom
moderators have blocked are told so, if they would see the table otherwise. A press in
the table's own channel needs no check. For other channels of the server, discord.py's cached roles
and overwrites suffice. Only the members of a private thread, and channels that are not in the
cache, are requested from Discord.
"""

import logging
from typing import Any, TypeAlias

import aiohttp
import discord

from bot.host.reading.queries import Queries
from bot.host.reading.servers import Servers
from bot.host.reading.table_view import NO_SUCH_TABLE, Deleted, TableView
from bot.show.discord_py import channel_sight
from bot.show.discord_py.channel_sight import Place, allowed_in
from games.rules import Refusal

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]

HIGHEST = 2**63  # larger than every id in the database
_PLACE, _LOST = "place", "lost"  # keys of results cached in the interaction
_UNANSWERED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


class TableAccess:
    """Checks who may see and moderate a table."""

    def __init__(self, queries: Queries, servers: Servers) -> None:
        self._queries = queries
        self._servers = servers

    async def table(self, interaction: Interaction, table_id: int) -> TableView:
        """Return the user's view of a table. Raises Refusal if they may not see it."""
        seen = await self._found(interaction.user.id, table_id)
        if seen.seat is None and not await self.sees(interaction, seen):
            raise Refusal(NO_SUCH_TABLE)
        self._check_not_blocked(interaction.user.id, seen)
        return seen

    async def own(self, person: int, table_id: int) -> TableView:
        """Return a player's view of a table. Raises Refusal if they do not play there."""
        seen = await self._found(person, table_id)
        if seen.seat is None:
            raise Refusal(NO_SUCH_TABLE)
        self._check_not_blocked(person, seen)
        return seen

    def _check_not_blocked(self, person: int, table: TableView) -> None:
        if not table.practice:
            self._servers.check_not_blocked(table.guild, person)

    def check_here(self, interaction: Interaction) -> None:
        """Raise Refusal if the user is blocked from the tables of the interaction's server."""
        if interaction.guild_id is not None:
            self._servers.check_not_blocked(interaction.guild_id, interaction.user.id)

    async def _found(self, person: int, table_id: int) -> TableView:
        if not 0 < table_id < HIGHEST:
            raise Refusal(NO_SUCH_TABLE)
        try:
            found = await self._queries.table(table_id, person)
        except Deleted:
            raise
        except Refusal:  # only its players may know that its game is no longer offered
            if table_id in await self._queries.of_person(person):
                raise
            raise Refusal(NO_SUCH_TABLE) from None
        if found.practice and found.seat is None:
            raise Refusal(NO_SUCH_TABLE)
        return found

    async def sees(self, interaction: Interaction, table: TableView) -> bool:
        """Return whether the user sees the channel of a table.

        Nobody knows that of a channel that is lost: then only managers of the server are trusted.
        """
        if _is_there(interaction, table):
            return True
        if await self.is_lost(interaction, table):
            return interaction.permissions.manage_guild
        place = await self._place(interaction, table)
        member = interaction.user
        if place is None or not isinstance(member, discord.Member):
            return False
        try:
            return await channel_sight.sees(place, member)
        except _UNANSWERED as problem:
            log.warning("I couldn't look up the members of thread %s: %s", place.id, problem)
            return False

    async def moderates(self, interaction: Interaction, table: TableView) -> bool:
        """Return whether the user sees the channel of a table and may delete messages there.

        If that channel is lost, return whether they may manage the server.
        """
        if _is_there(interaction, table):
            return interaction.permissions.manage_messages
        if await self.is_lost(interaction, table):
            return interaction.permissions.manage_guild
        place, member = await self._place(interaction, table), interaction.user
        if place is None or not isinstance(member, discord.Member):
            return False
        return allowed_in(place, member).manage_messages and await self.sees(interaction, table)

    async def is_secluded(self, interaction: Interaction, table: TableView) -> bool:
        """Return whether the table's channel or the interaction's channel is a private thread.

        A channel that is lost doesn't count, because nobody can see the table there any more.
        """
        old = await self._place(interaction, table)
        places = interaction.channel, None if await self.is_lost(interaction, table) else old
        return any(isinstance(place, discord.Thread) and place.is_private() for place in places)

    async def is_lost(self, interaction: Interaction, table: TableView) -> bool:
        """Return whether the channel of a table was deleted or is hidden from the bot."""
        place = await self._place(interaction, table)
        if place is None:
            return interaction.extras.get(_LOST) == table.channel
        return channel_sight.hidden(place)

    async def _place(self, interaction: Interaction, table: TableView) -> Place | None:
        """Find the channel of a table on the server of the interaction."""
        guild = interaction.guild
        if guild is None or guild.id != table.guild:
            return None
        place = guild.get_channel_or_thread(table.channel)
        if place is None and guild.channels:  # archived threads are not in the cache
            if (_PLACE, table.channel) not in interaction.extras:  # request it only once
                looked_up = await _fetched(interaction, table.channel)
                interaction.extras[_PLACE, table.channel] = looked_up
            place = interaction.extras[_PLACE, table.channel]
        return place


def _is_there(interaction: Interaction, table: TableView) -> bool:
    return (interaction.guild_id, interaction.channel_id) == (table.guild, table.channel)


async def _fetched(interaction: Interaction, channel: int) -> Place | None:
    try:
        place = await interaction.client.fetch_channel(channel)
    except (discord.NotFound, discord.Forbidden):
        interaction.extras[_LOST] = channel
        return None
    except discord.InvalidData:
        return None
    except _UNANSWERED as problem:
        log.warning("I couldn't look up channel %s: %s", channel, problem)
        return None
    return place if isinstance(place, discord.abc.GuildChannel | discord.Thread) else None
