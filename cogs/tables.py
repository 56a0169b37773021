"""What is on: all my tables, and what can be done to a table whatever is played at it."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import frame
from bot.face import WHICH
from bot.panel import Ask, Panel, Text, layout
from bot.reply import Reply
from db import tables
from games.rules import Refusal

if TYPE_CHECKING:
    from bot.press import Press

Interaction = discord.Interaction[Any]


class Tables(commands.Cog):
    """`/games`, and what the buttons of the frame do, as commands: `/table join` and so on."""

    group = app_commands.Group(name="table", description="A table, whatever is played at it")

    def __init__(self, press: "Press") -> None:
        self.press = press

    @app_commands.command(name="games", description="All my tables, and what waits for me")
    async def games(self, interaction: Interaction) -> None:
        """Answer with a line for each table, and buttons to the hands."""

        async def work(reply: Reply) -> None:
            await reply.say(await self._listed(interaction.user.id))

        await self.press.answered(interaction, work)

    async def _listed(self, person: int) -> discord.ui.LayoutView:
        host = self.press.host
        async with host.database.transaction() as tx:
            mine = await tables.of_person(tx, person)
        if not mine:
            offers = ", ".join(f"`/{name} start`" for name in self.press.faces)
            return layout(Panel([Text(f"You sit at no table. Open one: {offers}.")]), 0, 0)
        lines: list[str] = []
        for table_id in mine[:20]:
            sight = await host.sight(table_id, person)
            title = self.press.faces[sight.game].rules.title
            where = f"**Table {table_id}** · {title} · <#{sight.channel}>"
            if sight.phase == "open":
                state = f"open, {len(sight.names)} at the table"
            elif sight.seat in sight.awaited:
                until = "" if sight.until is None else f", <t:{int(sight.until)}:R>"
                state = f"**it waits for you**{until}"
            else:
                state = f"it waits for {sight.names.all(sight.awaited)}"
            lines.append(f"{where}: {state}")
        return layout(Panel([Text("### Your tables"), Text("\n".join(lines))]), 0, 0)

    @group.command(name="join", description="Take a seat at a table that is open")
    @app_commands.describe(table="Which table, if several are open here")
    async def join(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what *Join* does."""
        await self._at_open_table(interaction, table, frame.JOIN)

    @group.command(name="leave", description="Give your seat up, before the deal")
    @app_commands.describe(table="Which table, if several are open here")
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what *Leave* does."""
        await self._at_open_table(interaction, table, frame.LEAVE)

    @group.command(name="deal", description="Deal, when everybody sits")
    @app_commands.describe(table="Which table, if several are open here")
    async def deal(self, interaction: Interaction, table: int | None = None) -> None:
        """Do what *Deal* does."""
        await self._at_open_table(interaction, table, frame.DEAL)

    @group.command(name="rematch", description="Open a finished table once more, on the same terms")
    @app_commands.describe(table="Which table it was")
    async def rematch(self, interaction: Interaction, table: int) -> None:
        """Do what *Rematch* does."""
        await self._at_open_table(interaction, table, frame.REMATCH)

    async def _at_open_table(
        self, interaction: Interaction, table: int | None, wanted: Ask
    ) -> None:
        """Do what a button of the frame does, at the table that is meant or that is open here."""

        async def work(reply: Reply) -> None:
            found = table
            if found is None:
                mine = None if wanted == frame.JOIN else interaction.user.id
                found = await self.press.host.open_in(interaction.channel_id or 0, None, mine)
            if found is None:
                raise Refusal(
                    "No table is open for that in this channel. A `start` command opens one."
                )
            table_id = await self.press.which(interaction, None, found)
            await self.press.house.serve(reply, table_id, wanted)

        await self.press.answered(interaction, work)

    @group.command(name="log", description="What has happened at a table")
    @app_commands.describe(table=WHICH)
    async def log(self, interaction: Interaction, table: int | None = None) -> None:
        """Answer with the last events that the asker may know."""

        async def work(reply: Reply) -> None:
            table_id = await self.press.which(interaction, None, table)
            sight = await self.press.host.story(table_id, interaction.user.id)
            face = self.press.faces[sight.game]
            to = None if sight.secret is not None else sight.seat
            lines = frame.newest(frame.told(face, sight.news, sight.names, to), 3500, 25)
            text = "\n".join(lines) or "Nothing has happened yet."
            panel = Panel([Text(f"### What happened last at table {table_id}"), Text(text)])
            await reply.say(layout(panel, table_id, sight.rev, face.colour))

        await self.press.answered(interaction, work)

    @group.command(name="end", description="Close a table for good")
    @app_commands.describe(table="Which table")
    @app_commands.guild_only()
    async def end(self, interaction: Interaction, table: int) -> None:
        """Close a table: its opener may, and who manages messages here."""

        async def work(reply: Reply) -> None:
            sight = await self.press.host.sight(table, None)
            if sight.guild != interaction.guild_id:
                raise Refusal("That table stands on another server.")
            await self.press.host.end(
                table,
                interaction.user.id,
                interaction.id,
                moderator=interaction.permissions.manage_messages,
            )
            await reply.say(layout(Panel([Text(f"Table {table} is closed.")]), 0, 0))

        await self.press.answered(interaction, work)

    @log.autocomplete("table")
    @end.autocomplete("table")
    async def _tables(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        return await self.press.tables(interaction, None, current)

    @group.command(name="transcript", description="A finished game, to deal it again and check it")
    @app_commands.describe(table="The number of the table, as on its board")
    async def transcript(self, interaction: Interaction, table: int) -> None:
        """Answer with the transcript as a file."""

        async def work(reply: Reply) -> None:
            table_id = await self.press.which(interaction, None, table)
            await self.press.house.serve(reply, table_id, frame.TRANSCRIPT)

        await self.press.answered(interaction, work)


COG = Tables
