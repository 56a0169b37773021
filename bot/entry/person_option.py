"""A command option that names a person, who need not be on the server any more."""

from typing import Any, TypeAlias

import discord
from discord import app_commands


class NamedPerson(app_commands.Transformer):
    """Accepts a person that Discord has looked up, and refuses a bare id."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The option is a person."""
        return discord.AppCommandOptionType.user

    async def transform(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> discord.User | discord.Member:
        """Return the person. Raises TransformerError."""
        if not isinstance(value, discord.User | discord.Member):
            raise app_commands.TransformerError(value, self.type, self)
        return value


Person: TypeAlias = app_commands.Transform[discord.User | discord.Member, NamedPerson]
