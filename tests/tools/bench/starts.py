"""The time from the bot's start to its first answered press, with very many tables in the file.

One table is shown in the playground; the others are only in the file. Before each start the bot has
been away for five minutes, so it has time to give back. The first press is *My hand* on the board.
"""

import asyncio
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random

from discord_playground import Playground

from playground.tests.user import Json, User, more_names, peopled
from tests.actors.tables import board_of
from tests.tools.bench import filling
from tests.tools.bench.crowd import dealt
from tests.tools.bench.measure import cpu_of
from tests.tools.bench.process import Bot, quiet
from tests.tools.bench.report import Row
from tests.tools.bench.scale import Scale

AWAY = 300.0  # seconds
GAME = "deadman"


class Starts:
    """One table in the playground, and files that hold many more."""

    def __init__(self, playground: Playground, users: Sequence[User], folder: Path) -> None:
        self.playground = playground
        self.users = users
        self.folder = folder
        self.board: Json = {}

    def file(self, tables: int) -> Path:
        """Return the path of the file with this many tables."""
        return self.folder / f"{tables}.sqlite3"

    async def prepare(self, tables: int) -> None:
        """Deal the one table, and make the file with many."""
        bot = Bot(self.playground, self.file(0), self.folder)
        await bot.start()
        table = await dealt(self.users, GAME, self.file(0))
        await quiet(bot.pid)
        await bot.stop()
        self.board = board_of(self.users[0], table) or {}
        many = self.file(tables)
        shutil.copy(self.file(0), many)
        people = range(11, 11 + tables)
        patterns = await filling.begin(many, people)
        rooms = range(2, 2 + tables // filling.IN_CHANNEL)
        await asyncio.to_thread(filling.fill, many, patterns, tables, people, rooms)

    async def start(self, tables: int) -> tuple[float, float]:
        """Start the bot; return the seconds to the first answered press and its CPU seconds."""
        with closing(sqlite3.connect(self.file(tables))) as connection, connection:
            away = "UPDATE notes SET value=? WHERE key='alive'"
            connection.execute(away, (str(time.time() - AWAY),))
        bot = Bot(self.playground, self.file(tables), self.folder)
        began = time.perf_counter()
        await bot.start()
        while True:
            outcome = await self.users[0].click(self.board, label="My hand")
            if outcome.kind == "answered":
                break
        took, used = time.perf_counter() - began, cpu_of(bot.pid)
        await bot.stop()
        return took, used


async def rows(scale: Scale) -> list[Row]:
    """Start the bot on each file in every round, and return a row for each kind of seconds."""
    dice, many = Random(1), scale.tables_stored
    waited, used = list[float](), list[float]()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playground, users = await stack.enter_async_context(peopled(more_names(3)))
        starts = Starts(playground, list(users.values()), folder)
        await starts.prepare(many)
        order = [0, many]
        for tables in order:
            await starts.start(tables)  # so that later starts read nothing from the disk
        for _ in range(scale.rounds):
            dice.shuffle(order)
            found = {tables: await starts.start(tables) for tables in order}
            waited.append(found[many][0] / found[0][0])
            used.append(found[many][1] / found[0][1])
    what = f"start to the first answered press, {many:,} tables"
    return [
        Row(what=f"{what}: CPU", yardstick="the same with none", figures=used, at_most=1.2),
        Row(what=f"{what}: time", yardstick="the same with none", figures=waited),
    ]
