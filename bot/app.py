"""The discord.py client: its resources are handed in, its cogs are loaded here."""

import hashlib
import importlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.clock import Clock
from bot.face import AnyFace
from bot.host import Host
from bot.post import Post
from bot.press import Press
from bot.window import Timing, Window
from db import people
from games.rules import AnyRules

log = logging.getLogger(__name__)

SHARED_COGS = ("tables",)


class Tree(app_commands.CommandTree[Any]):
    """The slash commands; what goes wrong before a command runs is answered as well."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        assert isinstance(interaction.client, Downeast)
        await interaction.client.press.command_failed(interaction, error)


class Downeast(commands.Bot):
    """The bot. `games` are those on offer; `timing` says how eagerly things are shown."""

    def __init__(self, host: Host, games: Mapping[str, AnyRules], timing: Timing) -> None:
        intents = discord.Intents(guilds=True, dm_messages=True)  # none of them privileged
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            max_messages=None,
        )
        self.host = host
        faces: dict[str, AnyFace] = {}
        self.post = Post(self, host.database)
        self.window = Window(self.post, host, faces, timing)
        self.press = Press(host, self.window, self.post, faces)
        for name in games:
            faces[name] = importlib.import_module(f"cogs.{name}").FACE(self.press)
        self.faces = faces
        self.clock = Clock(host)
        host.changed = self._changed

    def _changed(self, table_id: int) -> None:
        self.window.changed(table_id)
        self.clock.wake()

    async def setup_hook(self) -> None:
        """Load the cogs, tell Discord of changed commands, and take up where we stopped."""
        for face in self.faces.values():
            await self.add_cog(face)
        for name in SHARED_COGS:
            await self.add_cog(importlib.import_module(f"cogs.{name}").COG(self.press))
        await self._sync_commands()
        await self.clock.start()
        await self.window.catch_up()

    async def _sync_commands(self) -> None:
        """Send the slash commands to Discord, only if they changed: creating them is rationed."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        async with self.host.database.transaction() as tx:
            known = await people.note(tx, "commands")
        if known == digest:
            return
        await self.tree.sync()
        async with self.host.database.transaction() as tx:
            await people.set_note(tx, "commands", digest)
        log.info("Told Discord of %d commands", len(payload))

    async def on_ready(self) -> None:
        """Say that we are there; called again after a lost connection."""
        log.info("Connected as %s", self.user)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Hand buttons, menus and forms to the router; commands go their own way."""
        await self.press.pressed(interaction)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Show the tables of a channel whose permissions may have come back."""
        if before.overwrites != after.overwrites:
            await self.window.let_in(after.id)

    async def on_message(self, message: discord.Message) -> None:
        """Take lines typed in a DM; nothing else is listened to."""
        if message.guild is None and not message.author.bot and message.content:
            await self.press.typed(message)

    async def close(self) -> None:
        """Stop the clock and the drawing, then disconnect; whoever opened the file closes it."""
        await self.clock.close()
        await self.window.close()
        await super().close()
