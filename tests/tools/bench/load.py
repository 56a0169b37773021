"""Many moves a second over many tables, whether the host keeps up or not.

This is an open loop: each move starts at a fixed instant and is timed from that instant, even if
the previous move at the table isn't finished. Discord isn't involved. Every move is on the disk
before it is answered. These times are of the clock, because they contain the disk.
"""

import asyncio
import os
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.host.reading.loaded_table import LoadedTable
from db.database import Database
from games import GAMES
from tests.hosting import Hosting
from tests.places import read
from tests.tools.bench.measure import percentile
from tests.tools.bench.report import Row, figure
from tests.tools.bench.scale import Scale

DEADLINE = 3.0
SYNCS = 200


@dataclass(slots=True)
class Load:
    """The tables that take turns to move, and the seconds that each move took."""

    hosting: Hosting
    dice: Random
    tables: list[LoadedTable] = field(default_factory=list[LoadedTable])
    turns: list[asyncio.Lock] = field(default_factory=list[asyncio.Lock])
    seconds: list[float] = field(default_factory=list[float])
    answered: list[int] = field(default_factory=list[int])

    async def deal(self, tables: int) -> None:
        """Deal this many tables, one game after another."""
        games = list(GAMES)
        for number in range(tables):
            self.tables.append(await self.hosting.dealt(games[number % len(games)]))
            self.turns.append(asyncio.Lock())

    async def move(self, place: int, at: float) -> None:
        """Make a move that was planned for the instant `at` of the loop's clock."""
        async with self.turns[place]:
            loaded = self.tables[place]
            if not loaded.to_move():
                loaded = await self.hosting.dealt(loaded.table.game)
            receipt = self.hosting.receipt()
            self.tables[place] = await self.hosting.played(loaded, self.dice, receipt)
        self.answered.append(receipt)
        self.seconds.append(asyncio.get_running_loop().time() - at)

    async def run(self, rate: float, seconds: float) -> int:
        """Start the moves at their instants, and return how many failed."""
        loop, moves = asyncio.get_running_loop(), list[asyncio.Task[None]]()
        began = loop.time() + 0.1
        for number in range(int(rate * seconds)):
            at = began + number / rate
            await asyncio.sleep(max(0.0, at - loop.time()))
            moves.append(asyncio.create_task(self.move(number % len(self.tables), at)))
        done = await asyncio.gather(*moves, return_exceptions=True)
        failed = [item for item in done if isinstance(item, BaseException)]
        for problem in {repr(item) for item in failed}:
            print(f"  failed: {problem}")
        return len(failed)


def fdatasync(folder: Path) -> list[float]:
    """Time the cheapest durable write: append a page to a file and call fdatasync."""
    times: list[float] = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            began = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    return times


async def rows(scale: Scale) -> list[Row]:
    """Run the load, and return rows with the time of a move and the late and lost moves."""
    rate, tables, seconds = scale.moves_a_second, scale.tables_loaded, scale.seconds_of_load
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bare = fdatasync(folder)
        database = await Database.open(folder / "load.sqlite3")
        try:
            load = Load(Hosting(database), Random(1))
            await load.deal(tables)
            failed = await load.run(rate, seconds)
            await load.hosting.store.close()
        finally:
            await database.close()
        bare += fdatasync(folder)  # before and after, because other programs use the disk too
        kept = {row[0] for row in read(folder / "load.sqlite3", "SELECT receipt FROM log")}
    late = sum(second > DEADLINE for second in load.seconds)
    lost = failed + sum(item not in kept for item in load.answered)
    middle, sync = statistics.median(load.seconds), statistics.median(bare)
    slow = percentile(load.seconds, 0.99)
    what = f"{rate:g} moves/s over {tables} tables for {seconds:g} s, open loop: press to commit"
    bare_sync = f"a bare fdatasync, {sync * 1000:.1f} ms (median)"
    return [
        Row(
            what=f"{what}, median",
            yardstick=bare_sync,
            figures=[middle / sync],
            note=f"{middle * 1000:.1f} ms",
            at_most=12,
        ),
        Row(
            what="… 99th percentile",
            figures=[slow * 1000],
            unit=" ms",
            note=f"{figure(slow / sync)} bare fdatasyncs",
            at_most=500,
        ),
        Row(what=f"… moves that took over {DEADLINE:g} s", figures=[late], unit="", at_most=0),
        Row(what="… moves that were lost", figures=[lost], unit="", at_most=0),
    ]
