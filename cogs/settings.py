"""The `/settings` command: one private panel of what a person has told the bot about themselves.

bot/show/draw/people/settings_panel.py draws it.
"""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.show.draw.parts import frame

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]


class PersonSettings(commands.Cog):
    """The `/settings` command."""

    def __init__(self, router: "Router") -> None:
        self.router = router

    @app_commands.command(
        name="settings",
        description="Choose where I message you, your time zone, quiet hours, presence and avatar",
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the settings panel."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.router.actions.serve(reply, 0, frame.SETTINGS)


async def setup(bot: "Downeast") -> None:
    """Load this command (discord.py calls it)."""
    await bot.add_cog(PersonSettings(bot.services.router))
