"""The time from the bot's start to its first answered press, with very many tables in the file.

One table is shown in the playground; the others are only in the file. Before each start the bot has
been away for five minutes, so it has time to give back. The first press is *My hand* on the board.
"""

import asyncio
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random

from bot.playground import Playground
from tests.e2e.harbor import board_of
from tests.e2e.user import Json, User
from tests.tools.bench import filling
from tests.tools.bench.crowd import dealt, names_for
from tests.tools.bench.measure import cpu_of, ratio
from tests.tools.bench.process import Bot, quiet
from tests.tools.bench.report import Row, at_most

SIZES = {10_000: 1.3, 100_000: 2.0}  # tables: goal
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

    async def prepare(self, sizes: Sequence[int]) -> None:
        """Deal the one table, and make the files."""
        bot = Bot(self.playground, self.file(0), self.folder)
        await bot.start()
        table = await dealt(self.users, GAME, self.file(0))
        await quiet(bot.pid)
        await bot.stop()
        self.board = board_of(self.users[0], table) or {}
        pattern = self.folder / "patterns.sqlite3"
        shutil.copy(self.file(0), pattern)
        patterns = await filling.begin(pattern, (11, 12, 13, 14), channel=2)
        for size in sizes:
            shutil.copy(pattern, self.file(size))
            began = time.monotonic()
            await asyncio.to_thread(filling.fill, self.file(size), patterns, size)
            print(f"  made {size} tables in {time.monotonic() - began:.0f} s", flush=True)

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


async def rows(rounds: int, sizes: Sequence[int] = tuple(SIZES)) -> list[Row]:
    """Start the bot on each file in every round, and return a row for each size."""
    dice, waited, used = Random(1), list[dict[str, float]](), list[dict[str, float]]()
    names = names_for(1, 3)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playground = Playground(names, port=0, rates=False)
        await playground.start()
        stack.push_async_callback(playground.stop)
        users = [await stack.enter_async_context(User(name, playground.base)) for name in names]
        starts = Starts(playground, users, folder)
        await starts.prepare(sizes)
        for size in (0, *sizes):
            await starts.start(size)  # unmeasured, so that later starts read nothing from the disk
        for _ in range(rounds):
            order = [0, *sizes]
            dice.shuffle(order)
            found = {str(size): await starts.start(size) for size in order}
            waited.append({size: item[0] for size, item in found.items()})
            used.append({size: item[1] for size, item in found.items()})
    for size in ("0", *map(str, sizes)):
        middle = statistics.median(item[size] for item in waited)
        print(f"  {size} tables: {middle:.2f} s to the first answered press here")
    return [
        at_most(
            f"start to the first answered press, {size:,} tables",
            "the same with none",
            ratio(waited, str(size), "0"),
            SIZES.get(size, 2.0),
            f"CPU {ratio(used, str(size), '0'):.2g} x",
        )
        for size in sizes
    ]
