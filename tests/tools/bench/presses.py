"""The CPU time that a press costs the bot, compared with a slash command that does nothing.

The playground and the people run in this process. The bot runs in its own, and its CPU clock is
read before each beat and again once the bot is quiet. In a beat, one press is made at each table,
or just as many people type `/nothing`. Least squares over the beats of a round give the cost of
each kind of press.
"""

import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bot.playground import Playground
from games import GAMES
from tests.e2e.user import User
from tests.tools.bench.crowd import AT_ONCE, Conductor, Group, crowd, moved, names_for
from tests.tools.bench.measure import cpu_of
from tests.tools.bench.process import Bot, quiet
from tests.tools.bench.report import Row, at_most

SIZE = 4
GAMES_AT_ONCE = tuple(GAMES) * 2
BEATS = 24  # in a round
IDLE_BEATS = 8
YARDSTICK = "`/nothing`, same people, as many in flight"


@dataclass(frozen=True, slots=True)
class Beat:
    """The number of presses of each kind in one beat, and their CPU seconds together."""

    moves: int
    others: int
    cost: float


def fitted(beats: Sequence[Beat]) -> tuple[float, float]:
    """Return the cost of a move and of any other press, by least squares over the beats."""
    mm = sum(moment.moves * moment.moves for moment in beats)
    mo = sum(moment.moves * moment.others for moment in beats)
    oo = sum(moment.others * moment.others for moment in beats)
    mc = sum(moment.moves * moment.cost for moment in beats)
    oc = sum(moment.others * moment.cost for moment in beats)
    whole = mm * oo - mo * mo
    return (mc * oo - oc * mo) / whole, (oc * mm - mc * mo) / whole


class Presses:
    """One run: beats of presses and beats of `/nothing`, in shuffled rounds."""

    def __init__(self, groups: list[Group], conductor: Conductor, pid: int, file: Path) -> None:
        self.groups = groups
        self.conductor = conductor
        self.pid = pid
        self.file = file
        self.dice = Random(1)
        self.people = [user for group in groups for user in group.users]

    async def beat(self) -> Beat | None:
        """Release one press at each table, and return what they cost."""
        presses = await self.conductor.gathered(len(self.groups))
        if not presses:
            return None
        before = cpu_of(self.pid)
        outcomes = await self.conductor.let_go(presses)
        cost = await quiet(self.pid) - before
        seen = [
            outcome for outcome in outcomes if outcome.kind != "refused"
        ]  # Discord refused the others, so the bot never saw them
        moves = moved(self.file, seen)
        return Beat(moves, len(seen) - moves, cost)

    async def idle_beat(self) -> float:
        """Let one person per table type `/nothing`, and return the cost of one."""
        people = self.dice.sample(self.people, len(self.groups))
        before = cpu_of(self.pid)
        await asyncio.gather(*map(_do_nothing, people))
        return (await quiet(self.pid) - before) / len(people)

    async def round(self) -> tuple[list[Beat], float]:
        """Mix both kinds of beats; return the beats of presses and `/nothing`'s median cost."""
        for group in self.groups:
            await group.go_on()
        await quiet(self.pid)
        kinds = [True] * BEATS + [False] * IDLE_BEATS
        self.dice.shuffle(kinds)
        beats, idle = list[Beat](), list[float]()
        for pressing in kinds:
            if not pressing:
                idle.append(await self.idle_beat())
            elif (beat := await self.beat()) is not None:
                beats.append(beat)
        return beats, statistics.median(idle)


async def _do_nothing(user: User) -> None:
    AT_ONCE.set(True)
    outcome = await user.command("nothing")
    assert outcome.text == "nothing", outcome


async def rows(rounds: int) -> list[Row]:
    """Play all rounds, and return a row for each kind of press."""
    names = names_for(len(GAMES_AT_ONCE), SIZE)
    playground = Playground(names, port=0, rates=False)
    moving, other, overall = list[float](), list[float](), list[float]()
    counted = [0, 0]
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        await playground.start()
        stack.push_async_callback(playground.stop)
        bot = Bot(playground, folder / "bench.sqlite3", folder)
        await bot.start()
        stack.push_async_callback(bot.stop)
        conductor = Conductor()
        groups = await stack.enter_async_context(
            crowd(playground.base, GAMES_AT_ONCE, SIZE, conductor, folder / "bench.sqlite3")
        )
        run = Presses(groups, conductor, bot.pid, folder / "bench.sqlite3")
        for number in range(rounds):
            beats, idle = await run.round()
            move, ask = fitted(beats)
            moves, others = (
                sum(moment.moves for moment in beats),
                sum(moment.others for moment in beats),
            )
            whole = sum(moment.cost for moment in beats) / (moves + others)
            moving.append(move / idle)
            other.append(ask / idle)
            overall.append(whole / idle)
            counted = [counted[0] + moves, counted[1] + others]
            print(
                f"  round {number + 1}: nothing {idle * 1000:.2f} ms of CPU here; "
                f"{moves} presses that move {move * 1000:.2f} ms, {others} others "
                f"{ask * 1000:.2f} ms, all {whole * 1000:.2f} ms",
                flush=True,
            )
    middle = statistics.median
    return [
        at_most(
            "bot's CPU: a press that moves, with all drawings",
            YARDSTICK,
            middle(moving),
            3.5,
            f"{counted[0]} presses",
        ),
        at_most(
            "bot's CPU: a press that opens a hand or form or is refused",
            YARDSTICK,
            middle(other),
            2.0,
            f"{counted[1]} presses",
        ),
        Row(
            what="bot's CPU: any press, as they came",
            yardstick=YARDSTICK,
            measured=f"{middle(overall):.2g} x",
        ),
    ]
