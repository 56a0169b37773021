"""Reads and changes the emojis of our application on Discord, through discord.py."""

import discord

from bot.show.discord_py.discord_messenger import asked


class DiscordApplication:
    """Lists, adds and removes the application's emojis. Every method may raise CannotSend."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def emojis(self) -> dict[str, int]:
        """Return the ids of all emojis of the application, keyed by name."""
        fetched = await asked(self._client.fetch_application_emojis)
        return {emoji.name: emoji.id for emoji in fetched}

    async def add(self, name: str, png: bytes) -> int:
        """Add an emoji and return its id."""
        created = await asked(lambda: self._client.create_application_emoji(name=name, image=png))
        return created.id

    async def remove(self, emoji: int) -> None:
        """Delete an emoji by its id."""
        application = self._client.application_id or 0
        await asked(lambda: self._client.http.delete_application_emoji(application, emoji))
