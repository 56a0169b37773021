"""Keeps the settings of all servers in memory, and who is blocked there.

They are few and rarely change, but every press needs them. So all of them are read at the start,
and replaced after each COMMIT of a change (bot/host/servers/moderation.py).
"""

from collections.abc import Mapping

from bot.ui.panels.words import escape, listed
from db.database import Database
from db.servers import servers
from db.servers.servers import Act, Server
from games.rules import Refusal

_UNCHANGED = Server()


class Servers:
    """The settings of servers, by the id of the server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: Mapping[int, Server] = {}

    async def load(self) -> None:
        """Read the settings of all servers from the file."""
        self._known = await servers.load_all(self._database.reader)

    def of(self, guild: int) -> Server:
        """Return the settings of a server, or the defaults if its moderators changed none."""
        return self._known.get(guild, _UNCHANGED)

    def put(self, guild: int, server: Server) -> None:
        """Replace the settings of a server after they were committed."""
        self._known = {**self._known, guild: server}

    def blocks(self, guild: int, person: int) -> bool:
        """Return whether a person is blocked from the tables of a server."""
        return person in self.of(guild).blocked

    def check_not_blocked(self, guild: int, person: int) -> None:
        """Raise Refusal if a person is blocked from the tables of a server."""
        if self.blocks(guild, person):
            raise Refusal(self.why_blocked([guild]))

    def why_blocked(self, guilds: list[int]) -> str:
        """Return the sentence for a person who is blocked on these servers."""
        names = listed([escape(self.of(guild).name) for guild in guilds])
        whose = "its" if len(guilds) == 1 else "their"
        return f"The moderators of {names} have blocked you from {whose} tables."

    async def kept_from(self, person: int) -> list[int]:
        """Return the servers at whose tables a person has a seat but is blocked."""
        return await servers.kept_from(self._database.reader, person)

    async def newest_acts(self, guild: int, most: int) -> list[Act]:
        """Return at most so many acts of a server's moderators, newest first."""
        return await servers.newest_acts(self._database.reader, guild, most)
