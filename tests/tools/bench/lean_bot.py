"""A bot without a game, which answers each press with ready requests: a yardstick for our own.

    python -m tests.tools.bench.lean_bot scripts.json

`/sit table` gives a person a private panel with a button; the first person at a table gets a board
posted. A press of that button sends one script: the requests of a real move, recorded by
lean_script.py. They go through discord.py's own request functions with bodies that were made
before, so what is left is the price of the requests themselves.
"""

import asyncio
import itertools
import os
import sys
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from bot import collector
from bot.endpoint import aim_at, ask_for_address
from bot.gateway_fixes import read_plainly
from tests.tools.bench.lean_script import MOVE, Script, read

TEXT, EPHEMERAL, COMPONENTS_V2 = 10, 1 << 6, 1 << 15
SPARE = 3  # messages below the board that scripts may delete


def _panel(text: str) -> dict[str, Any]:
    return {"flags": COMPONENTS_V2, "components": [{"type": TEXT, "content": text}]}


class LeanTable:
    """A board, other messages in its channel, and the private panel of each person."""

    def __init__(self, client: discord.Client, channel: int) -> None:
        self.client = client
        self.channel = channel
        self.board = 0
        self.posts: list[int] = []
        self.tokens: dict[int, str] = {}  # of the interaction that made each person's panel

    async def open(self) -> None:
        """Post the board and the spare messages."""
        self.board, *self.posts = [await self._post(_panel("a message")) for _ in range(1 + SPARE)]

    async def send(self, kind: str, body: Any, user: int) -> None:
        """Send one request of a script."""
        http = self.client.http
        if kind == "hand":
            await async_context.get().edit_original_interaction_response(
                self.client.application_id or 0,
                self.tokens[user],
                session=_session(self.client),
                payload=body,
            )
        elif kind == "board":
            await http.edit_message(self.channel, self.board, params=_ready(body))
        elif kind == "post":
            self.posts.append(await self._post(body))
        elif kind == "delete" and self.posts:
            await http.delete_message(self.channel, self.posts.pop(0))
        elif kind == "read":
            await http.logs_from(self.channel, 5, after=self.board)

    async def _post(self, body: Any) -> int:
        made = await self.client.http.send_message(self.channel, params=_ready(body))
        return int(made["id"])


class LeanBot(discord.Client):
    """Answers presses with scripts, one after another."""

    def __init__(self, scripts: list[Script]) -> None:
        read_plainly()
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.scripts = itertools.cycle(scripts)
        self.tables: dict[int, LeanTable] = {}
        self.table_of: dict[int, LeanTable] = {}
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="sit", description="Sit down at a table.")(self.sit)

    async def setup_hook(self) -> None:
        """Tell Discord of the command."""
        await self.tree.sync()
        collector.settle()

    async def sit(self, interaction: discord.Interaction, table: int) -> None:
        """Give a person a private panel."""
        if table not in self.tables:
            self.tables[table] = LeanTable(self, interaction.channel_id or 0)
            await self.tables[table].open()
        here = self.table_of[interaction.user.id] = self.tables[table]
        here.tokens[interaction.user.id] = interaction.token
        panel = _panel("your hand")
        data = {"flags": EPHEMERAL | panel["flags"], "components": [*panel["components"], MOVE]}
        await self._answer(interaction, {"type": 4, "data": data})

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Send a script: first the answer, then everything else together."""
        if interaction.type is not discord.InteractionType.component:
            return
        here, me = self.table_of[interaction.user.id], interaction.user.id
        others = itertools.cycle([user for user in here.tokens if user != me] + [me])
        script = next(self.scripts)
        await self._answer(interaction, script.answer)
        if script.updates:
            here.tokens[me] = interaction.token
        rest = [here.send(kind, body, next(others)) for kind, body in script.others]
        await asyncio.gather(*rest)

    async def _answer(self, interaction: discord.Interaction, body: Any) -> None:
        await async_context.get().create_interaction_response(
            interaction.id, interaction.token, session=_session(self), params=_ready(body)
        )


def _session(client: discord.Client) -> Any:
    """Return discord.py's own HTTP session, as its interactions use it."""
    return getattr(client.http, "_HTTPClient__session")  # noqa: B009 (private)


def _ready(body: Any) -> MultipartParameters:
    return MultipartParameters(body, None, None)


async def main(scripts: list[Script]) -> None:
    """Serve the playground whose address is in the environment, as the bot does."""
    address = await ask_for_address(os.environ["DOWNEAST_PLAYGROUND_URL"])
    aim_at(address)
    await LeanBot(scripts).start(address.token)


if __name__ == "__main__":
    asyncio.run(main(read(Path(sys.argv[1]))))
