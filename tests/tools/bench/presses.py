"""The CPU time that a press costs the bot, one kind of press at a time.

The playground and the people run in this process. The bot runs in its own, and its CPU clock is
read before each beat and again once the bot is quiet. In a beat, presses of one kind are made at
many tables together; each person there has a private panel open. The yardsticks are a slash command
that does nothing (idle_bot.py) and a bot that only sends the requests of a move (lean_bot.py). In a
round the beats of all kinds are shuffled, and the median of each kind counts. Pictures are off.
"""

import statistics
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from discord_playground import Playground
from discord_playground.world.request_log import Line, RequestLog

from games import GAMES
from playground.tests.user import more_names
from tests.tools.bench.beats import Beats, Collected
from tests.tools.bench.crowd import Conductor, crowd
from tests.tools.bench.lean_people import lean_people
from tests.tools.bench.lean_script import Script, scripts_of
from tests.tools.bench.measure import cpu_of, ratios
from tests.tools.bench.process import Bot, quiet
from tests.tools.bench.report import Row
from tests.tools.bench.scale import Scale

SIZE = 4
TRIES = 40  # beats until one is of one kind
NOTHING = "`/nothing`, as many in flight"
LEAN = "the lean bot with the same requests"
KINDS = (  # what, in short; the yardstick, in short; the goal
    ("moves, with all drawings", "move", NOTHING, "nothing", 6.5),
    ("moves, with all drawings", "move", LEAN, "lean", 2.5),
    ("opens a hand", "look", NOTHING, "nothing", 2.0),
    ("is refused", "refusal", NOTHING, "nothing", 2.0),
)


@dataclass(slots=True)
class Work:
    """One kind of beat: `press` makes one and returns the number of presses.

    It returns 0 if not all presses were of this kind. `prepare` isn't measured. `log` has the
    requests of the bot.
    """

    bot: Bot
    log: RequestLog
    press: Callable[[], Awaitable[int]]
    prepare: Callable[[], Awaitable[None]] | None = None
    sent: list[Line] = field(default_factory=list[Line])
    """The requests of the last beat."""
    presses: int = 0
    requests: int = 0

    async def beat(self) -> float:
        """Return the CPU seconds of one press, from a beat of this kind alone."""
        for _ in range(TRIES):
            used = cpu_of(self.bot.pid)
            if self.prepare is not None:
                await self.prepare()
                used = await quiet(self.bot.pid)
            before = self.log.number
            presses = await self.press()
            used = await quiet(self.bot.pid) - used
            if presses:
                self.sent = [line for line in self.log.lines if line.n > before]
                self.presses += presses
                self.requests += len(self.sent)
                return used / presses
        raise RuntimeError(f"no beat of one kind: {self.press.__name__}")


async def recorded(move: Work, beats: int) -> list[Script]:
    """Make some moves that aren't measured, and return their requests as scripts."""
    found: list[Script] = []
    for _ in range(beats):
        await move.beat()
        found += scripts_of(move.sent)
    move.presses = move.requests = 0
    return found


async def measured(works: Mapping[str, Work], dice: Random, beats: int) -> dict[str, float]:
    """Mix the beats of one round, and return the median cost of each kind of press."""
    order = list(works) * beats
    dice.shuffle(order)
    found: dict[str, list[float]] = {name: [] for name in works}
    for name in order:
        found[name].append(await works[name].beat())
    return {name: statistics.median(costs) for name, costs in found.items()}


async def rows(scale: Scale) -> list[Row]:
    """Press in all rounds, and return a row for each kind of press and yardstick."""
    games = tuple(GAMES) * scale.tables_pressed
    playground = Playground(more_names(len(games) * SIZE), port=0, rates=False)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        await playground.start()
        stack.push_async_callback(playground.stop)
        bot = Bot(playground, folder / "bench.sqlite3", folder)
        bot.without_pictures()
        await bot.start()
        stack.push_async_callback(bot.stop)
        conductor = Conductor()
        groups = await stack.enter_async_context(
            crowd(playground.base, games, SIZE, conductor, folder / "bench.sqlite3")
        )
        beats = Beats(groups, conductor, bot, folder / "bench.sqlite3")
        log = playground.stage.log
        move = Work(bot, log, beats.move, beats.get_ready)
        scripts = await recorded(move, scale.beats)
        people = await stack.enter_async_context(lean_people(len(games), SIZE, scripts, folder))
        works = {
            "nothing": Work(bot, log, beats.nothing),
            "lean": Work(people.bot, people.playground.stage.log, people.move),
            "move": move,
            "look": Work(bot, log, beats.look),
            "refusal": Work(bot, log, beats.refusal),
        }
        found, used = list[dict[str, float]](), cpu_of(bot.pid)
        await beats.collected()
        for number in range(scale.rounds):
            await people.sit()
            await beats.open_panels()
            found.append(await measured(works, beats.dice, scale.beats))
            costs = ", ".join(f"{name} {cost * 1000:.2f}" for name, cost in found[-1].items())
            print(f"  round {number + 1}, ms of CPU here: {costs}", flush=True)
        used, collected = cpu_of(bot.pid) - used, await beats.collected()
    return [*_pressed(found, works), *_collector(collected, used)]


def _pressed(found: list[dict[str, float]], works: Mapping[str, Work]) -> list[Row]:
    return [
        Row(
            what=f"bot's CPU: a press that {what}",
            yardstick=yardstick,
            figures=ratios(found, name, other),
            note=_requests(works, name, other),
            at_most=goal,
        )
        for what, name, yardstick, other, goal in KINDS
    ]


def _requests(works: Mapping[str, Work], *names: str) -> str:
    """Say how many requests a press of these kinds sent, the answer included."""
    one, other = (works[name].requests / works[name].presses for name in names)
    return f"{one:.1f} requests to {other:.1f}"


def _collector(found: Collected, used: float) -> list[Row]:
    share, longest = found.seconds / used * 100, found.longest * 1000
    note = f"{found.runs} collections"
    return [
        Row(what="the collector's share of this CPU", figures=[share], unit=" %", note=note),
        Row(what="the collector's longest pause", figures=[longest], unit=" ms of CPU"),
    ]
