"""Who may see a table: whoever sits there, and whoever sees the channel in which it stands.

A table belongs to its channel, and its number is no key: to who cannot see that channel from where
they ask, a table that is there and one that is not are the same, word for word. In the usual case,
a press where the table stands, nothing has to be asked. For another channel of the server it is
reckoned from the roles of whoever asks and what that channel says of them, as discord.py keeps
both; only who is in a private thread, or a channel that was put away, is asked of Discord.
"""

import logging
from typing import Any, TypeAlias

import aiohttp
import discord

from bot.host.queries import Queries
from bot.host.table_view import NO_SUCH_TABLE, TableView
from games.rules import Refusal

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]
Place: TypeAlias = discord.abc.GuildChannel | discord.Thread

HIGHEST = 2**63  # no number in the file is
_PLACE, _GONE = "place", "gone"  # what was found out for an interaction is kept with it
_LOST = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


class Sight:
    """Shows tables to those who may see them."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def table(self, interaction: Interaction, table_id: int) -> TableView:
        """Return what whoever asks may see of a table. Raises Refusal, as for one not there."""
        seen = await self._found(interaction.user.id, table_id)
        if seen.seat is None and not await self.sees(interaction, seen):
            raise Refusal(NO_SUCH_TABLE)
        return seen

    async def own(self, person: int, table_id: int) -> TableView:
        """Return a table as who sits there sees it. Raises Refusal, as for one not there."""
        seen = await self._found(person, table_id)
        if seen.seat is None:
            raise Refusal(NO_SUCH_TABLE)
        return seen

    async def _found(self, person: int, table_id: int) -> TableView:
        if not 0 < table_id < HIGHEST:
            raise Refusal(NO_SUCH_TABLE)
        try:
            return await self._queries.table(table_id, person)
        except Refusal:  # also of a game that is no longer on offer: who sits there may know
            if table_id in await self._queries.of_person(person):
                raise
            raise Refusal(NO_SUCH_TABLE) from None

    # --- channels ---

    async def sees(self, interaction: Interaction, table: TableView) -> bool:
        """Say whether whoever asks sees the channel of a table, from where they ask."""
        if _is_there(interaction, table):
            return True
        place = await self._place(interaction, table)
        member = interaction.user
        if place is None or not isinstance(member, discord.Member):
            return False
        allowed = _allowed(place, member)
        if not allowed.view_channel:
            return False
        if not isinstance(place, discord.Thread) or not place.is_private():
            return True
        return allowed.manage_threads or await _is_in(place, member)

    async def moderates(self, interaction: Interaction, table: TableView) -> bool:
        """Say whether whoever asks sees the channel of a table, and may remove messages there."""
        if _is_there(interaction, table):
            return interaction.permissions.manage_messages
        place, member = await self._place(interaction, table), interaction.user
        if place is None or not isinstance(member, discord.Member):
            return False
        return _allowed(place, member).manage_messages and await self.sees(interaction, table)

    async def is_secluded(self, interaction: Interaction, table: TableView) -> bool:
        """Say whether a table stands, or would stand where that is asked, in a private thread."""
        here, place = interaction.channel, await self._place(interaction, table)
        return any(isinstance(one, discord.Thread) and one.is_private() for one in (here, place))

    async def is_gone(self, interaction: Interaction, table: TableView) -> bool:
        """Say whether the channel of a table is there no more."""
        await self._place(interaction, table)
        return interaction.extras.get(_GONE) == table.channel

    async def _place(self, interaction: Interaction, table: TableView) -> Place | None:
        """Find the channel of a table on the server where something is asked."""
        guild = interaction.guild
        if guild is None or guild.id != table.guild:
            return None
        found = guild.get_channel_or_thread(table.channel)
        if found is None and guild.channels:  # a thread that was put away is not kept in mind
            if (_PLACE, table.channel) not in interaction.extras:  # it is asked for once
                looked_up = await _fetched(interaction, table.channel)
                interaction.extras[_PLACE, table.channel] = looked_up
            found = interaction.extras[_PLACE, table.channel]
        return found


def _is_there(interaction: Interaction, table: TableView) -> bool:
    return (interaction.guild_id, interaction.channel_id) == (table.guild, table.channel)


def _allowed(place: Place, member: discord.Member) -> discord.Permissions:
    """Reckon what somebody may do in a channel; where that cannot be done, nothing."""
    try:
        return place.permissions_for(member)
    except (discord.ClientException, AttributeError):  # its parent, or the server, is not known
        return discord.Permissions.none()


async def _is_in(thread: discord.Thread, member: discord.Member) -> bool:
    try:
        await thread.fetch_member(member.id)
    except (discord.NotFound, discord.Forbidden):
        return False
    except _LOST as problem:
        log.warning("Who is in thread %s could not be found out: %s", thread.id, problem)
        return False
    return True


async def _fetched(interaction: Interaction, channel: int) -> Place | None:
    try:
        found = await interaction.client.fetch_channel(channel)
    except discord.NotFound:
        interaction.extras[_GONE] = channel
        return None
    except (discord.Forbidden, discord.InvalidData):
        return None
    except _LOST as problem:
        log.warning("Channel %s could not be looked up: %s", channel, problem)
        return None
    return found if isinstance(found, discord.abc.GuildChannel | discord.Thread) else None
