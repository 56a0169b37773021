"""Opens tables in the channel of a press or command, and shows their boards there."""

import logging
from typing import Any

import discord

from bot.entry.access.opening_rules import check_opening
from bot.entry.access.table_access import TableAccess
from bot.host.host import Host
from bot.observe import events
from bot.show.deliver.display import Display
from bot.show.discord_py.needed_permissions import missing
from bot.show.discord_py.reply import InteractionReply
from bot.show.draw.parts import frame
from bot.show.draw.parts.message import sentence
from bot.ui.panels.words import listed
from db.base.problems import ConnectionLost, Unsure
from db.tables.rematches import Rematch
from games.rules import Refusal

log = logging.getLogger(__name__)


class Opening:
    """Opens tables, if the bot, the server and the rules of opening allow it."""

    def __init__(self, host: Host, display: Display, access: TableAccess) -> None:
        self._host = host
        self._display = display
        self._contacts = host.contacts
        self._faces = display.faces
        self._access = access
        self.most_in_channel = host.seats.limits.in_channel

    async def open(
        self,
        reply: InteractionReply,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        stand_in: int,
        house: int = 0,
        in_thread: bool | None = None,
    ) -> None:
        """Open a table in the channel of an interaction, and answer with its board.

        If `in_thread` is None, the server's settings decide whether it moves to a thread.
        """
        if in_thread and not has_threads(reply.interaction):
            raise Refusal("I can't make a thread here. Leave *where* out, or use another channel.")
        if in_thread is None:
            server = self._host.servers.of(reply.interaction.guild_id or 0)
            in_thread = server.in_threads and has_threads(reply.interaction)
        table_id = await self.opened(
            reply,
            game,
            options,
            pace=pace,
            laid_open=laid_open,
            stand_in=stand_in,
            house=house,
            in_thread=in_thread,
        )
        await self.show(reply, game, table_id)

    async def opened(
        self,
        reply: InteractionReply,
        game: str,
        options: Any,
        *,
        pace: str,
        laid_open: bool,
        stand_in: int,
        house: int,
        in_thread: bool = False,
        rematch: Rematch | None = None,
    ) -> int:
        """Open a table and return its number. Nobody sees it yet. Raises Refusal."""
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("You can only open a table in a server's channel.")
        server = self._host.servers.of(interaction.guild_id)
        self._access.check_here(interaction)
        check_opening(interaction, server, game, self._faces)
        await self.check_place(interaction)
        return await self._host.seats.open(
            game,
            options,
            pace=pace,
            laid_open=laid_open,
            stand_in=stand_in,
            house=house,
            in_thread=in_thread,
            guild=interaction.guild_id,
            channel=interaction.channel_id,
            person=interaction.user.id,
            name=interaction.user.display_name,
            receipt=interaction.id,
            rematch=rematch,
        )

    async def show(self, reply: InteractionReply, game: str, table_id: int) -> None:
        """Answer with the board of a table that has just been opened."""
        events.about(table_id, 1)
        try:
            await self._contacts.try_again(reply.person)
            await self._display.post_board(reply, table_id)
        except Exception as problem:  # The table is open, even if its board cannot be shown.
            log.exception("I couldn't post the board of table %s", table_id)
            if isinstance(problem, ConnectionLost | Unsure):
                self._display.draw_board(table_id)
            text = (
                f"Table {table_id} is open, but I couldn't show it here just now. "
                f"Try again with {frame.bring_command(self._faces[game].rules)}."
            )
            await reply.say(sentence(text))

    async def check_place(self, interaction: discord.Interaction[Any]) -> None:
        """Raise Refusal if the bot could not keep a board up to date in this channel."""
        _check_permissions(interaction)
        place = interaction.channel
        if not isinstance(place, discord.Thread):
            return
        if place.locked and not interaction.app_permissions.manage_threads:
            raise Refusal("This thread is locked, so I can't keep a table here.")
        if place.is_private():
            await self._display.enter(place.id)


def has_threads(interaction: discord.Interaction[Any]) -> bool:
    """Return whether threads can be made in the channel of an interaction."""
    return isinstance(interaction.channel, discord.TextChannel)


def _check_permissions(interaction: discord.Interaction[Any]) -> None:
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = missing(interaction.app_permissions, in_thread=in_thread)
    if needed:
        raise Refusal(
            f"I can't work in this channel yet, because I need {listed(needed)}. "
            "Somebody who manages the server can allow that in the channel's settings."
        )
