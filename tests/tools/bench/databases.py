"""The CPU time that PostgreSQL costs the bot, compared with SQLite in the same run.

A commit of one row is made in this process. Presses that move are made at tables of two bots, each
in a process of its own: one has a file, the other one a database of a server. Both databases are
durable. The server has processes of its own, so what it uses is said beside the bot's figure.
"""

import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from discord_playground import Playground

from db.base.place import Place, PostgresUrl
from db.database import Database
from db.engines import notes
from games import GAMES
from playground.tests.user import more_names
from tests.places import read
from tests.postgresql.server import NoServer, Server, running
from tests.tools.bench.beats import Beats
from tests.tools.bench.crowd import Conductor, crowd
from tests.tools.bench.measure import cpu_of, ratios
from tests.tools.bench.presses import SIZE, Work
from tests.tools.bench.process import Bot
from tests.tools.bench.report import Row
from tests.tools.bench.scale import Scale

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
COMMITS = 300  # in each beat
PARTS = (  # what, and the goal
    ("a commit of one row", 2.0),
    ("a press that moves, with all drawings", 1.3),
)
_numbers = count()


@dataclass(slots=True)
class Cost:
    """The CPU seconds of something on each database, round by round, and the server's."""

    rounds: list[dict[str, float]] = field(default_factory=list[dict[str, float]])
    server: list[float] = field(default_factory=list[float])

    def row(self, what: str, goal: float) -> Row:
        """Compare the databases."""
        mine = statistics.median(each[POSTGRESQL] for each in self.rounds) * 1000
        servers = statistics.median(self.server) * 1000
        return Row(
            what=f"bot's CPU on {POSTGRESQL}: {what}",
            yardstick=f"on {SQLITE}",
            figures=ratios(self.rounds, POSTGRESQL, SQLITE),
            note=f"{mine:.2f} ms, and {servers:.2f} ms of the server",
            at_most=goal,
        )


class Meter:
    """Reads the CPU clocks of all processes of a server, except of the one that serves us."""

    def __init__(self, server: Server, asked_by_us: int) -> None:
        self._server = server
        self._asked_by_us = asked_by_us
        self._began = 0.0

    def start(self) -> None:
        """Begin to measure."""
        self._began = self._total()

    def used(self) -> float:
        """Return the CPU seconds since then."""
        return self._total() - self._began

    def _total(self) -> float:
        used = 0.0
        for pid in {self._server.pid, *_children(self._server.pid)} - {self._asked_by_us}:
            with suppress(OSError):  # it has just ended
                used += cpu_of(pid)
        return used


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]


def _serves_us(place: Place) -> int:
    """Return the server's process from which we read the bot's database, or 0."""
    asks_server = isinstance(place, PostgresUrl)
    return read(place, "SELECT pg_backend_pid()")[0][0] if asks_server else 0


async def rows(scale: Scale) -> list[Row]:
    """Measure commits and presses on both databases. Without a server there is nothing to say."""
    try:
        with running(durable=True) as server:
            costs = (await _commits(server, scale), await _presses(server, scale))
    except NoServer as why:
        print(f"  left out, because {why}", flush=True)
        return []
    return [cost.row(what, goal) for cost, (what, goal) in zip(costs, PARTS, strict=True)]


async def _compared(works: Mapping[str, Callable[[], Awaitable[float]]], scale: Scale) -> Cost:
    """Do both kinds of work in shuffled rounds. Each returns the CPU seconds of one."""
    dice, cost = Random(1), Cost()
    for number in range(scale.rounds):
        order = list(works) * scale.beats
        dice.shuffle(order)
        found: dict[str, list[float]] = {name: [] for name in works}
        for name in order:
            found[name].append(await works[name]())
        cost.rounds.append({name: statistics.median(each) for name, each in found.items()})
        said = ", ".join(f"{name} {each * 1000:.2f}" for name, each in cost.rounds[-1].items())
        print(f"  round {number + 1}, ms of CPU here: {said}", flush=True)
    return cost


async def _commits(server: Server, scale: Scale) -> Cost:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        works: dict[str, Callable[[], Awaitable[float]]] = {}
        servers: list[float] = []
        for name, place in _places(folder, server, "commits"):
            database = await Database.open(place)
            stack.push_async_callback(database.close)
            works[name] = partial(_beat_of_commits, database, Meter(server, 0), servers)
            await works[name]()
        cost = await _compared(works, scale)
        cost.server = servers
        return cost


async def _beat_of_commits(database: Database, meter: Meter, servers: list[float]) -> float:
    meter.start()
    used = time.process_time()
    for _ in range(COMMITS):
        async with database.transaction() as tx:
            await notes.write(tx, "bench", str(next(_numbers)))
    used = time.process_time() - used
    if isinstance(database.place, PostgresUrl):
        servers.append(meter.used() / COMMITS)
    return used / COMMITS


def _places(folder: Path, server: Server, name: str) -> list[tuple[str, Place]]:
    return [(SQLITE, folder / f"{name}.sqlite3"), (POSTGRESQL, server.make(name))]


async def _presses(server: Server, scale: Scale) -> Cost:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        works: dict[str, Callable[[], Awaitable[float]]] = {}
        servers: list[float] = []
        for name, place in _places(folder, server, "presses"):
            there = folder / name
            there.mkdir()
            beats = await stack.enter_async_context(_pressing(place, there, scale))
            meter = Meter(server, _serves_us(place))
            move = _moves(beats, meter)
            works[name] = partial(_press, move, meter, servers if name == POSTGRESQL else [])
            for _ in range(scale.beats):
                await works[name]()
        servers.clear()
        cost = await _compared(works, scale)
        cost.server = servers
        return cost


def _moves(beats: Beats, meter: Meter) -> Work:
    async def move() -> int:
        meter.start()  # what is done before isn't counted for the bot either
        return await beats.move()

    return Work(beats.bot, beats.bot.requests, move, beats.get_ready)


async def _press(move: Work, meter: Meter, servers: list[float]) -> float:
    before = move.presses
    cost = await move.beat()
    servers.append(meter.used() / (move.presses - before))
    return cost


@asynccontextmanager
async def _pressing(place: Place, folder: Path, scale: Scale) -> AsyncGenerator[Beats]:
    """Let people play with a bot that has this database."""
    games = tuple(GAMES) * scale.tables_pressed
    playground = Playground(more_names(len(games) * SIZE), port=0, rates=False)
    async with AsyncExitStack() as stack:
        await playground.start()
        stack.push_async_callback(playground.stop)
        bot = Bot(playground, place, folder)
        bot.without_pictures()
        await bot.start()
        stack.push_async_callback(bot.stop)
        conductor = Conductor()
        groups = await stack.enter_async_context(
            crowd(playground.base, games, SIZE, conductor, place)
        )
        yield Beats(groups, conductor, bot, place)
