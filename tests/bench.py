"""What a move costs us, as ratios that hold on any machine: `python -m tests.bench`.

Everything is measured against one commit of a single small row to the same file on the same disk,
the least that any durable move must cost. Nothing here passes or fails: times on a busy machine
prove nothing.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

from bot import frame
from bot.app import Downeast
from bot.host import Host
from bot.panel import layout
from bot.window import Timing
from db import people, tables
from db.database import Database
from games import GAMES

MOVES = 60


class Stopwatch:
    """Collects how long each kind of work takes, in seconds."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def note(self, what: str, began: float) -> None:
        self.times.setdefault(what, []).append(time.perf_counter() - began)

    def run(self, what: str, work: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        made = work()
        self.note(what, began)
        return made

    def median(self, what: str) -> float:
        return statistics.median(self.times[what])


async def played(host: Host, bot: Downeast, name: str, watch: Stopwatch) -> None:
    """Play one table of a game through the host, timing each kind of work."""
    rules, face = GAMES[name], bot.faces[name]
    options = get_args(type(rules).__orig_bases__[0])[0]()  # type: ignore[attr-defined]
    rng, receipt = random.Random(1), iter(range(10**6 * (1 + list(GAMES).index(name)), 10**9))
    terms: dict[str, Any] = {"pace": "day", "laid_open": True, "guild": 1, "channel": 2}
    table = await host.open(name, options, **terms, person=0, name="P0", receipt=next(receipt))
    seats = max(3, rules.seats.start)
    for person in range(1, seats):
        await host.join(table, person, f"P{person}", next(receipt))
    async with host.database.transaction() as tx:
        await tables.board_shown(tx, table, 1, seats)
    await host.deal(table, 0, next(receipt))
    for _ in range(MOVES):
        showing = await host.showing(table)
        if not showing.public.awaited:
            break
        sight = showing.seats[rng.choice(sorted(showing.public.awaited))]
        move = rng.choice(list(rules.moves(sight.view)))
        began = time.perf_counter()
        await host.play(table, sight.seat or 0, move, seen_rev=sight.rev, receipt=next(receipt))
        watch.note("move, kept", began)
        began = time.perf_counter()
        showing = await host.showing(table)
        watch.note("sights for all", began)
        public = showing.public
        panel = watch.run("board, drawn", partial(frame.board, face, public))
        watch.run("board, rendered", partial(layout, panel, table, public.rev))


async def main() -> None:
    """Measure every game, and print a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "bench.sqlite3")
        host = Host(database, GAMES)
        bot = Downeast(host, GAMES, Timing())
        host.changed = lambda table: None
        empty = Stopwatch()
        for number in range(100):
            began = time.perf_counter()
            async with database.transaction() as tx:
                await people.set_note(tx, "bench", str(number))
            empty.note("commit", began)
        unit = empty.median("commit")
        kinds = ("move, kept", "sights for all", "board, drawn", "board, rendered")
        print(f"in units of one small commit ({unit * 1000:.2f} ms here)")
        print(f"{'':12}" + "".join(f"{kind:>18}" for kind in kinds))
        for name in GAMES:
            watch = Stopwatch()
            await played(host, bot, name, watch)
            print(f"{name:12}" + "".join(f"{watch.median(kind) / unit:18.2f}" for kind in kinds))
        await database.close()


if __name__ == "__main__":
    asyncio.run(main())
