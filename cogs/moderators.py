"""The `/server` commands, with which moderators set up their server. All answers are private."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.entry.error_messages import kindly
from bot.entry.person_option import Person
from bot.show.draw.pages.server_panel import LIMITS, NO_LIMIT, offered
from bot.ui.panels.render import TABLE_CHANNELS
from bot.ui.ways.offers import text_meant
from games.rules import Refusal

if TYPE_CHECKING:
    from bot.app import Downeast
    from bot.entry.router import Router

Interaction = discord.Interaction[Any]
Change = Literal["add", "remove", "all"]
T = TypeVar("T")


class TableChannel(app_commands.Transformer):
    """An option that accepts a channel in which tables can stand. Its value is the id."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Tell Discord that the option names a channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Tell Discord which kinds of channels to suggest."""
        return [discord.ChannelType(kind) for kind in TABLE_CHANNELS]

    async def transform(self, interaction: Interaction, value: Any, /) -> int:
        """Return the id of the channel that was chosen."""
        return value.id


PickedChannel: TypeAlias = app_commands.Transform[int, TableChannel]


class Moderators(commands.Cog):
    """`/server` and its subcommands. Discord shows them only to people who manage the server.

    Each of them checks that again, because a server can show them to others.
    """

    group = app_commands.Group(
        name="server",
        description="For moderators: set what people play here, where, and who opens tables",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, router: "Router") -> None:
        self.router = router
        self.actions = router.actions.server_actions

    @group.command(name="settings", description="See and change what people can play here")
    async def settings(self, interaction: Interaction) -> None:
        """Open the panel with all settings."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.settings(reply)

    @group.command(name="channels", description="Choose the channels where people can open tables")
    @app_commands.describe(
        change="Add to the list, remove from it, or allow them all", channel="Which channel"
    )
    async def channels(
        self, interaction: Interaction, change: Change, channel: PickedChannel | None = None
    ) -> None:
        """Add a channel to the list, remove it, or let tables be opened in all channels."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            known = list(self.router.host.servers.of(interaction.guild_id or 0).channels)
            await self.actions.set_channels(reply, changed(known, change, channel, "channel"))

    @group.command(name="games", description="Choose the games that people can play here")
    @app_commands.describe(
        change="Add to the list, remove from it, or allow them all", game="Which game"
    )
    async def games(
        self, interaction: Interaction, change: Change, game: str | None = None
    ) -> None:
        """Add a game to the list, remove it, or let all games be opened."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            known = list(self.router.host.servers.of(interaction.guild_id or 0).games)
            if change == "remove" and not known:  # all but one
                known = offered(self.router.faces)
            if game is not None:
                game = text_meant(game, self._titles())
                if game not in offered(self.router.faces):
                    raise Refusal("I don't know that game. Choose one from the list.")
            await self.actions.set_games(reply, changed(known, change, game, "game"))

    @games.autocomplete("game")
    @kindly
    async def _games(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=title, value=name)
            for title, name in self._titles()
            if current.casefold() in title.casefold()
        ]

    def _titles(self) -> list[tuple[str, str]]:
        faces = self.router.faces
        return [(faces[name].rules.title, name) for name in offered(faces)]

    @group.command(name="opener", description="Choose the role that may open tables")
    @app_commands.describe(role="Which role (leave it out to let everybody)")
    async def opener(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Let only a role open tables, or everybody."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.set_opener(reply, None if role is None else role.id)

    @group.command(name="limit", description="Set how many tables may be open or in play at once")
    @app_commands.describe(tables="How many")
    @app_commands.choices(
        tables=[
            app_commands.Choice(name="no limit" if most == NO_LIMIT else str(most), value=most)
            for most in (NO_LIMIT, *LIMITS)
        ]
    )
    async def limit(self, interaction: Interaction, tables: int) -> None:
        """Set the limit of tables, or remove it."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.set_limit(reply, tables if tables in LIMITS else None)

    @group.command(name="threads", description="Choose whether each new table gets a thread")
    @app_commands.describe(use="Whether it does, unless its opener chooses otherwise")
    async def threads(self, interaction: Interaction, use: bool) -> None:
        """Choose where tables are played."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.set_threads(reply, in_threads=use)

    @group.command(name="check", description="See whether tables can be opened in this channel")
    async def check(self, interaction: Interaction) -> None:
        """Say what is missing in the channel."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.check(reply)

    @group.command(name="block", description="Block somebody from this server's tables")
    @app_commands.describe(person="Who to block")
    async def block(self, interaction: Interaction, person: Person) -> None:
        """Block a person."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.block(reply, person)

    @group.command(name="unblock", description="Let somebody play on this server again")
    @app_commands.describe(person="Who to unblock")
    async def unblock(self, interaction: Interaction, person: Person) -> None:
        """Unblock a person."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.unblock(reply, person)

    @group.command(name="log", description="See what moderators have done here")
    async def log(self, interaction: Interaction) -> None:
        """Show the newest acts of the moderators."""
        async with self.router.answering(interaction) as reply, self.router.turn_of(reply):
            await self.actions.log(reply)


def changed(known: list[T], change: Change, one: T | None, what: str) -> list[T]:
    """Return a changed list. Raises Refusal if it doesn't say what to add or remove."""
    if change == "all":
        return []
    if one is None:
        raise Refusal(f"Choose the {what} to {change} with the option `{what}`.")
    if change == "add":
        return [*known, one]
    if one not in known:
        raise Refusal(f"That {what} isn't in the list.")
    left = [other for other in known if other != one]
    if not left:
        raise Refusal(
            f"That's the last {what} in the list, and an empty list allows every {what}. "
            f"Add another first, or choose `all`."
        )
    return left


async def setup(bot: "Downeast") -> None:
    """Load these commands (discord.py calls it)."""
    await bot.add_cog(Moderators(bot.services.router))
