"""The people of the lean bot: they sit down at its tables and press its button."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from discord_playground import Playground

from playground.tests.user import Json, User, more_names, peopled
from tests.tools.bench.lean_script import MOVE, Script, save
from tests.tools.bench.process import Bot


class LeanPeople:
    """As many tables and people as the real bot has."""

    def __init__(self, playground: Playground, bot: Bot, tables: Sequence[Sequence[User]]) -> None:
        self.playground = playground
        self.bot = bot
        self.tables = tables
        self.dice = Random(1)
        self._hands: dict[str, Json] = {}

    async def sit(self) -> None:
        """Give everybody a fresh panel, because the bot can change it for 15 minutes only."""
        for number, users in enumerate(self.tables):
            for user in users:
                outcome = await user.command("sit", {"table": number})
                self._hands[user.id] = outcome.message

    async def move(self) -> int:
        """Let one person of each table press, and return how many pressed."""
        people = [self.dice.choice(users) for users in self.tables]
        await asyncio.gather(*map(self._press, people))
        return len(people)

    async def _press(self, user: User) -> None:
        outcome = await user.press(self._hands[user.id], MOVE["components"][0])
        assert outcome.kind == "answered", outcome


@asynccontextmanager
async def lean_people(
    tables: int, size: int, scripts: Sequence[Script], folder: Path
) -> AsyncGenerator[LeanPeople]:
    """Start the lean bot on a playground of its own, with everybody seated."""
    file = folder / "scripts.json"
    save(scripts, file)
    module = ("tests.tools.bench.lean_bot", str(file))
    async with (
        peopled(more_names(tables * size)) as (playground, by_name),
        Bot(playground, folder / "none", folder, *module) as bot,
    ):
        users = list(by_name.values())
        people = LeanPeople(playground, bot, [users[first::tables] for first in range(tables)])
        await people.sit()
        yield people
        wrong = playground.stage.log.errors(0)
        assert not wrong, f"refused to the lean bot: {wrong[0]}"
