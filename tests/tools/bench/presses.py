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
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bot.playground import Playground
from bot.playground.world.request_log import RequestLog
from games import GAMES
from tests.tools.bench.beats import Beats, Collected
from tests.tools.bench.crowd import Conductor, crowd, names_for
from tests.tools.bench.lean_people import lean_people
from tests.tools.bench.lean_script import Script, scripts_of
from tests.tools.bench.measure import cpu_of, ratios
from tests.tools.bench.process import Bot, quiet
from tests.tools.bench.report import Row
from tests.tools.bench.scale import Scale

SIZE = 4
WARM_UP = 2  # beats of moves that aren't measured; the lean bot sends their requests
TRIES = 12  # beats until one is of one kind
NOTHING = "`/nothing`, as many in flight"
LEAN = "the lean bot with the same requests"


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of beat: `press` makes one and returns the number of presses.

    It returns 0 if not all presses were of this kind. `prepare` isn't measured.
    """

    bot: Bot
    press: Callable[[], Awaitable[int]]
    prepare: Callable[[], Awaitable[None]] | None = None

    async def beat(self) -> float:
        """Return the CPU seconds of one press, from a beat of this kind alone."""
        for _ in range(TRIES):
            before = cpu_of(self.bot.pid)
            if self.prepare is not None:
                await self.prepare()
                before = await quiet(self.bot.pid)
            presses = await self.press()
            used = await quiet(self.bot.pid) - before
            if presses:
                return used / presses
        raise RuntimeError(f"no beat of one kind: {self.press.__name__}")


async def recorded(log: RequestLog, move: Work) -> list[Script]:
    """Make some moves, and return their requests as scripts."""
    found: list[Script] = []
    before = 0

    async def press() -> int:
        nonlocal before
        before = log.number
        return await move.press()

    for _ in range(WARM_UP):
        await replace(move, press=press).beat()
        found += scripts_of([line for line in log.lines if line.n > before])
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
    playground = Playground(names_for(len(games), SIZE), port=0, rates=False)
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
        move = Work(bot, beats.move, beats.get_ready)
        scripts = await recorded(playground.stage.log, move)
        people = await stack.enter_async_context(lean_people(len(games), SIZE, scripts, folder))
        works = {
            "nothing": Work(bot, beats.nothing),
            "lean": Work(people.bot, people.move),
            "move": move,
            "look": Work(bot, beats.look),
            "refusal": Work(bot, beats.refusal),
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
    return [*_pressed(found), *_collector(collected, used)]


def _pressed(found: list[dict[str, float]]) -> list[Row]:
    move = "bot's CPU: a press that moves, with all drawings"
    return [
        Row(what=move, yardstick=NOTHING, figures=ratios(found, "move", "nothing"), at_most=6.5),
        Row(what=move, yardstick=LEAN, figures=ratios(found, "move", "lean"), at_most=2.5),
        *(
            Row(
                what=f"bot's CPU: a press that {what}",
                yardstick=NOTHING,
                figures=ratios(found, name, "nothing"),
                at_most=2,
            )
            for name, what in (("look", "opens a hand"), ("refusal", "is refused"))
        ),
    ]


def _collector(found: Collected, used: float) -> list[Row]:
    share, longest = found.seconds / used * 100, found.longest * 1000
    note = f"{found.runs} collections"
    return [
        Row(what="the collector's share of this CPU", figures=[share], unit=" %", note=note),
        Row(what="the collector's longest pause", figures=[longest], unit=" ms of CPU"),
    ]
