"""The memory that the bot uses with no table, and for a table at rest.

For a table that was played, the bot's clock is set ahead (idle_bot.py) until the default move of
each table is due, some at a time, and then by ten more minutes. A first batch of tables does all
this before the measured one, so one-time allocations don't count.
This is measured twice: by the growth of the process, which includes whatever its allocators hold
on to, and by the bytes that Python counts as in use, without those of SQLite and other C libraries.
"""

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path

from discord_playground import Playground
from discord_playground.world.world import DM, TEXT, Channel, World

from playground.tests.user import User
from tests.places import read
from tests.tools.bench import filling
from tests.tools.bench.process import Bot, quiet
from tests.tools.bench.report import Row
from tests.tools.bench.scale import Scale

AT_ONCE = 100  # tables whose time is up together
STEP = 60.0  # seconds between two such deadlines
FIRST_DUE = 3600.0  # seconds before the first deadline of a batch
NOTICED = 200.0  # seconds until every player who is to move has a notice, present or not
LONG = 11 * 60.0  # seconds of rest
DAYS = 30 * 86400.0


class Memory:
    """A playground in which the bot's memory is measured."""

    def __init__(self, playground: Playground, user: User, folder: Path) -> None:
        self.playground = playground
        self.user = user
        self.folder = folder

    async def plain(self, file: Path) -> int:
        """Start the bot on a file, and return the bytes that it uses once it is quiet."""
        bot = Bot(self.playground, file, self.folder, "bot")
        await bot.start()
        await quiet(bot.pid)
        used = bot.memory
        await bot.stop()
        return used

    async def rested(self, file: Path, lots: Sequence[int], *, counted: bool) -> float:
        """Return the kilobytes that a table still takes after one move and ten minutes' rest.

        If `counted`, Python counts the bytes; otherwise they are the growth of the process.
        """
        first = read(file, "SELECT max(id) FROM tables")[0][0] - sum(lots) + 1
        come_due(file, first, lots)
        bot = Bot(self.playground, file, self.folder)
        if counted:
            bot.count_memory()
        await bot.start()
        await quiet(bot.pid)
        used: list[int] = []
        for tables in lots:
            await self.later(bot, FIRST_DUE)
            for _ in range(tables // AT_ONCE):
                await self.later(bot, STEP)
            await self.later(bot, NOTICED)
            await self.later(bot, LONG)
            outcome = await self.user.command("tidy")
            used.append(int(outcome.text) if counted else bot.memory)
        await bot.stop()
        if moves_made(file) < sum(lots):
            raise RuntimeError("nothing was measured: not every table has made its move")
        return max(0.0, (used[-1] - used[-2]) / lots[-1] / 1000)

    async def later(self, bot: Bot, seconds: float) -> None:
        """Set the bot's clock ahead, and wait until everything that is due by then has happened."""
        outcome = await self.user.command("later", {"seconds": int(seconds)})
        assert outcome.text == "later", outcome
        await quiet(bot.pid, longest=600.0)


def come_due(file: Path, first: int, lots: Sequence[int]) -> None:
    """Let one seat of each table become due, a few tables at a time; the other seats have days."""
    now, due = time.time(), 0.0
    with closing(sqlite3.connect(file)) as connection, connection:
        # after an absence the bot would give everybody their time back, so nothing would be due
        connection.execute("UPDATE notes SET value=? WHERE key='alive'", (str(now),))
        connection.execute("UPDATE seats SET due=? WHERE due IS NOT NULL", (now + DAYS,))
        for tables in lots:
            due += FIRST_DUE
            for _ in range(tables // AT_ONCE):
                connection.execute(
                    "UPDATE seats SET due=? WHERE table_id BETWEEN ? AND ? AND seat=(SELECT"
                    " min(seat) FROM seats s WHERE s.table_id=seats.table_id AND due IS NOT NULL)",
                    (now + due + STEP / 2, first, first + AT_ONCE - 1),
                )
                first, due = first + AT_ONCE, due + STEP
            due += NOTICED + LONG


def more_channels(world: World, number: int) -> list[int]:
    """Add channels, because the bot edits old boards of one channel slowly, as Discord demands."""
    made = [Channel(world.snowflake(), TEXT, f"games-{place}") for place in range(number)]
    return [int(world.add_channel(channel).id) for channel in made]


def open_dms(world: World, file: Path) -> None:
    """Open everybody's DM with the bot, which opens new ones slowly, as Discord demands."""
    known = list[tuple[int, int]]()
    for person in world.people:
        channel = Channel(world.snowflake(), DM, members=[world.bot_id, person])
        known.append((int(person), int(world.add_channel(channel).id)))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany("INSERT INTO people (person, dm_channel) VALUES (?,?)", known)


def moves_made(file: Path) -> int:
    """Count the default moves that the clock has made."""
    return read(file, "SELECT count(*) FROM log WHERE kind='clock' AND rev>?", filling.ROWS)[0][0]


async def rows(scale: Scale) -> list[Row]:
    """Measure the bot's memory, and return a row for each figure."""
    # nobody plays at two tables: a second notice would be put off, and its table never be at rest
    people = filling.SEATS * sum(scale.lots or (1,))
    names = tuple(f"P{number}" for number in range(people))
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playground = Playground(names, port=0, rates=False)
        await playground.start()
        stack.push_async_callback(playground.stop)
        user = await stack.enter_async_context(User(names[0], playground.base))
        memory, empty = Memory(playground, user, folder), folder / "empty.sqlite3"
        await memory.plain(empty)
        megabytes = [await memory.plain(empty) / 2**20 for _ in range(scale.rounds)]
        alone = Row(what="memory of the empty bot", figures=megabytes, unit=" MiB", at_most=75)
        if scale.lots is None:
            return [alone]
        return [alone, *await _rested(memory, empty, scale.lots)]


async def _rested(memory: Memory, empty: Path, lots: Sequence[int]) -> list[Row]:
    filled, played = memory.folder / "filled.sqlite3", memory.folder / "played.sqlite3"
    shutil.copy(empty, filled)
    world, tables = memory.playground.world, sum(lots)
    people = [int(person) for person in world.people]
    rooms = more_channels(world, tables // filling.IN_CHANNEL)
    patterns = await filling.begin(filled, people, int(world.guild_id))
    filling.fill(filled, patterns, tables, people, rooms, 0.0)
    open_dms(world, filled)
    what = "memory of a table after a move and ten minutes' rest"
    made: list[Row] = []
    half = [tables // 2 for tables in lots]
    for how, counted, some, goal in (
        ("the process grew", False, lots, 3),
        ("Python counts", True, half, None),
    ):
        shutil.copy(filled, played)
        found = await memory.rested(played, some, counted=counted)
        made.append(Row(what=f"{what}, as {how}", figures=[found], unit=" kB", at_most=goal))
    return made
